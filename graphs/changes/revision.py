"""A change of a finished page: its result, and what rewriting and updating share on the way there."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from castalia.agents.roles import by_rules
from castalia.graphs.changes.redoing import Redone, Work
from castalia.graphs.changes.splicing import splice, state_after
from castalia.graphs.events import assembled, to_json
from castalia.graphs.finished_run import AtRest, FinishedRun
from castalia.graphs.page import TopicPage
from castalia.graphs.past_thinking import thinking_then
from castalia.graphs.progress import Tell
from castalia.graphs.revision_outcome import Outcome
from castalia.graphs.runs.run_manifest import Manifest
from castalia.graphs.sources import Read, Source, source_then
from castalia.graphs.thinking import Thinking
from castalia.memory.errors import CastaliaError, InputError, StoreError
from castalia.memory.event_kinds import REVISED
from castalia.memory.ledgers import Event
from castalia.memory.records import Draft, Snippet
from castalia.tools.language.counting import count
from castalia.tools.pages.page_diff import Changes, changes, page_diff
from castalia.tools.pages.page_json import LEAD, PageRecord, walk_sections
from castalia.tools.pages.page_text import paragraphs


@dataclass(frozen=True, slots=True)
class Revised:
    """What came of a change: the ``page`` as it is now, a unified ``diff`` (empty where nothing changed), the
    ``changes`` in numbers, and what is ``told`` besides. ``touched`` are the headings that were, or in a dry run would
    be, redone, ``failed`` those that could not be."""

    page: TopicPage
    diff: str = ""
    changes: Changes = field(default_factory=Changes)
    told: tuple[str, ...] = ()
    touched: tuple[str, ...] = ()
    account: Mapping[str, Any] = field(default_factory=dict, hash=False)
    failed: tuple[str, ...] = ()

    def __repr__(self) -> str:
        found, named = self.changes, ", ".join(self.touched)
        what = "nothing changed" + (f", touched: {named}" if named else "")
        if self.is_changed:
            what = f"{count(found.added, 'sentence')} added, {found.removed:,} removed in {', '.join(found.sections)}"
        return f"Revised({self.page.record['topic']!r}: {what})"

    @property
    def is_changed(self) -> bool:
        """Whether the page is another one than before."""
        return bool(self.diff)


@dataclass(frozen=True, slots=True)
class Revision:
    """A revision at work: the request (``asked``), whom to ``tell``, the ``events`` of the run before it, and, where it
    takes in new evidence, what is ``read``."""

    run: FinishedRun
    asked: Mapping[str, Any]
    tell: Tell
    events: Sequence[Event]
    read: Read | None = None
    began: float = field(default_factory=time.perf_counter)


async def finish(
    revision: Revision,
    redone: Sequence[Redone],
    detail: dict[str, Any],
    told: Sequence[str],
    planned: Sequence[Work],
    lead: Draft | None = None,
) -> Revised:
    """Splice the new text into the page, write the outcome down, and put it in place."""
    run, old, may_go = revision.run, revision.run.page.record, bool(detail.get("banned"))
    step = f"revision:{run.number}"
    # what was banned is known from the record, and what came of it goes there once the page is spliced
    run.ledger.step(step).event(REVISED, **detail)
    record = await splice(run, redone, revision.events, lead=lead, may_go=may_go)
    if record is not None:
        detail |= _came_of(old, record, is_lead=lead is not None)
        run.ledger.step(step).event(REVISED, **detail)
        record = await splice(run, redone, revision.events, lead=lead, may_go=may_go)
    if record is None:
        raise CastaliaError(_too_little(detail, old, may_go))
    found = changes(old, record)
    if not (found.added or found.removed or found.sections):
        return Revised(run.page, told=(*told, "the same came out again: nothing was changed"))
    summary = {
        "diff": page_diff(old, record),
        "changes": asdict(found),
        "told": [*told, *_told_of(detail, run)],
        "touched": detail["headings"],
    }
    graph = await run.memory.graph(run.manifest.run_id)
    outcome = Outcome(
        asked=revision.asked,
        page=dict(record),
        graph=graph.to_json(),
        run=_run_record(revision, record, {**detail, "changes": asdict(found)}),
        entries=run.entries(),
        state=state_after(run, redone, planned, record),
        manifest=asdict(await _manifest(revision)),
        told=summary,
        journal=run.journal,
    )
    page = await run.put_in_place(outcome)
    revision.tell(to_json(assembled(record)))
    return replace(revised_of(page, summary), account=run.account.to_json())


def _run_record(revision: Revision, record: PageRecord, entry: Mapping[str, Any]) -> dict[str, Any]:
    """The record of the run, with one more ``entry`` among its revisions."""
    run, read = revision.run, revision.read
    spent = {
        "seconds": round(time.perf_counter() - revision.began, 3),
        "account": run.account.to_json(),
        "thinking": run.thinking.to_json(),
    }
    notes = [one.to_json() for one in run.ledger.events()]
    made = {**run.page.run, "stats": record["stats"], "notes": notes}
    before = run.page.run.get("revisions")
    made["revisions"] = [*(before if isinstance(before, list) else ()), {**entry, **spent}]
    return made | ({"corpus": read.report} if read is not None and read.report else {})


async def _manifest(revision: Revision) -> Manifest:
    """The manifest of the run, with what it has read by now."""
    manifest, read, library = revision.run.manifest, revision.read, revision.run.memory.library
    if read is None:
        return manifest
    await library.keep_known()
    asked = {**manifest.asked, "snippets": await library.fingerprint()}
    return replace(manifest, asked=asked, source=read.kept_as or manifest.source)


def _came_of(old: PageRecord, record: PageRecord, *, is_lead: bool) -> dict[str, Any]:
    """What came of a revision, for its event: sources that came onto the page, headings that went and that came, what
    the lead lost and got unasked."""
    found = changes(old, record)
    before, there = (
        {one["id"]: one["heading"] for one, _ in walk_sections(page["sections"])} for page in (old, record)
    )
    was, now = (
        [one["sentence"] for part in paragraphs(page, LEAD, page["lead"]) for one in part] for page in (old, record)
    )
    lost = 0 if is_lead else sum(one not in now for one in was)
    return {
        "taken_in": len(found.new_sources),
        "gone": [heading for name, heading in before.items() if name not in there],
        "came": [heading for name, heading in there.items() if name not in before],
        "lead_lost": lost,
        "lead_got": 0 if is_lead else sum(one not in was for one in now),
    }


def _told_of(detail: Mapping[str, Any], run: FinishedRun) -> list[str]:
    """What the caller would not expect."""
    why = "nothing is left to say there without the banned sources"
    if not (detail.get("banned") or detail.get("documents")):
        why = "its section was written anew, and says nothing under this heading now"
    told = [f"“{one}” left the page: {why}" for one in detail["gone"]]
    if lost := detail["lead_lost"]:
        then = f"castalia rewrite {run.folder.out} lead writes it anew"
        if by_rules(run.crew.editor):
            then = "another took the place" if detail["lead_got"] else "there is none to take the place"
        told.append(f"the lead lost {count(lost, 'sentence')} whose source was banned or left the page: {then}")
    return told


def _too_little(detail: Mapping[str, Any], old: Mapping[str, Any], may_go: bool) -> str:
    """Why nothing was changed, what there is, and how to go on."""
    heading = detail["headings"][0]
    if may_go and len(old["sections"]) == 1:
        return (
            f"“{heading}” is the only section, and nothing of it is left without the banned sources: the page stays as it was; ban fewer, or "
            "castalia generate the page anew with --approve sources"
        )
    return f"too little is left of “{heading}” to stand on the page, which stays as it was"


def revised_of(page: TopicPage, told: Mapping[str, Any]) -> Revised:
    """What a caller is told of a revision that is in place."""
    numbers: dict[str, Any] = {
        name: tuple(one) if isinstance(one, list) else one for name, one in told["changes"].items()
    }
    return Revised(page, told["diff"], Changes(**numbers), tuple(told["told"]), tuple(told["touched"]))


def check_changed(changed: object) -> None:
    """``InputError`` for what changes no settings."""
    if not callable(changed):
        raise InputError(f"changed is {changed!r}: give a function from Settings to Settings")


def thinking_for(model: Any, there: AtRest) -> Thinking:
    """What the change thinks with: this model, or, where it is ``None``, what the page was made with."""
    return thinking_then(there.manifest, there.folder) if model is None else Thinking.of(model)


async def opened(source: Source, there: AtRest) -> Read:
    """The memory that the run read, or the one given in its place, with the run's embeddings unless others are given."""
    if source.memory is None and source.store is None and not source_then(there.folder, there.manifest):
        raise InputError(
            "this page was written from an open memory, or in a batch whose manifest does not tell of it: give the store that it read (--store, in "
            "Python store=)"
        )
    if source.store is not None and source.embeddings is None:
        source = replace(source, embeddings=there.manifest.source.get("embeddings"))
    return await source.open(there.folder, there.manifest)


async def snippets_behind(run: FinishedRun) -> list[Snippet]:
    """What the page was written from; ``InputError`` where the store, which may be another one, does not hold that."""
    taken = [hit.snippet_id for hit in run.ledger.taken_in()]
    cited = [one["snippet_id"] for one in run.page.record["references"]]
    try:
        return await run.memory.store.get(list(dict.fromkeys((*taken, *cited))))
    except StoreError:
        raise  # a server's, which says what to do
    except KeyError as error:
        raise InputError(
            f"the store does not hold what the page was written from ({error}): give the one that does"
        ) from None


def cited_by(record: Mapping[str, Any] | PageRecord, sections: Iterable[str]) -> set[str]:
    """The snippets that these sections cite."""
    names = set(sections)
    numbers = {number for one in record["claims"] if one["section"] in names for number in one["citations"]}
    return {one["snippet_id"] for one in record["references"] if one["number"] in numbers}
