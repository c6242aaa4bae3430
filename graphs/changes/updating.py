"""Updating: the sections of a finished page that new evidence touches are redone, and the lead where that calls for
another one. All the rest stays as it is."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from castalia.agents.crew import Crew
from castalia.agents.roles import by_rules, reads_as
from castalia.graphs.changes.grown_store import grown_store
from castalia.graphs.changes.leads import calls_for_lead, renewed_lead
from castalia.graphs.changes.redoing import Redone, Work, bans_on, nodes_in, put_back, redo, wishes_of
from castalia.graphs.changes.revision import (
    Revised,
    Revision,
    check_changed,
    cited_by,
    finish,
    opened,
    revised_of,
    snippets_behind,
    thinking_for,
)
from castalia.graphs.changes.splicing import splice
from castalia.graphs.checks import check_kinds
from castalia.graphs.finished_run import FinishedRun, finished_in, open_finished, revising
from castalia.graphs.ingestion import BadRows, Corpus, corpus_paths, tell_unfinished
from castalia.graphs.page_files import page_folder
from castalia.graphs.pipeline.meanings import check_meaning, check_name
from castalia.graphs.pipeline.planning import plan_units
from castalia.graphs.pipeline.reading_again import check_reader, read_again, read_each
from castalia.graphs.pipeline.state import topic_of
from castalia.graphs.pipeline.unit import unit_evidence, units_of
from castalia.graphs.progress import Tell, telling, with_spending
from castalia.graphs.runs.ends import cancelled_once
from castalia.graphs.runs.run_folder import RunFolder
from castalia.graphs.settings import Settings
from castalia.graphs.sources import Source
from castalia.memory.errors import CastaliaError, StoreError
from castalia.memory.known_ids import KnownIds
from castalia.memory.memory import Memory
from castalia.memory.plain import outline_of
from castalia.memory.protocols import Hit
from castalia.memory.records import Draft
from castalia.tools.corpus.held_rows import recorded
from castalia.tools.pages.page_drafts import cited_in
from castalia.tools.pages.page_json import LEAD_HEADING
from castalia.tools.pages.page_text import headings_of
from castalia.tools.topic.evidence import read_anchor
from castalia.tools.topic.new_evidence import new_hits
from castalia.tools.topic.relevance import Floors

if TYPE_CHECKING:
    from langchain_core.embeddings import Embeddings

UNTOUCHED = "no section is touched: nothing was changed"
MAY_CHANGE = "the lead may be redone, too: that hangs on what comes of these sections"


@cancelled_once
async def update(
    folder: str | Path,
    *,
    corpus: Corpus | None = None,
    store: str | Path | None = None,
    memory: Memory | None = None,
    embeddings: str | Embeddings | None = None,
    fields: Mapping[str, str] | None = None,
    bad_rows: BadRows = "skip",
    model: Any = None,
    crew: Callable[[Memory], Crew] | None = None,
    changed: Callable[[Settings], Settings] = lambda one: one,
    dry_run: bool = False,
    progress: Tell | None = None,
) -> Revised:
    """Redo the sections of the page in this folder that new evidence touches, and the lead where new evidence defines
    the topic better or the page is a lead alone; all others stay.

    New evidence are snippets that were not there when the page was made, or last updated. A page that was written from
    a store finds them in that store; to one that was written from a corpus they are given as ``corpus``: the rows of it
    are added to those that it was written from. With ``dry_run`` nothing is written and no model is asked: ``touched``
    says what would be redone, with the lead where that is sure; a line of ``told`` says where it may be.

    Raises ``InputError`` for what the caller can mend.
    """
    check_kinds(memory=memory, model=model, crew=crew, progress=progress)
    check_changed(changed)
    place = RunFolder(page_folder(folder))
    async with revising(place) as stack:
        there = finished_in(place)
        thinking = thinking_for(model, there)
        source = Source(corpus, store, memory, embeddings, fields, bad_rows)
        given = [recorded(one) for one in corpus_paths(source.corpus)] if source.corpus is not None else []
        asked = {"how": "update", "corpus": given, "store": str(store or ""), "thinking": thinking.asked()}
        if there.pending is not None:  # first what is due: it may have changed where the snippets are
            read = await opened(replace(source, corpus=None, fields=None), there)
            try:
                async with open_finished(there, read, thinking, asked, crew=crew) as run:
                    page = run.page
            finally:
                if memory is None:
                    await read.memory.close()
            if there.pending.asked == asked:
                return revised_of(page, there.pending.told)
            there = finished_in(place)
        read, known, new = await stack.enter_async_context(grown_store(source, there))
        opening = open_finished(there, read, thinking, asked, crew=crew, changes=changed)
        run = await stack.enter_async_context(opening)
        tell = await stack.enter_async_context(with_spending(telling(progress), run.account))
        await tell_unfinished(read.memory.library, tell)
        events = run.ledger.events()
        found = await _update(Revision(run, asked, tell, events, read), known, dry_run)
        if not found.is_changed and new is not None:
            stack.callback(shutil.rmtree, new, ignore_errors=True)
            await read.memory.close()
        return found


async def _update(revision: Revision, known: KnownIds, dry_run: bool) -> Revised:
    run, tell = revision.run, revision.tell
    await snippets_behind(run)
    relevance, _ = await read_anchor(run.memory, run.state["topic"], run.state["domain"])
    check_meaning(run.state["topic"], revision.events, relevance.sense)
    check_name(run.state["topic"], revision.events, relevance.name)
    came = max(0, await run.memory.store.count() - len(known))
    hits = await _new_hits(run, known)
    if not hits:
        what = f"of {came:,} new snippets none belongs to {run.state['topic']}" if came else "no snippet is new"
        return Revised(run.page, told=(f"{what}: nothing was changed",))
    run = await _take_in(run, hits, tell, reads=not dry_run or by_rules(run.crew.extractor))
    fresh = {one.snippet_id for one in hits}
    work = await _touched(run, fresh)
    unused = fresh.difference(*(one.snippet_ids for one in work))
    if dry_run:
        return await _foreseen(run, work, known, unused, tell)
    headings = headings_of(run.page.record)
    touched = tuple(headings[one.section.id] for one in work)
    kept, told, failed = await _redone(revision, run, work, fresh)
    lead = None
    try:
        page = await splice(run, kept, revision.events) if kept else run.page.record
        lead = await renewed_lead(run, page, known, tell) if page is not None else None
    except (StoreError, OSError):
        raise
    except CastaliaError as error:
        told.append(f"the lead could not be redone, castalia rewrite {run.folder.out} lead tries again: {error}")
        failed.append(LEAD_HEADING)
    told = [*_told_of_rest(unused, lead), *told]
    if not (kept or lead):
        nothing = "nothing was changed" if work else UNTOUCHED
        return Revised(
            run.page, told=(*told, nothing), touched=touched, account=run.account.to_json(), failed=tuple(failed)
        )
    detail = {
        "how": "update",
        "headings": [*([LEAD_HEADING] if lead else []), *(headings[one.work.section.id] for one in kept)],
        "units": [],
        "taken_in": 0,
        "new": len(hits),
    }
    return replace(await finish(replace(revision, run=run), kept, detail, told, work, lead), failed=tuple(failed))


async def _foreseen(run: FinishedRun, work: Sequence[Work], known: KnownIds, unused: set[str], tell: Tell) -> Revised:
    """What a dry run tells: the sections that would be redone, and the lead where rules would choose another one above
    the page as it is. Where that hangs on what comes of the sections, or a model writes it, a line says that it may
    change."""
    lead = None
    if by_rules(run.crew.editor):
        lead = await renewed_lead(run, run.page.record, known, tell)
        may_change = lead is not None and bool(work)
    else:
        offered = {name for one in work for name in one.snippet_ids}
        may_change = await calls_for_lead(run, run.page.record, known, offered)
    headings = headings_of(run.page.record)
    sure = [LEAD_HEADING] if lead is not None and not may_change else []
    touched = (*sure, *(headings[one.section.id] for one in work))
    told = [*_told_of_rest(unused, lead), *([MAY_CHANGE] if may_change else []), *([] if touched else [UNTOUCHED])]
    return Revised(run.page, told=tuple(told), touched=touched)


async def _redone(
    revision: Revision, run: FinishedRun, work: Sequence[Work], fresh: set[str]
) -> tuple[list[Redone], list[str], list[str]]:
    """What came of the work and cites the ``fresh`` snippets, what there is to tell of the rest, and the headings of
    what failed."""
    headings, redone = headings_of(run.page.record), await redo(run, work, revision.tell)
    lost = {headings[one.work.section.id]: one.failed for one in redone if one.failed}
    told = [
        f"“{name}” could not be redone and stays, castalia rewrite tries again: {why}" for name, why in lost.items()
    ]
    kept = []
    for one in redone:
        if one.failed:
            continue
        page = await splice(run, [one], revision.events)
        if page is None or not fresh & cited_by(page, one.work.takes):
            put_back(run, one)
            told.append(f"“{headings[one.work.section.id]}” stays: the new evidence added no sentence to it")
        else:
            kept.append(one)
    return kept, told, [*lost]


async def _new_hits(run: FinishedRun, known: KnownIds) -> list[Hit]:
    """What is new in the store and belongs to the topic, at most what a curation step takes."""
    limits, ledger = run.settings, run.ledger
    queries = tuple(dict.fromkeys(one.text for one in ledger.queries()))
    return await new_hits(
        run.memory,
        run.state["topic"],
        run.state["domain"],
        queries,
        known,
        frozenset(hit.snippet_id for hit in ledger.taken_in()),
        ledger.banned(),
        Floors(limits.floor, limits.sparse_floor, limits.sparse_below),
        limits.per_query * limits.queries + limits.nearest,  # what a curation step takes in at most
        limits.anchored,
    )


async def _take_in(run: FinishedRun, hits: Sequence[Hit], tell: Tell, reads: bool) -> FinishedRun:
    """One more curation step: these snippets, read and normalised as the run's own."""
    state, ledger = run.state, run.ledger
    step = state["iterations"]
    names = (ledger.extractor, reads_as(run.crew.extractor))
    if reads:
        check_reader(run.crew, ledger.extractor)
        await read_again(run.crew, run.memory, state)
    ledger.curate(step, hits)
    given = topic_of(state)
    found: Mapping[str, Any] = {"novelty": 0.0}
    if reads:
        older = [one.snippet_id for one in ledger.taken_in(step)] if names[0] != names[1] else []
        await read_each(run.crew, ledger, given, (*older, *(hit.snippet_id for hit in hits)))
        found = await run.crew.normaliser({**given, "iterations": step})
    count = len(ledger.curated(step + 1))
    if reads:
        tell({"phase": "curate", "step": step, "snippets": count, **found})
    novelty = [*state["novelty"], found["novelty"]]
    return replace(run, state=state | {"iterations": step + 1, "curated": count, "novelty": novelty})


