"""Changing a finished page: one section written again, or those that new evidence touches. All the rest stays as it is."""

from __future__ import annotations

import asyncio
import shutil
import time
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from castalia.agents.crew import Crew
from castalia.agents.roles import engine_of, reads_as
from castalia.graphs.decisions import LONGEST_INSTRUCTION, SourcesDecision, banned_by, banned_documents
from castalia.graphs.finished_run import (
    KIND,
    FinishedRun,
    Outcome,
    finished_in,
    open_finished,
    thinking_then,
)
from castalia.graphs.page import TopicPage
from castalia.graphs.planning import plan_units
from castalia.graphs.progress import Tell, telling, with_spending
from castalia.graphs.redoing import Redone, Work, nodes_in, redo, wishes_of, work_on
from castalia.graphs.run_folder import Manifest, RunFolder, corpus_key
from castalia.graphs.settings import Settings
from castalia.graphs.sources import BadRows, Paths, Progress, Read, Source, corpus_paths, ingest
from castalia.graphs.splicing import account_of, splice, state_after
from castalia.graphs.thinking import Thinking
from castalia.graphs.unit import unit_evidence, units_of
from castalia.memory.errors import CastaliaError, InputError, StoreError
from castalia.memory.known_ids import KnownIds
from castalia.memory.ledgers import Ban
from castalia.memory.memory import Memory
from castalia.memory.plain import outline_of
from castalia.memory.protocols import Hit
from castalia.tools.corpora import corpus_files
from castalia.tools.embeddings import embedder
from castalia.tools.new_evidence import new_hits
from castalia.tools.page_diff import Changes, changes, page_diff
from castalia.tools.page_json import PageRecord, walk_sections
from castalia.tools.vector_cache import cached
from castalia.tools.write_whole import whole_folder

QUERIES = 10  # a curation step asks: what an update takes in at most is what a step does
LONGEST_NOTE = LONGEST_INSTRUCTION - 120  # characters: it stands in the prompt with what it is about


@dataclass(frozen=True, slots=True)
class Revised:
    """What came of it: the ``page`` as it is now, a unified ``diff`` (empty where nothing changed), what changed in numbers, and what there is
    to ``tell`` besides. ``touched`` are the headings that were, or in a dry run would be, redone."""

    page: TopicPage
    diff: str = ""
    changes: Changes = field(default_factory=Changes)
    told: tuple[str, ...] = ()
    touched: tuple[str, ...] = ()
    account: Mapping[str, Any] = field(default_factory=dict, hash=False)

    @property
    def is_changed(self) -> bool:
        """Whether the page is another one than before."""
        return bool(self.diff)


async def rewrite(
    folder: str | Path,
    section: str | int,
    *,
    note: str = "",
    ban: Sequence[str] = (),
    pin: Sequence[str] = (),
    model: Any = None,
    crew: Callable[[Memory], Crew] | None = None,
    store: str | Path | None = None,
    memory: Memory | None = None,
    embeddings: str | None = None,
    changed: Callable[[Settings], Settings] = lambda one: one,
    dry_run: bool = False,
    progress: Progress | None = None,
) -> Revised:
    """Write one section of the page in this folder again; all other sentences and their sources stay.

    ``section`` is an id, a heading, or a number ("2", and "2.1" for its first subsection). ``note`` tells the writer what to change in the
    text that is there; without one it is written anew. ``ban`` names snippets (ids), documents or urls that the section shall not cite,
    ``pin`` those to use first. ``model`` is what the page was made with, where it is not given; models are asked under a number of their
    own, so that they may answer something else. The store is that of the run; it is to be given where the run read an open memory.
    ``changed`` makes other settings of those of the run. With ``dry_run`` nothing is written.

    Raises ``InputError`` for what the caller can mend, ``CastaliaError`` where the section cannot be written; the page is as it was then.
    """
    note = " ".join(note.split())
    if len(note) > LONGEST_NOTE:
        raise InputError(f"the note has {len(note):,} characters: {LONGEST_NOTE} are the most")
    place = RunFolder(folder)
    with place.locked():
        manifest, pending = finished_in(place)
        record = TopicPage.open(place.out).record if pending is None else pending.page
        target = find_section(record, section)
        thinking = _thinking(model, manifest, place)
        asked = {
            "how": "rewrite",
            "section": target,
            "note": note,
            "ban": sorted(ban),
            "pin": list(pin),
            "thinking": thinking.asked(),
        }
        async with AsyncExitStack() as stack:
            read = await _opened(Source(store=store, memory=memory, embeddings=embeddings), place, manifest)
            if memory is None:
                stack.push_async_callback(read.memory.close)
            options: dict[str, Any] = {"model_sample": True, "crew": crew, "changes": changed}
            run = await stack.enter_async_context(
                open_finished(place, manifest, pending, read, thinking, asked, **options)
            )
            if pending is not None and pending.asked == asked:
                return _revised(run.page, pending.told)
            tell = await stack.enter_async_context(with_spending(telling(progress), run.account))
            return await _rewrite(run, target, note, ban, pin, asked, tell, dry_run)


