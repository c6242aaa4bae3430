"""Ψ with a model: the bounded view of the graph and its gap signals to questions (thesis eq. 3.5, prompt 2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from castalia.agents.model.mind import ModelAgent, note_cuts
from castalia.agents.model.prompts import prompt
from castalia.agents.roles import ResearchState, ResearchUpdate, domain_of, most_questions
from castalia.memory.gaps import find_gaps
from castalia.memory.plain import plain
from castalia.memory.protocols import Recorder
from castalia.memory.records import Question
from castalia.memory.views import render_view
from castalia.memory.waits import run_in_thread
from castalia.tools.models.chat import BudgetError, ModelError
from castalia.tools.models.fences import fence_text
from castalia.tools.topic.closeness import closeness
from castalia.tools.topic.evidence import read_anchor
from castalia.tools.topic.questions import tidy_question
from pydantic import BaseModel

VIEW = 3_000  # tokens of the graph view
SIGNALS = 15


class QuestionRow(BaseModel):
    question: str
    why: str = ""
    focus: str = ""


class Asked(BaseModel):
    """What the model wants to know."""

    depth: list[QuestionRow] = []
    breadth: list[QuestionRow] = []


class ModelResearcher(ModelAgent):
    """Asks questions that deepen and that widen, up to ``most_questions`` of each kind; what was asked before is
    refused by the ledger.

    Where the model fails the step has no questions, and an event says why.
    """

    async def __call__(self, state: ResearchState) -> ResearchUpdate:
        run, step, most = self._memory.run(state["run_id"]), state["iterations"], most_questions(state)
        template = prompt("researcher")
        room = self._mind.room(template.system, template.user, state["topic"])
        graph = fence_text("graph", await self._view(state, room), room)
        messages = template.render(topic=state["topic"], **most, graph=graph.text)
        recorder = run.step(f"research:{step}")
        note_cuts(recorder, graph)
        try:
            read = await self._mind.think("researcher", messages, Asked)
        except (ModelError, BudgetError) as error:
            recorder.event("no_questions", reason=str(error))
            return {"questions": []}
        for reason in read.dropped:
            recorder.event("question_dropped", reason=reason)
        depth = _questions(read.value.depth, "depth", most["depth"], recorder)
        breadth = _questions(read.value.breadth, "breadth", most["breadth"], recorder)
        kept = run.ask(step, [*depth, *breadth])
        return {"questions": [plain(one) for one in kept]}

    async def _view(self, state: ResearchState, room: int) -> str:
        """The graph with its gaps, within its budget whatever the number of iterations; tens of milliseconds, so in a
        thread."""
        run, step = self._memory.run(state["run_id"]), state["iterations"]
        relevance, _ = await read_anchor(self._memory, state["topic"], domain_of(state))
        graph = await self._memory.graph(state["run_id"], step)
        searched = [one.text for one in run.queries(step)]
        before = {hit.snippet_id for hit in run.curated(step - 1)} if step else set()
        new = [hit.snippet_id for hit in run.curated(step) if hit.snippet_id not in before]
        asked = [one.text for one in run.questions(step)]

        def view() -> str:
            gaps = find_gaps(graph, searched, closeness(graph, relevance.weights), limit=SIGNALS)
            return render_view(graph, gaps, min(VIEW, room // 4), asked, new)

        return await run_in_thread(view)


def _questions(
    rows: Sequence[QuestionRow], kind: Literal["depth", "breadth"], most: int, recorder: Recorder
) -> list[Question]:
    """The first that are questions, ``most`` at most; an event for each of the others."""
    kept: list[Question] = []
    for question in (_question(row, kind) for row in rows):
        fault = "it has no words" if not question.text else "one question too many" if len(kept) == most else ""
        if fault:
            recorder.event("question_dropped", question=question.text, reason=fault)
        else:
            kept.append(question)
    return kept


def _question(row: QuestionRow, kind: Literal["depth", "breadth"]) -> Question:
    return Question(
        tidy_question(row.question), " ".join(row.why.split())[:300], kind, " ".join(row.focus.split())[:80]
    )
