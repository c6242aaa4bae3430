"""Λ without a model: questions to search terms of two to five words (thesis eq. 3.6)."""

from __future__ import annotations

from collections import defaultdict

from castalia.agents.extractive.extractive_agent import ExtractiveAgent
from castalia.agents.roles import SynthesizeState, SynthesizeUpdate
from castalia.memory.plain import plain
from castalia.memory.records import Query
from castalia.tools.language.words import FUNCTION_WORDS, stem, tokens
from castalia.tools.topic.evidence import Evidence, run_evidence
from castalia.tools.topic.questions import MOST_TERMS, MOST_WORDS, term_fault


class ExtractiveSynthesizer(ExtractiveAgent):
    """Up to ``MOST_TERMS`` search terms, or as many as the state says, the most critical gap first, no two sharing more
    than one key word, none used before.

    A term of one word, or too like another, is dropped, and an event ``term_dropped`` says so; repeats are refused by
    the ledger.
    """

    async def __call__(self, state: SynthesizeState) -> SynthesizeUpdate:
        run = self._memory.run(state["run_id"])
        iteration = state["iterations"]
        evidence = await run_evidence(self._memory, state)
        recorder = run.step(f"synthesize:{iteration}")
        queries: list[Query] = []
        for question in state["questions"]:
            focus = question.get("focus") or question["text"]
            text = _term(focus, evidence)
            fault = term_fault(text, (one.text for one in queries))
            if fault:
                recorder.event("term_dropped", term=text or focus[:80], reason=fault)
            else:
                queries.append(Query(text, question["text"]))
        most = state.get("most_queries", MOST_TERMS)
        kept = run.search(iteration, queries, lambda _, kept: len(kept) < most)
        return {"queries": [plain(one) for one in kept]}


def _term(focus: str, evidence: Evidence) -> str:
    """The key words of a focus without the topic's own; a single word gets the term it most often stands beside."""
    words = [token.text for token in tokens(focus) if token.lower not in FUNCTION_WORDS]
    own = [word for word in words if stem(word) not in evidence.stems][:MOST_WORDS]
    other = _companion(own[0], evidence) if len(own) == 1 else None
    return " ".join([*own, other] if other else own)


def _companion(word: str, evidence: Evidence) -> str | None:
    """What stands beside a word most, by its weight for the topic; no word of the topic's own name."""
    wanted, weights = stem(word), evidence.relevance.weights
    partners: defaultdict[str, float] = defaultdict(float)
    for one in evidence.singles:
        if wanted in one.stems:
            for other in (one.stems & weights.keys()) - evidence.stems - {wanted}:
                partners[other] += weights[other]
    best = min(partners, key=lambda other: (-partners[other], other), default=None)
    return None if best is None else _surface(best, evidence)


def _surface(wanted: str, evidence: Evidence) -> str | None:
    """The word with this stem where the evidence first has it; ``None`` where it is no word by itself there."""
    one = next(one for one in evidence.singles if wanted in one.stems)
    return next((token.text for token in tokens(one.text) if stem(token.lower) == wanted), None)