async def update(
    folder: str | Path,
    *,
    corpus: Paths | None = None,
    store: str | Path | None = None,
    memory: Memory | None = None,
    embeddings: str | None = None,
    fields: Mapping[str, str] | None = None,
    bad_rows: BadRows = "skip",
    model: Any = None,
    crew: Callable[[Memory], Crew] | None = None,
    changed: Callable[[Settings], Settings] = lambda one: one,
    dry_run: bool = False,
    progress: Progress | None = None,
) -> Revised:
    """Redo the sections of the page in this folder that new evidence touches; all others stay.

    New evidence are snippets that were not there when the page was made, or last updated. A page that was written from a store finds them
    in that store; to one that was written from a corpus they are given as ``corpus``: the rows of it are added to those that it was
    written from. With ``dry_run`` nothing is written and no model is asked: ``touched`` says what would be redone.

    Raises ``InputError`` for what the caller can mend.
    """
    place = RunFolder(folder)
    with place.locked():
        manifest, pending = finished_in(place)
        thinking = _thinking(model, manifest, place)
        given = [str(one) for one in corpus_paths(corpus)] if corpus is not None else []
        asked = {"how": "update", "corpus": given, "store": str(store or ""), "thinking": thinking.asked()}
        async with AsyncExitStack() as stack:
            source = Source(corpus, store, memory, embeddings, fields, bad_rows)
            if pending is not None:  # first what is due: it may have changed where the snippets are
                read = await _opened(replace(source, corpus=None), place, manifest)
                async with open_finished(place, manifest, pending, read, thinking, asked, crew=crew) as run:
                    page = run.page
                if memory is None:
                    await read.memory.close()
                if pending.asked == asked:
                    return _revised(page, pending.told)
                manifest, pending = finished_in(place)
            read, known, new = await stack.enter_async_context(_grown(source, place, manifest))
            options: dict[str, Any] = {"crew": crew, "changes": changed}
            run = await stack.enter_async_context(
                open_finished(place, manifest, None, read, thinking, asked, **options)
            )
            tell = await stack.enter_async_context(with_spending(telling(progress), run.account))
            found = await _update(run, read, known, asked, tell, dry_run)
            if not found.is_changed and new is not None:
                stack.callback(shutil.rmtree, new, ignore_errors=True)
                await read.memory.close()
            return found


def find_section(record: Mapping[str, Any], wanted: str | int) -> str:
    """The id of a section, by its id, its heading (whatever its capitals), or its number; ``InputError`` lists what there is."""
    name = " ".join(str(wanted).split())
    nodes: dict[str, tuple[str, str]] = {}
    for at, top in enumerate(record["sections"], start=1):
        nodes[top["id"]] = (str(at), top["heading"])
        for inner_at, (inner, _) in enumerate(walk_sections(top["sections"]), start=1):
            nodes[inner["id"]] = (f"{at}.{inner_at}", inner["heading"])
    if name in nodes:
        return name
    for found in (
        [one for one, (_, heading) in nodes.items() if heading.casefold() == name.casefold()],
        [one for one, (number, _) in nodes.items() if number == name],
    ):
        if len(found) > 1:
            raise InputError(f'{len(found)} sections have the heading "{name}": give the id, {" or ".join(found)}')
        if found:
            return found[0]
    if name.casefold() == "lead":
        raise InputError("the lead sums up all sections and is not rewritten alone: name a section")
    listed = "; ".join(f"{number} {heading} ({one})" for one, (number, heading) in nodes.items())
    raise InputError(f'there is no section "{name[:80]}" on this page: it has {listed}')


