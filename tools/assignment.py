"""Assignment: each curated snippet to the units whose sentences it holds, and to each unit its share of the words.

Sentences have one place at most, so two units never draw on the same sentence even where they share a snippet.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from castalia.memory.records import Section
from castalia.tools.evidence import Evidence
from castalia.tools.placement import place_all, places_of


@dataclass(frozen=True, slots=True)
class Assignment:
    """What a unit (a top-level section with its subsections) may use: snippet ids, and about how many words."""

    section: str
    snippet_ids: tuple[str, ...]
    words: int


def assign(
    outline: Sequence[Section], evidence: Evidence, words: int, shortest: int = 110, longest: int = 420
) -> tuple[Assignment, ...]:
    """One assignment a unit, in outline order; the words are shared by how much there is to say."""
    placed = place_all(evidence.singles, places_of(outline, evidence), evidence)
    ids: dict[str, tuple[str, ...]] = {}
    room: dict[str, int] = {}
    for section in outline:
        found = [one for node in (section, *section.sections) for one, _ in placed[node.id]]
        ids[section.id] = tuple(sorted({one.snippet_id for one in found}))
        room[section.id] = sum(one.words for one in found)
    weight = {name: float(count) ** 0.5 for name, count in room.items()}
    total = sum(weight.values()) or 1.0
    return tuple(
        Assignment(
            section.id,
            ids[section.id],
            min(longest, room[section.id], max(shortest, round(words * weight[section.id] / total))),
        )
        for section in outline
    )
