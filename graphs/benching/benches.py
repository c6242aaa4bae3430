"""``bench``: systems side by side on the same topics. The same command goes on; all legs share a tape; one report is
made of them.

The table of systems lives in ``bench_systems``, one leg in ``bench_legs``, values in ``bench_measuring``, the report in
``bench_report``.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from castalia.graphs.batching.batch_budget import left_of, used_up
from castalia.graphs.batching.leases import COUNTED
from castalia.graphs.batching.manifest import BatchManifest
from castalia.graphs.batching.topics import Topic
from castalia.graphs.benching.bench_corpora import (
    KEPT,
    BenchCorpus,
    content_key,
    corpora_of,
    opened_store,
    read_bench_topics,
)
from castalia.graphs.benching.bench_legs import Leg, LegMeans, run_baseline, run_leg, spent_by_leg, spent_in
from castalia.graphs.benching.bench_measuring import BenchPage, Measured, measure_bench
from castalia.graphs.benching.bench_report import FILES, BenchReport, LegEnd, bench_failures, metric_rows, system_costs
from castalia.graphs.benching.bench_systems import ALL, FIRST, Changes, System, choose_systems
from castalia.graphs.checks import check_apart, check_count
from castalia.graphs.ingestion import BadRows, Corpus
from castalia.graphs.means import clients_of
from castalia.graphs.measures.instruments import instrument_notes, instruments, rule_notes
from castalia.graphs.measures.measurement import Gold, check_gold, golds_of
from castalia.graphs.page_files import check_no_page
from castalia.graphs.progress import Tell, telling
from castalia.graphs.runs.ends import cancelled_once
from castalia.graphs.runs.holding import LOCK, held, in_turn
from castalia.graphs.runs.run_folder import TAPE
from castalia.graphs.sources import Source
from castalia.graphs.thinking import Thinking
from castalia.memory.paths import named_folder
from castalia.memory.waits import run_in_thread
from castalia.tools.corpus.batch_files import MANIFEST
from castalia.tools.gold.gold_pages import GoldPage
from castalia.tools.language.listing import first_few
from castalia.tools.metrics.metric_tables import SIGNS
from castalia.tools.models.budgets import Budget
from castalia.tools.pages.write_whole import check_folder, write_folder


@cancelled_once
async def bench(
    corpus: Corpus | None,
    topics: str | Path | Iterable[Topic | str],
    *,
    out: str | Path,
    store: str | Path | None = None,
    gold: Gold | None = None,
    systems: Iterable[str] | None = None,
    settings: Changes | None = None,
    repeat: int = 1,
    model: Any = None,
    at_once: int | None = None,
    domain: str = "",
    embeddings: str | None = None,
    fields: Mapping[str, str] | None = None,
    bad_rows: BadRows = "skip",
    force: bool = False,
    progress: Tell | None = None,
) -> BenchReport:
    """Write the pages of these topics with each of these systems into ``out``, measure them, and report what differs
    from ``apollo``.

    ``corpus`` is a corpus for all topics, or the folder of the corpora that topics name (``Topic.corpus``, or the
    column ``corpus`` of a file of topics; names of stores do as well); ``store`` is one for all. ``systems`` are names
    of ``bench_systems.SYSTEMS`` (``None``: all that there can be with this ``model``); ``settings`` maps a system, a
    new name, or ``"*"`` (all) to settings that it changes. ``repeat`` is how often each system with a model writes
    every page, each time asking anew; without one every run is the same, so one is made. ``gold``, ``model`` and the
    others are those of ``evaluate`` and ``batch``; the model's budget is that of the whole bench.

    The same call again goes on; pages that are there are not made again, nor measured again. Raises ``InputError`` for
    what the caller can mend, before anything is made; what is wrong with one topic in one system is in the report.
    """
    check_count("repeat", repeat)
    if at_once is not None:
        check_count("at_once", at_once)
    folder = named_folder(out)
    thinking = Thinking.of(model)
    clients_of(thinking)  # a key that is missing is told now
    changes = {} if settings is None else settings
    chosen = choose_systems(systems, changes, thinking)
    shared = dict(changes.get(ALL, {}))
    wanted = read_bench_topics(topics, domain)
    if store is not None:
        check_apart(folder, store)
    corpora = corpora_of(wanted.topics, corpus, store)
    golds = golds_of(gold)
    check_gold([one.name for one in wanted.topics], golds)
    check_folder(folder, (MANIFEST, *FILES))
    check_no_page(folder)
    tell = telling(progress)
    source = Source(corpus, store, None, embeddings, fields, bad_rows)
    asked = await _asked(corpora, source, thinking, shared)
    async with AsyncExitStack() as stack:
        await in_turn(stack, lambda: held(folder / KEPT / LOCK, f"the bench in {folder}"))
        stack.enter_context(BatchManifest.open(folder, asked, force=force))
        spent = await run_in_thread(spent_by_leg, folder)
        stores = {one.name: await opened_store(one, folder, source, tell) for one in corpora}
        tape = thinking.tape or (folder / TAPE if thinking.models else None)
        means = LegMeans(replace(thinking, tape=tape), shared, embeddings, at_once, force)
        legs = [
            Leg(system, number, one, folder)
            for system in chosen
            for number in range(1, (repeat if system.thinking(thinking).models else 1) + 1)
            for one in corpora
        ]
        work = _Bench(legs, stores, means, time.monotonic(), spent)
        await work.run(tell)
        found = await measure_bench(work.pages(), golds or {}, folder, embeddings, tell)
        notes = [*wanted.notices, *_notes(chosen, thinking, repeat, store, wanted.topics)]
        report = await run_in_thread(_report, folder, wanted.topics, chosen, work, found, golds, notes)
        write_folder(folder, report.files())
    return report


@dataclass(eq=False)
class _Bench:
    """The legs at work, and where they stand."""

    legs: Sequence[Leg]
    stores: Mapping[str, str | Path]
    means: LegMeans
    begun: float
    spent: dict[Path, dict[str, float]]  # by the folder of a leg
    ended: list[LegEnd] = field(default_factory=list)
    stopped: str = ""
    budget: str = ""

    async def run(self, tell: Tell) -> None:
        """One leg after another, until it makes no sense to go on; where the budget is used up, without those that need
        it. Baselines come last: they need a length."""
        order = sorted(self.legs, key=lambda one: one.system.baseline is not None)
        for number, leg in enumerate(order, 1):
            store = self.stores[leg.corpus.name]
            told = {"system": leg.system.name, "repeat": leg.repeat, "corpus": leg.corpus.name}
            budget, exhausted = self._rest(leg)
            if exhausted:
                self.budget = exhausted
                continue
            tell({"phase": "bench", **told, "leg": number, "of": len(order)})
            if leg.system.baseline is not None:
                found = await run_baseline(leg, store, self._words(leg), self.means, tell)
            else:
                found = await run_leg(leg, store, self.means, budget, tell)
                self.spent[leg.folder] = await run_in_thread(spent_in, leg.folder)
            self.ended.append((leg, found))
            self.stopped, self.budget = found.stopped, self.budget or found.budget
            if self.stopped:
                return

    @property
    def not_begun(self) -> int:
        """Pages that are not there because it ended early."""
        begun = [leg for leg, _ in self.ended]
        left = sum(len(found.not_begun) for _, found in self.ended)
        return left + sum(len(one.corpus.topics) for one in self.legs if one not in begun)

    def pages(self) -> list[BenchPage]:
        """All pages that are there."""
        return [
            BenchPage(
                leg.system.name,
                leg.repeat,
                one.topic,
                f"{leg.corpus.name}/{one.folder}",
                leg.folder / one.folder,
                self.stores[leg.corpus.name],
                leg.system.baseline is not None,
            )
            for leg, report in self.ended
            for one in report.ended
            if one.words
        ]

    def _words(self, leg: Leg) -> dict[str, int]:
        """The length of the first system's first page on each topic of a corpus."""
        found: dict[str, int] = {}
        for other, report in self.ended:
            if other.system.name == FIRST and other.corpus == leg.corpus:
                found = {one.folder: one.words for one in report.ended if one.words} | found
        return found

    def _rest(self, leg: Leg) -> tuple[Budget, str]:
        """What the other legs leave of the budget, and which is used up: nothing is to a leg without a model."""
        if not leg.system.thinking(self.means.thinking).models:
            return Budget(), ""
        others = [spent for folder, spent in self.spent.items() if folder != leg.folder]
        spent = {name: math.fsum(one[name] for one in others) for name in COUNTED}
        spent["seconds"] = time.monotonic() - self.begun
        left = left_of(self.means.thinking.budget, spent)
        return left, used_up(left, spent)


