"""Γ without a model: verbatim sentences, selected and ordered, each cited; and the revision by feedback (eq. 3.14,
3.15)."""

from __future__ import annotations

from dataclasses import replace

from castalia.agents.extractive.extractive_agent import ExtractiveAgent
from castalia.agents.roles import WriteState, WriteUpdate
from castalia.memory.plain import draft_of, plain, unit_of
from castalia.memory.waits import run_in_thread
from castalia.tools.composition.material import Material
from castalia.tools.composition.placed_evidence import placed_in
from castalia.tools.composition.unit_text import write_unit
from castalia.tools.topic.evidence import run_evidence


class ExtractiveWriter(ExtractiveAgent):
    """Writes a unit in about ``state["words"]`` words; what the reviewer rejected is never taken again."""

    async def __call__(self, state: WriteState) -> WriteUpdate:
        run = self._memory.run(state["run_id"])
        section, outline = unit_of(state)
        evidence = await run_evidence(self._memory, state)
        rejected = frozenset(item.claim for item in run.feedback(section.id, state["revision"]))
        material = Material(frozenset(state["snippet_ids"]), rejected, frozenset(state.get("pinned", ())))
        placed = await placed_in(self._memory, evidence, outline)
        before = [draft_of(one) for one in state.get("drafts", ())]
        drafts = await run_in_thread(write_unit, section, placed, material, state["words"], evidence, before)
        return {"drafts": [plain(replace(one, revision=state["revision"])) for one in drafts]}
