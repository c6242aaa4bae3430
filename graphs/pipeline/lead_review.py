"""The review of the lead of a strict page: the editor writes it when the sections are reviewed already."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from castalia.agents.roles import by_rules
from castalia.graphs.pipeline.bound import Bound
from castalia.memory.errors import AgentError, InputError, StoreError
from castalia.memory.event_kinds import NOT_REVIEWED
from castalia.memory.plain import feedback_of, plain
from castalia.memory.records import Claim, Draft, Feedback, Section
from castalia.tools.claims.verification import Grounds, Verified, verify, verify_draft
from castalia.tools.drafting.drafts import claims_in, judged
from castalia.tools.pages.page_drafts import cited_in
from castalia.tools.pages.page_json import LEAD

AGAIN = 1  # the revision that the lead is reviewed as: the first review would ask for more text


async def verified_lead(bound: Bound, given: Mapping[str, Any], lead: Draft, grounds: Grounds) -> Verified:
    """The lead, verified. Where the grounds are strict the reviewer sees first what is still unchecked; one by rules
    does not, for it approves nothing. One that fails costs these sentences, and is told of. ``given`` is what every
    agent may read."""
    items: list[Feedback] = []

    def is_open(claim: Claim) -> bool:
        found, _ = verify(claim, grounds.snippets, grounds.topic, grounds.headings)
        return claim.sentence not in grounds.kept and found.verdict == "unchecked"

    if grounds.strict and not by_rules(bound.crew.reviewer):
        asked = Draft(LEAD, tuple(tuple(filter(is_open, paragraph)) for paragraph in lead.paragraphs))
        if claims_in(asked):
            items = await _feedback(bound, given, asked)
            approved = bound.memory.run(given["run_id"]).approved(LEAD)
            lead = judged(lead, frozenset(approved), frozenset(one.claim for one in items))
    found = verify_draft(lead, grounds)
    return Verified(found.draft, (*items, *found.issues))


async def _feedback(bound: Bound, given: Mapping[str, Any], asked: Draft) -> list[Feedback]:
    """What the reviewer has against these sentences of the lead."""
    state: Any = {
        **given,
        "section": plain(Section(LEAD, given["topic"])),
        "drafts": [plain(asked)],
        "snippet_ids": sorted(cited_in(asked)),
        "revision": AGAIN,
    }
    try:
        answer = await bound.crew.reviewer(state)
    except StoreError:
        raise
    except (AgentError, InputError) as error:  # of somebody's own
        run = bound.memory.run(given["run_id"])
        run.event(NOT_REVIEWED, step=f"review:{LEAD}:{AGAIN}", sentences=len(claims_in(asked)), reason=str(error))
        return []
    return [one for one in map(feedback_of, answer["feedback"]) if one.section == LEAD]
