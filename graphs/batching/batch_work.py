"""A batch at work: topics side by side, each ending by itself, until all are done or the batch has to stop."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path

from castalia.graphs.batching.batch_budget import used_up
from castalia.graphs.batching.batch_index import write_index
from castalia.graphs.batching.batch_pages import Pages, Shared, is_wrong, told
from castalia.graphs.batching.batch_report import BatchReport
from castalia.graphs.batching.ended import Ended
from castalia.graphs.batching.manifest import BatchManifest
from castalia.graphs.batching.topics import Topic
from castalia.graphs.batching.whole_pages import damage_of
from castalia.graphs.page_files import check_what_is_there
from castalia.graphs.runs.run_folder import run_under_way
from castalia.memory.errors import CastaliaError, DiskFullError, InputError
from castalia.memory.waits import ended, run_in_thread
from castalia.tools.models.budgets import Usage
from castalia.tools.pages.folders import remove_folders

BETWEEN_LISTS = 5.0  # seconds


@dataclass(eq=False)
class BatchWork:
    """A batch at work: what its pages share, who makes them, and where it stands."""

    shared: Shared
    manifest: BatchManifest
    pages: Pages
    under_way: Mapping[Path, Usage]  # by folder: what earlier runs spent on pages that they did not end
    force: bool = False  # write over what is in the topics' folders
    ended: dict[str, Ended] = field(default_factory=dict)  # in this run, by folder
    skipped: int = 0
    begun: float = field(default_factory=time.monotonic)
    listed: float = -math.inf  # when the index was written

    async def run(self, topics: Sequence[Topic], at_once: int) -> None:
        """Write what is not done, ``at_once`` pages side by side, until all is done or the batch has to stop; then list
        the pages."""
        try:
            await self._write(topics, at_once)
        finally:
            try:
                write_index(self.shared.folder, self.manifest.latest, self.shared.source)
            except DiskFullError as error:  # the next run writes it
                self.shared.outages.stop(str(error))

    def report(self, topics: Sequence[Topic]) -> BatchReport:
        """Where the topics stand."""
        stand = [(one, self.ended.get(one.folder) or self.manifest.find(one)) for one in topics]
        reason = self.shared.outages.reason
        waits = tuple(
            one for one, found in stand if found is None or (one.folder not in self.ended and found.status != "done")
        )
        budget = "" if reason else self.pages.exhausted or (self._used_up_before() if waits else "")
        known = tuple(found for one, found in stand if found is not None)
        shown = set(known)
        earlier = (*self.manifest.replaced, *(one for one in self.manifest.latest if one not in shown))
        return BatchReport(self.shared.folder, known, waits, self.skipped, reason, budget, earlier=earlier)

    async def _write(self, topics: Sequence[Topic], at_once: int) -> None:
        left, damages = await run_in_thread(open_topics, self.manifest, self.shared.folder, topics)
        for folder, damage in damages.items():
            self.shared.tell({"phase": "damaged", "line": f"{folder}: {damage}: the page is to be written again"})
        self.skipped = len(topics) - len(left)
        self.shared.tell({"phase": "batch", "topics": len(topics), "skipped": self.skipped})
        if self._used_up_before():
            return
        queue = iter(left)

        async def work() -> None:
            for topic in queue:
                if self.pages.exhausted or self.shared.outages.reason:
                    return
                await self._end(topic, len(left))

        async def workers() -> None:
            async with asyncio.TaskGroup() as group:
                for _ in range(min(at_once, len(left))):
                    group.create_task(work())

        working = asyncio.ensure_future(workers())
        guard = asyncio.ensure_future(self.shared.outages.wait())
        try:
            await asyncio.wait([working, guard], return_when=asyncio.FIRST_COMPLETED)
        finally:  # on a reason to stop, or a cancellation: what is under way ends before anything is closed
            guard.cancel()
            working.cancel()
            if await ended(working):
                raise asyncio.CancelledError
        if not working.cancelled() and isinstance(error := working.exception(), BaseExceptionGroup):
            raise error.exceptions[0]

    def _refused(self, topic: Topic) -> Ended | None:
        """How a topic ends whose page would overwrite something that could not be made again; else ``None``."""
        folder = self.shared.folder / topic.folder
        try:
            check_what_is_there(folder, topic.name, resume=bool(run_under_way(folder)), force=self.force)
        except InputError as error:
            return Ended(*topic.key, "failed", error=told(error), wrong=is_wrong(error))
        return None

    def _used_up_before(self) -> str:
        """The budget that earlier runs of this batch used up, or ""."""
        return used_up(self.shared.budget, self.manifest.spent)

    async def _end(self, topic: Topic, total: int) -> None:
        """Have a page made, and note how that ended."""
        refused = await run_in_thread(self._refused, topic)
        if refused is not None:  # what the manifest knows of the folder stays
            self._tell_ended(refused, total)
            return
        place = self.shared.folder / topic.folder
        run = await run_in_thread(run_under_way, place)
        end = await self.pages.end(topic, resume=run not in self.manifest.ended_runs)
        if end is not None and end.status == "failed":  # an earlier run on it was killed, and left its folder
            parts = topic.folder.split("/")
            remove_folders([self.shared.folder.joinpath(*parts[: at + 1]) for at in range(len(parts))])
        if end is None or (self.shared.outages.reason and end.status != "done"):
            return  # it did not end by itself: the next run takes it up again
        if end.run != run and place in self.under_way:
            end = end.after(self.under_way[place])
        try:
            self.manifest.add(end)
        except CastaliaError as error:
            self.shared.outages.stop(str(error))
            return
        self._index()
        self._tell_ended(end, total)

    def _index(self) -> None:
        """Write the list of pages, at most every ``BETWEEN_LISTS`` seconds, for it is written whole. What prevents that
        is told at the end, when the list is written once more."""
        if (now := time.monotonic()) >= self.listed + BETWEEN_LISTS:
            self.listed = now
            with suppress(CastaliaError):
                write_index(self.shared.folder, self.manifest.latest, self.shared.source)

    def _tell_ended(self, end: Ended, total: int) -> None:
        """Count a topic as ended in this run, and tell it, with the seconds that are left once there is a page: topics
        that fail at once say nothing of those."""
        self.ended[end.folder] = end
        passed, left = time.monotonic() - self.begun, total - len(self.ended)
        is_known = any(one.words for one in self.ended.values())
        self.shared.tell(
            {
                "phase": "topic",
                **asdict(end),
                "count": self.skipped + len(self.ended),
                "of": self.skipped + total,
                "left": round(passed / len(self.ended) * left, 1) if is_known else None,
            }
        )


def open_topics(manifest: BatchManifest, folder: Path, topics: Sequence[Topic]) -> tuple[list[Topic], dict[str, str]]:
    """The topics that are to be written; of those that were done, by folder, what is wrong with their pages now."""
    found = [(one, manifest.find(one)) for one in topics]
    done = [one for one, last in found if last is not None and last.status == "done"]
    damages = {one.folder: damage for one in done if (damage := damage_of(folder / one.folder))}
    whole = {one.folder for one in done if one.folder not in damages}
    return [one for one in topics if one.folder not in whole], damages
