"""Wraps a node of the pipeline: it raises ``UnknownRunError`` where this memory's ledgers have no entries of the run,
as when a process resumes without the run's ledger file."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any, TypeVar

from castalia.graphs.stopping import stopping
from castalia.memory.memory import Memory

T = TypeVar("T")


def picking_up(memory: Memory, node: Callable[..., Awaitable[T]]) -> Callable[..., Awaitable[T]]:
    """The node; it is not begun where the ledgers of this memory have no entries of the run in its state."""

    @wraps(node)
    async def picked_up(state: Any, *given: Any, **options: Any) -> T:
        with stopping():
            memory.begun(state["run_id"])
        return await node(state, *given, **options)

    return picked_up
