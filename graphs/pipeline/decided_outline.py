"""The outline that a person decided on: whether it is one, and what becomes of what was proposed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from castalia.graphs.decisions import InnerEdit, OutlineDecision, check_known
from castalia.memory.identity import node_id
from castalia.memory.records import Level, Section, nodes_of
from castalia.tools.composition.facet_headings import facet_of, terms_of


def check_outline(decision: OutlineDecision, proposed: Sequence[Section], topic: str) -> None:
    """``ValueError`` for a section that nobody proposed, or that stands twice, by its id or by its heading: two
    sections, two subsections of one, or one within another have not the same heading, and none has the topic's own;
    unless they were proposed so."""
    if decision.sections is None:
        return
    ids = [one.id for one in decision.nodes() if one.id is not None]
    check_known("section", ids, (one.id for one in nodes_of(proposed)), "a new section has no id")
    was = {one.id: one.heading for one in nodes_of(proposed)}
    _check_headings(decision.sections, topic, was)
    for section in decision.sections:
        _check_headings((section, *section.sections), topic, was)


def _check_headings(those: Sequence[InnerEdit], topic: str, was: Mapping[str, str]) -> None:
    """``ValueError`` where headings will not do that stand side by side, or are one and those in it."""
    told: dict[str, InnerEdit] = {}
    for one in those:
        heading = one.heading.casefold()
        other = told.setdefault(heading, one)
        if other is not one and not all(each.id and was[each.id] == each.heading for each in (one, other)):
            raise ValueError(
                f"the heading {one.heading[:80]!r} stands twice: name the sections apart, or leave one out"
            )
        if heading == " ".join(topic.casefold().split()) and not (one.id and was[one.id] == one.heading):
            raise ValueError(f"the heading {one.heading[:80]!r} is the topic itself: name what the section says of it")


def outline_from(decision: OutlineDecision, proposed: Sequence[Section], topic: str) -> tuple[Section, ...]:
    """The outline that a person decided on.

    A section keeps what it is about as long as its heading stays; one with a facet, or that tells documents again,
    keeps that under any heading. A new heading is about its own words, or is the facet of that name. New ids come from
    the headings above and the heading, like the outliners'.
    """
    if decision.sections is None:
        return tuple(proposed)
    before = {one.id: one for one in nodes_of(proposed)}
    taken = set(before)
    sections = []
    for edit in decision.sections:
        top = _section(edit, before, 1, taken, topic, "person")
        inner = tuple(_section(one, before, 2, taken, topic, "person", top.id) for one in edit.sections)
        sections.append(replace(top, sections=inner))
    return tuple(sections)


def _section(
    edit: InnerEdit, before: Mapping[str, Section], level: Level, taken: set[str], topic: str, *above: str
) -> Section:
    known = before.get(edit.id) if edit.id is not None else None
    if known is not None:
        is_same = known.heading == edit.heading or bool(known.facet or known.sources)
        terms = known.terms if is_same else terms_of(edit.heading)
        is_asked = known.is_asked or not is_same
        return replace(known, heading=edit.heading, level=level, terms=terms, sections=(), is_asked=is_asked)
    identity, number = node_id(topic, *above, edit.heading), 1
    while identity in taken:  # two sections may share a heading
        number += 1
        identity = node_id(topic, *above, edit.heading, str(number))
    taken.add(identity)
    return Section(identity, edit.heading, level, terms_of(edit.heading), facet_of(edit.heading), is_asked=True)
