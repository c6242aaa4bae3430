"""Ω with a model: the bounded view of the graph to an outline of two levels (thesis eq. 3.11, prompt 4)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from castalia.agents.model.mind import ModelAgent, note_cuts
from castalia.agents.model.prompts import prompt
from castalia.agents.roles import OutlineState, OutlineUpdate, domain_of
from castalia.memory.identity import node_id
from castalia.memory.plain import plain
from castalia.memory.protocols import Recorder
from castalia.memory.records import Section
from castalia.memory.views import render_view
from castalia.memory.waits import run_in_thread
from castalia.tools.composition.headings import heading_fault, tidy_heading
from castalia.tools.language.words import content_stems
from castalia.tools.models.chat import ModelError
from castalia.tools.models.fences import fence_text
from castalia.tools.topic.evidence import read_anchor
from pydantic import BaseModel

LEAST, MOST = 5, 10  # top-level sections that the model is asked for
VIEW = 4_000  # tokens of the graph view
SUBSECTIONS = 4
ABOUT = 6  # entities that a heading is about


class InnerRow(BaseModel):
    heading: str
    about: list[str] = []


class SectionRow(BaseModel):
    heading: str
    about: list[str] = []
    sections: list[InnerRow] = []


class Outlined(BaseModel):
    """The model's outline."""

    sections: list[SectionRow]


class ModelOutliner(ModelAgent):
    """Plans the sections of a page. Raises ``ModelError`` where the model gives no outline that can be used."""

    async def __call__(self, state: OutlineState) -> OutlineUpdate:
        run = self._memory.run(state["run_id"])
        recorder = run.step("outline")
        graph = await self._memory.graph(state["run_id"], state.get("iterations"))
        template = prompt("outliner")
        room = self._mind.room(template.system, template.user, state["topic"])
        view = await run_in_thread(render_view, graph, (), min(VIEW, room // 4))  # tens of milliseconds
        fenced = fence_text("graph", view, room)
        note_cuts(recorder, fenced)
        messages = template.render(topic=state["topic"], least=LEAST, most=MOST, graph=fenced.text)
        read = await self._mind.think("outliner", messages, Outlined)
        for reason in read.dropped:
            recorder.event("heading_dropped", reason=reason)
        relevance, _ = await read_anchor(self._memory, state["topic"], domain_of(state))
        sections = lawful_outline(read.value.sections, state["topic"], recorder, relevance.name)
        if not sections:
            raise ModelError(f"{self._mind.model.name} gave an outline without a heading that can stand", "answer")
        return {"outline": [plain(one) for one in sections]}


def lawful_outline(rows: Sequence[SectionRow], topic: str, recorder: Recorder, name: str) -> tuple[Section, ...]:
    """The outline without headings that no editor would use, as is the topic's ``name`` in the snippets; an event for
    each. Ids come from the place and the heading, so that two subsections may share a heading."""
    sections: list[Section] = []
    seen: set[tuple[str, ...]] = set()
    for row in rows:
        heading = tidy_heading(row.heading)
        fault = _fault(heading, topic, name, seen) or _too_many(sections, MOST)
        if fault:
            recorder.event("heading_dropped", heading=row.heading[:80], reason=fault)
            continue
        seen.add(content_stems(heading))
        identity = node_id(topic, "model", heading)
        inner: list[Section] = []
        taken = {content_stems(heading)}
        for one in row.sections:
            below = tidy_heading(one.heading)
            if wrong := _fault(below, topic, name, taken) or _too_many(inner, SUBSECTIONS):
                recorder.event("heading_dropped", heading=one.heading[:80], reason=wrong)
                continue
            taken.add(content_stems(below))
            inner.append(Section(node_id(identity, below), below, 2, _terms(below, one.about, recorder)))
        sections.append(Section(identity, heading, 1, _terms(heading, row.about, recorder), "", tuple(inner)))
    return tuple(sections)


def _fault(heading: str, topic: str, name: str, taken: Collection[tuple[str, ...]]) -> str:
    return heading_fault(heading, topic, taken) or heading_fault(heading, name, ())


def _too_many(sections: Sequence[Section], most: int) -> str:
    return "one section too many" if len(sections) == most else ""


def _terms(heading: str, about: Sequence[str], recorder: Recorder) -> tuple[str, ...]:
    """The heading's own term first, then those of the entities that it is about."""
    if len(about) > ABOUT:
        recorder.event(
            "entities_dropped", heading=heading, entities=list(about[ABOUT:]), reason="too many to search for"
        )
    terms = (" ".join(content_stems(one)) for one in (heading, *about[:ABOUT]))
    return tuple(dict.fromkeys(one for one in terms if one))
