"""η without a model: the graph merges by rule whenever it is derived, so what is left is to look at the result."""

from __future__ import annotations

from castalia.agents.extractive.extractive_agent import ExtractiveAgent
from castalia.agents.roles import NormaliseState, NormaliseUpdate
from castalia.tools.topic.growth import measure_growth


class ExtractiveNormaliser(ExtractiveAgent):
    """Answers how large the graph is after this step, and how much of it is new. Which names are one is decided by
    ``memory.names``."""

    async def __call__(self, state: NormaliseState) -> NormaliseUpdate:
        growth = await measure_growth(self._memory, state["run_id"], state["iterations"])
        return {"nodes": growth.nodes, "edges": growth.edges, "novelty": growth.novelty}