# Rewriting.


async def _rewrite(
    run: FinishedRun,
    target: str,
    note: str,
    ban: Sequence[str],
    pin: Sequence[str],
    asked: Mapping[str, Any],
    tell: Tell,
    dry_run: bool,
) -> Revised:
    heading = _headings(run)[target]
    if engine_of(run.crew.writer) == "extractive":
        if note:
            raise InputError(
                "the extractive engine takes sentences word for word and cannot follow a note: leave it out, or give a --model"
            )
        if not (ban or pin):
            same = "the extractive engine would write the same again: ban or pin a source, or give a --model; nothing was changed"
            return Revised(run.page, told=(same,))
    banned, documents, pinned = await _sources(run, ban, pin)
    began = time.perf_counter()
    before = run.memory.run(run.manifest.run_id).events()
    work = []
    for one in work_on(run, target):
        ids = frozenset((*one.banned.snippets, *banned)) - frozenset(pinned)
        barred = Ban(ids, one.banned.documents | frozenset(documents))
        first = tuple(dict.fromkeys((*pinned, *one.pinned)))
        evidence = tuple(dict.fromkeys((*first, *one.snippet_ids)))
        work.append(replace(one, banned=barred, pinned=first, snippet_ids=evidence, wish=note))
    if dry_run:
        await redo(run, work, tell, revise=bool(note))
        return Revised(run.page, touched=(heading,), account=account_of(run))
    redone = await redo(run, work, tell, revise=bool(note))
    failed = [one for one in redone if one.failed]
    if failed:
        raise CastaliaError(f"“{heading}” could not be rewritten, and the page stays as it was: {failed[0].failed}")
    detail = {
        "how": "rewrite",
        "headings": [heading],
        "units": [target],
        "note": note,
        "banned": banned,
        "documents": documents,
        "pinned": pinned,
        "sample": run.thinking.sample,
    }
    uncited = _uncited(redone, pinned)
    told = [f"the pinned source {one} is not cited: no sentence of it came to stand in “{heading}”" for one in uncited]
    return await _finish(run, redone, detail, asked, told, before, began, tell, work)


async def _sources(run: FinishedRun, ban: Sequence[str], pin: Sequence[str]) -> tuple[list[str], list[str], list[str]]:
    """Banned snippets, banned documents and pinned snippets, by the ids, documents and urls that name them."""
    taken = [hit.snippet_id for hit in run.memory.run(run.manifest.run_id).taken_in()]
    cited = [one["snippet_id"] for one in run.page.record["references"]]
    try:
        snippets = await run.memory.store.get(list(dict.fromkeys((*taken, *cited))))
    except KeyError as error:
        raise InputError(
            f"the store does not hold what the page was written from ({error}): give the one that does"
        ) from None
    known = {name for one in snippets for name in (one.id, one.document, one.url) if name}
    if strangers := [one for one in (*ban, *pin) if one not in known]:
        raise InputError(
            f"{strangers[0][:200]!r} is no source of this page: give the id of a snippet, a document or a url that was read for it"
        )
    decision = SourcesDecision(ban=list(ban))
    gone = [one.id for one in banned_by(decision, snippets)]
    documents = list(banned_documents(decision, snippets))
    pinned = [one.id for name in pin for one in snippets if name in (one.id, one.document, one.url)]
    if both := sorted(set(gone) & set(pinned)):
        raise InputError(f"{both[0]} cannot be pinned and banned")
    return gone, documents, list(dict.fromkeys(pinned))


def _uncited(redone: Sequence[Redone], pinned: Sequence[str]) -> list[str]:
    cited = {
        citation.snippet_id
        for one in redone
        for draft in one.drafts.values()
        for paragraph in draft.paragraphs
        for claim in paragraph
        for citation in claim.citations
    }
    return [one for one in pinned if one not in cited]


# Updating.


