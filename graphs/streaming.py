"""A run as an async iterator of its events."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from typing import Any

from castalia.graphs.events import Event, event_of, finished
from castalia.graphs.generation import generate
from castalia.graphs.signatures import parameters_of
from castalia.memory.waits import ended


@parameters_of(generate)
async def stream(topic: str, **options: Any) -> AsyncGenerator[Event, None]:
    """Write the page of a topic, and give the events of its run as they happen; the options are those of ``generate``.

    The last event is ``Finished``, whose ``page`` is the ``TopicPage``. An error of the run is raised here, after the
    events that came before it. A run does not wait for its reader. A reader who leaves the loop ends the run, and what
    it began is cleaned up in a task of its own, a moment later, or, where the iterator is kept in a variable, when it
    is closed. Behind ``async with contextlib.aclosing(stream(…)) as events`` it is done, and the store free.
    """
    told: asyncio.Queue[Event | None] = asyncio.Queue()
    progress = options.pop("progress", None)

    def put(event: dict[str, Any]) -> Any:
        told.put_nowait(event_of(event))
        return progress(event) if callable(progress) else None

    given = put if progress is None or callable(progress) else progress  # what is no function is told by generate
    run = asyncio.create_task(generate(topic, progress=given, **options))
    run.add_done_callback(lambda _: told.put_nowait(None))
    try:
        while (event := await told.get()) is not None:
            yield event
        yield finished(await run)
    finally:
        if not run.done():
            run.cancel()
            if await ended(run):
                raise asyncio.CancelledError
        if not run.cancelled():
            run.exception()  # looked at, or asyncio complains that nobody did
