"""Assembly: from drafts to the page record, with the numbers of the run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from castalia.graphs.pipeline.bound import Bound
from castalia.graphs.pipeline.decided import (
    decision_notices,
    kept_sentences,
    nodes_asked,
    unmet_wishes,
    without_dropped,
)
from castalia.graphs.pipeline.found_sentences import found_sentences
from castalia.graphs.pipeline.lead_review import verified_lead
from castalia.graphs.pipeline.left_out import gaps_of_outline
from castalia.graphs.pipeline.left_out_roles import engines_by, unread_notices
from castalia.graphs.pipeline.meanings import meaning_notices
from castalia.graphs.pipeline.no_room import room_notices, without_room
from castalia.graphs.pipeline.not_ended import not_ended_notices
from castalia.graphs.pipeline.noted import details
from castalia.graphs.pipeline.questions import headings_in
from castalia.graphs.pipeline.state import ApolloState, failed_units, for_agent, not_written
from castalia.memory.event_kinds import NOT_REVIEWED, SNIPPET_LOST, STOOD_IN
from castalia.memory.ledgers import Event
from castalia.memory.memory import Memory
from castalia.memory.plain import draft_of, feedback_of, outline_of, plain
from castalia.memory.records import Claim, Draft, Feedback, Snippet
from castalia.tools.claims.verification import Grounds, verify_draft
from castalia.tools.drafting.drafts import claims_in, map_claims, sentences_in, standing, with_sentences, words_in
from castalia.tools.language.counting import count
from castalia.tools.models.account import Account
from castalia.tools.pages.page_building import build_page
from castalia.tools.pages.page_drafts import cited_in
from castalia.tools.pages.page_json import LEAD, NOBODY, Engine


async def assemble_page(state: ApolloState, bound: Bound, stopped_by: str) -> dict[str, Any]:
    """Let the editor make one page of the drafts, verify its claims, number its citations, and count."""
    run, settings = bound.memory.run(state["run_id"]), bound.settings
    edited = await _edit(state, bound)
    events = run.events()
    kept, before = kept_sentences(events), [draft_of(one) for one in state.get("drafts", {}).values()]
    outline = outline_of(edited["outline"])
    headings = headings_in(outline)
    sections = [draft_of(one) for name, one in edited["drafts"].items() if name in headings]
    lead = without_dropped(judged_below(draft_of(edited["lead"]), sections), events)
    whole = with_sentences([lead, *sections], before, kept)
    issues = [*_still_open(_open_issues(state), before, whole), *_kept_in_vain(kept, before, whole)]
    snippets = {one.id: one for one in await _held(bound.memory, sorted(cited_in(*whole)))}
    grounds = Grounds(state["topic"], snippets, [*headings.values()], settings.strict, kept)
    lead, *sections = whole
    first = await verified_lead(bound, for_agent(state), lead, grounds)
    checked = [first, *(verify_draft(one, grounds) for one in sections)]
    issues += [item for one in checked for item in one.issues]
    lead = first.draft
    outline, drafts = standing(outline, {one.draft.section: one.draft for one in checked[1:]})
    found = await found_sentences(state, bound)
    issues += await unmet_wishes(state, bound, drafts, lead, found)
    unfilled = gaps_of_outline(state, bound, headings_in(outline), found)
    helped = {one["role"] for one in details(events, STOOD_IN)}
    engines = {role: "mixed" if role in helped else one for role, one in engines_by(settings, bound.crew).items()}
    whole = [lead, *drafts.values()]
    return dict(
        build_page(
            state["topic"],
            domain=state["domain"],
            language=settings.language,
            pipeline="apollo",
            engine=engine_among(engines),
            engines=engines,
            model=models_asked(None, bound.account),
            lead=lead.paragraphs,
            sections=outline,
            drafts=drafts,
            snippets=snippets,
            open_issues=issues,
            gaps=[*edited["gaps"], *unfilled],
            notices=_notices(bound, run.events(), whole),
            stats=_stats(state, bound, stopped_by, whole),
        )
    )


def _notices(bound: Bound, events: Sequence[Event], drafts: Sequence[Draft]) -> list[str]:
    """What a reader should know of the page that these drafts make, and of its run."""
    unread = (
        [] if bound.settings.reviewer else unread_notices(claim.verdict for one in drafts for claim in claims_in(one))
    )
    return [*_budget_notice(bound.account), *engine_notices(events), *unread]


def _stats(state: ApolloState, bound: Bound, stopped_by: str, drafts: Sequence[Draft]) -> dict[str, Any]:
    """The numbers of a run, and of the page that these drafts make."""
    reviews, failures = state.get("reviews", {}).values(), state.get("failures", {}).values()
    return {
        "snippets": len(bound.memory.run(state["run_id"]).curated(state["iterations"])),
        "iterations": state["iterations"] - 1,
        "stopped_by": stopped_by,
        "yields": state["yields"],
        "novelty": state["novelty"],
        "usable": state.get("usable", []),
        **told_and_spent(drafts, bound.account, {}),
        "budget_exhausted": bound.account.exhausted,
        "revisions": sum(one["revisions"] for one in reviews),
        "rejected_sentences": sum(one["rejected"] for one in reviews),
        "unsupported_sentences": sum(claim.verdict == "unsupported" for one in drafts for claim in claims_in(one)),
        "failed_snippets": sum(one["node"] == "extract" for one in failures),
        "failed_sections": sum(one["node"] == "unit" for one in failures),
    }


def told_and_spent(drafts: Sequence[Draft], account: Account, before: Mapping[str, Any]) -> dict[str, Any]:
    """How much these drafts tell, and what was spent on their page, with what its stats say was spent ``before``."""
    spent, cost = account.total, before.get("cost", 0.0)
    return {
        "words": words_in(claim for one in drafts for claim in claims_in(one)),
        "sources": len(cited_in(*drafts)),
        "model_calls": before.get("model_calls", 0) + spent.calls,
        "replayed_calls": before.get("replayed_calls", 0) + spent.replayed,
        "failed_calls": before.get("failed_calls", 0) + spent.failed,
        "tokens": before.get("tokens", 0) + spent.tokens,
        "cost": None if spent.cost is None or cost is None else round(cost + spent.cost, 6),
    }


async def _held(memory: Memory, ids: Sequence[str]) -> list[Snippet]:
    """The snippets with these ids. An id that the store does not have, as somebody's own writer may cite, costs its
    citation alone."""
    try:
        return await memory.store.get(ids)
    except KeyError:
        found: list[Snippet] = []
        for name in ids:
            with suppress(KeyError):
                found += await memory.store.get([name])
        return found


async def _edit(state: ApolloState, bound: Bound) -> Mapping[str, Any]:
    """The editor's page; without an editor, or where every unit failed, the drafts in their order (eq. 3.17)."""
    drafts = state.get("drafts", {})
    outline = [one for one in state["outline"] if _is_drafted(one, drafts)]
    if not bound.settings.editor or (failed_units(state) and not drafts):
        return {"lead": plain(Draft(LEAD, ())), "outline": outline, "drafts": drafts, "gaps": []}
    run = bound.memory.run(state["run_id"])
    events = run.events()
    told = {
        "asked": nodes_asked(outline_of(state["outline"]), run),
        "no_room": sorted(without_room(events)),
        "settled": sorted({*kept_sentences(events), *(one.claim for one in _open_issues(state))} - {""}),
    }
    return await bound.crew.editor(for_agent(state) | {"outline": outline, "drafts": drafts} | told)


