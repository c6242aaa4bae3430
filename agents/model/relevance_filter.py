"""Θ with a model: which snippets help to write a section (thesis eq. 3.13, prompt 5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from castalia.agents.model.mind import ModelAgent, ModelLike
from castalia.agents.model.prompts import prompt
from castalia.agents.roles import FilterState, FilterUpdate
from castalia.memory.identity import citation_keys
from castalia.memory.memory import Memory
from castalia.memory.plain import section_of
from castalia.memory.records import Section, Snippet
from castalia.memory.waits import together
from castalia.tools.language.listing import first_phrases
from castalia.tools.models.chat import BudgetError, ModelError
from castalia.tools.models.fences import fence
from pydantic import BaseModel

Note = tuple[str, dict[str, Any]]  # an event: its kind and its detail


class Helpful(BaseModel):
    """The keys of the snippets that help."""

    helpful: list[str]


class ModelRelevanceFilter(ModelAgent):
    """Keeps the order in which the snippets came; ``batch`` of them are judged in one call (the thesis: one).

    A snippet that could not be judged stays, and an event says so: the writer and the reviewer still look at it.
    """

    def __init__(self, model: ModelLike, memory: Memory, batch: int = 8) -> None:
        super().__init__(model, memory)
        self._batch = batch

    async def __call__(self, state: FilterState) -> FilterUpdate:
        section = section_of(state["section"])
        recorder = self._memory.run(state["run_id"]).step(f"filter:{section.id}")
        snippets = await self._memory.snippets(state["snippet_ids"])
        batches = [snippets[start : start + self._batch] for start in range(0, len(snippets), self._batch)]
        answers = await together(self._judge(one, state["topic"], section) for one in batches)
        helpful: set[str] = set()
        for kept, notes in answers:
            helpful |= kept
            for kind, detail in notes:
                recorder.event(kind, **detail)
        return {"snippet_ids": [one for one in state["snippet_ids"] if one in helpful]}

    async def _judge(self, snippets: Sequence[Snippet], topic: str, section: Section) -> tuple[set[str], list[Note]]:
        """The ids that help, and what is to be noted: they are judged side by side, and events have an order."""
        template = prompt("relevance_filter")
        inner = "; ".join(one.heading for one in section.sections) or "none"
        room = self._mind.room(template.system, template.user, topic, section.heading, inner)
        fenced = fence(snippets, citation_keys(one.id for one in snippets), room)
        messages = template.render(topic=topic, heading=section.heading, subsections=inner, snippets=fenced.text)
        every = [one.id for one in snippets]
        try:
            read = await self._mind.think("relevance_filter", messages, Helpful)
        except (ModelError, BudgetError) as error:
            return set(every), [("not_judged", {"snippets": every, "reason": str(error)})]
        if read.dropped:
            return set(every), [("not_judged", {"snippets": every, "reason": first_phrases(read.dropped)})]
        keys = {one.strip("[] ").lower() for one in read.value.helpful}
        kept = {identity for key, identity in fenced.shown.items() if key in keys}
        strange = sorted(keys - fenced.shown.keys())
        notes: list[Note] = [("unknown_keys", {"keys": strange})] if strange else []
        if strange and not kept:
            notes.append(("not_judged", {"snippets": every, "reason": "none of the keys in the answer was shown"}))
            return set(every), notes
        if fenced.left_out:
            unseen = list(fenced.left_out)
            notes.append(("not_judged", {"snippets": unseen, "reason": "they did not fit the prompt"}))
        return kept | set(fenced.left_out), notes
