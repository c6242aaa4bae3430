"""One call from a topic to its page."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

from castalia.agents.crew import Crew
from castalia.graphs.checks import check_apart, check_kinds, check_out, check_topic, kept_domain
from castalia.graphs.finished_run import finished_in
from castalia.graphs.ingestion import BadRows, Corpus, tell_unfinished
from castalia.graphs.jobs import Clock, Job, asked_for, at_rest, load_pipeline, run_durably, run_job
from castalia.graphs.means import clients_of, means_of
from castalia.graphs.page import TopicPage
from castalia.graphs.page_files import check_what_is_there
from castalia.graphs.past_thinking import resumed_thinking
from castalia.graphs.pipeline.asking import Ask, check_asks
from castalia.graphs.pipeline.looking_up import look_up
from castalia.graphs.progress import Tell, telling
from castalia.graphs.runs.ends import cancelled_once
from castalia.graphs.runs.run_folder import RunFolder
from castalia.graphs.runs.run_manifest import Manifest
from castalia.graphs.settings import Settings, settings_then
from castalia.graphs.signatures import parameters_of
from castalia.graphs.sources import Read, Source
from castalia.graphs.thinking import Thinking
from castalia.memory.errors import CastaliaError, InputError, NoPageError, UnwrittenError
from castalia.memory.memory import Memory
from castalia.memory.waits import run_in_thread
from castalia.tools.models.account import Account

if TYPE_CHECKING:
    from castalia.tools.models.gate import Gate
    from langchain_core.embeddings import Embeddings


@cancelled_once
async def generate(
    topic: str,
    *,
    corpus: Corpus | None = None,
    store: str | Path | None = None,
    memory: Memory | None = None,
    domain: str | None = None,
    embeddings: str | Embeddings | None = None,
    fields: Mapping[str, str] | None = None,
    bad_rows: BadRows = "skip",
    model: Any = None,
    gate: Gate | None = None,
    account: Account | None = None,
    crew: Callable[[Memory], Crew] | None = None,
    settings: Settings | None = None,
    out: str | Path | None = None,
    resume: bool = False,
    force: bool = False,
    progress: Tell | None = None,
    approve: Mapping[str, Ask] | None = None,
) -> TopicPage:
    """Write the page of a topic.

    What is read is one of three:

    - ``corpus``: a file or folder of rows, or several; or a list of rows held in memory (dicts, or snippets).
      ``fields`` maps a field to its name in these rows (``{"text": "body"}``); ``bad_rows`` says whether rows that
      cannot be read are skipped or end the run.
    - ``store``: what ``castalia ingest`` or ``fill_store`` made, by its folder or url.
    - ``memory``: an open one, which stays open.

    ``domain`` leaves out the snippets of other domains. ``embeddings`` (a spec, or a LangChain object) add search by
    meaning to a corpus, or open a store that was made with them.

    Who thinks, without a model the extractive engine, is one of two:

    - ``model``: a spec ("openai:gpt-4o-mini"), a LangChain chat model, a mapping from roles to these, or a ``Thinking``
      with budget, audience and more. ``gate`` is one that several runs share, which ask the same endpoints;
      ``account`` pays in place of a budget.
    - ``crew``: a function that builds the agents over a memory, as in
      ``lambda memory: replace(extractive_crew(memory), researcher=mine)``.

    ``settings`` say how far the run goes. ``progress`` is called with each event of the run, a dict. ``approve`` maps
    parts ("sources", "triplets", "outline", "feedback") to functions that take a question and return a decision, or
    await one (see ``castalia.graphs.decisions``).

    With ``out`` the page is saved in that folder, and the run is durable: what it knows is kept in ``out/state`` as it
    goes, a corpus as a store.

    - ``resume`` goes on with the run that was begun there. What is not given again is as it was: corpus or store,
      settings, model and budget. A page that is finished is left as it is.
    - ``force`` begins anew where something else is asked for than was, and writes over what is there: the page of
      another topic, one that was changed, a file that no run wrote.

    Raises ``InputError`` for what the caller can mend, ``UnknownTopicError`` where the corpus does not know the topic,
    ``NoPageError`` where nothing can stand on its page, or, as ``UnwrittenError``, where no section came about because
    a model or an agent failed: with ``out`` the run can be resumed then.
    When it is cancelled, it waits for the calls of models that are under way, which are paid for, up to the time-out of
    ``Thinking``; then they are given up. A thread in which a model of your own hangs is left to itself: Python cannot
    end it, and the process ends when it has. One that blocks the event loop (``time.sleep`` in an ``async def``) blocks
    this, too.
    """
    name = check_topic(topic)
    check_kinds(memory=memory, model=model, crew=crew, settings=settings, progress=progress)
    domain = kept_domain(domain)
    asks = check_asks(approve)
    if out is None and resume:
        raise InputError("a run is resumed in the folder where it was begun: give it as out")
    if out is None and force:
        raise InputError("force writes over what a folder holds: give it as out")
    thinking = Thinking.of(model)
    clients = clients_of(thinking)
    source = Source(corpus, store, memory, embeddings, fields, bad_rows, load_pipeline)
    clock = Clock(telling(progress))
    async with AsyncExitStack() as stack:
        folder = None if out is None else await _entered(out, name, store, stack, resume=resume, force=force)
        before = _begun(folder) if folder is not None and resume else None
        if folder is not None and before is not None:
            domain = domain or before.asked.get("domain") or ""
            settings = settings or settings_then(before.asked.get("settings"), folder.out)
            if model is None and crew is None:
                thinking = resumed_thinking(before, folder)
                clients = clients_of(thinking)
            if corpus is not None and not force:
                snippets = str(before.asked.get("snippets", ""))
                await _check_same(folder, before, source, asked_for(name, domain, snippets, thinking, settings, asks))
        read = await source.open(folder, before)
        if memory is None:
            stack.push_async_callback(read.memory.close)
        if read.report:
            clock.tell({"phase": "ingest", "snippets": read.kept, "report": read.report})
        await tell_unfinished(read.memory.library, clock.tell)
        await look_up(name, domain, read.memory, read.name)  # before LangGraph is imported, which takes a second
        filter_batch = (settings or Settings()).filter_batch
        means = await stack.enter_async_context(means_of(thinking, clients, filter_batch, gate, account))
        noted = read.memory.apart() if thinking.is_rehearsal else read.memory
        job = Job(name, domain, noted, crew or means.crew, settings, thinking, clock, asks, means.finish)
        return await _page_of(job, read, folder, before, force)


@parameters_of(generate)
def generate_sync(topic: str, **options: Any) -> TopicPage:
    """``generate`` for code that does not await; inside a running event loop (a notebook) use ``await generate(…)``."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:  # what goes wrong in here would be chained to it in a traceback
        pass
    else:
        raise CastaliaError(
            "an event loop is running here (a notebook?): use `await generate(…)` instead of generate_sync"
        )
    return asyncio.run(generate(topic, **options))


