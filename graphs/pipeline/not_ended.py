"""What a page says where an ingest into its store was stopped on the way: snippets may be missing."""

from __future__ import annotations

from collections.abc import Sequence

from castalia.graphs.pipeline.noted import details
from castalia.memory.event_kinds import INGEST_NOT_ENDED
from castalia.memory.ingest_marks import unfinished_ingests
from castalia.memory.ledgers import Event
from castalia.memory.library import Library
from castalia.memory.protocols import Recorder
from castalia.memory.waits import run_in_thread


async def note_not_ended(library: Library, run: Recorder) -> None:
    """Note the ingests that have not come to their end as the run begins."""
    for one in await run_in_thread(unfinished_ingests, library.path):
        run.event(INGEST_NOT_ENDED, corpus=one.name)


def not_ended_notices(events: Sequence[Event]) -> list[str]:
    """What a reader should know of it."""
    return [
        f"Snippets may be missing: the ingest of {one['corpus']} into the store had not come to its end when this page was begun."
        for one in details(events, INGEST_NOT_ENDED)
    ]
