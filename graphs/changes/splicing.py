"""Splices new text of some sections into a finished page; everything else stays to the letter."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from castalia.agents.roles import by_rules
from castalia.graphs.changes.leads import standing_lead
from castalia.graphs.changes.left_open import left_open
from castalia.graphs.changes.redoing import Redone, Work, nodes_in
from castalia.graphs.finished_run import FinishedRun
from castalia.graphs.pipeline.assemble import engine_among, engine_notices, judged_below, models_asked, told_and_spent
from castalia.graphs.pipeline.decided import kept_sentences, nodes_asked
from castalia.graphs.pipeline.lead_review import verified_lead
from castalia.graphs.pipeline.left_out_roles import engines_by, unread_notices
from castalia.memory.ledgers import Event
from castalia.memory.plain import feedback_of, outline_of, plain
from castalia.memory.records import Claim, Draft, Feedback, Section, Snippet, nodes_of
from castalia.tools.claims.verification import NOT_FOUND_SUPPORTED, Grounds, Verified, verify_draft
from castalia.tools.composition.page_editing import edit_among
from castalia.tools.composition.places import SUBSECTION
from castalia.tools.composition.standing_sections import least_of
from castalia.tools.drafting.drafts import claims_in, keep_claims, sentences_in
from castalia.tools.pages.page_building import build_page
from castalia.tools.pages.page_drafts import cited_in, drafts_of, issues_of, outline_of_page, snippets_of
from castalia.tools.pages.page_json import LEAD, NOBODY, PageRecord
from castalia.tools.topic.evidence import run_evidence

EMPTY = Draft("", ())
# roles that may think otherwise when sections are redone
AT_WORK = ("relevance_filter", "writer", "reviewer")


async def splice(
    run: FinishedRun,
    redone: Sequence[Redone],
    events: Sequence[Event],
    *,
    lead: Draft | None = None,
    may_go: bool = False,
) -> PageRecord | None:
    """The page with the new text; ``None`` where too little of it is left. ``events`` are those of the run before the
    revision.

    ``lead`` is a new one; else the sentences of the old one stay that still stand. Where headings ``may_go``, one of
    which little is left has that little, and one of which nothing is left goes.
    """
    record = run.page.record
    taken = tuple(name for one in redone for name in one.work.takes)
    stays = {name: one for name, one in drafts_of(record).items() if name not in taken}
    written = await _fresh(run, redone, stays)
    grounds = Grounds(
        record["topic"],
        await _with_cited(run, snippets_of(record), written.values()),
        _headings(run, redone),
        run.settings.strict,
        kept_sentences(run.ledger.events()),
    )
    checked = {name: verify_draft(one, grounds) for name, one in written.items()}
    fresh = {name: one.draft for name, one in checked.items()}
    page, asked = outline_of_page(record), nodes_asked(outline_of(run.state["outline"]), run.ledger)
    found = outline_with(page, redone, fresh, stays, asked, is_ruled=by_rules(run.crew.writer), may_go=may_go)
    if found is None or (not found and record["sections"]):
        return None
    names = {name for one in found for name in nodes_in(one)}
    drafts = {name: one for name, one in {**stays, **fresh}.items() if name in names}
    is_chosen = lead is not None
    if lead is None:
        lead = await standing_lead(run, found, drafts)
    if lead != stays[LEAD]:
        lead = judged_below(lead, [stays[LEAD], *drafts.values()])
        grounds = replace(grounds, snippets=await _with_cited(run, grounds.snippets, [lead]))
        checked[LEAD] = await verified_lead(run.bound, run.topic_state, lead, grounds)
        lead = checked[LEAD].draft
    if is_chosen:
        taken = (*taken, LEAD)
    engines = _engines(run, is_redone=bool(redone), is_lead=is_chosen)
    return build_page(
        record["topic"],
        domain=record["domain"],
        pipeline=record["pipeline"],
        engine=engine_among(engines),
        engines=engines,
        model=models_asked(record["model"], run.account),
        lead=lead.paragraphs,
        sections=found,
        drafts=drafts,
        snippets={one: grounds.snippets[one] for one in sorted(cited_in(lead, *drafts.values()))},
        open_issues=_issues(record, redone, checked, lead, drafts, taken),
        gaps=await left_open(run, lead, found, drafts),
        notices=_notices(run, events, [lead, *drafts.values()]),
        stats=_stats(run, redone, [lead, *drafts.values()]),
        language=record.get("language", "en"),
    )


async def _fresh(run: FinishedRun, redone: Sequence[Redone], stays: Mapping[str, Draft]) -> dict[str, Draft]:
    """The new drafts of the page, as an editor leaves them beside those that stay."""
    fresh = {name: one.drafts[name] for one in redone for name in one.work.takes if name in one.drafts}
    if run.settings.editor:  # without one, the thesis' way, sections may tell the same
        fresh = _untold(fresh, stays)
    if fresh and by_rules(run.crew.writer):
        fresh = edit_among(fresh, stays.values(), await run_evidence(run.memory, run.state))
    return fresh


async def _with_cited(run: FinishedRun, snippets: Mapping[str, Snippet], drafts: Iterable[Draft]) -> dict[str, Snippet]:
    """The snippets, and those that the drafts cite."""
    more = await run.memory.snippets(sorted(cited_in(*drafts) - snippets.keys()))
    return {**snippets, **{one.id: one for one in more}}


def state_after(
    run: FinishedRun, redone: Sequence[Redone], planned: Sequence[Work], record: PageRecord
) -> dict[str, Any]:
    """The update of the run's state: the new drafts and reviews, the page, and the plan of all units at work, also of
    those that came to nothing this time, so that they can be rewritten with the same evidence."""
    drafts = {name: plain(one.drafts[name]) for one in redone for name in one.work.takes if name in one.drafts}
    reviews = {}
    for one in redone:
        unit = one.work.section.id
        before = run.state.get("reviews", {}).get(unit, {})
        reviews[unit] = dict(one.review) if one.work.is_whole else {**before, "revisions": one.review["revisions"]}
    plan = {one["section"]: one for one in run.state["plan"]}
    for work in planned:
        own = {"snippet_ids": list(work.snippet_ids), "words": work.words, "pinned": list(work.pinned)}
        plan[work.section.id] = {**plan.get(work.section.id, {}), "section": work.section.id, **own}
    changed = {"iterations": run.state["iterations"], "curated": run.state["curated"], "novelty": run.state["novelty"]}
    return {"drafts": drafts, "reviews": reviews, "plan": [*plan.values()], "page": dict(record), **changed}


def _untold(fresh: Mapping[str, Draft], stays: Mapping[str, Draft]) -> dict[str, Draft]:
    """The new drafts without sentences that stand elsewhere on the page word for word."""
    told = {_words(claim.sentence) for one in stays.values() for claim in claims_in(one)}
    found = {}

    def is_fresh(claim: Claim) -> bool:
        return _words(claim.sentence) not in told

    for name, draft in fresh.items():
        found[name] = keep_claims(draft, is_fresh)
        told |= {_words(claim.sentence) for claim in claims_in(found[name])}
    return found


def _words(sentence: str) -> str:
    return " ".join(sentence.lower().split())


def _headings(run: FinishedRun, redone: Sequence[Redone]) -> list[str]:
    nodes = [*nodes_of(one.work.section for one in redone), *nodes_of(outline_of_page(run.page.record))]
    return [*{one.id: one.heading for one in nodes}.values()]


def outline_with(
    page: Sequence[Section],
    redone: Sequence[Redone],
    fresh: Mapping[str, Draft],
    stays: Mapping[str, Draft],
    asked: Collection[str],
    *,
    is_ruled: bool,
    may_go: bool,
) -> tuple[Section, ...] | None:
    """The page's outline, in which redone sections have the subsections that now say something. Where too little is
    left of a section: ``None``, or, where it ``may_go``, the outline without it.

    How much is enough: one sentence where a model writes, or where sections may go; else as many as a new page asks
    for, which are fewer under a heading that a person ``asked`` for (ids).
    """
    least_inner = SUBSECTION if is_ruled and not may_go else 1
    taken = {name: one.work for one in redone for name in one.work.takes}
    planned = {one.id: one for work in taken.values() for one in work.section.sections if one.id in taken}
    found = []
    for section in page:
        inner = []
        is_mine = section.id in taken
        known = {one.id: one for one in section.sections}
        order = [one.id for one in taken[section.id].section.sections] if is_mine else []
        for name in dict.fromkeys([*order, *known]):
            node = known.get(name) or planned.get(name)
            if node is None or (name in taken and len(claims_in(fresh.get(name, Draft(name, ())))) < least_inner):
                continue
            inner.append(node)
        mine = [name for name in (section.id, *(one.id for one in inner)) if name in taken]
        if mine or any(name in taken for name in known):
            said = sum(len(claims_in(fresh[name])) for name in mine if name in fresh)
            own = fresh if is_mine else stays
            if may_go and not inner and not claims_in(own.get(section.id, EMPTY)):
                continue
            least = least_of(taken[section.id].section, asked) if is_mine and is_ruled else least_inner
            if not may_go and said < least:
                return None
        found.append(replace(section, sections=tuple(inner)))
    return tuple(found)


def _issues(
    record: PageRecord,
    redone: Sequence[Redone],
    checked: Mapping[str, Verified],
    lead: Draft,
    drafts: Mapping[str, Draft],
    taken: Sequence[str],
) -> list[Feedback]:
    """The issues of the page that are open still, and those with the text that is new: what its review left open, and
    what the verification objects to."""
    now = sentences_in([lead, *drafts.values()])
    fresh = sentences_in([lead]) - sentences_in([drafts_of(record)[LEAD]])
    fresh |= sentences_in(drafts[name] for name in taken if name in drafts)
    whole = {one.work.section.id for one in redone if one.work.is_whole}
    issues = [one for one in issues_of(record) if _still_open(one, whole, taken, now)]
    found = [feedback_of(item) for one in redone for item in one.review.get("open", ())]
    found += [item for name, one in checked.items() if name in drafts or name == LEAD for item in one.issues]
    fresh |= {item.claim for one in checked.values() for item in one.issues if item.reason == NOT_FOUND_SUPPORTED}
    issues += [one for one in found if (one.claim in fresh if one.claim else one.section in {*whole, *taken})]
    return list(dict.fromkeys(issues))


def _still_open(one: Feedback, whole: set[str], taken: Sequence[str], now: Collection[str]) -> bool:
    """Whether an issue of the page is one of the page as it is now."""
    if one.claim:
        return one.claim in now and one.section not in whole
    return one.section not in whole and one.section not in taken


def _notices(run: FinishedRun, before: Sequence[Event], drafts: Sequence[Draft]) -> list[str]:
    """The notices that stay, and those of what happened in the run, as it is known now; of sentences that nobody
    reviewed, too, where that was said before, or this revision has no reviewer."""
    record = run.page.record
    unread, notices = unread_notices(one["verdict"] for one in record["claims"]), record.get("notices", [])
    then = {*engine_notices(before), *unread}
    stay = [one for one in notices if one not in then] + engine_notices(run.ledger.events())
    if run.settings.reviewer and not set(unread) & set(notices):
        return stay
    return stay + unread_notices(claim.verdict for one in drafts for claim in claims_in(one))


def _engines(run: FinishedRun, *, is_redone: bool, is_lead: bool) -> dict[str, str]:
    """What each role thought with, over the whole page: of those that were at work again it may be both."""
    now = {role: one for role, one in engines_by(run.settings, run.crew).items() if is_redone and role in AT_WORK}
    if is_lead:
        now["editor"] = run.crew.engines["editor"]
    return {role: _together(engine, now.get(role, NOBODY)) for role, engine in run.page.record["engines"].items()}


def _together(before: str, now: str) -> str:
    """The engine of a role that was played with one, and again with another; ``NOBODY`` adds nothing."""
    played = {before, now} - {NOBODY} or {NOBODY}
    return played.pop() if len(played) == 1 else "mixed"


def _stats(run: FinishedRun, redone: Sequence[Redone], drafts: Sequence[Draft]) -> dict[str, Any]:
    stats = dict(run.page.record["stats"])
    for one in redone:
        before = run.state.get("reviews", {}).get(one.work.section.id, {})
        stats["revisions"] += one.review.get("revisions", 0) - before.get("revisions", 0)
        stats["rejected_sentences"] += one.review.get("rejected", 0) - before.get("rejected", 0)
    return {
        **stats,
        "snippets": len(run.ledger.curated(run.state["iterations"])),
        **told_and_spent(drafts, run.account, stats),
        "unsupported_sentences": sum(claim.verdict == "unsupported" for one in drafts for claim in claims_in(one)),
    }
