"""Which heading of a writer's answer stands for which section of the outline: by the same words, then by position."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from castalia.memory.records import Section
from castalia.tools.language.words import stem_set

_NUMBERING = re.compile(
    r"(?:(?:section|chapter|part|subsection)\s{1,3})?(?:[0-9]{1,3}(?:\.[0-9]{1,3}){0,4}|[IVX]{1,5})[.):]?\s{1,5}(?=\S)",
    re.IGNORECASE,
)
_LABEL = re.compile(r"(?:section|subsection|heading|title)\s{0,3}:\s{0,3}", re.IGNORECASE)

Match = Literal["words", "position", "again", "none"]


@dataclass(frozen=True, slots=True)
class Unit:
    """A section of the outline with its place in reading order; ``depth`` is 0 for the section that is written."""

    section: Section
    depth: int


@dataclass(frozen=True, slots=True)
class Placed:
    """Where the text below a heading goes: the number of a unit, and how that was found (``none``: it goes on)."""

    unit: int
    match: Match


def units_of(section: Section, depth: int = 0) -> tuple[Unit, ...]:
    """The section and all below it, in reading order."""
    return (Unit(section, depth), *(unit for one in section.sections for unit in units_of(one, depth + 1)))


@lru_cache(maxsize=4096)
def heading_key(heading: str) -> str:
    """What two headings of the same words share: their content stems, sorted; else their letters."""
    return " ".join(sorted(stem_set(heading))) or " ".join(heading.casefold().split())


def heading_words(heading: str) -> str:
    """A heading without a number, a label or a colon around it: "2.1 Causes:" is "Causes"."""
    text = _LABEL.sub("", heading.strip(), count=1) if _LABEL.match(heading.strip()) else heading.strip()
    number = _NUMBERING.match(text)
    return (text[number.end() :] if number else text).strip().rstrip(":").rstrip()


def place_headings(headings: Sequence[tuple[str, int]], units: Sequence[Unit]) -> tuple[Placed, ...]:
    """For each (heading, level) of an answer the unit it opens.

    First by the same words, two units with one heading in order; then by position: a heading between two that are known
    takes the first unit between theirs that has no heading yet and is as deep. The rest goes on where it stands.
    """
    by_words = _match_words([heading for heading, _ in headings], units)
    taken = set(by_words.values())
    base = _base_level(headings, by_words, units)
    following = _following(by_words, len(headings), len(units))
    by_key: dict[str, int] = {}
    placed: list[Placed] = []
    current, known = 0, -1
    for place, (heading, level) in enumerate(headings):
        keys = _keys(heading)
        if place in by_words:
            current = known = by_words[place]
            placed.append(Placed(current, "words"))
            by_key.update(dict.fromkeys(keys, current))
            continue
        again = next((by_key[key] for key in keys if key in by_key), None)
        if again is not None:
            current = again
            placed.append(Placed(current, "again"))
            continue
        free = (
            one for one in range(known + 1, following[place]) if one not in taken and units[one].depth == level - base
        )
        found = next(free, None) if level else None
        if found is None:
            placed.append(Placed(current, "none"))
            continue
        current = known = found
        taken.add(found)
        placed.append(Placed(current, "position"))
        by_key.update(dict.fromkeys(keys, current))
    return tuple(placed)


def _keys(heading: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(key for key in (heading_key(heading), heading_key(heading_words(heading))) if key))


def _match_words(headings: Sequence[str], units: Sequence[Unit]) -> dict[int, int]:
    """The places of the headings that have a unit's words, and the unit of each."""
    waiting: dict[str, list[int]] = {}
    for number, unit in enumerate(units):
        waiting.setdefault(heading_key(unit.section.heading), []).append(number)
    found: dict[int, int] = {}
    for place, heading in enumerate(headings):
        for key in _keys(heading):
            if waiting.get(key):
                found[place] = waiting[key].pop(0)
                break
    return found


def _base_level(headings: Sequence[tuple[str, int]], by_words: dict[int, int], units: Sequence[Unit]) -> int:
    """The number of marks that the written section's own heading has, or would have."""
    for place, unit in by_words.items():
        if headings[place][1]:
            return headings[place][1] - units[unit].depth
    levels = [level for _, level in headings if level]
    if not levels:
        return 1
    alone = levels.count(min(levels)) == 1 and levels[0] == min(levels)
    return min(levels) if alone else min(levels) - 1


def _following(by_words: dict[int, int], size: int, end: int) -> list[int]:
    """For each heading the unit of the next one that was matched by words."""
    following = [end] * size
    for place in range(size - 2, -1, -1):
        following[place] = by_words.get(place + 1, following[place + 1])
    return following
