"""The longest stalls of the event loop, and the lines of the product that were at work then."""

from __future__ import annotations

import asyncio
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

TICK = 0.002  # seconds between two looks at the event loop
SHOWN_STALLS = 6


def stalls(work: Callable[[], Any]) -> list[tuple[float, str]]:
    """The longest stalls of the event loop during this work, in ms, and the lines of the product that were at work
    then."""

    async def watched() -> tuple[tuple[float, str], ...]:
        with Watch() as watch:
            await work()
        return watch.longest()

    return list(asyncio.run(watched()))


class Watch:
    """Looks whether the event loop turns, from a thread: how long it stood still, and in which line of the product."""

    def __init__(self) -> None:
        self._beat = time.perf_counter()
        self._done = threading.Event()
        self._found: list[tuple[float, str]] = []
        self._main = threading.get_ident()
        self._thread = threading.Thread(target=self._look, daemon=True)

    def __enter__(self) -> Watch:
        self._loop = asyncio.get_running_loop()
        self._tick()
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._done.set()
        self._thread.join()
        self._timer.cancel()

    def longest(self) -> tuple[tuple[float, str], ...]:
        return tuple((round(1000 * late, 1), where) for late, where in sorted(self._found, reverse=True)[:SHOWN_STALLS])

    def _tick(self) -> None:
        self._beat = time.perf_counter()
        self._timer = self._loop.call_later(TICK, self._tick)

    def _look(self) -> None:
        beat, where = self._beat, ""
        longest = 0.0
        while not self._done.wait(TICK):
            if self._beat != beat:
                if longest > 5 * TICK:
                    self._found.append((longest, where))
                beat, where, longest = self._beat, "", 0.0
            late = time.perf_counter() - self._beat - TICK
            if late > longest:
                longest = late
                where = _place(sys._current_frames().get(self._main)) or where


def _place(frame: FrameType | None) -> str:
    """The innermost lines of the product on the stack, from the outer to the inner."""
    found: list[str] = []
    while frame is not None:
        path = frame.f_code.co_filename
        room = Path(path).parent.name
        if "site-packages" not in path and room in ("memory", "tools", "agents", "extractive", "model", "graphs"):
            found.append(f"{room}/{Path(path).name}:{frame.f_lineno} {frame.f_code.co_name}")
        frame = frame.f_back
    return " < ".join(found[:3])
