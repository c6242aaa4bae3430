"""Ω without a model: the shape of a science article, filled with the topic's own terms (thesis eq. 3.11)."""

from __future__ import annotations

from castalia.agents.extractive.extractive_agent import ExtractiveAgent
from castalia.agents.roles import OutlineState, OutlineUpdate
from castalia.memory.plain import plain
from castalia.memory.waits import run_in_thread
from castalia.tools.composition.drafted_outline import draft_outline
from castalia.tools.topic.evidence import run_evidence


class ExtractiveOutliner(ExtractiveAgent):
    """Up to as many top-level sections as a page may have, each with at least three sentences that belong there, of two
    snippets (of one, for what is told of a disease); ``sources`` of a section are the parts of documents that it tells
    again."""

    async def __call__(self, state: OutlineState) -> OutlineUpdate:
        evidence = await run_evidence(self._memory, state)
        outline = await run_in_thread(draft_outline, evidence)
        return {"outline": [plain(one) for one in outline]}
