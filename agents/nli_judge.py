"""The entailment judge with a model of natural language inference, run here: no prompts, no tokens to pay (AutoAIS;
WikiGenBench 3).

What the model is and how it is loaded lives in ``tools.claims.nli``.
"""

from __future__ import annotations

from collections.abc import Sequence

from castalia.agents.judges import AskedPair, EntailmentState, EntailmentUpdate, JudgedPair
from castalia.memory.waits import run_in_thread
from castalia.tools.claims.nli import NliChance, NliModel, load_nli

LEAST = 32  # tokens of a passage beside a claim: with less, the claim is too long
_TITLE = 150  # characters


class NliEntailmentJudge:
    """A passage that is longer than the model reads is read in windows of whole sentences: it entails a claim where one
    of them does (the highest chance counts), and contradicts it where one of them does and none entails it. Title and
    year stand before each window.

    A claim that leaves no room for a passage has no answer. ``engine`` is no chat model's: it wrote none of the pages.
    """

    engine = "nli"

    def __init__(self, model: NliModel, name: str) -> None:
        self._model = model
        self._name = name

    @classmethod
    def of(cls, spec: str) -> NliEntailmentJudge:
        """By a spec of ``tools.claims.nli.load_nli``; ``InputError`` where there is no such model."""
        return cls(load_nli(spec), spec)

    @property
    def name(self) -> str:
        return self._name

    async def __call__(self, state: EntailmentState) -> EntailmentUpdate:
        return await run_in_thread(self._judged, state["pairs"])

    def _judged(self, pairs: Sequence[AskedPair]) -> EntailmentUpdate:
        windows = [self._windows(one) for one in pairs]
        asked = [
            (part, " ".join(pair["claim"].split()))
            for pair, parts in zip(pairs, windows, strict=True)
            for part in parts
        ]
        chances = iter(self._model.chances(asked))
        answers = [_answer([next(chances) for _ in parts]) if parts else None for parts in windows]
        return {"entailments": answers, "failures": ["a claim is too long for the model"] if None in answers else []}

    def _windows(self, pair: AskedPair) -> list[str]:
        """The premises for a claim; none where it is too long."""
        head = " ".join(pair.get("title", "").split())[:_TITLE]
        year = pair.get("year")
        head = f"{head} ({year}). " if head and year is not None else f"{head}. " if head else ""
        room = self._model.room(" ".join(pair["claim"].split()))
        left = room - (self._model.length(head) if head else 0)
        if head and left < LEAST:
            head, left = "", room
        return [f"{head}{one}" for one in self._model.windows(pair["passage"], left)] if left >= LEAST else []


def _answer(judged: Sequence[NliChance]) -> JudgedPair:
    best = max(judged, key=lambda one: one.entailed)
    if best.entailed > max(best.contradicted, best.neutral):
        told = f"entailed with {best.entailed:.2f}"
        return {"answer": "entailed", "score": best.entailed, "quote": "", "why": told}
    against = max(judged, key=lambda one: one.contradicted)
    if against.contradicted > max(against.entailed, against.neutral):
        told = f"contradicted with {against.contradicted:.2f}"
        return {"answer": "contradicted", "score": best.entailed, "quote": "", "why": told}
    return {"answer": "neutral", "score": best.entailed, "quote": "", "why": f"entailed with {best.entailed:.2f} only"}