async def _touched(run: FinishedRun, fresh: set[str]) -> list[Work]:
    """The units of the page that new snippets reach among those that they are assigned, with old and new evidence."""
    units = {one.id: one for one in units_of(outline_of(run.state["outline"]), run.settings)}
    before = {one["section"]: one for one in run.state["plan"]}
    shown = headings_of(run.page.record)
    touched = []
    for one in await plan_units(run.bound, run.state):
        unit, was = units[one.section], before.get(one.section)
        if unit.id not in shown or was is None or fresh.isdisjoint(one.snippet_ids):
            continue
        pinned, notes = wishes_of(run, unit)
        ids = tuple(dict.fromkeys((*was["snippet_ids"], *(name for name in one.snippet_ids if name in fresh))))
        if fresh.isdisjoint(await unit_evidence(run.bound, run.state["topic"], unit, frozenset(ids))):
            continue
        first = tuple(dict.fromkeys((*was["pinned"], *pinned)))
        takes, words = nodes_in(unit), max(was["words"], one.words)
        touched.append(Work(unit, takes, ids, words, first, bans_on(run, takes), notes=notes))
    return touched


def _told_of_rest(unused: set[str], lead: Draft | None) -> list[str]:
    """What is to be told of new snippets that no section can use, nor a new lead."""
    count = len(unused - cited_in(lead)) if lead is not None else len(unused)
    if not count:
        return []
    what = "1 new snippet near the topic fits" if count == 1 else f"{count:,} new snippets near the topic fit"
    return [
        f"{what} no section of the page: generate the page anew to get a section for {'it' if count == 1 else 'them'}"
    ]
