"""η without a model: the graph merges by rule whenever it is derived, so what is left is to look at the result."""

from __future__ import annotations

from castalia.agents.roles import NormaliseState, NormaliseUpdate
from castalia.memory.memory import Memory
from castalia.memory.triplets import TripletGraph


class ExtractiveNormaliser:
    """Keys, in-text acronyms and vetoes (``memory.names``) decide; reports how much of the graph is new."""

    engine = "extractive"

    def __init__(self, memory: Memory) -> None:
        self._memory = memory

    async def __call__(self, state: NormaliseState) -> NormaliseUpdate:
        memory = self._memory
        before = await memory.graph(state["run_id"], state["iterations"])
        after = await memory.graph(state["run_id"], state["iterations"] + 1)
        nodes, edges = _sizes(after)
        grown = nodes - _sizes(before)[0]
        return {"nodes": nodes, "edges": edges, "novelty": round(grown / nodes, 4) if nodes else 0.0}


def _sizes(graph: TripletGraph) -> tuple[int, int]:
    return len(graph.nodes), len(graph.edges)
