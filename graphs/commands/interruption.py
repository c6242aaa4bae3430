"""Ctrl-C, SIGTERM and SIGHUP: the first one cancels the work, which then waits for the calls that are under way; the
second one ends that wait, and what comes after is ignored."""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from castalia.graphs.runs.ends import LEAVING
from castalia.graphs.screens.lines import note
from castalia.graphs.start import SIGNALS

T = TypeVar("T")
FINISHING = "castalia: waiting for the calls under way, which are paid for; Ctrl-C again to leave them"


class Interrupted(KeyboardInterrupt):
    """The work was cancelled by a signal and has cleaned up; ``number`` is that of the signal, ``how`` says how to go
    on."""

    def __init__(self, number: int, how: str = "") -> None:
        super().__init__()
        self.number = number
        self.how = how


def run_interruptible(work: Coroutine[Any, Any, T], how: str = "", *, pays: bool = False) -> T:
    """``asyncio.run`` that SIGINT, SIGTERM and SIGHUP end alike: ``Interrupted``, after the work's own cleaning up.

    They stay ignored from the second one on, for the process is about to end. Where the work
    ``pays`` for its calls, the first is told that they are waited for.
    """
    seen: list[int] = []

    async def awaited() -> T:
        task, loop = asyncio.current_task(), asyncio.get_running_loop()
        assert task is not None
        LEAVING.set(leaving := asyncio.Event())

        def stop() -> None:
            if len(seen) > 1:
                leaving.set()
            task.cancel()

        with _heard(seen, lambda: loop.call_soon_threadsafe(stop), pays):
            return await work

    try:
        return asyncio.run(awaited())
    except asyncio.CancelledError:
        if not seen:
            raise
        raise Interrupted(seen[0], how) from None


@contextmanager
def _heard(seen: list[int], stop: Callable[[], object], pays: bool) -> Iterator[None]:
    """Note the signals and stop at the first two; a signal that the parent process had ignored (``nohup``) stays
    ignored."""
    before = {}
    if threading.current_thread() is threading.main_thread():  # nobody else may set handlers
        before = {one: signal.getsignal(one) for one in SIGNALS if signal.getsignal(one) is not signal.SIG_IGN}

    def heard(number: int, frame: object) -> None:
        seen.append(number)
        if len(seen) == 1 and pays:
            note(FINISHING)
        for one in before if len(seen) > 1 else ():
            signal.signal(one, signal.SIG_IGN)
        stop()

    for one in before:
        signal.signal(one, heard)
    try:
        yield
    finally:
        for one, handler in before.items():
            signal.signal(one, signal.SIG_IGN if seen else handler)
