"""Γ and Γ-revise with a model: a unit from its evidence, and again from feedback (thesis eq. 3.14, 3.15, prompts 6 and
7).

A revision answers objection by objection; code puts the answers in place, so that what nobody objected to stays as it
was.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from castalia.agents.model.mind import ModelAgent, note_cuts
from castalia.agents.model.prompts import prompt
from castalia.agents.roles import WriteState, WriteUpdate
from castalia.memory.ellipsis import abridge
from castalia.memory.event_kinds import NOT_REVISED
from castalia.memory.identity import citation_keys
from castalia.memory.plain import draft_of, feedback_of, outline_of, plain, section_of
from castalia.memory.protocols import Recorder
from castalia.memory.records import Citation, Claim, Draft, Feedback, Section, Snippet
from castalia.memory.triplets import TripletGraph
from castalia.tools.drafting.draft_text import read_draft
from castalia.tools.drafting.drafts import bounded, claims_in, section_text, words_in
from castalia.tools.models.chat import BudgetError, Message, ModelError, NoEvidenceError
from castalia.tools.models.fences import Fenced, fence, fence_text
from castalia.tools.topic.open_questions import open_questions
from pydantic import BaseModel

UNANSWERED = 8
DISPUTED = 5
LONGEST_PART = 500  # characters of a sentence or a reason in an objection
AGAIN = "That cannot be used: no sentence of it ends with a key that was shown. Write the section again, in the form described."


class Change(BaseModel):
    objection: int
    text: str = ""


class Changes(BaseModel):
    """A text for each objection; empty deletes the sentence."""

    changes: list[Change]


class ModelWriter(ModelAgent):
    """Writes a unit in about ``state["words"]`` words from the snippets of the state, and revises it by the state's
    feedback.

    Raises ``ModelError`` where no sentence can be used, ``BudgetError`` where the first draft cannot be paid. A
    revision that fails leaves the draft as it was, and an event says so. Only the ids in the state are read: a
    ``run_id`` that has curated nothing will do, and then there are no open questions to keep away from, and no disputes
    to tell.
    """

    async def __call__(self, state: WriteState) -> WriteUpdate:
        section = section_of(state["section"])
        recorder = self._memory.run(state["run_id"]).step(f"write:{section.id}:{state['revision']}")
        unit = _Unit(state, section, await self._memory.snippets(state["snippet_ids"]), recorder)
        is_new = state["revision"] == 0 or not state.get("drafts")
        drafts = await (self._write(unit) if is_new else self._revise(unit))
        return {"drafts": [plain(one) for one in drafts]}

    async def _write(self, unit: _Unit) -> tuple[Draft, ...]:
        state, section, snippets = unit.state, unit.section, unit.snippets
        if not snippets:
            raise NoEvidenceError(f"no snippet helps to write “{section.heading}”", "answer")
        template = prompt("writer")
        values: dict[str, str | int] = {
            "topic": state["topic"],
            "audience": self._mind.audience,
            "words": state["words"],
            "headings": "\n".join([f"# {section.heading}", *(f"## {one.heading}" for one in section.sections)]),
            "others": "; ".join(one.heading for one in outline_of(state["outline"]) if one.id != section.id) or "none",
            **await self._open_points(state),
        }
        room = self._mind.room(template.system, template.user, *map(str, values.values()))
        fenced = fence(snippets, citation_keys(one.id for one in snippets), room)
        if not fenced.shown:
            raise ModelError(f"a context window of {self._mind.window:,} tokens has no room for evidence", "answer")
        note_cuts(unit.recorder, fenced)
        messages = template.render(**values, snippets=fenced.text)
        drafts, answer = await self._draft(unit, messages, fenced)
        if not _cites(drafts):
            unit.recorder.event("written_again", reason="no sentence with a key that was shown")
            again = self._mind.again(messages, answer, AGAIN)
            drafts, _ = await self._draft(unit, again, fenced)
            if not _cites(drafts):
                self._mind.reject("writer", messages, again)
        if not _cites(drafts):
            raise ModelError(f"{self._mind.model.name} wrote no sentence that cites a snippet", "answer")
        return drafts

    async def _draft(self, unit: _Unit, messages: Sequence[Message], fenced: Fenced) -> tuple[tuple[Draft, ...], str]:
        """The drafts that came of an answer, and the answer."""
        state, recorder = unit.state, unit.recorder
        reply = await self._mind.tell("writer", messages)
        if reply.finish == "length":
            recorder.event("answer_cut_off", tokens=reply.completion_tokens)
        read = read_draft(reply.text, unit.section, fenced.shown, unit.texts, state["revision"])
        for note in read.notes:
            recorder.event(note.kind, detail=note.detail)
        return _bounded(recorder, read.drafts, state["words"]), reply.text

    async def _open_points(self, state: WriteState) -> dict[str, str | int]:
        """What the sources do not answer, and what they disagree about."""
        open_ones = await open_questions(self._memory, state)
        run = self._memory.run(state["run_id"])  # in a graph of somebody's own it may have curated nothing
        graph = await self._memory.graph_so_far(run, state.get("iterations"))
        return {
            "unanswered": "; ".join(one.text for one in open_ones[-UNANSWERED:]) or "nothing in particular",
            "disputed": "; ".join(_disputes(graph, state["snippet_ids"])[:DISPUTED]) or "nothing that was noticed",
        }

    async def _revise(self, unit: _Unit) -> tuple[Draft, ...]:
        state = unit.state
        drafts = tuple(replace(draft_of(one), revision=state["revision"]) for one in state.get("drafts", []))
        items = [feedback_of(one) for one in state.get("feedback", [])]
        if not items:
            return drafts
        template = prompt("reviser")
        room = self._mind.room(template.system, template.user, state["topic"], self._mind.audience)
        for batch in _portions(items, room // 4):
            try:
                drafts = await self._changed(unit, drafts, batch, room)
            except (ModelError, BudgetError) as error:
                unit.recorder.event(NOT_REVISED, objections=len(batch), reason=str(error))
        had = words_in(claim for one in state.get("drafts", []) for claim in claims_in(draft_of(one)))
        return _bounded(unit.recorder, drafts, state["words"] + had // 2 + 1)  # twice the words beyond what there was

    async def _changed(
        self, unit: _Unit, drafts: tuple[Draft, ...], items: Sequence[Feedback], room: int
    ) -> tuple[Draft, ...]:
        state, section, recorder = unit.state, unit.section, unit.recorder
        lines = "\n".join(f"{number}. {_objection(one)}" for number, one in enumerate(items, start=1))
        objections = fence_text("objections", lines, room // 3)
        told = fence_text("section", section_text(section, drafts), room // 3)
        cited = {c.snippet_id for item in items for c in _citations(item.claim, drafts)}
        first = sorted(unit.snippets, key=lambda one: one.id not in cited)
        space = room - len(told.text) - len(objections.text)
        fenced = fence(first, citation_keys(one.id for one in first), space)
        note_cuts(recorder, told, objections, fenced)
        messages = prompt("reviser").render(
            topic=state["topic"],
            audience=self._mind.audience,
            section=told.text,
            objections=objections.text,
            snippets=fenced.text,
        )
        read = await self._mind.think("writer", messages, Changes)
        for reason in read.dropped:
            recorder.event("change_dropped", reason=reason)
        known = dict(enumerate(items, start=1))
        for change in read.value.changes:
            item = known.pop(change.objection, None)  # a number that is none, or comes twice, changes nothing
            if item is None:
                recorder.event("change_dropped", objection=change.objection, reason="no such objection is open")
                continue
            bare = Section(section.id, section.heading)
            found = read_draft(change.text, bare, fenced.shown, unit.texts, state["revision"])
            for note in found.notes:
                if note.kind != "no heading":
                    recorder.event(note.kind, detail=note.detail)
            drafts = _put(drafts, item, tuple(claim for one in found.drafts for claim in claims_in(one)))
        return drafts


@dataclass(frozen=True, slots=True)
class _Unit:
    """A unit to be written, with its evidence, and who notes what came of it."""

    state: WriteState
    section: Section
    snippets: Sequence[Snippet]
    recorder: Recorder

    @property
    def texts(self) -> dict[str, str]:
        return {one.id: one.text for one in self.snippets}


def _bounded(recorder: Recorder, drafts: Sequence[Draft], words: int) -> tuple[Draft, ...]:
    """The drafts without repeats and what is beyond twice ``words``, which is noted."""
    kept, gone = bounded(drafts, words)
    if gone:
        recorder.event("sentences_dropped", sentences=gone, reason="said twice, or beyond twice the words asked for")
    return kept


def _cites(drafts: Sequence[Draft]) -> bool:
    return any(claim.citations for one in drafts for claim in claims_in(one))


def _objection(item: Feedback) -> str:
    """An objection on one line."""
    told = (
        f"“{abridge(item.claim, LONGEST_PART)}”: {abridge(item.reason, LONGEST_PART)} ({item.request})"
        if item.claim
        else f"(add) {abridge(item.reason, LONGEST_PART)}"
    )
    return " ".join(told.split())


def _portions(items: Sequence[Feedback], room: int) -> Iterator[list[Feedback]]:
    """The objections, of which there are some, in order, as many at once as fit."""
    portion: list[Feedback] = []
    for item in items:
        if portion and sum(len(_objection(one)) + 5 for one in (*portion, item)) > room:
            yield portion
            portion = []
        portion.append(item)
    yield portion


def _citations(sentence: str, drafts: Sequence[Draft]) -> tuple[Citation, ...]:
    return next((claim.citations for one in drafts for claim in claims_in(one) if claim.sentence == sentence), ())


def _put(drafts: tuple[Draft, ...], item: Feedback, claims: tuple[Claim, ...]) -> tuple[Draft, ...]:
    """The claims in place of the sentence that the item is about; at the end of the section where it is about none."""
    if not item.claim:
        if not claims:
            return drafts
        first, *rest = drafts
        return (replace(first, paragraphs=(*first.paragraphs, claims)), *rest)
    for place, draft in enumerate(drafts):
        for at, paragraph in enumerate(draft.paragraphs):
            for where, claim in enumerate(paragraph):
                if claim.sentence == item.claim:
                    changed = (*paragraph[:where], *claims, *paragraph[where + 1 :])
                    paragraphs = (*draft.paragraphs[:at], changed, *draft.paragraphs[at + 1 :])
                    kept = replace(draft, paragraphs=tuple(one for one in paragraphs if one))
                    return (*drafts[:place], kept, *drafts[place + 1 :])
    return drafts


def _disputes(graph: TripletGraph, snippet_ids: Sequence[str]) -> list[str]:
    """The pairs of entities of which sources claim opposite things, one of these snippets among them."""
    here = frozenset(snippet_ids)
    found: Mapping[frozenset[str], str] = {
        frozenset((edge.head, edge.tail)): f"{graph.label(edge.head)} and {graph.label(edge.tail)}"
        for edge in graph.edges
        if edge.conflict and not here.isdisjoint(edge.snippets)
    }
    return sorted(found.values())
