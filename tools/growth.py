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
    """The graph after ``iteration`` against the graph before it."""
    before = await memory.graph(run_id, iteration)
    after = await memory.graph(run_id, iteration + 1)
    nodes = len(after.nodes)
    grown = nodes - len(before.nodes)
    return Growth(nodes, len(after.edges), round(grown / nodes, 4) if nodes else 0.0)
