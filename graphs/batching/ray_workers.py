"""Workers in actors of Ray's.

An actor is a shell that is sent by value, so that a machine without castalia, or with another version, can say so. Who
gets which page is ``remote_pages``' business, where the actors come from ``ray_clusters``'.
"""

from __future__ import annotations

import asyncio
import pickle
import zlib
from collections.abc import AsyncIterator, Awaitable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, Protocol, TypeVar

from castalia.graphs import __version__
from castalia.graphs.batching.division import Share
from castalia.graphs.batching.far_workers import ClusterGone, WorkerDied
from castalia.graphs.batching.page_worker import News, Written
from castalia.graphs.batching.ray_calls import in_thread
from castalia.graphs.batching.shipping import listing
from castalia.graphs.batching.topics import Topic
from castalia.graphs.batching.workers import Task
from castalia.memory.errors import CastaliaError, InputError
from castalia.memory.server_urls import is_url
from castalia.tools.models.budgets import Budget
from castalia.tools.models.chat import Reply

FAREWELL = 10.0  # seconds a worker has to clean up after itself
SMALL = 64 << 10  # bytes: below what Ray sends from process to process (100 kB)

T = TypeVar("T")


class Home(Protocol):
    """What a worker needs of its cluster."""

    @property
    def name(self) -> str: ...

    @property
    def task(self) -> Task: ...

    @property
    def gone(self) -> asyncio.Event: ...

    async def answered(self, answer: Awaitable[T]) -> T: ...

    async def store(self) -> Sequence[Any]: ...

    async def replies(self) -> Sequence[Any]: ...


class RayWorker:
    """A ``Worker`` in an actor."""

    def __init__(self, cluster: Home, actor: Any) -> None:
        self.name = cluster.name
        self._cluster = cluster
        self._actor = actor

    async def open(self, share: Share) -> str:
        there = await self._asked(self._actor.begin.remote())
        self.name = f"{there['host']} (process {there['process']})"
        if there["version"] != __version__:
            found = f"castalia {there['version']}" if there["version"] else "no castalia"
            raise InputError(f"{self.name} has {found}, and {__version__} is needed: install it there")
        task, digest = self._cluster.task, ""
        if not is_url(task.store):
            digest = await in_thread(partial(listing, Path(task.store)))
        is_seen = await self._asked(self._actor.sees.remote(task.store, digest))
        store = [] if is_seen else await self._cluster.store()
        tape = await self._cluster.replies()
        refusal = await self._asked(self._actor.open.remote(task, share, store, tape))
        if refusal:
            raise InputError(f"{self.name}: {refusal}")
        return "" if is_seen else "the store was sent to it"

    async def write(self, topic: Topic, lease: Budget, replies: dict[str, Reply]) -> Written:
        written: Written = await self._call("write", topic, lease, replies)
        return written

    async def news(self) -> News:
        news: News = await self._call("news")
        return news

    async def cancel(self, folder: str) -> None:
        await self._call("cancel", folder)

    async def close(self) -> None:
        import ray
        from ray.exceptions import RayError

        with suppress(WorkerDied, ClusterGone, CastaliaError, TimeoutError):
            async with asyncio.timeout(FAREWELL):
                await self._asked(self._actor.close.remote())
        if not self._cluster.gone.is_set():
            with suppress(OSError, RuntimeError, RayError):  # it may be gone already, in one of many ways
                await in_thread(lambda: ray.kill(self._actor))

    async def _call(self, verb: str, *given: Any) -> Any:
        """The result of a verb, which comes in small portions: larger ones go through the object store of a raylet, and
        where that is gone, Ray ends the process that asks for them."""
        ticket, count, first = await self._asked(self._actor.call.remote(verb, given))
        data = bytearray(first)  # bytes would be copied whole for every portion
        for place in range(1, count):
            data += await self._asked(self._actor.portion.remote(ticket, place))
        return pickle.loads(zlib.decompress(data))  # from a process that we started

    async def _asked(self, reference: Any) -> Any:
        return await self._cluster.answered(_awaited(reference))


async def _awaited(reference: Any) -> Any:
    return await reference


def worker_class() -> type:
    """The class of the actors. It is made in a function so that Ray sends its code along: it runs, and can tell what is
    missing, on a machine where castalia is not installed."""
    size = SMALL  # which goes along, too

    class CastaliaWorker:
        def __init__(self) -> None:
            self._worker: Any = None
            self._calls = 0
            self._results: dict[int, list[bytes]] = {}

        async def begin(self) -> dict[str, Any]:
            import os
            import socket
            from importlib.metadata import PackageNotFoundError, version

            try:
                found = version("castalia")
            except PackageNotFoundError:
                found = ""
            return {"version": found, "host": socket.gethostname(), "process": os.getpid()}

        async def sees(self, store: str, digest: str) -> bool:
            from castalia.graphs.batching.page_worker import sees

            return sees(store, digest)

        async def open(self, task: Any, share: Any, store: list[Any], tape: list[Any]) -> str:
            """What stands in the way, or ""."""
            from castalia.graphs.batching.page_worker import PageWorker
            from castalia.memory.errors import CastaliaError

            async def portions(references: list[Any]) -> AsyncIterator[bytes]:
                for one in references:
                    yield await one

            try:
                self._worker = await PageWorker.open(
                    task, share, portions(store) if store else None, portions(tape) if tape else None
                )
            except (CastaliaError, OSError) as error:
                return str(error)
            return ""

        async def call(self, verb: str, given: tuple[Any, ...]) -> tuple[int, int, bytes]:
            """The number under which the result is kept, of how many portions it is, and the first of them."""
            import pickle
            import zlib

            done = getattr(self._worker, verb)(*given)
            data = zlib.compress(pickle.dumps(await done if hasattr(done, "__await__") else done), 1)
            portions = [data[start : start + size] for start in range(0, len(data), size)]
            self._calls += 1
            if len(portions) > 1:
                self._results[self._calls] = portions
            return self._calls, len(portions), portions[0]

        async def portion(self, ticket: int, place: int) -> bytes:
            portions = self._results[ticket]
            return self._results.pop(ticket)[place] if place == len(portions) - 1 else portions[place]

        async def close(self) -> None:
            if self._worker is not None:
                await self._worker.close()

    return CastaliaWorker
