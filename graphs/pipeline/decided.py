"""What people decided in a run, as a page tells it: notices for its readers, and wishes that could not be met."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from castalia.agents.roles import by_rules
from castalia.graphs.pipeline.bound import Bound
from castalia.graphs.pipeline.found_sentences import told_count
from castalia.graphs.pipeline.no_room import without_room
from castalia.graphs.pipeline.noted import decisions
from castalia.graphs.pipeline.questions import headings_in
from castalia.graphs.pipeline.state import ApolloState, failed_units
from castalia.memory.event_kinds import REVISED
from castalia.memory.ledgers import Event, Run
from castalia.memory.plain import outline_of
from castalia.memory.records import Draft, Feedback, Section, nodes_of
from castalia.tools.drafting.drafts import claims_in, keep_claims
from castalia.tools.language.counting import count
from castalia.tools.pages.page_drafts import cited_in
from castalia.tools.topic.evidence import run_evidence


def decision_notices(events: Sequence[Event]) -> list[str]:
    """What a reader should know: who had a hand in the page, and on what."""
    told = []
    made = decisions(events)
    if sources := made.get("sources"):
        told += _counted(len(sources["banned"]), "source", "A person banned {}.")
        told += _counted(len(sources["pinned"]), "source", "A person had {} used first.")
    told += _counted(len(made.get("triplets", {}).get("vetoed", ())), "triplet", "A person took {} out of the graph.")
    if made.get("outline", {}).get("edited"):
        told.append("A person edited the outline.")
    answers = [one["action"] for one in made.get("feedback", {}).get("answers", ())]
    told += _counted(answers.count("keep"), "sentence", "A person kept {} that the reviewer objected to.")
    told += _counted(answers.count("drop"), "sentence", "A person dropped {} that the reviewer objected to.")
    told += _counted(answers.count("revise"), "instruction", "A person gave the writer {}.")
    return told + _revision_notices(events)


def _revision_notices(events: Sequence[Event]) -> list[str]:
    """What was changed since the page was first written."""
    made = {one.step: one.detail for one in events if one.kind == REVISED}
    rewritten = [one for one in made.values() if one["how"] == "rewrite"]
    gone = _gone(made.values())
    banned_out = [name for name, is_banned in gone.items() if is_banned]
    left = [name for name, is_banned in gone.items() if not is_banned]
    headings = list(dict.fromkeys(name for one in rewritten for name in one["headings"] if name not in gone))
    told = [f"Rewritten since the page was made: {', '.join(headings)}."] if headings else []
    told += _counted(_holding("banned", "pinned", rewritten), "source", "A person banned {} from what was rewritten.")
    told += _counted(_holding("pinned", "banned", rewritten), "source", "A person pinned {} in what was rewritten.")
    told += _counted(sum(bool(one["note"]) for one in rewritten), "instruction", "A person gave the rewriter {}.")
    told += [f"Left out since, for want of other sources: {', '.join(banned_out)}."] if banned_out else []
    told += [f"Left out since, when their sections were written anew: {', '.join(left)}."] if left else []
    lost = sum(one.get("lead_lost", 0) for one in made.values())
    told += _counted(lost, "sentence", "The lead lost {} whose source was banned or left the page.")
    updated = [one for one in made.values() if one["how"] == "update"]
    headings = list(dict.fromkeys(name for one in updated for name in one["headings"]))
    taken = sum(one["taken_in"] for one in updated)
    listed = _counted(taken, "new source", "Updated with {}: ")
    return told + [one + ", ".join(headings) + "." for one in listed]


def _gone(revisions: Iterable[Mapping[str, Any]]) -> dict[str, bool]:
    """The headings that left the page and did not come back, with whether that was for want of other sources."""
    gone: dict[str, bool] = {}
    for one in revisions:
        gone |= dict.fromkeys(one.get("gone", ()), one["how"] == "rewrite" and bool(one["banned"]))
        for name in one.get("came", ()):
            gone.pop(name, None)
    return gone


def _holding(what: str, lifts: str, rewritten: Iterable[Mapping[str, Any]]) -> int:
    """How many snippets are "banned", or "pinned", in some section by now: where a person first banned a snippet there
    and pinned it later, or the other way round, the later counts."""
    held: set[tuple[str, str]] = set()
    for one in rewritten:
        lifted = {(unit, name) for unit in one["units"] for name in one[lifts]}
        held = (held | {(unit, name) for unit in one["units"] for name in one[what]}) - lifted
    return len({name for _, name in held})


def without_dropped(lead: Draft, events: Sequence[Event]) -> Draft:
    """The lead without the sentences that a person dropped below: an editor may have found them again."""
    gone = _answered("drop", events)
    return keep_claims(lead, lambda claim: claim.sentence not in gone) if gone else lead


def kept_sentences(events: Sequence[Event]) -> frozenset[str]:
    """The sentences that a person kept though the reviewer objected to them."""
    return _answered("keep", events)


def _answered(action: str, events: Sequence[Event]) -> frozenset[str]:
    answers = decisions(events).get("feedback", {}).get("answers", ())
    return frozenset(one["sentence"] for one in answers if one["action"] == action)


def headings_asked(run: Run) -> dict[str, str]:
    """The headings that a person added or changed, by section id."""
    return dict(decisions(run.events()).get("outline", {}).get("asked", {}))


def nodes_asked(outline: Iterable[Section], run: Run) -> list[str]:
    """The headings (ids) that a person added or changed, and those of the outline that were chosen and given no
    more."""
    return sorted({*headings_asked(run), *(one.id for one in nodes_of(outline) if one.is_asked)})


async def unmet_wishes(
    state: ApolloState,
    bound: Bound,
    drafts: Mapping[str, Draft],
    lead: Draft,
    found: Mapping[str, int],
) -> list[Feedback]:
    """The headings that a person added or changed and that are not on the page, with how many sentences were ``found``
    for each, and the pinned sources that it does not cite, each with the reason, on the run's record and for the page's
    open issues."""
    run = bound.memory.run(state["run_id"])
    asked = headings_asked(run)
    recorder = run.step("unmet")
    items = []
    failed = failed_units(state)
    known = failed | without_room(run.events())
    for identity, heading in sorted(asked.items()):
        if identity not in known and not _is_told(identity, state, drafts):
            number = told_count(found, identity)
            reason = f"the outline of a person asks for “{heading}”, and too little was found that belongs there"
            reason += f" ({number})" if number else ""
            recorder.event("heading_without_evidence", section=identity, heading=heading)
            items.append(Feedback(identity, "", reason, "add"))
    cited = cited_in(lead, *drafts.values())
    missing = [one for one in run.pinned(state["iterations"]) if one not in cited]
    if missing:
        reasons = await _why_uncited(missing, state, bound)
        titles = {one.id: one.title or one.url or one.id for one in await bound.memory.snippets(missing)}
        for one in missing:
            recorder.event("pin_not_cited", snippet=one, reason=reasons[one])
            items.append(Feedback("", "", f"the pinned source “{titles[one]}” is not cited: {reasons[one]}", "add"))
    return items


def _counted(number: int, what: str, sentence: str) -> list[str]:
    return [sentence.format(count(number, what))] if number else []


def _is_told(identity: str, state: ApolloState, drafts: Mapping[str, Draft]) -> bool:
    """Whether the section, or one of its subsections, says anything on the page."""
    nodes = next((one for one in outline_of(state["outline"]) if one.id == identity), None)
    names = [identity, *(one.id for one in nodes.sections)] if nodes is not None else [identity]
    return any(name in drafts and claims_in(drafts[name]) for name in names)


async def _why_uncited(pins: Sequence[str], state: ApolloState, bound: Bound) -> dict[str, str]:
    """Why the page cites none of these, as far as code can tell."""
    headings = headings_in(outline_of(state["outline"]))
    homes: dict[str, Any] = {pin: one["section"] for one in state["plan"] for pin in one["pinned"]}
    usable = None
    if by_rules(bound.crew.writer):
        usable = {one.snippet_id for one in (await run_evidence(bound.memory, state)).passages}
    reasons = {}
    for pin in pins:
        if usable is not None and pin not in usable:
            reasons[pin] = "none of its sentences can stand on a page about this topic"
        elif pin not in homes:
            reasons[pin] = "there is no section to use it in"
        else:
            reasons[pin] = f"no sentence of it came to stand in “{headings[homes[pin]]}”, where it was offered first"
    return reasons
