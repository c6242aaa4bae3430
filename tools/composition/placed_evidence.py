"""Placed evidence: every passage of a run in its one place under an outline, found once and shared by all who ask.

What fits where is decided in ``placement``. A passage's place hangs on nothing but evidence and outline, so assignment,
filter, writer and reviewer of every unit may read the same answer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from castalia.memory.memory import Memory
from castalia.memory.records import Section
from castalia.memory.waits import run_in_thread
from castalia.tools.composition.fit import Fits
from castalia.tools.composition.placement import place_all
from castalia.tools.composition.places import Place, places_of
from castalia.tools.topic.evidence import Evidence
from castalia.tools.topic.passages import Passage


@dataclass(frozen=True, slots=True, eq=False)
class Placed:
    """``tops`` are the places of the outline; ``passages`` maps each section id to those that have their place there,
    with their fit."""

    tops: tuple[Place, ...]
    passages: Mapping[str, tuple[tuple[Passage, float], ...]]


async def placed_in(memory: Memory, evidence: Evidence, outline: Sequence[Section]) -> Placed:
    """The evidence under an outline; remembered, for it takes longer than the writing."""
    return await memory.memo.once(
        ("placed", evidence, tuple(outline)), lambda: run_in_thread(place_evidence, evidence, outline)
    )


def place_evidence(evidence: Evidence, outline: Sequence[Section]) -> Placed:
    """All passages of the evidence under an outline."""
    tops = places_of(outline, evidence)
    return Placed(tops, place_all(evidence.passages, tops, Fits(evidence)))
