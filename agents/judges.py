"""The judges of finished pages: what each is asked and what it answers. Engines differ, the protocol does not.

A judge has no memory and no run: what it needs is in its state, and it is a node of any LangGraph graph as it stands.
"""

from __future__ import annotations

from typing import NotRequired, Protocol

from castalia.tools.entailment import Answer
from typing_extensions import TypedDict


class AskedPair(TypedDict):
    """Does this passage entail this claim? ``topic`` is the page's; title and year of the passage's source speak with it."""

    claim: str
    passage: str
    topic: NotRequired[str]
    title: NotRequired[str]
    year: NotRequired[int | None]


class JudgedPair(TypedDict):
    """The answer; ``score`` from 0 to 1 is how much of the claim the passage holds (a model: 1 or 0); ``quote`` and ``why`` may be empty."""

    answer: Answer
    score: float
    quote: str
    why: str


class EntailmentState(TypedDict):
    """Any number of pairs, in any order."""

    pairs: list[AskedPair]


class EntailmentUpdate(TypedDict):
    """An answer for each pair, in their order; ``None`` where there is none, and ``failures`` says why, each reason once."""

    entailments: list[JudgedPair | None]
    failures: list[str]


class EntailmentJudge(Protocol):
    """Says of a passage and a claim whether the one entails the other (φ of WikiGenBench, section 3; AutoAIS).

    ``engine`` is "extractive" or "model", or what its maker calls it; ``name`` stands with every value that rests on the judge.
    """

    @property
    def engine(self) -> str: ...

    @property
    def name(self) -> str: ...

    async def __call__(self, state: EntailmentState) -> EntailmentUpdate: ...
