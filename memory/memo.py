"""A small cache in memory for derived values. Each value has to depend on its key alone."""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Awaitable, Callable, Hashable
from typing import Any, TypeVar
from weakref import WeakValueDictionary

T = TypeVar("T")

MOST = 128  # values at most


class Memo:
    """Holds ``room`` values; the one that was used least recently makes room for a new one. When a value that had to go
    is made again, as where many pages are written side by side, ``room`` is doubled, up to ``MOST``. Thread-safe."""

    def __init__(self, room: int = 8) -> None:
        self.room = room
        self._kept: dict[Hashable, Any] = {}
        self._gone: deque[int] = deque(maxlen=MOST)  # hashes of the keys that made room
        self._turns: WeakValueDictionary[tuple[int, Hashable], asyncio.Lock] = WeakValueDictionary()
        self._lock = threading.Lock()

    def get(self, key: Hashable) -> Any:
        """What was kept under this key, or ``None``."""
        with self._lock:
            found = self._kept.pop(key, None)
            if found is not None:
                self._kept[key] = found
            return found

    def keep(self, key: Hashable, value: Any) -> None:
        """Keep a value; the same key always means the same value."""
        with self._lock:
            if hash(key) in self._gone:
                self.room = max(self.room, min(2 * self.room, MOST))
                self._gone.clear()
            self._kept.pop(key, None)
            while len(self._kept) >= self.room:
                oldest = next(iter(self._kept))
                del self._kept[oldest]
                self._gone.append(hash(oldest))
            self._kept[key] = value

    async def once(self, key: Hashable, make: Callable[[], Awaitable[T]]) -> T:
        """The value under this key, made where there is none. Others on the same event loop that ask while it is made
        wait for it; where making it fails, or is cancelled, the next one of them tries."""
        found: T | None = self.get(key)
        if found is None:
            with self._lock:
                name = (id(asyncio.get_running_loop()), key)
                turn = self._turns.setdefault(name, asyncio.Lock())
            async with turn:
                found = self.get(key)
                if found is None:
                    found = await make()
                    self.keep(key, found)
        return found
