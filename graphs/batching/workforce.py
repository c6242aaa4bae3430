"""The workers of a batch: started, listened to, and started anew where they die. Who gets a page is asked here; what
becomes of the page is ``remote_pages``' business.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import cycle
from typing import Any

from castalia.graphs.batching.division import Share
from castalia.graphs.batching.far_workers import Cluster, ClusterGone, Worker, WorkerDied
from castalia.graphs.batching.outages import Outages
from castalia.graphs.batching.page_worker import News
from castalia.graphs.batching.topics import Topic
from castalia.memory.errors import CastaliaError, InputError, one_line

RESTARTS = 3  # of one worker, in a row, without a page between them
MOMENT = 1.0  # seconds between two looks at a worker
PATIENCE = 300.0  # seconds to wait for a worker where there is none


@dataclass(eq=False)
class Member:
    """A worker that is ready: the pages it has ``open``, and the one it is kept free for."""

    worker: Worker
    open: set[str] = field(default_factory=set)
    kept_for: str = ""
    ended: int = 0  # pages
    gone: asyncio.Event = field(default_factory=asyncio.Event)
    is_retired: bool = False  # not to be replaced


class Workforce:
    """A worker for each share, as long as the batch goes on. ``heard`` is given the news of each."""

    def __init__(
        self,
        cluster: Cluster,
        shares: Sequence[Share],
        at_once: int,
        outages: Outages,
        tell: Callable[[dict[str, Any]], None],
        heard: Callable[[Member, News], None],
    ) -> None:
        self.deaths: list[str] = []
        self._cluster = cluster
        self._shares = shares
        self._at_once = at_once
        self._outages = outages
        self._tell = tell
        self._heard = heard
        self._members: list[Member] = []
        self._changed = asyncio.Condition()
        self._keepers: list[asyncio.Task[None]] = []
        self._kept = 0  # keepers that have a worker, or will
        self._refusals: list[str] = []

    @property
    def is_over(self) -> bool:
        """Whether there is no worker, and will be none."""
        return self._kept == 0

    async def begin(self, machines: Sequence[str]) -> None:
        """Start all workers, and wait until the first is ready. ``InputError`` where none can take part,
        ``CastaliaError`` where the cluster went away."""
        self._kept = len(self._shares)
        for machine, share in zip(cycle(machines), self._shares, strict=False):
            self._keepers.append(asyncio.ensure_future(self._keep(machine, share)))
        async with self._changed:
            await self._changed.wait_for(lambda: self._members or not self._kept)
        if not self._members and self._refusals:
            raise InputError(self._outages.reason or self._refusals[-1])
        if not self._members:
            raise CastaliaError(self._outages.reason)

    async def take(self, topic: Topic, *, is_alone: bool) -> Member | None:
        """Wait for a worker with a free place for this page; where it ``is_alone``, for one without any other page,
        which is given none meanwhile. ``None`` where there will be none."""

        def found() -> Member | None:
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

    async def release(self, member: Member, topic: Topic) -> None:
        """Give a worker's place back; one that is kept free for another page stays so."""
        async with self._changed:
            member.open.discard(topic.folder)
            if member.kept_for == topic.folder:
                member.kept_for = ""
            self._changed.notify_all()

    async def bury(self, member: Member, why: str) -> None:
        """Note that a worker died."""
        if not member.gone.is_set():
            line = f"worker died: {member.worker.name}: {why}"
            self.deaths.append(line)
            self._refusals.append(line)
            self._tell({"phase": "worker", "line": f"{line}; its pages are given to others"})
            await self._removed(member)

    async def retire(self, member: Member, why: str) -> None:
        """Note that a worker can make no more pages: the others go on."""
        if not member.gone.is_set():
            member.is_retired = True
            self._refuse(f"{member.worker.name} can make no more pages: {why}")
            await self._removed(member)
            for folder in sorted(member.open):
                with suppress(WorkerDied, ClusterGone):
                    await member.worker.cancel(folder)

    async def close(self) -> None:
        """End all workers."""
        for keeper in self._keepers:
            keeper.cancel()
        await asyncio.gather(*self._keepers, return_exceptions=True)

    async def _keep(self, machine: str, share: Share) -> None:
        """Keep one worker alive: start it, listen to it, start another where it dies."""
        failures = 0
        try:
            while failures < RESTARTS:
                member = await self._started(machine, share)
                if member is not None:
                    await self._attend(member)
                    if member.is_retired:
                        return
                failures = 0 if member is not None and member.ended else failures + 1
                machine, share = "", replace(share, wait=0.0)
        except ClusterGone as gone:
            self._outages.stop(f"the cluster {self._cluster.name} is gone: {gone}")
        except CastaliaError as error:
            self._refuse(f"{self._cluster.name}: {error}")
        except Exception as error:  # noqa: BLE001 (nobody awaits a keeper: what ends it has to be told here)
            self._refuse(f"{self._cluster.name}: {type(error).__name__}: {one_line(error)}")
        finally:
            self._kept -= 1
            async with self._changed:
                self._changed.notify_all()
            if not self._kept and self._refusals:
                self._outages.stop(f"no worker is left: {self._refusals[-1]}")

    async def _attend(self, member: Member) -> None:
        """Listen to a worker as long as it lives, and let it go."""
        try:
            await self._listen(member)
        finally:
            if not member.gone.is_set():  # nobody listens: it is given no page any more
                await self._removed(member)
            await member.worker.close()

    async def _started(self, machine: str, share: Share) -> Member | None:
        """A worker that is ready, or ``None`` where it died before; ``CastaliaError`` where it cannot take part."""
        worker = await self._cluster.hire(machine)
        try:
            note = await worker.open(share)
        except WorkerDied as death:
            self._refuse(f"a worker died as it began: {death}")
            await worker.close()
            return None
        except BaseException:
            await worker.close()
            raise
        member = Member(worker)
        async with self._changed:
            self._members.append(member)
            self._changed.notify_all()
        self._tell({"phase": "worker", "line": f"worker ready: {worker.name}" + (f"; {note}" if note else "")})
        return member

    async def _listen(self, member: Member) -> None:
        """Ask for news again and again, until the worker is gone."""
        while not member.gone.is_set():
            try:
                self._heard(member, await member.worker.news())
            except WorkerDied as death:
                await self.bury(member, str(death))
            with suppress(TimeoutError):
                await asyncio.wait_for(member.gone.wait(), MOMENT)
        async with self._changed:  # what it has under way is cancelled, or lost
            await self._changed.wait_for(lambda: not member.open)

    async def _removed(self, member: Member) -> None:
        member.gone.set()
        async with self._changed:
            self._members.remove(member)
            self._changed.notify_all()

    def _refuse(self, line: str) -> None:
        self._refusals.append(line)
        self._tell({"phase": "worker", "line": line})
