"""Growth: how much of a run's graph a curation step added."""

from __future__ import annotations

from typing import NamedTuple

from castalia.memory.memory import Memory


class Growth(NamedTuple):
    """Nodes and edges after the step, and the share of the nodes that it added (0 to 1)."""

    nodes: int
    edges: int
    novelty: float


async def measure_growth(memory: Memory, run_id: str, iteration: int) -> Growth:
    """The graph after ``iteration``, and which of its nodes no snippet from before has named."""
    graph = await memory.graph(run_id, iteration + 1)
    before = frozenset(hit.snippet_id for hit in memory.run(run_id).curated(iteration))
    grown = sum(before.isdisjoint(one.snippets) for one in graph.nodes)
    return Growth(len(graph.nodes), len(graph.edges), round(grown / len(graph.nodes), 4) if graph.nodes else 0.0)
