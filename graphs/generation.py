"""One call from a topic to its page."""

from __future__ import annotations

import asyncio
import time
import uuid
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from castalia.agents.crew import Crew
from castalia.agents.extractive.crew import extractive_crew
from castalia.graphs.page import TopicPage
from castalia.graphs.settings import Settings
from castalia.graphs.sources import BadRows, Paths, open_memory
from castalia.memory.errors import CastaliaError, InputError
from castalia.memory.memory import Memory

LONGEST_TOPIC = 200
Progress = Callable[[dict[str, Any]], None]


async def generate(
    topic: str,
    *,
    corpus: Paths | None = None,
    store: str | Path | None = None,
    memory: Memory | None = None,
    domain: str = "",
    embeddings: str | None = None,
    fields: Mapping[str, str] | None = None,
    bad_rows: BadRows = "skip",
    crew: Callable[[Memory], Crew] = extractive_crew,
    settings: Settings | None = None,
    out: str | Path | None = None,
    progress: Progress | None = None,
) -> TopicPage:
    """Write the page of a topic.

    The snippets come from a ``corpus`` (file, folder or several), a ``store`` made by ``castalia ingest``, or an open
    ``memory``. ``crew`` builds the agents over that memory; with ``out`` the page is saved there; ``progress`` is called with each
    event of the run. Raises ``InputError`` for what the caller can mend, ``UnknownTopicError`` where the corpus does not know
    the topic.
    """
    name = check_topic(topic)
    clock = _Clock(progress)
    given = memory
    report = None
    if given is None:
        given, report = await open_memory(
            corpus, store, domain=domain, embeddings=embeddings, fields=fields, bad_rows=bad_rows
        )
        if report is not None:
            clock.tell({"phase": "ingest", "snippets": report.kept, "report": list(report.lines())})
    try:
        page = await _run(name, domain, given, crew, settings or Settings(), clock)
    finally:
        if memory is None:
            await given.close()
    if report is not None:
        page.run["corpus"] = list(report.lines())
    if out is not None:
        page.save(out)
    return page


def generate_sync(topic: str, **options: Any) -> TopicPage:
    """``generate`` for code that does not await; inside a running event loop (a notebook) use ``await generate(…)``."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(generate(topic, **options))
    raise CastaliaError("an event loop is running here (a notebook?): use `await generate(…)` instead of generate_sync")


def check_topic(topic: str) -> str:
    """The topic with its white space folded; ``InputError`` where it is empty, endless or says nothing."""
    name = " ".join(topic.split())
    if not any(map(str.isalnum, name)):
        raise InputError("the topic is empty: name what the page should be about, for example: Glycolysis")
    if len(name) > LONGEST_TOPIC:
        raise InputError(
            f"the topic has {len(name):,} characters: give a name of at most {LONGEST_TOPIC}, the text belongs into the corpus"
        )
    return name


async def _run(
    topic: str, domain: str, memory: Memory, build: Callable[[Memory], Crew], settings: Settings, clock: _Clock
) -> TopicPage:
    """Run the pipeline, passing its events on."""
    from castalia.graphs.apollo_pipeline import (
        apollo,  # LangGraph takes a second to import: bad input is told before that
    )

    crew = build(memory)
    pipeline = apollo(crew, memory, settings)
    run_id = uuid.uuid4().hex
    record: dict[str, Any] = {}
    events: list[dict[str, Any]] = []
    given = {"topic": topic, "domain": domain, "run_id": run_id}
    async for part in pipeline.astream(given, stream_mode=["custom", "updates"], subgraphs=True, version="v2"):  # type: ignore[call-overload]
        if part["type"] == "custom":
            events.append(part["data"])
            clock.tell(part["data"])
        elif not part["ns"] and "assemble" in part["data"]:
            record = part["data"]["assemble"]["page"]
    graph = await memory.graph(run_id)
    run = {
        "run_id": run_id,
        "settings": settings.to_json(),
        "engines": crew.engines,
        "stats": record["stats"],
        "seconds": clock.seconds,
        "events": events,
    }
    return TopicPage(record, graph, run)


class _Clock:
    """Passes events on, and adds up the seconds that led to each phase's events."""

    def __init__(self, progress: Progress | None) -> None:
        self._progress = progress
        self._last = time.perf_counter()
        self.seconds: dict[str, float] = {}

    def tell(self, event: dict[str, Any]) -> None:
        now = time.perf_counter()
        phase = str(event.get("phase", "other"))
        self.seconds[phase] = round(self.seconds.get(phase, 0.0) + now - self._last, 3)
        self._last = now
        if self._progress is not None:
            self._progress(event)
