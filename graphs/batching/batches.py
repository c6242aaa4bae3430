"""Pages by the hundred: one library, one gate, one tape and one account for all, and a manifest that is the resume
point.

How one page is made is ``generation``'s business; what is wrong with one topic stays with that topic.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from castalia.graphs.batching.batch_budget import rest_of, spent_under_way
from castalia.graphs.batching.batch_index import INDEX, check_index
from castalia.graphs.batching.batch_pages import Pages, PagesHere, Shared
from castalia.graphs.batching.batch_report import BatchReport
from castalia.graphs.batching.batch_work import BatchWork, open_topics
from castalia.graphs.batching.manifest import BatchManifest
from castalia.graphs.batching.moved_stores import store_has_moved
from castalia.graphs.batching.outages import Outages
from castalia.graphs.batching.topics import Topic, topics_of
from castalia.graphs.batching.whole_pages import check_inside
from castalia.graphs.batching.workers import Task, Workers, check_specs
from castalia.graphs.checks import check_apart, check_count, check_kinds, kept_domain
from castalia.graphs.ingestion import BadRows, Corpus, tell_unfinished
from castalia.graphs.means import clients_of
from castalia.graphs.page_files import check_no_page
from castalia.graphs.progress import Tell, telling
from castalia.graphs.runs.ends import cancelled_once
from castalia.graphs.runs.holding import LOCK, held, in_turn
from castalia.graphs.runs.run_folder import TAPE
from castalia.graphs.settings import Settings
from castalia.graphs.sources import Source, check_one_source, open_memory
from castalia.graphs.thinking import Thinking
from castalia.memory.errors import InputError, StoreError
from castalia.memory.paths import expand, named_folder
from castalia.memory.server_urls import is_url, without_secrets
from castalia.memory.waits import run_in_thread
from castalia.tools.corpus.batch_files import MANIFEST, OWN
from castalia.tools.models.budgets import Budget, in_all
from castalia.tools.pages.write_whole import check_folder

if TYPE_CHECKING:
    from castalia.graphs.batching.remote_pages import RemotePages
    from castalia.memory.memory import Memory
    from castalia.tools.models.tape import Tape

AT_ONCE = 4  # pages that wait for models
AT_ONCE_EXTRACTIVE = 1  # pages that compute


@cancelled_once
async def batch(
    topics: Iterable[Topic | str],
    *,
    out: str | Path,
    corpus: Corpus | None = None,
    store: str | Path | None = None,
    domain: str | None = None,
    embeddings: str | None = None,
    fields: Mapping[str, str] | None = None,
    bad_rows: BadRows = "skip",
    model: Any = None,
    settings: Settings | None = None,
    at_once: int | None = None,
    force: bool = False,
    progress: Tell | None = None,
    workers: Workers | str | None = None,
) -> BatchReport:
    """Write the pages of these topics into the folder ``out``, each into a folder of its own.

    The same call again goes on: what is done is skipped; what failed, was cut short by a budget or never ended is tried
    again.

    - ``topics`` are names, ``Topic(…)`` where a topic has more than a name, or what ``read_topics(FILE)`` reads.
    - ``corpus``, ``store``, ``model`` and ``settings`` are those of ``generate``. A corpus is ingested once and kept in
      ``out``. A model's answers are on one tape there, and its budget is that of all pages, over all runs of the batch
      (its seconds: of this run).
    - ``at_once`` pages are written side by side (default: 4 with models, else 1).
    - ``progress`` is called with events of the phases ingest, keep (a corpus goes into a store), batch (it begins),
      damaged (a page is to be written again), worker (on other machines) and topic (one has ended).
    - ``force``, where something else was asked before, writes anew what was made with it. It also writes over what
      generate would not, such as a page that was changed; without it that is an error of its topic.
    - ``workers`` ("ray://HOST:10001") makes the pages on other machines, ``at_once`` of them on each; see
      ``castalia.graphs.batching.workers``.

    Raises ``InputError`` for what the caller can mend before anything is done; later an error belongs to its topic, and
    one that all topics would meet ends the batch: ``stopped`` says why.
    """
    check_kinds(settings=settings, progress=progress)
    if not isinstance(workers, Workers | str | None):
        raise InputError(
            f"the workers are {workers!r}: give their address, for example ray://HOST:10001, or Workers.of(…)"
        )
    checked = topics_of(topics, kept_domain(domain))
    thinking = Thinking.of(model)
    outages = Outages()
    where = Workers.of(workers) if isinstance(workers, str) else workers
    clients = clients_of(thinking) if where is None else {}
    if where is not None:
        check_specs(thinking)
    if at_once is not None:
        check_count("at_once", at_once)
    limits = settings or Settings.suiting("writer" in thinking.models)
    folder = _checked_folder(out, store, checked.topics)
    tell = telling(progress)
    places = at_once or (AT_ONCE if thinking.models else AT_ONCE_EXTRACTIVE)
    async with AsyncExitStack() as stack:
        await in_turn(stack, lambda: held(folder / OWN / LOCK, f"the batch in {folder}"))
        given = Source(corpus, store, None, embeddings, fields, bad_rows)
        asked = await _asked(limits, thinking, given)
        has_moved = await store_has_moved(folder, asked, given)
        BatchManifest.look(folder, asked, force=force, has_moved=has_moved)  # refused before a corpus is ingested
        source = store if store is not None else await given.kept_in(folder / OWN, tell, asked["corpus"])
        memory = await stack.enter_async_context(_opened(source, embeddings, outages))
        await tell_unfinished(memory.library, tell)
        if where is not None:
            digest = await memory.library.fingerprint()
            await memory.close()  # each worker opens its own
        manifest = stack.enter_context(BatchManifest.open(folder, asked, force=force, has_moved=has_moved))
        begun = await run_in_thread(spent_under_way, folder, checked.topics, manifest.ended_runs, thinking.prices)
        tape = stack.enter_context(_tape(thinking, folder))
        shared = Shared(
            folder, rest_of(thinking.budget, manifest, in_all(begun.values())), tape, outages, tell, given.called
        )
        if where is None:
            pages: Pages = PagesHere.of(shared, memory, thinking, clients, limits)
        else:
            place = str(source if is_url(source) else expand(source))
            task = Task(place, digest, embeddings, replace(thinking, budget=Budget(), tape=None), limits, places)
            far = await stack.enter_async_context(_pages_elsewhere(where, task, shared))
            pages, places = far, far.places
        work = BatchWork(shared, manifest, pages, begun, force)
        await work.run(checked.topics, places)
        report = work.report(checked.topics)
        left = await run_in_thread(spent_under_way, folder, checked.topics, manifest.ended_runs, thinking.prices)
        return replace(report, notices=checked.notices, deaths=pages.deaths, under_way=in_all(left.values()))


async def topics_left(
    topics: Sequence[Topic],
    out: str | Path,
    source: Source,
    thinking: Thinking,
    settings: Settings,
    *,
    force: bool,
) -> list[Topic]:
    """The topics that ``batch`` would write into this folder now. It is looked at under the same rules, and nothing
    in it is touched."""
    folder = _checked_folder(out, source.store, topics)
    asked = await _asked(settings, thinking, source)
    has_moved = await store_has_moved(folder, asked, source)

    def look() -> list[Topic]:
        found = BatchManifest.look(folder, asked, force=force, has_moved=has_moved)
        return open_topics(found, folder, topics)[0]

    return await run_in_thread(look)


def _checked_folder(out: str | Path, store: str | Path | None, topics: Iterable[Topic]) -> Path:
    """The folder of a batch; ``InputError`` where these topics cannot go there."""
    folder = named_folder(out)
    if store is not None:
        check_apart(folder, store)
    check_inside(folder, topics)
    check_folder(folder, (MANIFEST, INDEX))
    check_no_page(folder)
    check_index(folder)
    return folder


@asynccontextmanager
async def _opened(source: str | Path, embeddings: str | None, outages: Outages) -> AsyncIterator[Memory]:
    """The memory over the store, which is closed at the end."""
    memory, _ = await open_memory(store=source, embeddings=embeddings)
    try:
        yield memory
    finally:
        try:
            await memory.close()
        except StoreError:  # a store that is gone cannot be closed, and the outage is told already
            if not outages.reason:
                raise


@asynccontextmanager
async def _pages_elsewhere(where: Workers, task: Task, shared: Shared) -> AsyncIterator[RemotePages]:
    """Workers on this cluster, ready to make the pages."""
    from castalia.graphs.batching.ray_clusters import ray_cluster  # Ray, only where it is asked for
    from castalia.graphs.batching.remote_pages import pages_on

    async with ray_cluster(where, task, shared.tape) as cluster, pages_on(cluster, where.count, task, shared) as pages:
        yield pages


@contextmanager
def _tape(thinking: Thinking, folder: Path) -> Iterator[Tape | None]:
    """The tape of all pages, where a model is asked."""
    if not thinking.models:
        yield None
        return
    from castalia.tools.models.tape import Tape  # only where a model is asked

    with Tape(thinking.tape or folder / TAPE) as tape:
        yield tape


async def _asked(settings: Settings, thinking: Thinking, source: Source) -> dict[str, Any]:
    """What all pages have in common, without secrets and without what may differ between two runs of one batch."""
    check_one_source(source.corpus, source.store)
    if (store := source.store) is None:
        read_from = {"corpus": await source.kept_name()}
    else:
        read_from = {"store": without_secrets(store) if is_url(store) else str(expand(store).resolve())}
    return {
        **read_from,
        "thinking": thinking.asked() if thinking.models else {"models": {}},
        "settings": settings.to_json(),  # behind the models, which bring settings of their own
    }
