"""Revises a unit by a person's instructions: its text is rewritten, reviewed once more, and handed over like that of any
other unit."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from castalia.agents.roles import Plain
from castalia.graphs.pipeline.bound import Bound
from castalia.graphs.pipeline.state import UnitInput, Update, for_agent
from castalia.graphs.pipeline.unit import handed_over, section_event, without_sentences
from castalia.memory.errors import what_failed
from castalia.memory.event_kinds import NOT_REVISED
from castalia.memory.plain import draft_of
from castalia.memory.records import Draft
from castalia.tools.drafting.drafts import judged, map_claims, sentences_in, with_sentences
from langgraph.errors import NodeError
from langgraph.types import Command, StreamWriter


class RevisionInput(UnitInput):
    """A unit to revise: its drafts, the instructions (``feedback``), what else is open (``left``), and the sentences that
    a person ``kept`` or ``dropped``."""

    text: list[Plain]
    feedback: list[Plain]
    left: list[Plain]
    kept: list[str]
    dropped: list[str]
    revision: int
    rejected: int


async def revise_unit(bound: Bound, state: RevisionInput, writer: StreamWriter) -> Update:
    """Γ-revise by the instructions, and π once more; nothing is objected to in what a person kept."""
    given, crew = for_agent(state), bound.crew
    text = (await crew.writer(given | {"drafts": state["text"], "feedback": state["feedback"]}))["drafts"]
    found = (await crew.reviewer(given | {"drafts": text}))["feedback"] if bound.settings.reviewer else []
    settled = {*state["kept"], *(item["claim"] for item in state["left"])}
    drafts = [without_sentences(draft_of(one), state["dropped"]) for one in text]
    feedback = [one for one in found if one["claim"] not in settled] + [
        one for one in state["left"] if not one["claim"] or one["claim"] in sentences_in(drafts)
    ]
    drafts = with_sentences(drafts, [draft_of(one) for one in state["text"]], state["kept"])
    writer(section_event(state, "written", open=len(feedback)))
    return _revised(bound, state, drafts, feedback, state["revision"])


async def revision_lost(bound: Bound, state: RevisionInput, error: NodeError) -> Command[str]:
    """A revision that failed leaves the drafts as they were, and what was objected to open."""
    unit, reason = state["section"]["id"], what_failed(error.error)
    bound.memory.run(state["run_id"]).event(
        NOT_REVISED, step=f"revise:{unit}", objections=len(state["feedback"]), reason=reason
    )
    drafts = [draft_of(one) for one in state["text"]]
    feedback = [*state["left"], *state["feedback"]]
    return Command(update=_revised(bound, state, drafts, feedback, state["revision"] - 1), goto="assemble")


def _revised(
    bound: Bound, state: RevisionInput, drafts: Sequence[Draft], feedback: Sequence[Plain], revisions: int
) -> Update:
    """The drafts as a unit hands them over."""
    unit = state["section"]["id"]
    objected = frozenset(one["claim"] for one in feedback if one["claim"])
    approved = frozenset(bound.memory.run(state["run_id"]).approved(unit))
    done = [vouched(judged(one, approved, objected), state["kept"]) for one in drafts]
    if bound.loses_objected:
        done = [without_sentences(one, objected) for one in done]
    review = {
        "revisions": revisions,
        "rejected": state["rejected"] + (len(feedback) if revisions == state["revision"] else 0),
        "open": list(feedback),
    }
    return handed_over(unit, done, review)


def vouched(draft: Draft, kept: Collection[str]) -> Draft:
    """The draft, in which sentences that a person keeps count as unchecked, whatever the reviewer said of them."""
    return map_claims(draft, lambda claim: replace(claim, verdict="unchecked") if claim.sentence in kept else claim)
