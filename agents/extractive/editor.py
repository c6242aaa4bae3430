"""The editor without a model: repetition across sections, thin sections, the lead, and what the page leaves open."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from castalia.agents.extractive.extractive_agent import ExtractiveAgent
from castalia.agents.roles import EditState, EditUpdate
from castalia.memory.memory import Memory
from castalia.memory.plain import draft_of, outline_of, plain
from castalia.memory.records import Draft, Section, nodes_of
from castalia.memory.waits import run_in_thread
from castalia.tools.composition.page_editing import edit, speaks_of_topic
from castalia.tools.composition.page_gaps import page_gaps
from castalia.tools.composition.section_topics import count_naming
from castalia.tools.drafting.drafts import claims_in, standing
from castalia.tools.pages.page_json import LEAD
from castalia.tools.topic.defining_snippets import defining_snippets
from castalia.tools.topic.evidence import Evidence, run_evidence


class ExtractiveEditor(ExtractiveAgent):
    """Makes one page of the drafts. With ``lead_only`` (for drafts of other writers) their sentences stay as they
    are."""

    def __init__(self, memory: Memory, *, lead_only: bool = False) -> None:
        super().__init__(memory)
        self._lead_only = lead_only

    async def __call__(self, state: EditState) -> EditUpdate:
        evidence = await run_evidence(self._memory, state)
        snippets = await defining_snippets(self._memory, state, evidence)
        drafts = {name: draft_of(one) for name, one in state["drafts"].items()}
        outline = outline_of(state["outline"])
        asked, is_cut = state.get("asked", ()), bool(state.get("no_room"))
        lead, kept, edited = await run_in_thread(edit, outline, drafts, snippets, evidence, asked, is_cut=is_cut)
        if self._lead_only:
            kept, edited = standing(outline, drafts)
        elif not _is_page(lead, kept, edited, evidence, asked):
            lead, kept, edited = Draft(LEAD, ()), (), {}
        return {
            "lead": plain(lead),
            "outline": [plain(one) for one in kept],
            "drafts": {name: plain(one) for name, one in edited.items()},
            "gaps": await run_in_thread(page_gaps, lead, kept, edited, evidence),
        }


def _is_page(
    lead: Draft,
    outline: Sequence[Section],
    drafts: Mapping[str, Draft],
    evidence: Evidence,
    asked: Collection[str],
) -> bool:
    """Whether it speaks of its topic. Where a section stands that somebody ``asked`` for, one sentence has to."""
    if speaks_of_topic(lead, drafts.values(), evidence):
        return True
    told = [claim.sentence for draft in (lead, *drafts.values()) for claim in claims_in(draft)]
    return any(node.id in asked for node in nodes_of(outline)) and count_naming(told, evidence) > 0
