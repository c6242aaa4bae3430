"""Redoes units of a finished page: they are written again, or revised as a person asks, while the page stays as it
is."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from castalia.agents.model.standby import standby_step
from castalia.agents.roles import by_rules
from castalia.graphs.events import told_of
from castalia.graphs.finished_run import FinishedRun
from castalia.graphs.pipeline.asking import unanswered
from castalia.graphs.pipeline.instructed import RevisionInput, revise_unit
from castalia.graphs.pipeline.stopping import stopped_told
from castalia.graphs.pipeline.unit import build_unit, section_event, unit_evidence, units_of
from castalia.graphs.progress import Tell
from castalia.graphs.revision_record import ban_of, rewrites_in
from castalia.memory.errors import CastaliaError, InputError, StoreError
from castalia.memory.event_kinds import NOT_REVISED
from castalia.memory.ledgers import Ban
from castalia.memory.plain import draft_of, outline_of, plain
from castalia.memory.records import Draft, Feedback, Section, Snippet
from castalia.memory.waits import together
from castalia.tools.drafting.drafts import claims_in, sentences_in, without_sources
from castalia.tools.models.chat import NoEvidenceError
from castalia.tools.pages.page_drafts import cited_in, drafts_of
from castalia.tools.pages.page_json import LEAD

OF_WHOLE = (
    "a person asks of the whole section, and where it does not concern this sentence the sentence comes back as it is: "
)

UNREVIEWED: Mapping[str, Any] = {"revisions": 0, "rejected": 0}


@dataclass(frozen=True, slots=True)
class Work:
    """A unit to redo, with its evidence and words: ``section`` as planned; ``takes`` are the headings whose new text goes
    onto the page, ``banned`` what each of them may not cite. ``wish`` is what a person asks of the text now, ``notes``
    what was asked of its headings before."""

    section: Section
    takes: tuple[str, ...]
    snippet_ids: tuple[str, ...]
    words: int
    pinned: tuple[str, ...] = ()
    banned: tuple[Ban, ...] = ()
    wish: str = ""
    notes: tuple[tuple[str, str], ...] = ()

    @property
    def is_whole(self) -> bool:
        """Whether the page gets the new text of all its headings."""
        return set(nodes_in(self.section)) <= set(self.takes)


@dataclass(frozen=True, slots=True)
class Redone:
    """The result of some ``work``: drafts by heading and the review, or why it ``failed``; ``had`` are the rows that the
    run's ledgers held about the unit before."""

    work: Work
    drafts: Mapping[str, Draft]
    review: Mapping[str, Any]
    failed: str = ""
    had: Sequence[Sequence[Any]] = ()


def work_on(run: FinishedRun, target: str) -> list[Work]:
    """The units to redo for the new text of a heading (its id), with the evidence that they had."""
    plan = {one["section"]: one for one in run.state["plan"]}
    outline = outline_of(run.state["outline"])
    top = next((one for one in outline if target in nodes_in(one)), None)
    if top is None:
        raise InputError(f"the section {target} is not in the outline of the run: generate the page anew")
    wanted = nodes_in(top) if top.id == target else (target,)
    found = []
    for unit in units_of([top], run.settings):
        takes = tuple(one for one in nodes_in(unit) if one in wanted)
        if takes and unit.id in plan:
            given = plan[unit.id]
            ids = tuple(given["snippet_ids"])
            found.append(Work(unit, takes, ids, given["words"], tuple(given["pinned"]), bans_on(run, takes)))
    if not found:
        raise InputError("no evidence was planned for this section: generate the page anew")
    return found


async def redo(run: FinishedRun, work: Sequence[Work], tell: Tell, *, revise: bool = False) -> list[Redone]:
    """Redo these units side by side: write them anew from their evidence, or ``revise`` the text on the page by their
    wishes.

    A unit that fails says so in its result; errors of store and disk are raised."""
    return await together(_redo(run, one, work, tell, revise) for one in work)


def put_back(run: FinishedRun, redone: Redone) -> None:
    """Restore the rows of the ledgers about a unit whose old text stays."""
    run.ledger.ledgers.restore(run.ledger.run_id, redone.had, about=redone.work.section.id)


def nodes_in(section: Section) -> tuple[str, ...]:
    """The ids of a section and its subsections."""
    return (section.id, *(one.id for one in section.sections))


