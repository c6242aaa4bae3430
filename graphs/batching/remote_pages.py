"""The pages of a batch, made by workers elsewhere: who gets which page, and what becomes of it when a worker dies.

The batch's process keeps manifest, tape and budget, and writes the files that come back. Who has a worker to give is
``workforce``'s business, what a worker is ``far_workers``'.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace

from castalia.graphs.batching.batch_pages import Shared, spent, told
from castalia.graphs.batching.division import Share, divided
from castalia.graphs.batching.ended import Ended, time_now
from castalia.graphs.batching.far_workers import Cluster, ClusterGone, WorkerDied
from castalia.graphs.batching.leases import COUNTED, Leases
from castalia.graphs.batching.page_worker import News, Written
from castalia.graphs.batching.topics import Topic
from castalia.graphs.batching.tracebacks import forget_traceback, keep_traceback
from castalia.graphs.batching.workers import Task
from castalia.graphs.batching.workforce import Member, Workforce
from castalia.graphs.runs.ends import drained
from castalia.graphs.runs.run_folder import RunFolder
from castalia.memory.errors import CastaliaError, InputError
from castalia.tools.corpus.batch_files import ERROR
from castalia.tools.models.budgets import Budget, Usage, in_all
from castalia.tools.models.chat import Reply
from castalia.tools.pages.write_whole import write_folder


@asynccontextmanager
async def pages_on(cluster: Cluster, count: int | None, task: Task, shared: Shared) -> AsyncIterator[RemotePages]:
    """Workers on this cluster, ready; they are gone when the block ends. ``InputError`` where none can begin."""
    try:
        machines = await cluster.machines()
    except ClusterGone as gone:
        raise CastaliaError(f"the cluster {cluster.name} is gone: {gone}") from gone
    if not machines:
        raise InputError(f"no machine of {cluster.name} has a CPU to give: start one, or wait for one")
    wanted = count or len(machines)
    shares = (
        divided(task.thinking.concurrency, task.thinking.per_minute, wanted)
        if task.thinking.models
        else (Share(1, None),) * wanted
    )
    pages = RemotePages(cluster, shares, task.at_once, shared)
    if len(shares) < wanted:
        line = f"{len(shares)} of {wanted} workers: the rest would have no share of --rate and --concurrency"
        shared.tell({"phase": "worker", "line": line})
    try:
        await pages.workforce.begin(machines)
        yield pages
    finally:
        await pages.workforce.close()


@dataclass(eq=False)
class _SoFar:
    """What became of a topic in earlier attempts: what they ``spent``, why a worker ``died`` over it, and the page that
    came out ``short`` when the part ``which`` of its lease, of which it ``had`` so much, was used up."""

    spent: Usage = field(default_factory=Usage)
    died: str = ""
    short: Written | None = None
    which: str = ""
    had: float = 0.0


@dataclass(eq=False)
class RemotePages:
    """The ``Pages`` of a batch whose workers are elsewhere."""

    cluster: Cluster
    shares: Sequence[Share]
    at_once: int
    shared: Shared

    def __post_init__(self) -> None:
        self.places = len(self.shares) * self.at_once
        outages, tell = self.shared.outages, self.shared.tell
        self.exhausted = ""
        self.workforce = Workforce(self.cluster, self.shares, self.at_once, outages, tell, self._heard)
        self._leases = Leases(self.shared.budget, self.places)
        self._replies: dict[str, dict[str, Reply]] = {}  # of the pages under way, by folder
        self._spent: dict[str, Usage] = {}

    @property
    def deaths(self) -> tuple[str, ...]:
        return tuple(self.workforce.deaths)

    async def end(self, topic: Topic, *, resume: bool) -> Ended | None:
        """Have the page made, by another worker where one dies, and write its files. Every worker starts it over, for
        what was paid is on the tape."""
        so_far = _SoFar()
        try:
            while True:
                ended, is_over = await self._tried(topic, so_far)
                if is_over:
                    return ended
        finally:
            self._replies.pop(topic.folder, None)
            self._spent.pop(topic.folder, None)

    async def _tried(self, topic: Topic, so_far: _SoFar) -> tuple[Ended | None, bool]:
        """One attempt, by one worker: how the topic ended, and whether that is the end of it."""
        member = await self.workforce.take(topic, is_alone=bool(so_far.died))
        if member is None:
            return None, True
        spent_here: Usage | None = None  # nobody can say yet
        try:
            lease = await self._leases.take({so_far.which: 2 * so_far.had} if so_far.which else None)
            try:
                if so_far.short is not None and getattr(lease, so_far.which) <= so_far.had:  # there is no more
                    self.exhausted, spent_here = self.exhausted or so_far.which, Usage()
                    return self._put(topic, so_far.short, so_far.spent), True
                self._spent[topic.folder] = Usage()
                written = await self._written(member, topic, lease)
                spent_here = written.spent
            except WorkerDied as death:
                await self.workforce.bury(member, str(death))
                so_far.spent = in_all((so_far.spent, self._spent[topic.folder]))
                if so_far.died:
                    return _deadly(topic, str(death), so_far.spent), True
                so_far.died = str(death)
                return None, False
            finally:
                await self._leases.end(lease, spent_here)
        finally:
            await self.workforce.release(member, topic)
        if written.reason and (written.ended is None or written.ended.status != "done"):
            await self.workforce.retire(member, written.reason)
            so_far.spent = in_all((so_far.spent, written.spent))
            return None, self.workforce.is_over
        if written.ended is None:
            return None, True
        member.ended += 1
        if written.exhausted in COUNTED:
            had = getattr(lease, written.exhausted)
            if not self.exhausted and self._leases.left(written.exhausted) > had:
                so_far.short, so_far.which, so_far.had = written, written.exhausted, had
                so_far.spent = in_all((so_far.spent, written.spent))
                return None, False
        self.exhausted = self.exhausted or written.exhausted
        return self._put(topic, written, in_all((so_far.spent, written.spent))), True

    async def _written(self, member: Member, topic: Topic, lease: Budget) -> Written:
        """Let a worker write the page. Cancelled, wait until the calls under way have come to their end, and keep their
        replies."""
        replies = self._replies.setdefault(topic.folder, {})
        writing = asyncio.ensure_future(member.worker.write(topic, lease, dict(replies)))
        try:
            written = await asyncio.shield(writing)
        except asyncio.CancelledError:

            async def finish() -> None:
                with suppress(WorkerDied, ClusterGone):
                    await member.worker.cancel(topic.folder)
                    self._heard(member, (await writing).news)

            await drained(finish)
            raise
        except ClusterGone as gone:
            self.shared.outages.stop(f"the cluster {self.cluster.name} is gone: {gone}")
            return Written(None)
        self._heard(member, written.news)
        return written

    def _put(self, topic: Topic, written: Written, usage: Usage) -> Ended:
        """Write the files of a page, whole or not at all; how it ended."""
        assert written.ended is not None
        ended = replace(written.ended, **spent(usage))
        folder = RunFolder(self.shared.folder / topic.folder)
        files = {name: data for name, data in written.files.items() if name != ERROR}
        try:
            if files:
                with folder.locked():
                    folder.forget_run()  # the log of a database that was begun here would be read into the one that comes
                    write_folder(folder.path, written.state)
                    write_folder(folder.out, files)
            if ERROR in written.files:
                keep_traceback(folder.out, written.files[ERROR])
            else:
                forget_traceback(folder.out)
        except (CastaliaError, OSError) as error:
            return replace(ended, status="failed", error=told(error), words=0, sections=0, sources=0, lost_sections=0)
        return ended

    def _heard(self, member: Member, news: News) -> None:
        """Keep the replies for each page that this worker has open: it does not say which of them asked."""
        if (tape := self.shared.tape) is not None:
            for key, reply in news.replies.items():
                tape.keep(key, reply)
        for folder in member.open:
            self._replies.setdefault(folder, {}).update(news.replies)
        self._spent.update({folder: usage for folder, usage in news.spent.items() if folder in member.open})


def _deadly(topic: Topic, why: str, usage: Usage) -> Ended:
    """How a topic ends that killed every worker it was given to."""
    now = time_now()
    error = told(CastaliaError(f"2 workers died while they wrote this page, the last one alone with it: {why}"))
    return replace(Ended(*topic.key, "failed", error=error, started=now, ended=now), **spent(usage))
