"""What a person may decide in a run, typed: the outline, the sources, the triplets, what is still objected to.

A decision is checked twice: by its type, and against the question it answers. Both fail with a ``ValidationError``, so
that LangGraph leaves the question open. Every decision without arguments means "as it is". What follows from one is the
business of ``approvals``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any, Literal

from castalia.memory.identity import node_id
from castalia.memory.records import Section, Snippet, nodes_of
from castalia.tools.composition.facet_headings import facet_of
from castalia.tools.language.words import content_stems
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

LONGEST_HEADING = 200  # characters
MOST_SECTIONS = 60  # headings of both levels
LONGEST_INSTRUCTION = 500  # characters: what an objection may have in the writer's prompt
MOST_ENTRIES = 10_000
TOLD = 3  # faults named at once
LONGEST_FAULT = 300  # characters: its place is a key that anybody may have written


class Decision(BaseModel):
    """Keys that are not known are refused: a typo decides nothing."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class InnerEdit(Decision):
    """A subsection: ``id`` as the question has it, none for a new one."""

    heading: str
    id: str | None = None
    sections: list[Any] = Field(default_factory=list, description="has to be empty: an outline has two levels")

    @field_validator("heading")
    @classmethod
    def _lawful(cls, heading: str) -> str:
        shown = " ".join("".join(one if one.isprintable() else " " for one in heading).split())
        if not content_stems(shown):
            raise ValueError(f"the heading {shown[:80]!r} says nothing" if shown else "a heading is empty")
        if len(shown) > LONGEST_HEADING:
            raise ValueError(f"a heading has {len(shown):,} characters: {LONGEST_HEADING} are the most")
        return shown

    @field_validator("sections")
    @classmethod
    def _flat(cls, sections: list[Any]) -> list[Any]:
        if sections:
            raise ValueError("an outline has two levels: sections and their subsections")
        return sections


class SectionEdit(InnerEdit):
    """A top-level section with its subsections."""

    sections: list[InnerEdit] = Field(default_factory=list)

    @field_validator("sections")
    @classmethod
    def _flat(cls, sections: list[Any]) -> list[Any]:
        return sections


class OutlineDecision(Decision):
    """The whole outline as it shall be, in its order; what is not in it is left out. ``sections=None``: as it is."""

    sections: list[SectionEdit] | None = None

    @model_validator(mode="after")
    def _bounded(self) -> OutlineDecision:
        if self.sections is None:
            return self
        nodes = [*self.nodes()]
        if not nodes:
            raise ValueError("the outline is empty: a page needs a section")
        if len(nodes) > MOST_SECTIONS:
            raise ValueError(f"the outline has {len(nodes)} headings: {MOST_SECTIONS} are the most")
        return self

    def nodes(self) -> Iterator[InnerEdit]:
        """Sections and subsections, in their order."""
        for section in self.sections or ():
            yield section
            yield from section.sections


class SourcesDecision(Decision):
    """``pin``: ids of snippets to be used first. ``ban``: ids of snippets; or documents or urls, of which all snippets
    go."""

    pin: list[str] = Field(default_factory=list, max_length=MOST_ENTRIES)
    ban: list[str] = Field(default_factory=list, max_length=MOST_ENTRIES)


class TripletsDecision(Decision):
    """``veto``: ids of triplets that the run's graph shall not hold."""

    veto: list[str] = Field(default_factory=list, max_length=MOST_ENTRIES)


class Answer(Decision):
    """To one objection: ``keep`` the sentence in spite of it, ``drop`` the sentence, or ``revise`` the section by an
    instruction."""

    id: str
    action: Literal["keep", "drop", "revise"]
    instruction: str = ""

    @model_validator(mode="after")
    def _instructed(self) -> Answer:
        told = self.instruction.strip()
        if self.action == "revise" and not told:
            raise ValueError("revise needs an instruction to the writer")
        if self.action != "revise" and told:
            raise ValueError(f"an instruction goes with revise, not with {self.action}")
        if len(told) > LONGEST_INSTRUCTION:
            raise ValueError(f"an instruction has {len(told):,} characters: {LONGEST_INSTRUCTION} are the most")
        return self


class FeedbackDecision(Decision):
    """An answer to each objection, or to some; the others stay as the pipeline leaves them."""

    answers: list[Answer] = Field(default_factory=list, max_length=MOST_ENTRIES)


DECISIONS: Mapping[str, type[Decision]] = {
    "sources": SourcesDecision,
    "triplets": TripletsDecision,
    "outline": OutlineDecision,
    "feedback": FeedbackDecision,
}


def schema_of(part: str, check: Callable[[Any], None]) -> Any:
    """The type that LangGraph reads a decision with: its model, then the check against the state."""

    def checked(decision: Any) -> Any:
        check(decision)
        return decision

    return Annotated[DECISIONS[part], AfterValidator(checked)]


def reasons(error: ValidationError) -> str:
    """What is wrong with a decision, in one line."""
    faults = []
    for one in error.errors(include_url=False, include_input=False):
        place, why = ".".join(map(str, one["loc"])), _reason(one["type"], one["msg"], one.get("ctx", {}))
        faults.append(f"{place}: {why}" if place else why)
    more = f"; and {len(faults) - TOLD} more" if len(faults) > TOLD else ""
    told = "; ".join(one if len(one) <= LONGEST_FAULT else one[:LONGEST_FAULT] + "…" for one in faults[:TOLD]) + more
    return " ".join("".join(one if one.isprintable() else " " for one in told).split())


