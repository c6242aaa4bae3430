"""How a cancelled run ends: it cleans up undisturbed, and the call raises only when that is done, so that its caller may
use the folder at once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextvars import ContextVar
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from castalia.memory.waits import ended

P = ParamSpec("P")
T = TypeVar("T")

# Set where a person may choose not to wait for the calls under way; the event says that she did.
LEAVING: ContextVar[asyncio.Event | None] = ContextVar("LEAVING", default=None)


def cancelled_once(work: Callable[P, Coroutine[Any, Any, T]]) -> Callable[P, Coroutine[Any, Any, T]]:
    """Decorate a coroutine function so that its work sees the first cancellation only. Further ones (a time-out, a
    second ``cancel``) do not disturb its clean-up, after which ``CancelledError`` is raised."""

    @wraps(work)
    async def awaited(*given: P.args, **options: P.kwargs) -> T:
        task = asyncio.ensure_future(work(*given, **options))
        if await ended(task, task.cancel) and (task.cancelled() or task.exception() is None):
            raise asyncio.CancelledError
        return task.result()

    return awaited


async def drained(finish: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Wait for the calls under way, even where this wait is cancelled. They are given up only where a person chooses not
    to wait (``LEAVING``)."""
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
