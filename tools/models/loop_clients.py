"""Clients of servers, one for each event loop: a connection belongs to the loop that made it."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncGenerator, Callable
from typing import Generic, TypeVar

Client = TypeVar("Client")


class LoopClients(Generic[Client]):
    """Each is made at the first call in its loop. ``lease`` yields one and closes it afterwards: a loop closes its open
    generators before it ends, and so the client."""

    def __init__(self, lease: Callable[[], AsyncGenerator[Client]]) -> None:
        self._lease = lease
        self._kept: dict[asyncio.AbstractEventLoop, tuple[Client, AsyncGenerator[Client]]] = {}
        self._lock = threading.Lock()  # loops may run in threads

    async def here(self) -> Client:
        """That of the running loop."""
        loop = asyncio.get_running_loop()
        with self._lock:
            if loop in self._kept:
                return self._kept[loop][0]
            for ended in [one for one in self._kept if one.is_closed()]:
                del self._kept[ended]
        lease = self._lease()
        client = await anext(lease)  # runs to its yield without a pause: no other task of this loop comes between
        with self._lock:
            self._kept[loop] = (client, lease)
        return client