def judged_below(lead: Draft, drafts: Iterable[Draft]) -> Draft:
    """The lead with the verdicts that its sentences have where they stand in a section, with the same citations."""

    def identity(claim: Claim) -> tuple[str, frozenset[str]]:
        return claim.sentence, frozenset(one.snippet_id for one in claim.citations)

    verdicts = {identity(claim): claim.verdict for draft in drafts for claim in claims_in(draft)}
    return map_claims(lead, lambda claim: replace(claim, verdict=verdicts.get(identity(claim), claim.verdict)))


def _is_drafted(section: dict[str, Any], drafts: Mapping[str, Any]) -> bool:
    return section["id"] in drafts or any(one["id"] in drafts for one in section["sections"])


def models_asked(before: str | None, account: Account) -> str | None:
    """The models that were asked, by name, behind those that a page named ``before``; the contract has room for one
    string."""
    names = [one for one in (before or "").split(", ") if one]
    return ", ".join(dict.fromkeys([*names, *account.by_model])) or None


def _budget_notice(account: Account) -> list[str]:
    if not account.exhausted:
        return []
    return [f"The budget of {account.exhausted} ran out: the page was finished with what there was."]


def engine_notices(events: Sequence[Event]) -> list[str]:
    """What a reader should know of the run: what another engine did, what was lost, who had a hand in it."""
    told = [*not_ended_notices(events), *meaning_notices(events), *room_notices(events)]
    stood_in = Counter(one["role"] for one in details(events, STOOD_IN))
    for role, often in sorted(stood_in.items()):
        times = "" if often == 1 else f" {often} times"
        told.append(
            f"The extractive engine stood in for the {role}{times}: the model could not answer, or could not be paid."
        )
    if lost := len(details(events, SNIPPET_LOST)):
        told.append(f"{count(lost, 'snippet')} could not be read.")
    if unread := sum(one["sentences"] for one in details(events, NOT_REVIEWED)):
        told.append(f"{count(unread, 'sentence')} could not be reviewed by the model.")
    return [*told, *decision_notices(events)]


def engine_among(engines: Mapping[str, str]) -> Engine:
    """With what a page was made, by what its roles think with."""
    kinds = set(engines.values()) - {NOBODY}
    return "extractive" if kinds == {"extractive"} else "model" if kinds == {"model"} else "mixed"


def _still_open(items: Iterable[Feedback], before: Iterable[Draft], now: Iterable[Draft]) -> list[Feedback]:
    """The items without those on sentences that the editor took out; what it moved is told of where it stands."""
    places = {claim.sentence: draft.section for draft in now for claim in claims_in(draft)}
    gone = sentences_in(before) - places.keys()
    return [replace(one, section=places.get(one.claim, one.section)) for one in items if one.claim not in gone]


def _kept_in_vain(kept: Collection[str], before: Iterable[Draft], now: Iterable[Draft]) -> list[Feedback]:
    """An item for each sentence that a person kept in a section that then left the page."""
    lost = set(kept) - sentences_in(now)
    why = "a person kept this sentence, and too little stands beside it for a section"
    return [
        Feedback(draft.section, claim.sentence, why, "add")
        for draft in before
        for claim in claims_in(draft)
        if claim.sentence in lost
    ]


def _open_issues(state: ApolloState) -> list[Feedback]:
    """What the last review still objected to, and what was lost on the way."""
    reviews, failures = state.get("reviews", {}), state.get("failures", {})
    items = [feedback_of(item) for name in sorted(reviews) for item in reviews[name]["open"]]
    items += [
        Feedback(name, "", not_written(one), "add") for name, one in sorted(failures.items()) if one["node"] == "unit"
    ]
    return items