def _reason(kind: str, told: str, context: Mapping[str, Any]) -> str:
    """Why one value was refused; in our own words where pydantic's do not say how to mend it."""
    if kind == "extra_forbidden":
        return "there is no such key, leave it out"
    if kind == "model_type":
        edits: tuple[type[Decision], ...] = (*DECISIONS.values(), SectionEdit, InnerEdit, Answer)
        keys = next(one.model_fields for one in edits if one.__name__ == context["class_name"])
        return f"this is no dict, give one with {', '.join(keys)}"
    return told.removeprefix("Value error, ")


def check_outline(decision: OutlineDecision, proposed: Sequence[Section], topic: str = "") -> None:
    """``ValueError`` for a section that nobody proposed, or that stands twice, by its id or by its heading: two
    sections, two subsections of one, or one within another have not the same heading, and none has the topic's own;
    unless they were proposed so."""
    if decision.sections is None:
        return
    ids = [one.id for one in decision.nodes() if one.id is not None]
    _check_known("section", ids, (one.id for one in nodes_of(proposed)), "a new section has no id")
    was = {one.id: one.heading for one in nodes_of(proposed)}
    _check_headings(decision.sections, topic, was)
    for section in decision.sections:
        _check_headings((section, *section.sections), topic, was)


def _check_headings(those: Sequence[InnerEdit], topic: str, was: Mapping[str, str]) -> None:
    """Those that stand side by side, or one and what is in it."""
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


def check_sources(decision: SourcesDecision, snippets: Sequence[Snippet]) -> None:
    """``ValueError`` for an entry that is none of these, one that is pinned and banned, and where nothing would be
    left."""
    _check_known("snippet", decision.pin, (one.id for one in snippets), "pin takes ids of snippets")
    known = {name for one in snippets for name in _names(one)}
    _check_known("source", decision.ban, known, "ban takes ids of snippets, documents, and urls")
    banned = {one.id for one in banned_by(decision, snippets)}
    if both := sorted(banned & set(decision.pin)):
        raise ValueError(f"{', '.join(both[:TOLD])} cannot be pinned and banned")
    if len(banned) == len(snippets):
        raise ValueError("every source is banned: leave some to write from")


def banned_by(decision: SourcesDecision, snippets: Sequence[Snippet]) -> tuple[Snippet, ...]:
    """The snippets that go."""
    names = set(decision.ban)
    return tuple(one for one in snippets if not names.isdisjoint(_names(one)))


def banned_documents(decision: SourcesDecision, snippets: Sequence[Snippet]) -> tuple[str, ...]:
    """The documents that go as a whole, with what is yet to be found in them. A url that names a place in one (``#``)
    is not the whole."""
    names = {one for one in decision.ban if "#" not in one} | (set(decision.ban) & {one.document for one in snippets})
    return tuple(sorted({one.document for one in snippets if not names.isdisjoint(_names(one) - {one.id})}))


def check_triplets(decision: TripletsDecision, known: Iterable[str]) -> None:
    """``ValueError`` for a triplet that is not in the graph."""
    _check_known("triplet", decision.veto, known, "veto takes the ids of the question")


def check_feedback(decision: FeedbackDecision, known: Iterable[str]) -> None:
    """``ValueError`` for an objection that is not open, or that is answered twice."""
    _check_known("objection", [one.id for one in decision.answers], known, "answers take the ids of the question")


def _check_known(what: str, given: Sequence[str], known: Iterable[str], hint: str) -> None:
    if strangers := sorted(set(given) - set(known)):
        raise ValueError(f"there is no {what} {strangers[0][:80]!r}: {hint}")
    if twice := sorted(one for one, times in Counter(given).items() if times > 1):
        raise ValueError(f"the {what} {twice[0][:80]!r} stands twice")


def _section(
    edit: InnerEdit, before: Mapping[str, Section], level: int, taken: set[str], topic: str, *above: str
) -> Section:
    known = before.get(edit.id) if edit.id is not None else None
    if known is not None:
        is_same = known.heading == edit.heading or bool(known.facet or known.sources)
        terms = known.terms if is_same else _terms(edit.heading)
        is_asked = known.is_asked or not is_same
        return replace(known, heading=edit.heading, level=level, terms=terms, sections=(), is_asked=is_asked)
    identity, number = node_id(topic, *above, edit.heading), 1
    while identity in taken:  # two sections may share a heading
        number += 1
        identity = node_id(topic, *above, edit.heading, str(number))
    taken.add(identity)
    return Section(identity, edit.heading, level, _terms(edit.heading), facet_of(edit.heading), is_asked=True)


def _terms(heading: str) -> tuple[str, ...]:
    stems = " ".join(content_stems(heading))
    return (stems,) if stems else ()


def _names(snippet: Snippet) -> set[str]:
    """What a ban may call a snippet."""
    return {snippet.id, snippet.document, snippet.url} - {""}