def bans_on(run: FinishedRun, headings: Iterable[str]) -> tuple[Ban, ...]:
    """What was banned from each of these headings (ids), alone or with the section around it. A pin in another heading
    of that section lifts no ban."""
    above = {one.id: top.id for top in outline_of(run.state["outline"]) for one in top.sections}
    rewrites = rewrites_in(run.ledger)
    return tuple(
        ban_of(one for one in rewrites if name in one["units"] or above.get(name) in one["units"]) for name in headings
    )


def bars(bans: Iterable[Ban], snippet: Snippet) -> bool:
    """Whether one of these bans covers the snippet."""
    return any(one.covers(snippet) for one in bans)


def wishes_of(run: FinishedRun, unit: Section) -> tuple[tuple[str, ...], tuple[tuple[str, str], ...]]:
    """What earlier rewrites of a unit pinned in it, and the notes they gave, each with its heading."""
    nodes = nodes_in(unit)
    mine = [one for one in rewrites_in(run.ledger) if not set(nodes).isdisjoint(one["units"])]
    pinned = dict.fromkeys(name for one in mine for name in one["pinned"])
    notes = dict.fromkeys((name, one["note"]) for one in mine for name in one["units"] if name in nodes and one["note"])
    return tuple(pinned), tuple(notes)


async def _redo(run: FinishedRun, work: Work, all_work: Sequence[Work], tell: Tell, revise: bool) -> Redone:
    ledger, unit = run.ledger, work.section.id
    had = ledger.ledgers.entries(ledger.run_id, about=unit)
    standby = standby_step("writer", unit)
    ledger.step(standby)
    try:
        with stopped_told():
            work = await _allowed(run, work)
            if revise:
                page, before = drafts_of(run.page.record), run.state.get("reviews", {}).get(unit, UNREVIEWED)
                drafts, review = await _revised(run, work, page, before, tell)
            else:
                try:
                    drafts, review = await _written(run, work, all_work, tell)
                except NoEvidenceError:
                    if not any(one.snippets or one.documents for one in work.banned):
                        raise
                    drafts, review = _nothing(work)  # as where what is banned is all that there was
                for heading, note in work.notes if not by_rules(run.crew.writer) else ():
                    again = replace(work, takes=nodes_in(work.section) if heading == unit else (heading,), wish=note)
                    changed, review = await _revised(run, again, drafts, review, tell)
                    drafts |= changed
    except (StoreError, OSError):
        raise
    except CastaliaError as error:
        tell(section_event(_shown(run, work), "failed", reason=str(error)))
        failed = str(error)
    else:
        failed = next((str(one.detail["reason"]) for one in ledger.events() if one.step == standby), "")
    if not failed:
        return Redone(work, drafts, review, had=had)
    redone = Redone(work, {}, {}, failed, had)
    put_back(run, redone)
    return redone


async def _allowed(run: FinishedRun, work: Work) -> Work:
    """The work without what is banned from it."""
    if not any(one.snippets or one.documents for one in work.banned):
        return work
    snippets = await run.memory.snippets(list(dict.fromkeys((*work.snippet_ids, *work.pinned))))
    gone = {one.id for one in snippets if bars(work.banned, one)}
    return replace(
        work,
        snippet_ids=tuple(one for one in work.snippet_ids if one not in gone),
        pinned=tuple(one for one in work.pinned if one not in gone),
    )


async def _written(
    run: FinishedRun, work: Work, all_work: Sequence[Work], tell: Tell
) -> tuple[dict[str, Draft], Mapping[str, Any]]:
    """The unit, written and reviewed in its subgraph as in the run itself."""
    ledger, unit = run.ledger, work.section.id
    if not work.snippet_ids:
        return _nothing(work)
    before = run.state.get("reviews", {}).get(unit, UNREVIEWED)["revisions"]  # notes may have made more than a run does
    for revision in range(max(run.settings.revisions + 1, before) + 1):  # nothing of the text that goes
        ledger.give_feedback(unit, revision, [])
        ledger.approve(unit, revision, [])
        ledger.step(f"write:{unit}:{revision}")
        ledger.step(f"review:{unit}:{revision}")
    elsewhere = _elsewhere(run, all_work) if by_rules(run.crew.writer) else ()
    # a writer of verbatim sentences takes none that was objected to before: those that stand elsewhere are not there
    # for it
    ledger.give_feedback(unit, -1, [Feedback(unit, one, "it stands elsewhere on the page") for one in elsewhere])
    given = _shown(run, work)
    graph = build_unit(run.bound)
    found: dict[str, Any] = {}
    async for part in graph.astream(given, stream_mode=["custom", "values"], version="v2"):
        if part["type"] == "custom":
            tell(told_of(part["data"]))
        else:
            found = dict(part["data"])  # type: ignore[arg-type]
    ledger.give_feedback(unit, -1, [])
    if unit not in found.get("reviews", {}):
        raise unanswered()
    return {name: draft_of(one) for name, one in found["drafts"].items()}, found["reviews"][unit]


