"""Λ with a model: questions to search terms in the voice of an audience (thesis eq. 3.6, prompt 3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from castalia.agents.model.mind import ModelAgent, note_cuts
from castalia.agents.model.prompts import prompt
from castalia.agents.roles import Plain, SynthesizeState, SynthesizeUpdate
from castalia.memory.plain import plain, question_of
from castalia.memory.protocols import Recorder
from castalia.memory.records import Query
from castalia.tools.language.words import content_stems, stem_set
from castalia.tools.models.chat import BudgetError, ModelError
from castalia.tools.models.fences import fence_text
from castalia.tools.topic.questions import MOST_TERMS, term_fault, tidy_term
from pydantic import BaseModel, BeforeValidator

SHOWN = 40  # of the terms that were used, those nearest to the questions


class TermRow(BaseModel):
    term: str
    serves: Annotated[int, BeforeValidator(lambda number: number if isinstance(number, int) else 0)] = 0


class Terms(BaseModel):
    """What the model would search for."""

    terms: list[TermRow]


class ModelSynthesizer(ModelAgent):
    """Up to ``MOST_TERMS`` search terms, or as many as the state says, the most critical gap first, no two sharing more
    than one key word, none used before.

    The rules are checked, not trusted. Where the model fails the step has no search terms, and an event says why.
    """

    async def __call__(self, state: SynthesizeState) -> SynthesizeUpdate:
        questions = state["questions"]
        if not questions:
            return {"queries": []}
        run, step = self._memory.run(state["run_id"]), state["iterations"]
        most = state.get("most_queries", MOST_TERMS)
        recorder = run.step(f"synthesize:{step}")
        template = prompt("synthesizer")
        room = self._mind.room(template.system, template.user, state["topic"], self._mind.audience)
        numbered = enumerate(map(question_of, questions), 1)
        lines = [f"{at}. ({one.kind}) {one.text} Why: {one.rationale}" for at, one in numbered]
        used = _nearest([one.text for one in run.queries(step)], " ".join(one["text"] for one in questions))
        asked = fence_text("questions", "\n".join(lines), room * 2 // 3)
        before = fence_text("used", "\n".join(used) or "(none yet)", room // 3)
        note_cuts(recorder, asked, before)
        messages = template.render(
            topic=state["topic"],
            audience=self._mind.audience,
            terms=most,
            questions=asked.text,
            used=before.text,
        )
        try:
            read = await self._mind.think("synthesizer", messages, Terms)
        except (ModelError, BudgetError) as error:
            recorder.event("no_search_terms", reason=str(error))
            return {"queries": []}
        for reason in read.dropped:
            recorder.event("term_dropped", reason=reason)
        queries = _lawful(read.value.terms, questions, state["topic"], most, recorder)
        kept = run.search(step, queries)
        return {"queries": [plain(one) for one in kept]}


def _lawful(
    rows: Sequence[TermRow], questions: Sequence[Plain], topic: str, most: int, recorder: Recorder
) -> list[Query]:
    """The first ``most`` terms that keep the rules; an event for each of the others."""
    own = content_stems(topic)
    kept: list[Query] = []
    for row in rows:
        term = tidy_term(row.term, own)
        fault = term_fault(term, (one.text for one in kept)) or ("one term too many" if len(kept) == most else "")
        if fault:
            recorder.event("term_dropped", term=term or row.term[:80], reason=fault)
        else:
            serves = questions[row.serves - 1]["text"] if 1 <= row.serves <= len(questions) else ""
            kept.append(Query(term, serves))
    return kept


def _nearest(used: Sequence[str], text: str) -> list[str]:
    """The terms that share most words with the questions: a list of all of them would grow with every step."""
    near = stem_set(text)
    return sorted(used, key=lambda one: (-len(near & stem_set(one)), one))[:SHOWN]
