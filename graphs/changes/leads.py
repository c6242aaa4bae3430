"""The lead of a finished page that changes: which of its sentences still stand, and how it is chosen or written
again."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from castalia.agents.model.standby import standby_step
from castalia.agents.roles import EDIT_STEP, by_rules
from castalia.graphs.changes.redoing import Work, bars, redo
from castalia.graphs.finished_run import FinishedRun
from castalia.graphs.page import TopicPage
from castalia.graphs.pipeline.stopping import stopped_told
from castalia.graphs.progress import Tell
from castalia.graphs.revision_record import ban_of, rewrites_in
from castalia.memory.errors import CastaliaError
from castalia.memory.known_ids import KnownIds
from castalia.memory.ledgers import Ban
from castalia.memory.plain import draft_of, plain
from castalia.memory.records import Claim, Draft, Section, Snippet
from castalia.memory.waits import run_in_thread
from castalia.tools.composition.lead_openings import opening_among
from castalia.tools.composition.lead_sentences import lead_among
from castalia.tools.drafting.drafts import claims_in, keep_claims, without_sources, words_in
from castalia.tools.language.words import stem_set
from castalia.tools.pages.page_drafts import cited_in, drafts_of, outline_of_page
from castalia.tools.pages.page_json import LEAD, LEAD_HEADING, PageRecord
from castalia.tools.topic.defining_snippets import defining_snippets
from castalia.tools.topic.evidence import Evidence, run_evidence


async def standing_lead(run: FinishedRun, outline: Sequence[Section], drafts: Mapping[str, Draft]) -> Draft:
    """The lead of the page without the sentences that no longer stand above these sections; an editor by rules fills
    the gap.

    A sentence goes if it cites what a person banned from the lead, or from a section where no section cites it now. One
    by a model sums up the sections: it also goes where they cited its sources and none does now.
    """
    before = drafts_of(run.page.record)
    lead = before[LEAD]
    then = cited_in(*(draft for name, draft in before.items() if name != LEAD))
    now = cited_in(*drafts.values())
    gone = await barred(run, cited_in(lead), now)
    sums_up = run.page.record["engines"].get("editor") != "extractive"

    def stands(claim: Claim) -> bool:
        cited = {one.snippet_id for one in claim.citations}
        return gone.isdisjoint(cited) and not (sums_up and cited & then and not cited & now)

    kept = keep_claims(lead, stands)
    if kept == lead or not by_rules(run.crew.editor) or not run.settings.editor:
        return kept
    return await chosen_lead(run, outline, drafts, kept=claims_in(kept))


async def chosen_lead(
    run: FinishedRun,
    outline: Sequence[Section],
    drafts: Mapping[str, Draft],
    kept: Sequence[Claim] = (),
) -> Draft:
    """A lead by rules: sentences of the run's snippets, and of those that name the topic, that no section says."""
    drafts = {name: one for name, one in drafts.items() if name != LEAD}
    evidence, allowed = await _citable(run, drafts)
    return await run_in_thread(lead_among, outline, drafts, allowed, evidence, kept, _wishes(run).pinned)


async def renewed_lead(run: FinishedRun, record: PageRecord, known: KnownIds, tell: Tell) -> Draft | None:
    """The lead of a page whose evidence has grown beyond what was ``known``, chosen or written again; ``None`` where
    the one there is stays.

    ``record`` is the page as its sections are now. Raises ``CastaliaError`` where a model gives none.
    """
    if not await calls_for_lead(run, record, known):
        return None
    if by_rules(run.crew.editor):
        lead = await chosen_lead(run, outline_of_page(record), drafts_of(record))
    else:
        lead = await written_lead(replace(run, page=TopicPage(record, run.page.graph, run.page.run)), "", tell)
    return lead if known.missing(cited_in(lead)) else None


async def calls_for_lead(run: FinishedRun, record: PageRecord, known: KnownIds, offered: Collection[str] = ()) -> bool:
    """Whether snippets that were not ``known`` call for another lead: one of them defines the topic better than all the
    others do, or the page has no sections, so that only its lead can use them.

    A lead by a model sums up the sections. So a model is asked only where a section cites the definition, or may cite
    it once it is redone (the ids ``offered``), and never where a person had the lead changed by a note.
    """
    if not run.settings.editor:
        return False
    drafts = drafts_of(record)
    lead = drafts.pop(LEAD)
    is_chosen = by_rules(run.crew.editor)
    if not drafts:
        return is_chosen
    evidence, allowed = await _citable(run, drafts)
    told = [stem_set(one.sentence) for draft in drafts.values() for one in claims_in(draft)]
    opening = await run_in_thread(opening_among, allowed, evidence, told if is_chosen else (), _wishes(run).pinned)
    if opening is None or any(one.sentence == opening.sentence for one in claims_in(lead)):
        return False
    home = opening.citations[0].snippet_id
    if not known.missing([home]):
        return False
    told_below = home in offered or home in cited_in(*drafts.values())
    return is_chosen or (told_below and not _is_noted(run))


