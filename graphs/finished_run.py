"""A finished run, opened so that its page can be changed.

Nothing of it is touched at first: work goes into a copy of the ledgers, and into a subgraph without checkpoints.
``revision_outcome`` puts the result in place.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from castalia.agents.crew import Crew
from castalia.agents.extractive.crew import extractive_crew
from castalia.graphs.means import clients_of, means_of
from castalia.graphs.page import TopicPage
from castalia.graphs.page_files import FILES
from castalia.graphs.pipeline.answers import check_crew
from castalia.graphs.pipeline.bound import Bound, check_same_graph, crew_by
from castalia.graphs.pipeline.state import for_agent
from castalia.graphs.revision_outcome import Outcome, catch_up, read_pending, write_pending
from castalia.graphs.revision_record import revisions_in
from castalia.graphs.runs.run_files import damage_told, damaged
from castalia.graphs.runs.run_folder import RunFolder, config_of
from castalia.graphs.runs.run_manifest import Manifest
from castalia.graphs.settings import LEAST_WORDS, Settings
from castalia.graphs.sources import Read
from castalia.graphs.thinking import Thinking
from castalia.memory.errors import CastaliaError, InputError
from castalia.memory.identity import node_id
from castalia.memory.ledgers import Ledgers, Run
from castalia.memory.memory import Memory
from castalia.memory.record_shape import shape_problems
from castalia.tools.models.account import Account
from typing_extensions import TypedDict

PUT_BACK = "castalia generate … --resume puts the page there as it was"


class Stats(TypedDict):
    """The numbers of a run on its page that a change of the page starts from."""

    iterations: int
    snippets: int
    words: int
    sources: int
    stopped_by: str
    budget_exhausted: str
    revisions: int
    rejected_sentences: int
    model_calls: int
    replayed_calls: int
    failed_calls: int
    tokens: int
    cost: int | float | None


@dataclass(frozen=True, slots=True)
class AtRest:
    """A page whose run is finished: its folder, the run's manifest, and the outcome (``pending``) that a process which
    died over a change left to be put in place; the manifest is then that of the outcome."""

    folder: RunFolder
    manifest: Manifest
    pending: Outcome | None


@dataclass(frozen=True, slots=True)
class FinishedRun:
    """An open run: ``memory`` has a copy of its ledgers, ``state`` is LangGraph's last one, ``crew`` the agents that
    redo a part of its page; ``number`` counts the revisions before this one."""

    folder: RunFolder
    manifest: Manifest
    page: TopicPage
    memory: Memory
    crew: Crew
    settings: Settings
    thinking: Thinking
    state: dict[str, Any]
    number: int
    journal: str
    _ledgers: Ledgers = field(repr=False)
    _pipeline: Any = field(repr=False)

    @property
    def bound(self) -> Bound:
        """What its units are written with, each answer checked."""
        return Bound.of(self.crew, self.memory, self.settings)

    @property
    def account(self) -> Account:
        """What this revision is paid from; one at zero where no agent spends."""
        return self.crew.account or Account()

    @property
    def ledger(self) -> Run:
        """What is on record of the run, and of this revision."""
        return self.memory.run(self.manifest.run_id)

    @property
    def topic_state(self) -> Any:
        """What every agent may read."""
        return for_agent(self.state)

    def entries(self) -> list[list[Any]]:
        """The run's ledgers as they are now, with what this revision spent."""
        run_id = self.manifest.run_id
        spent = [one for one in self._ledgers.entries(self.journal) if one[0] == "spent"]
        mine = self.memory.ledgers.entries(run_id)
        behind = 1 + max((one[3] for one in mine if one[0] == "spent"), default=-1)
        return mine + [[*one[:3], behind + place, one[4]] for place, one in enumerate(spent)]

    async def put_in_place(self, outcome: Outcome) -> TopicPage:
        """Write the outcome down, then bring everything up to it."""
        write_pending(self.folder, outcome)
        return await catch_up(self.folder, outcome, self._ledgers, self._pipeline)


@asynccontextmanager
async def revising(folder: RunFolder) -> AsyncIterator[AsyncExitStack]:
    """Lock the folder for a revision; what is put on the stack is closed with it.

    The file with the outcome is removed once the caller has the result. For a caller who is cancelled just before, it
    stays, and answers the same request when it is made again."""
    async with AsyncExitStack() as lock:
        await folder.enter(lock)
        async with AsyncExitStack() as stack:
            yield stack
        task = asyncio.current_task()
        if task is None or not task.cancelling():
            folder.revised.unlink(missing_ok=True)


def finished_in(folder: RunFolder) -> AtRest:
    """The page in this folder; ``InputError`` in one line where there is none, or its run is not finished."""
    manifest = folder.read()
    if manifest is None:
        raise InputError(
            f"there is no finished run in {folder.out}: a page can be changed where castalia generate --out, or generate(out=…), left it"
        )
    if manifest.status != "finished":
        raise InputError(_under_way(folder))
    pending = read_pending(folder)
    return AtRest(folder, Manifest(**pending.manifest) if pending else manifest, pending)


def _under_way(folder: RunFolder) -> str:
    """What to do where the run in a folder is not finished."""
    way = f"the run in {folder.out} is not finished: castalia generate … --resume goes on with it first"
    if not folder.before.is_dir():
        return way
    return f"{way}; to give it up, and change the page that is there, delete {folder.manifest}"


