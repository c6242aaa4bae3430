"""Guards around the nodes of the pipeline. The first node refuses a run that is already at work, or that was begun on
another topic. The others raise ``UnknownRunError`` where the ledgers do not know the run, as when a process resumes
without its ledger file."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, TypeVar

from castalia.graphs.pipeline.stopping import stopping
from castalia.memory.errors import InputError
from castalia.memory.memory import Memory

T = TypeVar("T")


def picking_up(memory: Memory, node: Callable[..., Awaitable[T]]) -> Callable[..., Awaitable[T]]:
    """The node, which starts only where the ledgers of this memory know the run of its state."""

    @wraps(node)
    async def picked_up(state: Any, *given: Any, **options: Any) -> T:
        with stopping():
            memory.begun(state["run_id"])
        with memory.ledgers.at_work(state["run_id"]):
            return await node(state, *given, **options)

    return picked_up


@contextmanager
def beginning(memory: Memory, run_id: str, topic: str, domain: str) -> Iterator[None]:
    """``InputError`` where this process already works on the run, or its ledgers are on another topic: two runs under
    one id would read each other's entries."""
    with memory.ledgers.at_work(run_id) as others:
        if others:
            raise InputError(
                f'the run "{run_id}" is at work in this process: wait until it has ended, or give another run_id, or none'
            )
        subject = memory.run(run_id).subject
        if subject not in (None, (topic, domain)):
            within = f" in the domain {subject[1]}" if subject[1] else ""
            raise InputError(
                f'the run "{run_id}" was begun on "{subject[0]}"{within}, and has not ended: go on with it on its own '
                "thread, or give another run_id, or none"
            )
        yield
