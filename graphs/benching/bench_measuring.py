"""Measures the pages of a bench, with a process for each core. A page that has not changed since it was measured is not
measured again.

What the metrics are lives in ``measuring``; what is made of the values over topics in ``bench_report``.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import AsyncGenerator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import aclosing, suppress
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

from castalia.graphs import __version__
from castalia.graphs.measures.instruments import instruments, missing_libraries
from castalia.graphs.measures.measuring import OF_RETRIEVED, PageValues, measure_pages
from castalia.graphs.measures.opened_pages import OpenedPage, open_pages, with_retrieved
from castalia.graphs.progress import Tell
from castalia.memory.errors import CastaliaError, InputError
from castalia.memory.memory import Memory
from castalia.memory.records import Snippet
from castalia.memory.waits import run_in_thread
from castalia.tools.gold.gold_pages import GoldPage, topic_key
from castalia.tools.metrics.metric_citations import Share
from castalia.tools.metrics.metric_list import METRICS
from castalia.tools.models.vector_cache import cached_embedder
from castalia.tools.pages.page_json import walk_sections
from castalia.tools.pages.write_whole import write_file

KEPT = ".measured"  # the folder of values that are known; hidden, so that DIR/*/ names the systems alone
POOL_FROM = 12  # pages: for fewer, processes take longer to begin than to measure
NOT_OF_BASELINES = (
    *sorted({*OF_RETRIEVED, "snippets_retrieved"}),
    *(one.name for one in METRICS if one.family == "graph"),
)
AHEAD = 4  # pages a process that wait for it


@dataclass(frozen=True, slots=True)
class BenchPage:
    """A page to be measured: whose it is, and where. ``store`` is where its snippets are."""

    system: str
    repeat: int
    topic: str
    key: str  # the same for one topic in all systems
    folder: Path
    store: str | Path
    is_baseline: bool = False


@dataclass(frozen=True, slots=True)
class Measured:
    """The values of a page; ``text`` is a digest of all that a reader reads: pages with the same one are the same
    page."""

    page: BenchPage
    values: PageValues
    text: str


async def measure_bench(
    pages: Sequence[BenchPage],
    gold: Mapping[str, GoldPage],
    folder: Path,
    embeddings: str | None,
    tell: Tell,
) -> tuple[list[Measured], list[str]]:
    """The values of all pages in their order, and a line for each page that could not be measured."""
    found: dict[int, Measured] = {}
    failures: list[str] = []
    tasks: dict[int, _Task] = {}
    for at, page in enumerate(pages):
        task = await run_in_thread(_task, page, gold, folder, embeddings)
        if isinstance(task, str):
            failures.append(task)
        elif (kept := _kept(task)) is not None:
            found[at] = _found(page, *kept)
        else:
            tasks[at] = task
    if tasks:
        tell({"phase": "measure", "pages": len(tasks), "known": len(found)})
    count = min(os.cpu_count() or 1, len(tasks))
    if embeddings is not None or len(tasks) < POOL_FROM:
        count = 1
    async with (
        aclosing(_with_snippets(tasks, pages, embeddings, failures)) as ready,
        aclosing(_measured(ready, count)) as answers,
    ):
        async for at, answer in answers:
            if isinstance(answer, str):
                failures.append(answer)
            else:
                found[at] = _found(pages[at], *answer)
    return [found[at] for at in sorted(found)], failures


def _found(page: BenchPage, values: PageValues, text: str) -> Measured:
    """The values of this page. A baseline has no graph, and retrieves nothing but what it cites: it gets no values for
    these."""
    if page.is_baseline:
        values = replace(values, values=values.values | dict.fromkeys(NOT_OF_BASELINES))
    return Measured(page, values, text)


@dataclass(frozen=True, slots=True)
class _Task:
    """What a process needs to measure one page."""

    folder: Path
    kept: Path
    topic: str
    gold: GoldPage | None
    embeddings: str | None
    retrieved: tuple[Snippet, ...] | None = field(default=None, hash=False)


def _task(page: BenchPage, gold: Mapping[str, GoldPage], folder: Path, embeddings: str | None) -> _Task | str:
    """The task, under a digest of all that its values depend on; a line where the page is gone."""
    own = gold.get(topic_key(page.topic))
    digest = hashlib.sha256(json.dumps([__version__, _code(), embeddings, missing_libraries(), repr(own)]).encode())
    for name in ("page.json", "graph.json", "run.json"):
        try:
            digest.update(b"\0" + (page.folder / name).read_bytes())
        except FileNotFoundError:
            if name == "page.json":
                return f"{page.folder} holds no page: run the same command again"
        except OSError as error:
            return f"{page.folder / name} cannot be read ({error.strerror})"
    return _Task(page.folder, folder / KEPT / f"{digest.hexdigest()[:32]}.json", page.topic, own, embeddings)


@cache
def _code() -> str:
    """Stands for the files that values are worked out in: another version of a checkout measures anew."""
    import castalia.graphs.measures.measuring as measuring
    import castalia.tools as tools

    files = [Path(measuring.__file__), *sorted(Path(tools.__path__[0]).rglob("*.py"))]
    return ",".join(f"{one.name}:{one.stat().st_size}:{one.stat().st_mtime_ns}" for one in files)


async def _with_snippets(
    tasks: Mapping[int, _Task], pages: Sequence[BenchPage], embeddings: str | None, failures: list[str]
) -> AsyncGenerator[tuple[int, _Task]]:
    """The tasks, store by store, with what each page's run retrieved, where that is known. A page whose ledgers cannot
    be read is a line of ``failures``: its values are kept once they are known, and these would not be all."""
    by_store: dict[str, list[int]] = {}
    for at in tasks:
        by_store.setdefault(str(pages[at].store), []).append(at)
    vectors = cached_embedder(embeddings)
    for store, those in by_store.items():
        async with await Memory.open(store, vectors, create=False) as memory:
            for at in those:
                try:
                    opened, _ = await run_in_thread(open_pages, tasks[at].folder)
                except InputError:  # told when it is measured
                    yield at, tasks[at]
                else:
                    (one,), unread = await with_retrieved(opened, memory)
                    failures.extend(unread)
                    if not unread:
                        yield at, replace(tasks[at], retrieved=one.retrieved)


async def _measured(
    tasks: AsyncGenerator[tuple[int, _Task]], processes: int
) -> AsyncGenerator[tuple[int, tuple[PageValues, str] | str]]:
    """Each task's answer as it comes, with its place; only a few are taken ahead, so that no more than these are in
    memory."""
    if processes < 2:
        async for at, task in tasks:
            yield at, await _measure(task)
        return
    loop = asyncio.get_running_loop()
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(processes, mp_context=context, initializer=_begin, initargs=(os.getpid(),))
    waiting: dict[asyncio.Future[tuple[PageValues, str] | str], int] = {}
    try:
        is_over = False
        while True:
            while not is_over and len(waiting) < processes * AHEAD:
                following = await anext(tasks, None)
                if following is None:
                    is_over = True
                else:
                    waiting[loop.run_in_executor(pool, _measure_here, following[1])] = following[0]
            if not waiting:
                return
            done, _ = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            for one in done:
                yield waiting.pop(one), one.result()
    except BrokenProcessPool as error:
        raise CastaliaError(
            "a process that measured pages was killed, perhaps because there was no memory left: what is measured is kept, "
            "and the same command goes on from here"
        ) from error
    finally:
        for one in waiting:
            one.cancel()
        await run_in_thread(pool.shutdown, wait=True, cancel_futures=True)


def _begin(parent: int) -> None:
    """In each process: Ctrl-C is the parent's, and where the parent was killed nobody waits for more work."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def _measure_here(task: _Task) -> tuple[PageValues, str] | str:
    return asyncio.run(_measure(task))