async def _asked(
    corpora: Sequence[BenchCorpus], source: Source, thinking: Thinking, shared: Mapping[str, Any]
) -> dict[str, Any]:
    """What a bench has in common over all its runs; systems, topics and repeats may be added. Where topics name their
    corpora, each leg keeps to its own."""
    single = corpora[0] if len(corpora) == 1 and not corpora[0].name else None
    return {
        "bench": 1,
        "corpus": "of each topic" if single is None else await content_key(single, source),
        "thinking": thinking.asked() if thinking.models else {"models": {}},
        "settings": dict(shared),
    }


def _report(
    folder: Path,
    topics: Sequence[Topic],
    systems: Sequence[System],
    work: _Bench,
    found: tuple[Sequence[Measured], Sequence[str]],
    golds: Mapping[str, GoldPage] | None,
    notes: Sequence[str],
) -> BenchReport:
    """What was ``found``: the pages that were measured, and a line for each that could not be."""
    (measured, unmeasured), by = found, instruments(work.means.embeddings, None, None)
    without = sorted({one.page.topic for one in measured if not one.values.has_gold})
    verbatim = {one.name for one in systems if not one.thinking(work.means.thinking).models}
    told = [f"No gold for: {first_few(without)}."] if golds is not None and without else []
    return BenchReport(
        folder,
        len(topics),
        system_costs(systems, work.ended, measured),
        metric_rows(systems, measured, by, golds is not None),
        tuple(measured),
        bench_failures(work.ended),
        tuple(unmeasured),
        (
            *notes,
            *told,
            *rule_notes(by, any(one.page.system in verbatim for one in measured)),
            *instrument_notes(by, golds is not None),
        ),
        by.names,
        work.not_begun,
        work.stopped,
        work.budget,
    )


