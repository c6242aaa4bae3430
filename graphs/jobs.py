"""The run of one page: started, resumed, or found finished. ``generation`` has checked what is asked for."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable, Coroutine, Mapping
from contextlib import aclosing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from castalia.agents.crew import Crew
from castalia.agents.roles import TopicState, by_rules, engine_of, reads_as
from castalia.graphs.events import kept_of, told_of
from castalia.graphs.finished_run import page_at_rest
from castalia.graphs.page import TopicPage
from castalia.graphs.pipeline.answers import check_crew
from castalia.graphs.pipeline.asking import Ask, steered, unanswered
from castalia.graphs.pipeline.bound import crew_by
from castalia.graphs.pipeline.left_out_roles import engines_by
from castalia.graphs.pipeline.noted import details
from castalia.graphs.pipeline.reading_again import read_again, read_each
from castalia.graphs.pipeline.routes import none_read
from castalia.graphs.pipeline.state import to_do_again
from castalia.graphs.pipeline.stopping import stopped_told
from castalia.graphs.progress import Tell, with_spending
from castalia.graphs.revision_record import revisions_told
from castalia.graphs.runs.ends import drained
from castalia.graphs.runs.run_files import damage_told, damaged
from castalia.graphs.runs.run_folder import RunFolder, config_of
from castalia.graphs.runs.run_manifest import Manifest
from castalia.graphs.settings import Settings
from castalia.graphs.sources import Read
from castalia.graphs.thinking import Thinking
from castalia.memory.event_kinds import UNWRITTEN
from castalia.memory.ledgers import Ledgers, Run
from castalia.memory.memory import Memory
from castalia.memory.paths import expand
from castalia.tools.models.account import Account

if TYPE_CHECKING:
    from langgraph.checkpoint.base import BaseCheckpointSaver


@dataclass(frozen=True, slots=True)
class Job:
    """All that a run needs: the topic, what it reads, who thinks, how far it goes, whom to tell."""

    topic: str
    domain: str
    memory: Memory
    build: Callable[[Memory], Crew]
    settings: Settings | None
    thinking: Thinking
    clock: Clock
    asks: Mapping[str, Ask]
    finish: Callable[[], Coroutine[Any, Any, None]]


class Clock:
    """Passes events on, and adds up the seconds before the events of each phase."""

    def __init__(self, progress: Tell) -> None:
        self._progress = progress
        self._last = time.perf_counter()
        self._seconds: dict[str, float] = {}

    @property
    def seconds(self) -> dict[str, float]:
        """By phase, to the millisecond."""
        return {phase: round(passed, 3) for phase, passed in self._seconds.items()}

    def tell(self, event: dict[str, Any]) -> None:
        """Count the time since the last event for the phase of this one, and pass it on."""
        now = time.perf_counter()
        phase = str(event.get("phase", "other"))
        self._seconds[phase] = self._seconds.get(phase, 0.0) + now - self._last
        self._last = now
        self._progress(event)


def load_pipeline() -> None:
    """Import what a run needs: LangGraph, which takes a second."""
    import castalia.graphs.pipeline.apollo_pipeline
    import castalia.graphs.runs.checkpoints  # noqa: F401


async def run_job(
    job: Job,
    run_id: str | None = None,
    checkpointer: BaseCheckpointSaver[Any] | None = None,
    folder: RunFolder | None = None,
) -> TopicPage:
    """Run the pipeline, or what is left of it, passing its events on."""
    # LangGraph takes a second to import: bad input is told before that.
    from castalia.graphs.pipeline.apollo_pipeline import apollo

    memory, clock, run_id = job.memory, job.clock, run_id or uuid.uuid4().hex
    crew = check_crew(job.build(memory))
    limits = job.settings or Settings.suiting(engine_of(crew.writer) == "model")
    crew = crew_by(limits, crew)
    saver = checkpointer or (_kept_here() if job.asks else None)
    pipeline = apollo(crew, memory, limits, saver, [*job.asks])
    ledger = memory.run(run_id)
    if crew.account is not None:
        crew.account.go_on(ledger.spent(), ledger.spend)
    given: dict[str, Any] | None = {"topic": job.topic, "domain": job.domain, "run_id": run_id}
    record: dict[str, Any] = {}
    events: list[dict[str, Any]] = []
    if folder is not None and (before := await _begun(pipeline, folder, ledger, clock)) is not None:
        given, record = None, before.get("page", {})
        await _read_anew(job, crew, ledger, before)
    if not record:
        durability = {} if folder is None else {"durability": "sync"}
        record, events = await _written(job, pipeline, given, config_of(run_id), crew.account, **durability)
        if not record:
            raise unanswered()
    graph = await memory.graph(run_id)
    run = {
        "run_id": run_id,
        "topic": job.topic,
        "domain": job.domain,
        "settings": limits.to_json(),
        "engines": engines_by(limits, crew),
        "stats": record["stats"],
        "seconds": clock.seconds,
        "events": events,
        "notes": [one.to_json() for one in ledger.events()],
        "account": (crew.account or Account()).to_json(),
    }
    return TopicPage(record, graph, run)


def _kept_here() -> BaseCheckpointSaver[Any]:
    """A checkpointer that lasts as long as the run."""
    from langgraph.checkpoint.memory import InMemorySaver

    return InMemorySaver()


async def _begun(pipeline: Any, folder: RunFolder, ledger: Run, clock: Clock) -> Mapping[str, Any] | None:
    """The state in which an earlier process left the run; ``None`` where the run has to start over."""
    with damage_told(folder.checkpoints, TypeError, ValueError, LookupError):
        found = await pipeline.aget_state(config_of(ledger.run_id))
    if found.created_at is None:
        return None
    state: Mapping[str, Any] = found.values
    if state.get("curated") and not ledger.curated():
        raise damaged(folder.ledgers, "entries that the checkpoints speak of are missing")
    numbers = {"iterations": state.get("iterations", 0), "snippets": state.get("curated", 0)}
    clock.tell({"phase": "resume", **numbers, "sections": len(state.get("outline", ()))})
    if "assemble" in found.next and details(ledger.events(), UNWRITTEN):
        await pipeline.aupdate_state(config_of(ledger.run_id), to_do_again(state), as_node="assign")
        return state
    if (found.next and not none_read(state)) or state.get("page"):
        return state
    # None of the first snippets could be read, so they are tried again; or the run was cancelled while LangGraph wrote a
    # checkpoint, and would end at that half.
    await pipeline.checkpointer.adelete_thread(ledger.run_id)
    return None


async def _read_anew(job: Job, crew: Crew, ledger: Run, before: Mapping[str, Any]) -> None:
    """Read again what the log lost of the run's snippets.

    Where the extraction rules are newer than the run, they read all of its snippets, so that the whole graph is by the
    same rules; unless its page is made already. Rules cost nothing."""
    if by_rules(crew.extractor) and ledger.extractor != reads_as(crew.extractor) and not before.get("page"):
        given: TopicState = {"topic": job.topic, "domain": job.domain, "run_id": ledger.run_id}
        await read_each(crew, ledger, given, [one.snippet_id for one in ledger.taken_in()])
    else:
        await read_again(crew, job.memory, before)


async def _written(
    job: Job, pipeline: Any, given: dict[str, Any] | None, config: Any, account: Account | None, **durability: str
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The page's record (empty where the pipeline did not come to its end), and the events, each passed on as it
    came."""
    record: dict[str, Any] = {}
    events: list[dict[str, Any]] = []
    options = {"stream_mode": ["custom", "updates"], "subgraphs": True, **durability}
    with stopped_told():
        async with (
            with_spending(job.clock.tell, account) as tell,
            aclosing(steered(pipeline, given, config, job.asks, **options)) as parts,
        ):
            async for part in parts:
                if part["type"] == "custom":
                    told = told_of(part["data"])
                    events.append(kept_of(told))
                    tell(told)
                elif not part["ns"] and "assemble" in part["data"]:
                    record = part["data"]["assemble"]["page"]
    return record, events