async def _measure(task: _Task) -> tuple[PageValues, str] | str:
    """The values, which are kept; or why there are none."""
    try:
        opened, failures = await run_in_thread(open_pages, task.folder)
        if failures:
            return failures[0]
        one = replace(opened[0], retrieved=task.retrieved)
        gold = {} if task.gold is None else {topic_key(one.page.topic): task.gold}
        (values,), reasons = await measure_pages([one], gold, instruments(task.embeddings, None, None))
    except CastaliaError as error:
        return f"{task.folder}: {error}"
    if reasons:
        return f"{task.folder}: {reasons[0]}"
    found = replace(values, vectors={})
    text = _text(one)
    kept = {
        "topic": found.topic,
        "folder": found.folder,
        "has_gold": found.has_gold,
        "values": found.values,
        "shares": {name: [share.part, share.whole] for name, share in found.shares.items()},
        "unjudged": found.unjudged,
    }
    with suppress(InputError):  # it is measured again then
        await run_in_thread(write_file, task.kept, json.dumps({"page": kept, "text": text}) + "\n")
    return found, text


def _kept(task: _Task) -> tuple[PageValues, str] | None:
    try:
        row = json.loads(task.kept.read_text(encoding="utf-8"))
        page = row["page"]
        shares = {name: Share(*parts) for name, parts in page.pop("shares").items()}
        return PageValues(**page | {"folder": str(task.folder)}, shares=shares), row["text"]
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _text(one: OpenedPage) -> str:
    """A digest of the page as it is read: headings, sentences, and the sources under their numbers."""
    record = one.record
    sections = [(depth, section["heading"], section["text"]) for section, depth in walk_sections(record["sections"])]
    references = [(reference["number"], reference["snippet_id"]) for reference in record["references"]]
    return hashlib.sha256(json.dumps([record["lead"], sections, references]).encode()).hexdigest()
