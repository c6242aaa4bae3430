"""The pages of a batch, made by workers elsewhere: who gets which page, and what becomes of it when a worker dies.

The batch's process keeps manifest, tape and budget, and writes the files that come back. A worker is whatever has the verbs of
``Worker``; those on a Ray cluster are in ``ray_workers``.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Protocol

from castalia.graphs.batch_pages import ERROR, spent, told
from castalia.graphs.division import Share, divided, spread
from castalia.graphs.ended import Ended
from castalia.graphs.leases import COUNTED, Leases
from castalia.graphs.outages import Outages
from castalia.graphs.page_worker import News, Written
from castalia.graphs.run_folder import RunFolder
from castalia.graphs.topics import Topic
from castalia.graphs.workers import Task, Workers
from castalia.memory.errors import CastaliaError, InputError
from castalia.tools.budgets import Budget, Usage
from castalia.tools.chat import Reply
from castalia.tools.tape import Tape
from castalia.tools.write_whole import write_file, write_folder

KILLS = 2  # workers that may die over one topic
RESTARTS = 3  # of one worker, in a row, without a page between them
MOMENT = 1.0  # seconds between two looks at a worker
PATIENCE = 300.0  # seconds to wait for a worker where there is none


class WorkerDied(Exception):
    """A worker is gone; in words, why."""


class ClusterGone(Exception):
    """All workers are gone, and those who could start others."""


class Worker(Protocol):
    """A ``PageWorker`` that is somewhere else. Its verbs raise ``WorkerDied``, ``ClusterGone`` and, on opening, ``CastaliaError``."""

    @property
    def name(self) -> str:
        """Where it is, for people."""
        ...

    async def open(self, share: Share) -> None: ...

    async def write(self, topic: Topic, lease: Budget, replies: dict[str, Reply]) -> Written: ...

    async def news(self) -> News: ...

    async def cancel(self, folder: str) -> None: ...

    async def close(self) -> None:
        """End it, whatever it does; never raises."""
        ...


class Cluster(Protocol):
    """Where workers are started."""

    @property
    def name(self) -> str: ...

    async def machines(self) -> Sequence[str]:
        """The machines that can have workers, by their ids; ``ClusterGone``."""
        ...

    async def hire(self, machine: str) -> Worker:
        """A new worker on this machine, or "": on any; it comes to life when there is room."""
        ...


@asynccontextmanager
async def remote_pages(
    where: Workers,
    task: Task,
    folder: Path,
    budget: Budget,
    tape: Tape | None,
    outages: Outages,
    tell: Callable[[dict[str, Any]], None],
) -> AsyncIterator[RemotePages]:
    """Workers at this address, ready; they are gone when the block ends. ``InputError`` where none can begin."""
    from castalia.graphs.ray_workers import ray_cluster

    async with (
        ray_cluster(where, task, tape) as cluster,
        pages_on(cluster, where.count, task, folder, budget, tape, outages, tell) as pages,
    ):
        yield pages


@asynccontextmanager
async def pages_on(
    cluster: Cluster,
    count: int | None,
    task: Task,
    folder: Path,
    budget: Budget,
    tape: Tape | None,
    outages: Outages,
    tell: Callable[[dict[str, Any]], None],
) -> AsyncIterator[RemotePages]:
    """The same on any cluster."""
    machines = await cluster.machines()
    if not machines:
        raise InputError(f"no machine of {cluster.name} has a CPU to give: start one, or wait for one")
    wanted = count or len(machines)
    shares = (
        (Share(1, None),) * wanted
        if task.thinking.is_extractive
        else divided(task.thinking.concurrency, task.thinking.per_minute, wanted)
    )
    pages = RemotePages(cluster, shares, task.at_once, folder, budget, tape, outages, tell)
    if len(shares) < wanted:
        tell(
            {
                "phase": "worker",
                "line": f"{len(shares)} of {wanted} workers: the rest would have no share of --rate and --concurrency",
            }
        )
    try:
        await pages.begin(machines)
        yield pages
    finally:
        await pages.close()


@dataclass(eq=False)
class _Member:
    """A worker that is ready: the pages it has ``open``, and the one it is kept free for."""

    worker: Worker
    open: set[str] = field(default_factory=set)
    kept_for: str = ""
    ended: int = 0  # pages
    gone: asyncio.Event = field(default_factory=asyncio.Event)
    is_retired: bool = False  # not to be replaced


@dataclass(eq=False)
class _SoFar:
    """What became of a topic in earlier workers, or with smaller leases: what it ``spent``, the reason of the worker that ``died`` over
    it, and how the page came out with the part ``which`` of its lease used up, of which it ``had`` so much."""

    spent: Usage = field(default_factory=Usage)
    died: str = ""
    short: Written | None = None
    which: str = ""
    had: float = 0.0


class RemotePages:
    """The ``Pages`` of a batch whose workers are elsewhere."""

    def __init__(
        self,
        cluster: Cluster,
        shares: Sequence[Share],
        at_once: int,
        folder: Path,
        budget: Budget,
        tape: Tape | None,
        outages: Outages,
        tell: Callable[[dict[str, Any]], None],
    ) -> None:
        self.places = len(shares) * at_once
        self._cluster = cluster
        self._shares = shares
        self._at_once = at_once
        self._folder = folder
        self._tape = tape
        self._outages = outages
        self._tell = tell
        self._leases = Leases(budget, self.places)
        self._members: list[_Member] = []
        self._changed = asyncio.Condition()
        self._keepers: list[asyncio.Task[None]] = []
        self._kept = 0  # keepers that have a worker, or will
        self._refusals: list[str] = []
        self._replies: dict[str, dict[str, Reply]] = {}  # of the pages under way, by folder
        self._spent: dict[str, Usage] = {}
        self._deaths: list[str] = []
        self._exhausted = ""

    @property
    def exhausted(self) -> str:
        return self._exhausted

    @property
    def deaths(self) -> tuple[str, ...]:
        return tuple(self._deaths)

    async def begin(self, machines: Sequence[str]) -> None:
        """Start all workers, and wait until the first is ready. ``InputError`` where none will be."""
        self._kept = len(self._shares)
        for machine, share in zip(spread(machines, len(self._shares)), self._shares, strict=True):
            self._keepers.append(asyncio.ensure_future(self._keep(machine, share)))
        async with self._changed:
            await self._changed.wait_for(lambda: self._members or not self._kept)
        if not self._members:
            raise InputError(self._outages.reason or self._refusals[-1])

    async def end(self, topic: Topic, *, is_again: bool) -> Ended | None:
        """Have the page made, by another worker where one dies, and write its files. It begins anew in every worker: what was paid for
        is on the tape."""
        so_far = _SoFar()
        try:
            while True:
                ended, is_over = await self._tried(topic, so_far)
                if is_over:
                    return ended
        finally:
            self._replies.pop(topic.folder, None)
            self._spent.pop(topic.folder, None)

    async def close(self) -> None:
        """End all workers."""
        for keeper in self._keepers:
            keeper.cancel()
        await asyncio.gather(*self._keepers, return_exceptions=True)

    # A page

    async def _tried(self, topic: Topic, so_far: _SoFar) -> tuple[Ended | None, bool]:
        """One attempt, by one worker: how the topic ended, and whether that is the end of it."""
        member = await self._taken(topic, is_alone=bool(so_far.died))
        if member is None:
            return None, True
        written: Written | None = None
        try:
            lease = await self._leases.take({so_far.which: 2 * so_far.had} if so_far.which else None)
            try:
                if so_far.short is not None and getattr(lease, so_far.which) <= so_far.had:  # there is no more
                    self._exhausted = self._exhausted or so_far.which
                    return self._put(topic, so_far.short, so_far.spent), True
                self._spent[topic.folder] = Usage()
                written = await self._written(member, topic, lease)
            except WorkerDied as death:
                await self._gone(member, str(death))
                so_far.spent = added(so_far.spent, self._spent[topic.folder])
                if so_far.died:
                    return _deadly(topic, str(death), so_far.spent), True
                so_far.died = str(death)
                return None, False
            finally:
                await self._leases.end(lease, written.spent if written is not None else None)
        finally:
            await self._released(member, topic)
        if written.reason and (written.ended is None or written.ended.status != "done"):
            await self._retired(member, written.reason)
            so_far.spent = added(so_far.spent, written.spent)
            return None, self._kept == 0
        if written.ended is None:
            return None, True
        member.ended += 1
        if written.exhausted in COUNTED:
            had = getattr(lease, written.exhausted)
            if not self._exhausted and self._leases.left(written.exhausted) > had:
                so_far.short, so_far.which, so_far.had = written, written.exhausted, had
                so_far.spent = added(so_far.spent, written.spent)
                return None, False
        self._exhausted = self._exhausted or written.exhausted
        return self._put(topic, written, added(so_far.spent, written.spent)), True

    async def _written(self, member: _Member, topic: Topic, lease: Budget) -> Written:
        """Let a worker write the page. Cancelled, wait until the calls under way have come to their end, and keep their replies."""
        replies = self._replies.setdefault(topic.folder, {})
        writing = asyncio.ensure_future(member.worker.write(topic, lease, dict(replies)))
        try:
            written = await asyncio.shield(writing)
        except asyncio.CancelledError:
            with suppress(WorkerDied, ClusterGone):
                await member.worker.cancel(topic.folder)
                self._heard(member, (await writing).news)
            raise
        except ClusterGone as gone:
            self._outages.stop(f"the cluster {self._cluster.name} is gone: {gone}")
            return Written(None)
        self._heard(member, written.news)
        return written

    def _put(self, topic: Topic, written: Written, usage: Usage) -> Ended:
        """Write the files of a page, whole or not at all; how it ended."""
        assert written.ended is not None
        ended = replace(written.ended, **spent(usage))
        folder = RunFolder(self._folder / topic.folder)
        files = {name: data for name, data in written.files.items() if name != ERROR}
        try:
            if files:
                with folder.locked():
                    write_folder(folder.path, written.state)
                    write_folder(folder.out, files)
            if ERROR in written.files:
                write_file(folder.out / ERROR, written.files[ERROR])
            else:
                (folder.out / ERROR).unlink(missing_ok=True)
        except (CastaliaError, OSError) as error:
            return replace(ended, status="failed", error=told(error), words=0, sections=0, sources=0, lost_sections=0)
        return ended

    # Workers

    async def _keep(self, machine: str, share: Share) -> None:
        """Keep one worker alive: start it, listen to it, start another where it dies."""
        failures = 0
        try:
            while failures < RESTARTS:
                member = await self._started(machine, share)
                if member is not None:
                    try:
                        await self._listen(member)
                    finally:
                        await member.worker.close()
                    if member.is_retired:
                        return
                failures = 0 if member is not None and member.ended else failures + 1
                machine, share = "", replace(share, wait=0.0)
        except ClusterGone as gone:
            self._outages.stop(f"the cluster {self._cluster.name} is gone: {gone}")
        except CastaliaError as error:
            self._refuse(f"{self._cluster.name}: {error}")
        finally:
            self._kept -= 1
            async with self._changed:
                self._changed.notify_all()
            if not self._kept and self._refusals:
                self._outages.stop(f"no worker is left: {self._refusals[-1]}")

    async def _started(self, machine: str, share: Share) -> _Member | None:
        """A worker that is ready, or ``None`` where it died before; ``CastaliaError`` where it cannot take part."""
        worker = await self._cluster.hire(machine)
        try:
            await worker.open(share)
        except WorkerDied as death:
            self._refuse(f"a worker died as it began: {death}")
            await worker.close()
            return None
        except BaseException:
            await worker.close()
            raise
        member = _Member(worker)
        async with self._changed:
            self._members.append(member)
            self._changed.notify_all()
        self._tell({"phase": "worker", "line": f"worker ready: {worker.name}"})
        return member

    async def _listen(self, member: _Member) -> None:
        """Ask for news again and again, until the worker is gone."""
        while not member.gone.is_set():
            try:
                self._heard(member, await member.worker.news())
            except WorkerDied as death:
                await self._gone(member, str(death))
            with suppress(TimeoutError):
                await asyncio.wait_for(member.gone.wait(), MOMENT)
        async with self._changed:  # what it has under way is cancelled, or lost
            await self._changed.wait_for(lambda: not member.open)

    def _heard(self, member: _Member, news: News) -> None:
        """Keep the replies, for all the pages of this worker: which of them asked is not told."""
        for key, reply in news.replies.items():
            if self._tape is not None:
                self._tape.keep(key, replace(reply, replayed=False))
        for folder in member.open:
            self._replies.setdefault(folder, {}).update(news.replies)
        self._spent.update({folder: usage for folder, usage in news.spent.items() if folder in member.open})

    async def _taken(self, topic: Topic, *, is_alone: bool) -> _Member | None:
        """A worker with a free place, or with no other page at all; ``None`` where there will be none."""

        def found() -> _Member | None:
            ready = [one for one in self._members if one.kept_for in ("", topic.folder)]
            if is_alone:
                mine = [one for one in ready if one.kept_for] or sorted(ready, key=lambda one: len(one.open))[:1]
                for one in mine:
                    one.kept_for = topic.folder
                ready = [one for one in mine if not one.open]
            free = [one for one in ready if len(one.open) < self._at_once]
            return min(free, key=lambda one: len(one.open), default=None)

        async with self._changed:
            try:
                async with asyncio.timeout(PATIENCE) as limit:
                    while (member := found()) is None and self._kept:
                        if self._members:
                            limit.reschedule(asyncio.get_running_loop().time() + PATIENCE)
                        await self._changed.wait()
            except TimeoutError:
                self._outages.stop(f"no worker came to life within {PATIENCE / 60:g} minutes: start machines")
                return None
            if member is not None:
                member.open.add(topic.folder)
            return member

    async def _released(self, member: _Member, topic: Topic) -> None:
        async with self._changed:
            member.open.discard(topic.folder)
            member.kept_for = ""
            self._changed.notify_all()

    async def _gone(self, member: _Member, why: str) -> None:
        """Note that a worker died."""
        if not member.gone.is_set():
            line = f"worker died: {member.worker.name}: {why}"
            self._deaths.append(line)
            self._refusals.append(line)
            self._tell({"phase": "worker", "line": f"{line}; its pages are given to others"})
            await self._removed(member)

    async def _retired(self, member: _Member, why: str) -> None:
        """Note that a worker can make no more pages: the others go on."""
        if not member.gone.is_set():
            member.is_retired = True
            self._refuse(f"{member.worker.name} can make no more pages: {why}")
            await self._removed(member)
            for folder in sorted(member.open):
                with suppress(WorkerDied, ClusterGone):
                    await member.worker.cancel(folder)

    async def _removed(self, member: _Member) -> None:
        member.gone.set()
        async with self._changed:
            self._members.remove(member)
            self._changed.notify_all()

    def _refuse(self, line: str) -> None:
        self._refusals.append(line)
        self._tell({"phase": "worker", "line": line})


def added(one: Usage, other: Usage) -> Usage:
    """Two usages in one; what one of them costs is unknown where the price of either is."""
    cost = None if one.cost is None or other.cost is None else one.cost + other.cost
    counts = ("calls", "replayed", "failed", "retries", "prompt_tokens", "completion_tokens", "cached_tokens")
    return Usage(**{name: getattr(one, name) + getattr(other, name) for name in counts}, cost=cost)


def _deadly(topic: Topic, why: str, usage: Usage) -> Ended:
    """How a topic ends that killed every worker it was given to."""
    now = datetime.now(UTC).isoformat(timespec="seconds")
    error = told(CastaliaError(f"{KILLS} workers died while they wrote this page, the last one alone with it: {why}"))
    head = (topic.name, topic.domain, topic.folder, topic.words)
    return replace(Ended(*head, "failed", error=error, started=now, ended=now), **spent(usage))
