"""How a cancelled run ends: once, and wholly. Whoever called it may touch its folder as soon as the call has raised."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from contextvars import ContextVar
from functools import wraps
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

# Set where a person may say that the calls under way shall not be waited for; the event is that word.
LEAVING: ContextVar[asyncio.Event | None] = ContextVar("LEAVING", default=None)


def cancelled_once(work: Callable[P, Coroutine[Any, Any, T]]) -> Callable[P, Coroutine[Any, Any, T]]:
    """The same function, whose work sees the first cancellation only: further ones (a time-out, a second ``cancel``) do not disturb its
    cleaning up, and it raises ``CancelledError`` when that is done."""

    @wraps(work)
    async def awaited(*given: P.args, **options: P.kwargs) -> T:
        task = asyncio.ensure_future(work(*given, **options))
        if await ended(task) and (task.cancelled() or task.exception() is None):
            raise asyncio.CancelledError
        return task.result()

    return awaited


async def ended(task: asyncio.Future[Any], *, pass_on: bool = True) -> bool:
    """Wait for the end of a task, which is cancelled (once) where its waiter is, if that is to be passed on; whether it was."""
    is_cancelled = False
    while not task.done():
        try:
            await asyncio.wait([task])
        except asyncio.CancelledError:
            if pass_on and not is_cancelled:
                task.cancel()
            is_cancelled = True
    return is_cancelled


async def drained(finish: Callable[[], Awaitable[None]]) -> None:
    """Wait for the calls under way, or until a person does not want to wait: then they are given up."""
    leaving = LEAVING.get()
    if leaving is None:
        await finish()
        return
    finishing = asyncio.ensure_future(finish())
    left = asyncio.ensure_future(leaving.wait())
    try:
        await asyncio.wait([finishing, left], return_when=asyncio.FIRST_COMPLETED)
    finally:
        left.cancel()
        if not finishing.done():
            finishing.cancel()
            await asyncio.wait([finishing])
    if not finishing.cancelled():
        finishing.result()