async def _entered(
    out: str | Path, topic: str, store: str | Path | None, stack: AsyncExitStack, *, resume: bool, force: bool
) -> RunFolder:
    """The folder that the page shall be in, held until the stack is closed; ``InputError`` where it may not be."""
    check_out(out)
    check_what_is_there(out, topic, resume=resume, force=force)
    if store is not None:
        check_apart(out, store)
    folder = RunFolder(out)
    await folder.enter(stack)
    check_what_is_there(out, topic, resume=resume, force=force)  # again: who held it until now may have written there
    return folder


def _begun(folder: RunFolder) -> Manifest:
    """The run to resume in this folder."""
    found = folder.read()
    if found is None:
        raise InputError(
            f"there is no run to resume in {folder.out}: leave out --resume (in Python resume=True) to begin one"
        )
    if found.status == "finished":
        return finished_in(folder).manifest  # as it shall be, where a revision of the page is not in place yet
    return found


async def _check_same(folder: RunFolder, before: Manifest, source: Source, asked: Mapping[str, Any]) -> None:
    """``InputError`` where something else than the run ``before`` is ``asked`` for, whatever snippets the corpus gives:
    told before it is ingested."""
    if before.differences(asked):
        is_other = await source.kept_name() != before.source.get("corpus")
        folder.check_same({**asked, "snippets": ""} if is_other else asked, before)


async def _page_of(job: Job, read: Read, folder: RunFolder | None, before: Manifest | None, force: bool) -> TopicPage:
    """The page of a job, which is in the ``folder`` then; one that is there already is left as it is."""
    if (there := await at_rest(job, folder, before, read)) is not None:
        return there
    try:
        page = await (run_job(job) if folder is None else run_durably(job, folder, before, read, force))
    except UnwrittenError:  # what was read and paid for is there when it is resumed
        raise
    except NoPageError:
        if folder is not None:
            folder.forget()
        raise
    page.run["thinking"] = job.thinking.to_json()
    if read.report:
        page.run["corpus"] = read.report
    if folder is not None:
        await run_in_thread(_put, page, folder)
    return page


def _put(page: TopicPage, folder: RunFolder) -> None:
    page.save(folder.out, force=True)  # what is there was looked at before the run
    folder.finish()