async def _update(
    run: FinishedRun, read: Read, known: KnownIds, asked: Mapping[str, Any], tell: Tell, dry_run: bool
) -> Revised:
    came = max(0, await run.memory.store.count() - len(known))
    hits = await _new_hits(run, known)
    if not hits:
        what = f"of {came:,} new snippets none belongs to {run.state['topic']}" if came else "no snippet is new"
        return Revised(run.page, told=(f"{what}: nothing was changed",))
    began = time.perf_counter()
    before = run.memory.run(run.manifest.run_id).events()
    run = await _take_in(run, hits, tell, reads=not dry_run or engine_of(run.crew.extractor) == "extractive")
    fresh = {one.snippet_id for one in hits}
    work = await _touched(run, fresh)
    headings = _headings(run)
    used = {one for piece in work for one in piece.snippet_ids if one in fresh}
    told = _told_of_rest(len(hits) - len(used))
    if not work:
        return Revised(run.page, told=(*told, "no section is touched: nothing was changed"))
    touched = tuple(headings[one.section.id] for one in work)
    if dry_run:
        return Revised(run.page, told=tuple(told), touched=touched)
    redone = await redo(run, work, tell)
    told += [
        f"“{headings[one.work.section.id]}” could not be redone and stays, castalia rewrite tries again: {one.failed}"
        for one in redone
        if one.failed
    ]
    kept = []
    for one in redone:
        if one.failed:
            continue
        page = await splice(run, [one], before)
        if page is None or not fresh & _cited_by(page, one.work.takes):
            told.append(f"“{headings[one.work.section.id]}” stays: the new evidence added no sentence to it")
        else:
            kept.append(one)
    if not kept:
        return Revised(run.page, told=(*told, "nothing was changed"), touched=touched, account=account_of(run))
    detail = {
        "how": "update",
        "headings": [headings[one.work.section.id] for one in kept],
        "units": [],
        "taken_in": 0,
        "new": len(hits),
    }
    return await _finish(run, kept, detail, asked, told, before, began, tell, work, read, fresh)


async def _new_hits(run: FinishedRun, known: KnownIds) -> list[Hit]:
    """What is new in the store and belongs to the topic, at most what a curation step takes."""
    limits, ledger = run.settings, run.memory.run(run.manifest.run_id)
    queries = tuple(dict.fromkeys(one.text for one in ledger.queries()))
    return await new_hits(
        run.memory,
        run.state["topic"],
        run.state["domain"],
        queries,
        known,
        frozenset(hit.snippet_id for hit in ledger.taken_in()),
        ledger.banned(),
        (limits.floor, limits.sparse_floor, limits.sparse_below),
        limits.per_query * QUERIES + limits.nearest,
        limits.anchored,
    )


async def _take_in(run: FinishedRun, hits: Sequence[Hit], tell: Tell, reads: bool) -> FinishedRun:
    """One more curation step: these snippets, read and normalised as the run's own."""
    step, ledger = run.state["iterations"], run.memory.run(run.manifest.run_id)
    if reads and reads_as(run.crew.extractor) != ledger.extractor:
        raise InputError(
            f"the triplets of this page were read by {ledger.extractor}, and would now be by {reads_as(run.crew.extractor)}: "
            "give the model that read them then"
        )
    ledger.curate(step, hits)
    given: Any = {name: run.state[name] for name in ("topic", "domain", "run_id")}
    found: Mapping[str, Any] = {"novelty": 0.0}

    async def extract(snippet_id: str) -> None:
        try:
            await run.crew.extractor(given | {"snippet_id": snippet_id})
        except (StoreError, OSError):
            raise
        except CastaliaError as error:  # it costs its triplets; it can still be cited
            ledger.event("snippet_lost", step=f"extract:{snippet_id}", snippet=snippet_id, reason=str(error))

    if reads:
        await asyncio.gather(*(extract(one.snippet_id) for one in hits))
        found = await run.crew.normaliser(given | {"iterations": step})
    count = len(ledger.curated(step + 1))
    if reads:
        tell({"phase": "curate", "step": step, "snippets": count, **found})
    novelty = [*run.state["novelty"], found["novelty"]]
    state = run.state | {"iterations": step + 1, "curated": count, "novelty": novelty}
    return replace(run, state=state)