@asynccontextmanager
async def open_finished(
    there: AtRest,
    read: Read,
    thinking: Thinking,
    asked: Mapping[str, Any],
    *,
    model_sample: bool = False,
    crew: Callable[[Memory], Crew] | None = None,
    changes: Callable[[Settings], Settings] = lambda one: one,
) -> AsyncIterator[FinishedRun]:
    """Open the run of a page whose folder is locked. ``asked`` is the request, by which the account of this revision is
    told from others; with ``model_sample`` models that write are asked under a sample number of their own; ``changes``
    makes the settings of those of the run."""
    from castalia.graphs.pipeline.apollo_pipeline import apollo
    from castalia.graphs.runs.checkpoints import checkpoints_in

    folder, run_id = there.folder, there.manifest.run_id
    folder.check_files()
    async with AsyncExitStack() as stack:
        ledgers = stack.enter_context(Ledgers(folder.ledgers))
        stack.enter_context(damage_told(folder.checkpoints))
        saver = await stack.enter_async_context(checkpoints_in(folder.checkpoints))
        scratch = stack.enter_context(Ledgers(copied_from=folder.ledgers))
        if there.pending is not None:
            plain = apollo(extractive_crew(read.memory), read.memory, checkpointer=saver)
            await catch_up(folder, there.pending, ledgers, plain)
            if there.pending.asked != asked:
                folder.revised.unlink(missing_ok=True)
        page = _page_in(folder)
        scratch.restore(run_id, ledgers.entries(run_id))
        if not scratch.run(run_id).curated():
            raise damaged(folder.ledgers, "entries of the run are missing")
        number, reading = revisions_in(scratch.run(run_id)), thinking.sample
        if model_sample:
            thinking = replace(thinking, sample=thinking.sample + number + 1)
        settings = _settings_for(page, folder, changes)
        opened = means_of(thinking, clients_of(thinking), settings.filter_batch, reading=reading)
        means = await stack.enter_async_context(opened)
        noted = read.memory.apart() if thinking.is_rehearsal else read.memory
        memory = noted.noting(scratch)
        agents = crew_by(settings, check_crew((crew or means.crew)(memory)))
        journal = f"{run_id}:{node_id(json.dumps(dict(asked), sort_keys=True, ensure_ascii=False))}"
        if agents.account is not None and not thinking.is_rehearsal:
            spending = ledgers.run(journal)
            agents.account.go_on(spending.spent(), spending.spend)
        pipeline = apollo(agents, memory, settings, saver)
        state = await _last_state(pipeline, folder, run_id)
        yield FinishedRun(
            folder, there.manifest, page, memory, agents, settings, thinking, state, number, journal, ledgers, pipeline
        )


def _settings_for(page: TopicPage, folder: RunFolder, changes: Callable[[Settings], Settings]) -> Settings:
    """The settings that the page was made with, with the changes."""
    try:
        own = page.run["settings"]
        before = Settings(**{**own, "words": max(own["words"], LEAST_WORDS)})  # fewer were allowed once
    except (KeyError, TypeError) as error:
        raise CastaliaError(f"run.json in {folder.out} does not say how the page was made ({error})") from error
    if not isinstance(settings := changes(before), Settings):
        raise InputError(f"changed answered {settings!r}: let it give the Settings that the change is made with")
    check_same_graph(before, settings)
    return settings


async def _last_state(pipeline: Any, folder: RunFolder, run_id: str) -> dict[str, Any]:
    """The state in which LangGraph left the run."""
    with damage_told(folder.checkpoints, TypeError, ValueError, LookupError):
        state = (await pipeline.aget_state(config_of(run_id))).values
    if not state.get("page"):
        raise damaged(folder.checkpoints, "the last state of the run is missing")
    return dict(state)


async def page_at_rest(folder: RunFolder, read: Read) -> TopicPage | None:
    """The page of a finished run, after any pending revision is put in place; ``None`` where a file of it is missing or
    broken."""
    there = finished_in(folder)
    if there.pending is not None:
        async with open_finished(there, read, Thinking(), {}) as run:
            return run.page
    try:
        return _page_in(folder) if all((folder.out / one).is_file() for one in FILES) else None
    except InputError:
        return None


def page_beside(folder: RunFolder) -> TopicPage:
    """The page of a finished run as it stands; ``InputError`` says what is wrong with its files, and how they come
    back."""
    try:
        return TopicPage.open(folder.out)
    except InputError as error:
        raise InputError(f"{str(error).rstrip('.')}; {PUT_BACK}") from error


def _page_in(folder: RunFolder) -> TopicPage:
    """The page of a finished run; ``InputError`` where somebody took its numbers out, or put something else in their
    place."""
    page = page_beside(folder)
    if problems := shape_problems(page.record["stats"], Stats, "stats"):
        raise InputError(f"{folder.out / 'page.json'}: {problems[0]}; {PUT_BACK}")
    manifest = folder.read()
    if manifest is not None and page.run.get("run_id", manifest.run_id) != manifest.run_id:
        raise InputError(
            f"{folder.out} holds a page that another run wrote than the one in its {folder.path.name}/: save that page to a "
            "folder of its own, and castalia generate … --resume puts the page of this run there again"
        )
    return page
