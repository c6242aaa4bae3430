"""Θ without a model: a snippet helps a unit when one of its passages has its best place there (thesis eq. 3.13)."""

from __future__ import annotations

from castalia.agents.roles import FilterState, FilterUpdate
from castalia.memory.memory import Memory
from castalia.memory.plain import outline_of, section_of
from castalia.memory.waits import run_in_thread
from castalia.tools.evidence import run_evidence
from castalia.tools.placement import place_all, places_of


class ExtractiveRelevanceFilter:
    """Keeps the order in which the snippets came."""

    engine = "extractive"

    def __init__(self, memory: Memory) -> None:
        self._memory = memory

    async def __call__(self, state: FilterState) -> FilterUpdate:
        evidence = await run_evidence(self._memory, state)
        places = places_of(outline_of(state["outline"]), evidence)
        placed = await run_in_thread(place_all, evidence.passages, places, evidence)
        section = section_of(state["section"])
        wanted = {section.id, *(one.id for one in section.sections)}
        helpful = {one.snippet_id for name in wanted for one, _ in placed.get(name, ())}
        return {"snippet_ids": [one for one in state["snippet_ids"] if one in helpful]}