def _notes(
    systems: Sequence[System], thinking: Thinking, repeat: int, store: object, topics: Sequence[Topic]
) -> list[str]:
    notes = [
        "A column is a system: the mean over topics, with its bootstrap interval; of repeats the mean is taken first. Differences are paired by "
        "topic; p: paired permutation test, two-sided; d: mean difference over its standard deviation; +/−/=: topics above, below, at 0.",
        SIGNS,
        "Baselines have no graph, and retrieve nothing but what they cite. Areas of convex hulls are left out, for each is in its own plane.",
    ]
    if any(one.baseline for one in systems):
        notes.append(
            f"Baselines are cut to the length of the first {FIRST} page on the topic, at the end of a sentence."
        )
    if thinking.models:
        notes.append(
            "All systems share one tape: a call that was paid for by one of them comes from the tape in the others."
        )
    else:
        notes.append(
            "What rules read in a snippet is kept for all systems, so those that came first took more seconds."
        )
    equal = [one.name for one in systems if not one.thinking(thinking).models]
    if repeat > 1 and equal:
        notes.append(f"Without a model every run is the same: {', '.join(equal)} ran once, not {repeat} times.")
    if store is not None and any(one.corpus for one in topics):
        notes.append("The topics name corpora; all were written from the store.")
    return notes
