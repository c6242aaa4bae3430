"""A worker of a batch: a process, on whatever machine, that writes pages in a folder of its own and hands over their
files.

It opens the store once (a url, or its own copy of a folder, for an embedded store is open in one process at a time),
and keeps to its share of the limits. Nothing of Ray is here: what is called and what comes back are plain values.
"""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path

from castalia.graphs.batching.batch_pages import PagesHere, Shared
from castalia.graphs.batching.division import Share
from castalia.graphs.batching.ended import Ended
from castalia.graphs.batching.outages import Outages
from castalia.graphs.batching.shipping import listing, unpacked
from castalia.graphs.batching.topics import Topic
from castalia.graphs.batching.workers import Task
from castalia.graphs.means import clients_of
from castalia.graphs.page_files import FILES
from castalia.graphs.runs.holding import LOCK
from castalia.graphs.runs.run_folder import TAPE, RunFolder
from castalia.graphs.sources import open_memory
from castalia.memory.errors import StoreError
from castalia.memory.server_urls import is_url
from castalia.memory.store_copies import copy_store
from castalia.memory.waits import run_in_thread
from castalia.tools.corpus.batch_files import ERROR
from castalia.tools.models.account import Account
from castalia.tools.models.budgets import Budget, Usage
from castalia.tools.models.chat import Reply
from castalia.tools.models.tape import Tape
from castalia.tools.pages.write_whole import staging_in

SCRATCH = "castalia-worker-"  # how the names of workers' folders begin

Portions = AsyncIterator[bytes]


@dataclass(frozen=True, slots=True)
class News:
    """What happened since the last news: ``replies`` by their keys on the tape, which were paid for or found there
    again, and what each page under way (by folder) has ``spent`` so far."""

    replies: Mapping[str, Reply] = field(default_factory=dict)
    spent: Mapping[str, Usage] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Written:
    """What became of a page: ``ended`` (``None``: it was cancelled), the content of its ``files`` and of those of its
    ``state``, by name. ``exhausted`` is the part of the lease that ran out, ``reason`` why this worker can make no more
    pages."""

    ended: Ended | None
    files: Mapping[str, bytes] = field(default_factory=dict)
    state: Mapping[str, bytes] = field(default_factory=dict)
    spent: Usage = field(default_factory=Usage)
    exhausted: str = ""
    reason: str = ""
    news: News = field(default_factory=News)


def sees(store: str, digest: str) -> bool:
    """Whether this machine has this very store under this path."""
    return is_url(store) or (bool(digest) and listing(Path(store)) == digest)


