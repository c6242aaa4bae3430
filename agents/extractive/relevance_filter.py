"""Θ without a model: a snippet helps a unit when one of its passages has its best place there (thesis eq. 3.13).

Where snippets were assigned by their sentences, each has such a passage, and all are kept. The filter decides where a
model writes, or where a unit searches in everything.
"""

from __future__ import annotations

from castalia.agents.extractive.extractive_agent import ExtractiveAgent
from castalia.agents.roles import FilterState, FilterUpdate
from castalia.memory.plain import unit_of
from castalia.tools.composition.placed_evidence import placed_in
from castalia.tools.topic.evidence import run_evidence


class ExtractiveRelevanceFilter(ExtractiveAgent):
    """Answers the snippets of which a passage has its place in the unit, in the order in which they came."""

    async def __call__(self, state: FilterState) -> FilterUpdate:
        section, outline = unit_of(state)
        evidence = await run_evidence(self._memory, state)
        placed = await placed_in(self._memory, evidence, outline)
        wanted = {section.id, *(one.id for one in section.sections)}
        helpful = {one.snippet_id for name in wanted for one, _ in placed.passages.get(name, ())}
        return {"snippet_ids": [one for one in state["snippet_ids"] if one in helpful]}