def _nothing(work: Work) -> tuple[dict[str, Draft], Mapping[str, Any]]:
    """A unit for which nothing is left to say."""
    return {name: Draft(name, ()) for name in nodes_in(work.section)}, {**UNREVIEWED, "open": [], "sentences": 0}


async def _revised(
    run: FinishedRun, work: Work, before: Mapping[str, Draft], review: Mapping[str, Any], tell: Tell
) -> tuple[dict[str, Draft], Mapping[str, Any]]:
    """The text that is there, revised by what a person asks for."""
    ledger = run.ledger
    section = _narrowed(work)
    text = [await _without_banned(run, before.get(one) or Draft(one, ()), work.banned) for one in work.takes]
    cited = sorted(cited_in(*text))
    found = await unit_evidence(run.bound, run.state["topic"], section, frozenset(work.snippet_ids))
    if not (work.snippet_ids or cited):
        return {one.section: one for one in text}, {**UNREVIEWED, **review, "open": [], "sentences": 0}
    revision = review["revisions"] + 1
    claims = [claim for one in text for claim in claims_in(one)]
    asked = [Feedback(section.id, "", work.wish, "add")]
    asked += [Feedback(section.id, one.sentence, OF_WHOLE + work.wish, "rewrite") for one in claims]
    ledger.step(f"write:{section.id}:{revision}")
    state: RevisionInput = _shown(run, work) | {
        "section": plain(section),
        "snippet_ids": list(dict.fromkeys((*work.pinned, *cited, *found))),
        "words": work.words,
        "text": [plain(one) for one in text],
        "feedback": [plain(one) for one in asked],
        "left": [],
        "kept": [],
        "dropped": [],
        "revision": revision,
        "rejected": review["rejected"],
    }
    tell(section_event(state, "revising"))
    done = await revise_unit(run.bound, state, tell)
    failed = [
        one for one in ledger.events() if one.step == f"write:{section.id}:{revision}" and one.kind == NOT_REVISED
    ]
    if failed:
        raise CastaliaError(str(failed[0].detail["reason"]))
    return {name: draft_of(one) for name, one in done["drafts"].items()}, done["reviews"][section.id]


def _narrowed(work: Work) -> Section:
    """The unit, or the one subsection of it whose text is wanted."""
    if work.section.id in work.takes:
        return replace(work.section, sections=tuple(one for one in work.section.sections if one.id in work.takes))
    return next(one for one in work.section.sections if one.id in work.takes)


async def _without_banned(run: FinishedRun, draft: Draft, banned: Iterable[Ban]) -> Draft:
    snippets = await run.memory.snippets(sorted(cited_in(draft)))
    return without_sources(draft, {one.id for one in snippets if bars(banned, one)})


def _elsewhere(run: FinishedRun, work: Sequence[Work]) -> Collection[str]:
    """The sentences of the page that stay."""
    redone = {name for one in work for name in one.takes}
    drafts = drafts_of(run.page.record)
    return sorted(sentences_in(one for name, one in drafts.items() if name not in redone))


def _shown(run: FinishedRun, work: Work) -> Any:
    outline = run.topic_state["outline"]
    if work.section.id == LEAD:  # which no outline holds
        outline = [*outline, plain(work.section)]
    return {
        **run.topic_state,
        "outline": outline,
        "section": plain(work.section),
        "snippet_ids": list(work.snippet_ids),
        "pinned": list(work.pinned),
        "words": work.words,
    }
