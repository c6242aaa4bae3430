"""The node at which a person decides on what the reviewer still objects to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from castalia.agents.roles import Plain
from castalia.graphs.decisions import Answer, FeedbackDecision, check_feedback, schema_of
from castalia.graphs.pipeline.bound import Bound
from castalia.graphs.pipeline.instructed import RevisionInput, vouched
from castalia.graphs.pipeline.questions import note_decision, question_of, shown_objections
from castalia.graphs.pipeline.state import ApolloState, Update, for_agent
from castalia.graphs.pipeline.unit import handed_over, units_of, without_sentences
from castalia.memory.identity import node_id
from castalia.memory.plain import draft_of, feedback_of, outline_of, plain
from castalia.memory.records import Feedback
from langgraph.types import Command, Send, StreamWriter, interrupt


async def approve_objections(bound: Bound, state: ApolloState, writer: StreamWriter) -> Command[str]:
    """What becomes of the sentences that the reviewer still objects to."""
    reviews = state.get("reviews", {})
    items = {
        node_id("objection", unit, item["section"], item["claim"], item["reason"]): (unit, item)
        for unit in sorted(reviews)
        for item in reviews[unit]["open"]
    }
    answers: dict[str, Answer] = {}
    if items:
        question = question_of("feedback", state, "Keep, drop or revise what the reviewer still objects to?")
        question |= shown_objections(items, state)
        decision: FeedbackDecision = interrupt(
            question, response_schema=schema_of("feedback", lambda given: check_feedback(given, items))
        )
        answers = {one.id: one for one in decision.answers}
    dropped = [items[name][1]["claim"] for name, one in sorted(answers.items()) if one.action == "drop"]
    changed: dict[str, Any] = {"drafts": {}, "reviews": {}}
    sends: list[Send] = []
    for unit in sorted(reviews):
        mine = {name: (answers.get(name), item) for name, (where, item) in items.items() if where == unit}
        update, again = _settle_unit(bound, state, unit, [*mine.values()], dropped)
        changed["drafts"] |= update["drafts"]
        changed["reviews"] |= update["reviews"]
        if again is not None:
            sends.append(Send("revise", again))
    told = [
        {"action": one.action, "sentence": items[name][1]["claim"], "instruction": one.instruction.strip()}
        for name, one in sorted(answers.items())
    ]
    note_decision(bound.memory, state, "feedback", asked=bool(items), answers=told)
    writer({"phase": "approve", "part": "feedback", "answers": len(told), "revised": len(sends)})
    return Command(update=changed, goto=sends or "assemble")


def _settle_unit(
    bound: Bound, state: ApolloState, unit: str, answered: Sequence[tuple[Answer | None, Plain]], dropped: Sequence[str]
) -> tuple[Update, RevisionInput | None]:
    """The unit's drafts and review after the answers, and what its writer is sent where one is an instruction. What is
    dropped in one unit is dropped in all of them, unless it is kept there."""

    def claims(action: str | None) -> list[str]:
        return [item["claim"] for one, item in answered if (one and one.action) == action and item["claim"]]

    review = state["reviews"][unit]
    section = next(plain(one) for one in units_of(outline_of(state["outline"]), bound.settings) if one.id == unit)
    names = [one for one in (unit, *(inner["id"] for inner in section["sections"])) if one in state["drafts"]]
    kept = claims("keep")
    gone = {one for one in dropped if one and one not in kept}
    left = [item for one, item in answered if one is None]
    told = [
        Feedback(item["section"], item["claim"], one.instruction.strip(), "rewrite" if item["claim"] else "add")
        for one, item in answered
        if one is not None and one.action == "revise"
    ]
    if bound.loses_objected and not told:
        gone |= set(claims(None))
    text = [vouched(without_sentences(draft_of(state["drafts"][one]), gone), kept) for one in names]
    update = handed_over(unit, text, review | {"open": left})
    if not told:
        return update, None
    run = bound.memory.run(state["run_id"])
    at = review["revisions"]
    # a writer that takes nothing twice that was objected to may take again what a person keeps
    stays = [feedback_of(item) for one, item in answered if one is None or one.action != "keep"]
    run.give_feedback(unit, at, stays)
    assigned = next(one for one in state["plan"] if one["section"] == unit)
    again: RevisionInput = for_agent(state) | {
        "section": section,
        "snippet_ids": review["snippet_ids"],
        "words": assigned["words"],
        "pinned": assigned["pinned"],
        "text": [*update["drafts"].values()],
        "feedback": [plain(one) for one in told],
        "left": left,
        "kept": kept,
        "dropped": sorted(gone),
        "revision": at + 1,
        "rejected": review["rejected"],
    }
    return update, again