async def written_lead(run: FinishedRun, note: str, tell: Tell) -> Draft:
    """A lead by the crew's editor from what the sections say, or, with a ``note``, by its writer from the lead there
    is.

    Raises ``CastaliaError`` where neither gives one."""
    record = run.page.record
    drafts = {name: one for name, one in drafts_of(record).items() if name != LEAD}
    cited = cited_in(*drafts.values())
    gone = await barred(run, cited, ())
    if note:
        lead, ids = Section(LEAD, run.state["topic"], 1), tuple(sorted(cited - gone))
        words = words_in(claims_in(drafts_of(record)[LEAD]))  # as many as the lead has
        work = Work(lead, (LEAD,), ids, words, banned=(_wishes(run).own,), wish=note)
        (redone,) = await redo(run, [work], tell, revise=True)
        if redone.failed:
            raise CastaliaError(redone.failed)
        return redone.drafts[LEAD]
    shown = {name: without_sources(draft, gone) for name, draft in drafts.items()}
    tell({"phase": "write", "section": LEAD_HEADING, "id": LEAD, "state": "writing", "revisions": 0})
    written = await _edited(run, [plain(one) for one in outline_of_page(record)], shown)
    tell({"phase": "write", "section": LEAD_HEADING, "id": LEAD, "state": "written", "revisions": 0, "open": 0})
    return written


async def without_barred(run: FinishedRun) -> Draft:
    """The lead there is, without what was banned from it."""
    drafts = drafts_of(run.page.record)
    lead = drafts.pop(LEAD)
    return without_sources(lead, await barred(run, cited_in(lead), cited_in(*drafts.values())))


async def barred(run: FinishedRun, snippet_ids: Collection[str], cited_now: Collection[str]) -> frozenset[str]:
    """Those of these snippets that the lead shall not cite: a person banned them from it, or from a section and no
    section cites them now."""
    wishes, cited = _wishes(run), set(cited_now)

    def is_barred(one: Snippet) -> bool:
        return wishes.own.covers(one) or (one.id not in cited and bars(wishes.others, one))

    snippets = await run.memory.snippets(sorted(snippet_ids))
    return frozenset(one.id for one in snippets if one.id not in wishes.pinned and is_barred(one))


async def _citable(run: FinishedRun, drafts: Mapping[str, Draft]) -> tuple[Evidence, list[Snippet]]:
    """The evidence of the run, and the snippets that a lead above these drafts may cite: its own, and those that name
    the topic."""
    evidence = await run_evidence(run.memory, run.topic_state)
    snippets = await defining_snippets(run.memory, run.topic_state, evidence)
    gone = await barred(run, {one.id for one in snippets}, cited_in(*drafts.values()))
    return evidence, [one for one in snippets if one.id not in gone]


def _is_noted(run: FinishedRun) -> bool:
    """Whether a person had the lead changed by a note."""
    return any(one["note"] and LEAD in one["units"] for one in rewrites_in(run.ledger))


@dataclass(frozen=True, slots=True)
class _Wishes:
    """What was banned from the lead (``own``), what from each section (``others``), and what was pinned in the lead."""

    own: Ban
    others: tuple[Ban, ...]
    pinned: tuple[str, ...]


def _wishes(run: FinishedRun) -> _Wishes:
    rewrites = rewrites_in(run.ledger)
    bans = {
        name: ban_of(one for one in rewrites if name in one["units"]) for each in rewrites for name in each["units"]
    }
    pinned: dict[str, None] = {}
    for one in rewrites:
        if LEAD in one["units"]:
            pinned = {name: None for name in (*one["pinned"], *pinned) if name not in one["banned"]}
    return _Wishes(bans.pop(LEAD, Ban()), tuple(bans.values()), tuple(pinned))


async def _edited(run: FinishedRun, outline: list[dict[str, Any]], drafts: Mapping[str, Draft]) -> Draft:
    """The editor's lead for these drafts; what it would do to the drafts themselves is not done."""
    ledger = run.ledger
    before = [one for one in ledger.events() if one.step == EDIT_STEP and not one.kind.startswith("lead")]
    standby = standby_step("editor")
    ledger.step(standby)
    given = run.topic_state | {"outline": outline, "drafts": {name: plain(one) for name, one in drafts.items()}}
    with stopped_told():
        found = await run.bound.crew.editor(given)
    events = ledger.events()
    if unpaid := next((one for one in events if one.step == standby), None):
        raise CastaliaError(str(unpaid.detail["reason"]))
    ledger.step(EDIT_STEP)
    for one in (*before, *(one for one in events if one.step == EDIT_STEP and one.kind.startswith("lead"))):
        ledger.event(one.kind, step=EDIT_STEP, **one.detail)
    lead = draft_of(found["lead"])
    if not claims_in(lead):
        raise CastaliaError("no sentence came of it that can stand")
    return lead
