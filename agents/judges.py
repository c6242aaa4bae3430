"""The judges of finished pages: what each is asked and what it answers. Engines differ, the protocol does not.

A judge has no memory and no run: what it needs is in its state, and it is a node of any LangGraph graph as it stands.
"""

from __future__ import annotations

from typing import Literal, NotRequired, Protocol

from castalia.tools.claims.entailment import Answer
from castalia.tools.judging.rubrics import Rubric
from typing_extensions import TypedDict

WINDOW = 32_000  # tokens that a chat model reads at once when it judges: two usual pages with their references


class AskedPair(TypedDict):
    """Does this passage entail this claim? ``topic`` is the page's; title and year of the passage's source speak with
    it."""

    claim: str
    passage: str
    topic: NotRequired[str]
    title: NotRequired[str]
    year: NotRequired[int | None]


class JudgedPair(TypedDict):
    """The answer; ``score`` from 0 to 1 is how much of the claim the passage holds (a model: 1 or 0); ``quote`` and
    ``why`` may be empty."""

    answer: Answer
    score: float
    quote: str
    why: str


class EntailmentState(TypedDict):
    """Any number of pairs, in any order."""

    pairs: list[AskedPair]


class EntailmentUpdate(TypedDict):
    """An answer for each pair, in their order; ``None`` where there is none, and ``failures`` says why, each reason
    once."""

    entailments: list[JudgedPair | None]
    failures: list[str]


class EntailmentJudge(Protocol):
    """Says of a passage and a claim whether the one entails the other (φ of WikiGenBench, section 3; AutoAIS).

    ``engine`` is "extractive" or "model", or what its maker calls it; ``name`` stands with every value that rests on
    the judge.
    """

    @property
    def engine(self) -> str: ...

    @property
    def name(self) -> str: ...

    async def __call__(self, state: EntailmentState) -> EntailmentUpdate: ...


class AskedScore(TypedDict):
    """How good is this by that rubric? ``text`` is the rubric's part of the page on ``topic``, as
    ``tools.judging.judged_text`` shows it."""

    topic: str
    text: str
    rubric: Rubric


class GivenScore(TypedDict):
    """A grade from 1 to 5; ``quote`` is a part of the text that speaks for it."""

    score: int
    why: str
    quote: str


class RubricState(TypedDict):
    """Any number of texts and rubrics, in any order."""

    asked: list[AskedScore]


class RubricUpdate(TypedDict):
    """A score for each, in their order; ``None`` where there is none, and ``failures`` says why, each reason once."""

    scores: list[GivenScore | None]
    failures: list[str]


class RubricJudge(Protocol):
    """Grades by a rubric (STORM 5, thesis 4.6). There is none without a model: counting words would not be judging.

    ``engine`` and ``name`` as for an ``EntailmentJudge``; people's grades come as judgement files
    (``tools.judging.judgements``).
    """

    @property
    def engine(self) -> str: ...

    @property
    def name(self) -> str: ...

    async def __call__(self, state: RubricState) -> RubricUpdate: ...


class AskedPreference(TypedDict):
    """Which of two texts on ``topic`` is better by what the rubric asks? The texts are its parts of two pages."""

    topic: str
    first: str
    second: str
    rubric: Rubric


class GivenPreference(TypedDict):
    """The better one, or a tie."""

    winner: Literal["first", "second", "tie"]
    why: str


class PreferenceState(TypedDict):
    """Any number of pairs. Who asks shows each pair in both orders."""

    asked: list[AskedPreference]


class PreferenceUpdate(TypedDict):
    """An answer for each pair, in their order; ``None`` where there is none, and ``failures`` says why, each reason
    once."""

    preferences: list[GivenPreference | None]
    failures: list[str]


class PreferenceJudge(Protocol):
    """Says which of two is better (thesis 4.6, WriteHERE 4.1). ``engine`` and ``name`` as for an
    ``EntailmentJudge``."""

    @property
    def engine(self) -> str: ...

    @property
    def name(self) -> str: ...

    async def __call__(self, state: PreferenceState) -> PreferenceUpdate: ...
