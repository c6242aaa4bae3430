"""π without a model: each sentence against its source, its section, its neighbours and the rest (thesis eq. 3.16).

Every pass looks at everything, for it costs little. What was objected to does not come back: the extractive writer
reads the ledger of feedback and leaves it out.
"""

from __future__ import annotations

from castalia.agents.extractive.extractive_agent import ExtractiveAgent
from castalia.agents.roles import ReviewState, ReviewUpdate
from castalia.memory.plain import draft_of, plain, unit_of
from castalia.memory.waits import run_in_thread
from castalia.tools.composition.placed_evidence import placed_in
from castalia.tools.composition.unit_review import review_unit
from castalia.tools.topic.evidence import run_evidence


class ExtractiveReviewer(ExtractiveAgent):
    """Answers one item for each sentence that is not in its source, leans on one that is missing, repeats or
    contradicts another, or belongs elsewhere; none for a unit that is accepted."""

    async def __call__(self, state: ReviewState) -> ReviewUpdate:
        run = self._memory.run(state["run_id"])
        section, outline = unit_of(state)
        evidence = await run_evidence(self._memory, state)
        drafts = [draft_of(one) for one in state["drafts"]]
        placed = await placed_in(self._memory, evidence, outline)
        items = await run_in_thread(review_unit, section, drafts, placed, evidence)
        run.give_feedback(section.id, state["revision"], items)
        return {"feedback": [plain(one) for one in items]}
