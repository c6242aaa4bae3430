"""Waiting for threads and tasks to their end, even when the waiter is cancelled: otherwise they might still write into
a folder that another run uses."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
S = TypeVar("S")


async def ended(task: asyncio.Future[Any], left: Callable[[], object] = lambda: None) -> bool:
    """Wait for the end of a task; whether its waiter was cancelled meanwhile. ``left`` is called at the first
    cancellation."""
    is_cancelled = False
    while not task.done():
        try:
            await asyncio.wait([task])
        except asyncio.CancelledError:
            if not is_cancelled:
                left()
            is_cancelled = True
    return is_cancelled


async def to_its_end(work: Awaitable[T], left: Callable[[], object] = lambda: None) -> T:
    """The result of work that nothing cancels: where its waiter is cancelled, this raises once the work is done.
    ``left`` is called at the first cancellation."""
    task = asyncio.ensure_future(work)
    if await ended(task, left):
        if not task.cancelled():
            task.exception()  # looked at, or asyncio complains that nobody did
        raise asyncio.CancelledError
    return task.result()


async def run_in_thread(work: Callable[P, T], *given: P.args, **options: P.kwargs) -> T:
    """Like ``asyncio.to_thread``, but when it is cancelled it waits until the work is done, and raises then: the work
    may be what closes a file."""
    return await run_until_left(lambda _: work(*given, **options))


async def run_until_left(work: Callable[[threading.Event], T]) -> T:
    """The result of work that takes long, in a thread: it is given an event, which is set when nobody wants the result
    any more. When this is cancelled it waits until the work is done, and raises then."""
    left = threading.Event()
    working = asyncio.get_running_loop().run_in_executor(None, copy_context().run, work, left)
    return await to_its_end(working, left.set)


async def open_in_thread(opened: Callable[[], T], let_go: Callable[[T], Awaitable[object]]) -> T:
    """What is opened in a thread; ``let_go`` again where nobody wants it any more when it is."""
    task = asyncio.get_running_loop().run_in_executor(None, copy_context().run, opened)
    if await ended(task):
        if not task.cancelled() and task.exception() is None:
            await let_go(task.result())
        raise asyncio.CancelledError
    return task.result()


async def together(works: Iterable[Awaitable[T]]) -> list[T]:
    """Like ``asyncio.gather``, but on the first error, or when cancelled, it cancels the others and raises only when
    all have ended."""

    async def awaited(work: Awaitable[T]) -> T:
        return await work

    try:
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(awaited(one)) for one in works]
    except BaseExceptionGroup as errors:
        raise errors.exceptions[0] from None
    return [one.result() for one in tasks]


async def both(work: Awaitable[T], other: Awaitable[S]) -> tuple[T, S]:
    """``together`` for two that give different things."""
    results: list[Any] = await together([work, other])
    return results[0], results[1]


def answered(call: Callable[[], Awaitable[T]]) -> T:
    """The answer of an async call, for a caller that does not await; also where an event loop runs (``invoke`` in a
    notebook)."""

    async def answer() -> T:
        return await call()

    try:
        asyncio.get_running_loop()
    except RuntimeError:  # what goes wrong in here would be chained to it in a traceback
        pass
    else:
        with ThreadPoolExecutor(1, "castalia-aside") as aside:
            return aside.submit(copy_context().run, asyncio.run, answer()).result()
    return asyncio.run(answer())
