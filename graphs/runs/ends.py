"""How a cancelled run ends: it cleans up undisturbed, and the call raises only when that is done. From then on whoever
called it may use its folder."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextvars import ContextVar
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from castalia.memory.waits import ended

P = ParamSpec("P")
T = TypeVar("T")

# Set where a person may say that the calls under way shall not be waited for; the event is that word.
LEAVING: ContextVar[asyncio.Event | None] = ContextVar("LEAVING", default=None)


def cancelled_once(work: Callable[P, Coroutine[Any, Any, T]]) -> Callable[P, Coroutine[Any, Any, T]]:
    """A function that does this work, which sees the first cancellation only: further ones (a time-out, a second
    ``cancel``) do not disturb its cleaning up, and ``CancelledError`` is raised when that is done."""

    @wraps(work)
    async def awaited(*given: P.args, **options: P.kwargs) -> T:
        task = asyncio.ensure_future(work(*given, **options))
        if await ended(task, task.cancel) and (task.cancelled() or task.exception() is None):
            raise asyncio.CancelledError
        return task.result()

    return awaited


async def drained(finish: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Wait for the calls under way, also where this wait is cancelled, or until a person does not want to wait: then
    they are given up."""
    finishing = asyncio.ensure_future(finish())
    leaving = LEAVING.get()
    left = None if leaving is None else asyncio.ensure_future(leaving.wait())
    if left is not None:
        left.add_done_callback(lambda _: finishing.cancel())
    is_cancelled = await ended(finishing)
    if left is not None:
        left.cancel()
    if not finishing.cancelled():
        finishing.result()
    if is_cancelled:
        raise asyncio.CancelledError