async def _touched(run: FinishedRun, fresh: set[str]) -> list[Work]:
    """The units of the page whose headings find new snippets among those that they are assigned, with old and new evidence."""
    units = {one.id: one for one in units_of(outline_of(run.state["outline"]), run.settings)}
    before = {one["section"]: one for one in run.state["plan"]}
    shown = _headings(run)
    touched = []
    for one in await plan_units(run.memory, run.settings, run.state):
        unit, was = units[one.section], before.get(one.section)
        if unit.id not in shown or was is None or fresh.isdisjoint(one.snippet_ids):
            continue
        banned, pinned, notes = wishes_of(run, unit)
        ids = tuple(dict.fromkeys((*was["snippet_ids"], *(name for name in one.snippet_ids if name in fresh))))
        if fresh.isdisjoint(await unit_evidence(run.memory, run.settings, run.state["topic"], unit, frozenset(ids))):
            continue
        first = tuple(dict.fromkeys((*was["pinned"], *pinned)))
        touched.append(Work(unit, nodes_in(unit), ids, max(was["words"], one.words), first, banned, notes=notes))
    return touched


def _told_of_rest(count: int) -> list[str]:
    if not count:
        return []
    what = "1 new snippet near the topic fits" if count == 1 else f"{count:,} new snippets near the topic fit"
    return [f"{what} no section of the page: generate it anew to get new ones"]


@asynccontextmanager
async def _grown(
    source: Source, folder: RunFolder, manifest: Manifest
) -> AsyncIterator[tuple[Read, KnownIds, Path | None]]:
    """The memory that may have grown, what it held when the page was made, and the folder of its store where that is a new one."""
    was = manifest.source
    place = None
    if source.corpus is not None:
        if "corpus" not in was:
            raise InputError(
                f"this page was not written from a corpus but from a store{' (' + was['store'] + ')' if was else ''}: castalia ingest "
                "the new rows into it, then update without --corpus"
            )
        read, place = await _added(source, folder, manifest)
    elif source.store is None and source.memory is None and "corpus" in was:
        raise InputError(
            "this page was written from a corpus: give the one that has grown, or the new rows, as --corpus"
        )
    else:
        read = await _opened(source, folder, manifest)
    try:
        fingerprint = str(manifest.asked.get("snippets", ""))
        known = await read.memory.library.known(fingerprint)
        if known is None and "corpus" in was:
            async with await Memory.open(folder.path / was["corpus"], _vectors(source, was), create=False) as then:
                known = KnownIds(await then.library.snippets.beginnings())
        if known is None:
            raise InputError("nobody noted what the store held when this page was made: generate it anew once")
        yield read, known, place
    finally:
        if source.memory is None:
            await read.memory.close()


async def _added(source: Source, folder: RunFolder, manifest: Manifest) -> tuple[Read, Path]:
    """The rows of a corpus added to a copy of the store that the page was written from, which takes its place later."""
    assert source.corpus is not None
    was = folder.path / manifest.source["corpus"]
    reading = {"fields": dict(source.fields or {}), "bad_rows": source.bad_rows, "before": was.name}
    key = await asyncio.to_thread(corpus_key, corpus_files(corpus_paths(source.corpus)), reading)
    place, vectors = folder.corpus(key), _vectors(source, manifest.source)
    if not place.exists():
        with whole_folder(place) as new:
            await asyncio.to_thread(shutil.copytree, was, new, dirs_exist_ok=True)
            async with await Memory.open(new, vectors, create=False) as memory:
                report = await ingest(memory, source.corpus, fields=source.fields, bad_rows=source.bad_rows)
                memory.library.keep("report", "", {"lines": list(report.lines()), "kept": report.kept})
    memory = await Memory.open(place, vectors, create=False)
    told = memory.library.cached("report", "") or {"lines": [], "kept": 0}
    kept_as = {**manifest.source, "corpus": place.name}
    return Read(memory, manifest.source["name"], told["lines"], told["kept"], kept_as), place


# What both do.


