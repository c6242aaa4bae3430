"""Spread sections: how many parts a section of documents has, and where its parts become sections themselves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence, Set
from dataclasses import replace

from castalia.memory.records import Section
from castalia.tools.composition.source_ranks import in_source
from castalia.tools.language.words import stem_set
from castalia.tools.topic.source_paths import SourceOrder, SourcePath

PARTS = 5  # subsections of a section, at most
# sections: where there are fewer, one that would be so many is taken apart; and of a page of which one is
FEW, APART, ROOM = 5, 3, 12


def spread(sections: list[Section], alone: Set[str], places: Mapping[SourcePath, SourceOrder]) -> tuple[Section, ...]:
    """The sections, each with up to ``PARTS`` parts in the order of their documents.

    As long as there are fewer than ``FEW`` sections, the one that would give most is taken apart, if it gives
    ``APART``: its parts, those with most to say where they would be more than ``ROOM`` sections, become sections behind
    it. Where it has enough to say without them (its id is among ``alone``), it counts as one of them, and keeps the
    parts that have too little for a section (whose ids are not). A part with the heading of another ("History" of each
    of several) is left out.
    """
    while len(sections) < FEW:
        whole = max(sections, key=lambda one: _pieces(one, alone), default=None)
        if whole is None or _pieces(whole, alone) < APART:
            break
        at = sections.index(whole)
        called = Counter(map(_name, (*whole.sections, *(one for one in sections if one is not whole))))
        kept = tuple(one for one in whole.sections if whole.id in alone and one.id not in alone)
        free = [one for one in whole.sections if one not in kept and called[_name(one)] == 1][: ROOM - len(sections)]
        parts = [replace(one, level=1) for one in in_source(free, places)]
        sections = [*sections[:at], replace(whole, sections=kept), *parts, *sections[at + 1 :]]
    return tuple(replace(one, sections=in_source(one.sections, places)) for one in _told_apart(sections))


def _pieces(section: Section, alone: Set[str]) -> int:
    """How many sections one becomes where it is taken apart."""
    standing = sum(one.id in alone for one in section.sections)
    return standing + (section.id in alone) if standing else 0


def _told_apart(sections: Sequence[Section]) -> list[Section]:
    """The sections with up to ``PARTS`` parts each, of which none is called as another section or part of the page."""
    called = set(map(_name, sections))
    apart = []
    for one in sections:
        parts: list[Section] = []
        for part in one.sections:
            if _name(part) not in called and len(parts) < PARTS:
                called.add(_name(part))
                parts.append(part)
        apart.append(replace(one, sections=tuple(parts)))
    return apart


def _name(section: Section) -> frozenset[str]:
    return stem_set(section.heading)
