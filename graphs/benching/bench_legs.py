"""One leg of a bench: one system, one repeat, one corpus. A batch of its own, with a manifest that it goes on from.

Which legs there are, and what is made of their pages, is ``benches``' business.
"""

from __future__ import annotations

import math
import shutil
import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from castalia.graphs.batching.batch_pages import Shared, measures, told
from castalia.graphs.batching.batch_report import BatchReport
from castalia.graphs.batching.batch_work import BatchWork
from castalia.graphs.batching.batches import batch
from castalia.graphs.batching.ended import Ended, time_now
from castalia.graphs.batching.leases import COUNTED, counted
from castalia.graphs.batching.manifest import BatchManifest, lines_in
from castalia.graphs.batching.outages import Outages
from castalia.graphs.batching.topics import Topic
from castalia.graphs.batching.tracebacks import forget_traceback, keep_error
from castalia.graphs.benching.baseline_pages import baseline_page
from castalia.graphs.benching.bench_corpora import BenchCorpus
from castalia.graphs.benching.bench_systems import System
from castalia.graphs.checks import check_topic
from castalia.graphs.progress import Tell
from castalia.graphs.thinking import Thinking
from castalia.memory.errors import CastaliaError
from castalia.memory.identity import node_id
from castalia.memory.library import is_store
from castalia.memory.memory import Memory
from castalia.memory.paths import expand
from castalia.memory.server_urls import is_url
from castalia.memory.store_copies import copy_store
from castalia.memory.waits import run_in_thread
from castalia.tools.corpus.batch_files import MANIFEST
from castalia.tools.metrics.baselines import Baseline
from castalia.tools.models.budgets import Budget
from castalia.tools.models.vector_cache import cached_embedder
from castalia.tools.pages.write_whole import whole_folder

OWN_STORES = "_stores"  # copies that legs with models work on: what one reads and decides is not there for another


@dataclass(frozen=True, slots=True)
class Leg:
    """A system's pages on the topics of one corpus; ``repeat`` from 1. ``folder`` is inside the bench's."""

    system: System
    repeat: int
    corpus: BenchCorpus
    bench: Path

    @property
    def folder(self) -> Path:
        """Where its pages go, each into a folder of its own."""
        own = self.bench / self.system.name / str(self.repeat)
        return own / self.corpus.name if self.corpus.name else own

    def own_store(self, store: str | Path) -> Path:
        """The copy of this store that it works on, if it needs one."""
        name = "-".join(filter(None, (self.system.name, str(self.repeat), self.corpus.name)))
        return self.bench / OWN_STORES / f"{name}-{node_id(str(expand(store).resolve()))}"


@dataclass(frozen=True, slots=True)
class LegMeans:
    """What all legs run with."""

    thinking: Thinking
    shared: Mapping[str, Any] = field(hash=False)  # settings of all systems
    embeddings: str | None = None
    at_once: int | None = None
    force: bool = False


async def run_leg(leg: Leg, store: str | Path, means: LegMeans, budget: Budget, tell: Tell) -> BatchReport:
    """Make the pages that are not there yet. The budget is what the other legs leave."""
    given = means.thinking
    thinking = replace(leg.system.thinking(given), budget=budget, tape=given.tape)
    # A repeat asks anew what another repeat has on the tape.
    thinking = replace(thinking, sample=given.sample + leg.repeat - 1) if thinking.models else Thinking()
    used = await _store_of(leg, store) if thinking.models else store
    found = await batch(
        leg.corpus.topics,
        out=leg.folder,
        store=used,
        embeddings=means.embeddings,
        model=thinking,
        settings=leg.system.settings(thinking, means.shared),
        at_once=means.at_once,
        force=means.force,
        progress=tell,
    )
    if used is not store and len(found.done) == len(leg.corpus.topics):
        await run_in_thread(shutil.rmtree, used, ignore_errors=True)
    return found


async def run_baseline(
    leg: Leg, store: str | Path, words: Mapping[str, int], means: LegMeans, tell: Tell
) -> BatchReport:
    """Make a baseline's pages, each of the ``words`` given by its topic's folder; a topic without any has nothing to be
    compared with."""
    assert leg.system.baseline is not None
    vectors = cached_embedder(means.embeddings)
    topics = [replace(one, words=words.get(one.folder)) for one in leg.corpus.topics]
    asked = {"baseline": leg.system.baseline, "store": leg.corpus.where}
    shared = Shared(leg.folder, Budget(), None, Outages(), tell)
    with BatchManifest.open(leg.folder, asked, force=means.force) as manifest:
        async with await Memory.open(store, vectors, create=False) as memory:
            pages = _BaselinePages(leg.folder, leg.system.baseline, memory)
            work = BatchWork(shared, manifest, pages, {}, means.force)
            await work.run(topics, 1)
        return work.report(topics)


def spent_in(folder: Path) -> dict[str, float]:
    """The calls, tokens and money that a leg's manifest tells of, without holding it. ``InputError`` for a line that
    cannot be read: nobody would know what is left of a budget."""
    spent = [counted(one) for one in lines_in(folder) if isinstance(one, Ended)]
    return {name: math.fsum(one[name] for one in spent) for name in COUNTED}


def spent_by_leg(bench: Path) -> dict[Path, dict[str, float]]:
    """What each leg in this folder has spent, those that are not asked for this time among them."""
    manifests = sorted({*bench.glob(f"*/*/{MANIFEST}"), *bench.glob(f"*/*/*/{MANIFEST}")})
    return {path.parent: spent_in(path.parent) for path in manifests}


async def _store_of(leg: Leg, store: str | Path) -> str | Path:
    """A copy of the store for this leg alone, unless it is on a server: what a model read there, and which names it
    took for one, would be at hand for the systems that come later. The tape pays for what is asked alike."""
    if is_url(store):
        return store
    target = leg.own_store(store)
    if not is_store(target):

        def copy() -> None:
            with whole_folder(target) as new:
                copy_store(expand(store), new)

        await run_in_thread(copy)
    return target


@dataclass(frozen=True, eq=False)
class _BaselinePages:
    """The ``Pages`` of a baseline: nothing is spent on them, and each is made in one go."""

    folder: Path
    kind: Baseline
    memory: Memory
    exhausted: str = ""
    deaths: tuple[str, ...] = ()

    async def end(self, topic: Topic, *, resume: bool) -> Ended:
        started, clock = time_now(), time.monotonic()
        ended = Ended(*topic.key, "failed")
        place = self.folder / topic.folder
        try:
            if topic.words is None:
                raise CastaliaError("there is no apollo page on this topic, whose length it would have")
            page = await baseline_page(self.memory, check_topic(topic.name), self.kind, topic.words, topic.domain)
            await run_in_thread(page.save, place, force=True)  # what may be written over was asked before
            ended = replace(ended, status="done", **measures(page))
            forget_traceback(place)
        except Exception as error:  # noqa: BLE001 (a bug on one page is that page's, as in a batch)
            ended = replace(ended, error=told(error))
            if not isinstance(error, CastaliaError):
                keep_error(place, error)
        return replace(ended, seconds=round(time.monotonic() - clock, 3), started=started, ended=time_now())