async def _finish(
    run: FinishedRun,
    redone: Sequence[Redone],
    detail: dict[str, Any],
    asked: Mapping[str, Any],
    told: Sequence[str],
    events: Sequence[Any],
    began: float,
    tell: Tell,
    planned: Sequence[Work],
    read: Read | None = None,
    fresh: set[str] | frozenset[str] = frozenset(),
) -> Revised:
    """Splice, write down what is to be, and put it in place."""
    run_id, old = run.manifest.run_id, run.page.record
    ledger = run.memory.run(run_id)
    number = run.number
    if fresh:  # how many came onto the page is known once it is spliced
        spliced = await splice(run, redone, events)
        taken = {name for one in redone for name in one.work.takes}
        detail["taken_in"] = len(fresh & _cited_by(spliced, taken)) if spliced is not None else 0
    ledger.step(f"revision:{number}").event(KIND, **detail)
    record = await splice(run, redone, events)
    if record is None:
        raise CastaliaError(
            f"too little is left of “{detail['headings'][0]}” to stand on the page, which stays as it was"
        )
    found = changes(old, record)
    if not (found.added or found.removed or found.sections):
        return Revised(run.page, told=(*told, "the same came out again: nothing was changed"))
    summary = {
        "diff": page_diff(old, record),
        "changes": asdict(found),
        "told": list(told),
        "touched": detail["headings"],
    }
    graph = await run.memory.graph(run_id)
    notes = [{"step": one.step, "kind": one.kind, **one.detail} for one in ledger.events()]
    entry = {
        **detail,
        "changes": asdict(found),
        "seconds": round(time.perf_counter() - began, 3),
        "account": account_of(run),
        "thinking": run.thinking.to_json(),
    }
    revised = {**run.page.run, "stats": record["stats"], "notes": notes}
    revised["revisions"] = [*run.page.run.get("revisions", []), entry]
    manifest = run.manifest
    if read is not None:
        await run.memory.library.keep_known()
        snippets = await run.memory.library.fingerprint()
        source = read.kept_as or manifest.source
        manifest = replace(manifest, asked={**manifest.asked, "snippets": snippets}, source=source)
        if read.report:
            revised["corpus"] = read.report
    outcome = Outcome(
        asked,
        dict(record),
        graph.to_json(),
        revised,
        run.entries(),
        state_after(run, redone, planned, record),
        asdict(manifest),
        summary,
        run.journal,
    )
    page = await run.put_in_place(outcome)
    stats = record["stats"]
    tell(
        {
            "phase": "assemble",
            "words": stats["words"],
            "sections": len(record["sections"]),
            "sources": stats["sources"],
            "stopped_by": stats["stopped_by"],
        }
    )
    return replace(_revised(page, summary), account=account_of(run))


def _revised(page: TopicPage, told: Mapping[str, Any]) -> Revised:
    """What a caller is told of a revision that is in place."""
    numbers: dict[str, Any] = {
        name: tuple(one) if isinstance(one, list) else one for name, one in told["changes"].items()
    }
    return Revised(page, told["diff"], Changes(**numbers), tuple(told["told"]), tuple(told["touched"]))


def _thinking(model: Any, manifest: Manifest, folder: RunFolder) -> Thinking:
    if model is None:
        return thinking_then(manifest, folder)
    return model if isinstance(model, Thinking) else Thinking.of(model)


async def _opened(source: Source, folder: RunFolder, manifest: Manifest) -> Read:
    """The memory that the run read, or the one that is given in its place."""
    if source.memory is None and source.store is None and not manifest.source:
        raise InputError("this page was written from an open memory, or in a batch: give the store that it read")
    return await source.open(folder, manifest)


def _vectors(source: Source, was: Mapping[str, Any]) -> Any:
    embeddings = source.embeddings or was.get("embeddings")
    return cached(embedder(embeddings)) if embeddings else None


def _headings(run: FinishedRun) -> dict[str, str]:
    return {one["id"]: one["heading"] for one, _ in walk_sections(run.page.record["sections"])}


def _cited_by(record: Mapping[str, Any] | PageRecord, sections: Iterable[str]) -> set[str]:
    """The snippets that these sections cite."""
    names = set(sections)
    numbers = {number for one in record["claims"] if one["section"] in names for number in one["citations"]}
    return {one["snippet_id"] for one in record["references"] if one["number"] in numbers}