async def run_durably(job: Job, folder: RunFolder, before: Manifest | None, read: Read, force: bool) -> TopicPage:
    """Run with everything on disk, from where an earlier process came to."""
    from castalia.graphs.runs.checkpoints import checkpoints_in  # imports LangGraph

    asked = await _asked(job)
    means = job.thinking.means() | {"tape": _elsewhere(job.thinking.tape, folder)}
    manifest = folder.start(asked, read.kept_as, before, force, means)
    await job.memory.library.keep_known()
    with Ledgers(folder.ledgers) as ledgers, damage_told(folder.checkpoints):
        try:
            async with checkpoints_in(folder.checkpoints) as checkpointer:
                durable = replace(job, memory=job.memory.noting(ledgers))
                page = await run_job(durable, manifest.run_id, checkpointer, folder)
        finally:
            await drained(job.finish)  # what is under way is noted in the ledgers
    page.run["starts"] = manifest.starts
    # The page of a finished run was lost, and is put there again.
    if manifest.status == "finished" and (revisions := revisions_told(folder)):
        page.run["revisions"] = revisions
    return page


async def at_rest(job: Job, folder: RunFolder | None, before: Manifest | None, read: Read) -> TopicPage | None:
    """The page of a finished run that was asked for the same: nothing is done to it."""
    if folder is None or before is None or before.status != "finished":
        return None
    if before.differences(await _asked(job)):
        return None
    page = await page_at_rest(folder, read)
    if page is not None:
        stats = page.record["stats"]
        numbers = {name: stats[name] for name in ("iterations", "snippets")}
        job.clock.tell({"phase": "resume", **numbers, "sections": len(page.record["sections"]), "finished": True})
    return page


async def _asked(job: Job) -> dict[str, Any]:
    """All that the page depends on."""
    snippets = await job.memory.library.fingerprint()
    return asked_for(job.topic, job.domain, snippets, job.thinking, job.settings, job.asks)


def asked_for(
    topic: str, domain: str, snippets: str, thinking: Thinking, settings: Settings | None, asks: Mapping[str, Ask]
) -> dict[str, Any]:
    """All that a page depends on that is written from these ``snippets`` (their fingerprint)."""
    return {
        "topic": topic,
        "domain": domain,
        "pipeline": "apollo",
        "snippets": snippets,
        "thinking": thinking.asked(),
        "settings": None if settings is None else settings.to_json(),
        "approve": sorted(asks),
    }


def _elsewhere(tape: str | Path | None, folder: RunFolder) -> str | None:
    """The tape, unless it is in the page's own folder, which may be moved."""
    place = None if tape is None else expand(tape).resolve()
    return None if place is None or place.parent == folder.out.resolve() else str(place)
