"""The entailment judge without a model: words, numbers and names, and what they cannot show (see
``tools.claims.entailment``)."""

from __future__ import annotations

from castalia.agents.judges import EntailmentState, EntailmentUpdate, JudgedPair
from castalia.memory.waits import run_in_thread
from castalia.tools.claims.entailment import entails


class RuleEntailmentJudge:
    """Answers every pair, free and the same every time. It finds what is invented, not what is distorted."""

    engine = "extractive"
    name = "rules"

    async def __call__(self, state: EntailmentState) -> EntailmentUpdate:
        return await run_in_thread(_judged, state)


def _judged(state: EntailmentState) -> EntailmentUpdate:
    answers: list[JudgedPair | None] = []
    for pair in state["pairs"]:
        found = entails(pair["claim"], pair["passage"], pair.get("topic", ""), pair.get("title", ""), pair.get("year"))
        answers.append({"answer": found.answer, "score": found.score, "quote": found.quote, "why": found.why})
    return {"entailments": answers, "failures": []}