class PageWorker:
    """Opened with ``PageWorker.open``; closed, it leaves nothing behind."""

    def __init__(self, pages: PagesHere, tape: _NotedTape, wait: float, stack: AsyncExitStack) -> None:
        self._pages = pages
        self._tape = tape
        self._stack = stack
        self._ready_at = asyncio.get_running_loop().time() + wait
        self._under_way: dict[str, tuple[asyncio.Task[object] | None, Account]] = {}

    @classmethod
    async def open(
        cls, task: Task, share: Share, store: Portions | None = None, tape: Portions | None = None
    ) -> PageWorker:
        """Get the store (from its path, or its archive), check that it is the one that is meant, and make clients and
        gate.

        ``InputError`` and ``StoreError`` in one line for what is wrong here: a missing key, a server that cannot be
        reached.
        """
        async with AsyncExitStack() as stack:
            scratch = stack.enter_context(staging_in(Path(tempfile.gettempdir()), SCRATCH))
            clients = clients_of(task.thinking)
            place = await _placed(task.store, scratch, store)
            memory, _ = await open_memory(store=place, embeddings=task.embeddings)
            stack.push_async_callback(memory.close)
            found = await memory.library.fingerprint()
            if found != task.fingerprint:
                raise StoreError(
                    f"{task.store} holds other snippets here than where the batch was begun: copy it again"
                )
            if tape is not None:
                await run_in_thread(unpacked, await _spooled(tape, scratch / "tape.zip"), scratch / "tape")
            kept = sorted((scratch / "tape").glob("*.sqlite")) if tape is not None else []
            noted = stack.enter_context(_NotedTape(kept[0] if kept else scratch / TAPE))
            thinking = replace(task.thinking, concurrency=share.concurrency, per_minute=share.per_minute)
            shared = Shared(scratch / "pages", Budget(), noted, Outages(), lambda event: None)
            pages = PagesHere.of(shared, memory, thinking, clients, task.settings)
            return cls(pages, noted, share.wait, stack.pop_all())

    async def write(self, topic: Topic, lease: Budget, replies: Mapping[str, Reply]) -> Written:
        """Write a page within this lease. ``replies`` were paid for by a worker that died over it."""
        folder = self._pages.shared.folder / topic.folder
        for key, reply in replies.items():
            self._tape.learn(key, reply)
        wait = self._ready_at - asyncio.get_running_loop().time()
        account = Account(lease, self._pages.thinking.prices)
        self._under_way[topic.folder] = (asyncio.current_task(), account)
        ended, files, state = None, {}, {}
        try:
            await asyncio.sleep(max(wait, 0.0))
            ended = await self._pages.write(topic, account)
            files = _read(folder, (ERROR, *FILES) if ended.status != "failed" else (ERROR,))
            if ended.status != "failed":
                state = _read(RunFolder(folder).path, _names(RunFolder(folder).path))
        except asyncio.CancelledError:
            ended = None
        finally:
            news = self.news()
            del self._under_way[topic.folder]
            await run_in_thread(shutil.rmtree, folder, ignore_errors=True)
        return Written(ended, files, state, account.total, account.exhausted, self._pages.shared.outages.reason, news)

    def news(self) -> News:
        """What happened since this was asked last."""
        spent = {folder: account.total for folder, (_, account) in self._under_way.items()}
        return News(self._tape.fresh(), spent)

    def cancel(self, folder: str) -> None:
        """End the page in this folder, once the calls under way have come to their end; a second time, at once."""
        if (found := self._under_way.get(folder)) is not None and found[0] is not None:
            found[0].cancel()

    async def close(self) -> None:
        """Let go of everything and remove what was kept here."""
        await self._stack.aclose()


class _NotedTape(Tape):
    """A tape that remembers which replies were kept or found since it was asked last."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self._fresh: dict[str, Reply] = {}

    def find(self, key: str) -> Reply | None:
        reply = super().find(key)
        if reply is not None:
            self._fresh[key] = reply
        return reply

    def keep(self, key: str, reply: Reply) -> bool:
        self._fresh[key] = reply
        return super().keep(key, reply)

    def learn(self, key: str, reply: Reply) -> None:
        """Keep what somebody else paid for."""
        super().keep(key, reply)

    def fresh(self) -> dict[str, Reply]:
        fresh, self._fresh = self._fresh, {}
        return fresh


async def _placed(store: str, scratch: Path, portions: Portions | None) -> str | Path:
    """The store as it is called here: the url, or the folder of a copy."""
    if is_url(store):
        return store
    place = scratch / "store"
    if portions is None:
        await run_in_thread(copy_store, Path(store), place)
    else:
        archive = await _spooled(portions, scratch / "store.zip")
        await run_in_thread(unpacked, archive, place)
        archive.unlink()
    return place


async def _spooled(portions: Portions, path: Path) -> Path:
    with path.open("wb") as file:
        async for portion in portions:
            file.write(portion)
    return path


def _read(folder: Path, names: Iterable[str]) -> dict[str, bytes]:
    return {name: (folder / name).read_bytes() for name in names if (folder / name).is_file()}


def _names(folder: Path) -> Sequence[str]:
    return sorted(one.name for one in folder.iterdir() if one.is_file() and one.name != LOCK) if folder.is_dir() else ()
