"""The roles of a run: what each agent is asked and what it answers. Engines differ, roles do not.

Every role is an object with ``async __call__(state) -> update``. States and updates are small and plain (ids, counters,
outlines, drafts), so an agent is a node of any LangGraph graph as it stands, or a plain awaitable.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NotRequired, Protocol

from castalia.memory.memory import Memory
from castalia.tools.topic.questions import MOST_QUESTIONS
from typing_extensions import TypedDict

Plain = dict[str, Any]


class TopicState(TypedDict):
    """What every agent may read: the topic, the run whose ledgers it writes, the domain to stay in ("" is all)."""

    topic: str
    run_id: str
    domain: NotRequired[str]


class StepState(TopicState):
    """``iterations`` counts the curation steps that are done: an agent reads what they left, and writes under that
    number."""

    iterations: int


class CuratedState(TopicState):
    """A run whose curation has ended after ``iterations`` steps; all that it curated, where that is not said."""

    iterations: NotRequired[int]


class ExtractState(TopicState):
    """One snippet to extract triplets from."""

    snippet_id: str


class ExtractUpdate(TypedDict):
    """How many triplets the log now holds for that snippet."""

    triplets: int


class NormaliseState(StepState):
    """A step whose snippets are in the log."""


class NormaliseUpdate(TypedDict):
    """Size of the graph, and the share of its nodes that this iteration added (0 to 1)."""

    nodes: int
    edges: int
    novelty: float


class ResearchState(StepState):
    """A step that wants questions: so many of each kind at most, else those of ``tools.topic.questions``."""

    depth_questions: NotRequired[int]
    breadth_questions: NotRequired[int]


class ResearchUpdate(TypedDict):
    """Questions as plain ``Question`` records, depth and breadth."""

    questions: list[Plain]


class SynthesizeState(StepState):
    """The questions of a step, and how many search terms may come of them, else as many as ``tools.topic.questions``
    says."""

    questions: list[Plain]
    most_queries: NotRequired[int]


class SynthesizeUpdate(TypedDict):
    """Search terms as plain ``Query`` records, the most critical gap first."""

    queries: list[Plain]


class OutlineState(CuratedState):
    """A run whose curation has ended."""


class OutlineUpdate(TypedDict):
    """The outline as plain ``Section`` records, of which a heading will do. A heading for which too little is
    found does not stand on the page: it is on the run's record (``heading_left_out``) and among the page's gaps."""

    outline: list[Plain]


class FilterState(CuratedState):
    """Snippets that were retrieved for a unit (a top-level section with its subsections)."""

    outline: list[Plain]
    section: Plain
    snippet_ids: list[str]


class FilterUpdate(TypedDict):
    """The snippets that help to write the unit."""

    snippet_ids: list[str]


class WriteState(CuratedState):
    """A unit with its evidence; where ``revision`` is 1 or more, with the drafts so far and what the reviewer asked
    for. ``pinned`` are the snippets that a person wants used; they stand first among the others, too."""

    outline: list[Plain]
    section: Plain
    snippet_ids: list[str]
    words: int
    revision: int
    pinned: NotRequired[list[str]]
    drafts: NotRequired[list[Plain]]
    feedback: NotRequired[list[Plain]]


class WriteUpdate(TypedDict):
    """One plain ``Draft`` for the section and each subsection."""

    drafts: list[Plain]


class ReviewState(CuratedState):
    """A unit's drafts and the evidence that they may cite."""

    outline: list[Plain]
    section: Plain
    snippet_ids: list[str]
    drafts: list[Plain]
    revision: int


class ReviewUpdate(TypedDict):
    """What is still to be mended (plain ``Feedback``, empty when accepted)."""

    feedback: list[Plain]


class EditState(CuratedState):
    """All drafts of the page, by section id; ``asked`` are the ids of sections that a person, or an outliner of
    somebody's own, asked for, ``no_room`` of those that are not drafted because the page has too few words;
    ``settled`` are the sentences that a person or a reviewer has spoken about, which keep their words."""

    outline: list[Plain]
    drafts: dict[str, Plain]
    asked: NotRequired[list[str]]
    no_room: NotRequired[list[str]]
    settled: NotRequired[list[str]]


class EditUpdate(TypedDict):
    """The lead as a plain ``Draft``, the outline and the drafts as they will stand, and what the corpus lacks."""

    lead: Plain
    outline: list[Plain]
    drafts: dict[str, Plain]
    gaps: list[str]


class Extractor(Protocol):
    """Φ, graph builder: a snippet to triplets, each with a verbatim quote (eq. 3.2).

    It keeps what it read in the memory's log under its ``name``; one without this attribute keeps it under
    "extractive".
    """

    async def __call__(self, state: ExtractState) -> ExtractUpdate: ...


class Normaliser(Protocol):
    """η, graph builder: entities that mean the same become one (eq. 3.4)."""

    async def __call__(self, state: NormaliseState) -> NormaliseUpdate: ...


class Researcher(Protocol):
    """Ψ, post-doc researcher: the graph to questions, never one that was asked (eq. 3.5)."""

    async def __call__(self, state: ResearchState) -> ResearchUpdate: ...


class QuerySynthesizer(Protocol):
    """Λ, reflective query synthesizer: questions to search terms, never one that was used (eq. 3.6)."""

    async def __call__(self, state: SynthesizeState) -> SynthesizeUpdate: ...


class Outliner(Protocol):
    """Ω: the graph to a hierarchical outline (eq. 3.11)."""

    async def __call__(self, state: OutlineState) -> OutlineUpdate: ...


class RelevanceFilter(Protocol):
    """Θ: which snippets help to write this section about this topic (eq. 3.13)."""

    async def __call__(self, state: FilterState) -> FilterUpdate: ...


class Writer(Protocol):
    """Γ and Γ-revise: a unit from its evidence, and again from feedback (eq. 3.14, 3.15)."""

    async def __call__(self, state: WriteState) -> WriteUpdate: ...


class Reviewer(Protocol):
    """π, critical reviewer: what does not stand up in a draft (eq. 3.16)."""

    async def __call__(self, state: ReviewState) -> ReviewUpdate: ...


EDIT_STEP = "edit"  # the step of a run under which its editor notes what it did


class Editor(Protocol):
    """The whole page: lead, repetition across sections, what the corpus could not answer."""

    async def __call__(self, state: EditState) -> EditUpdate: ...


def engine_of(agent: object) -> str:
    """What an agent thinks with: its ``engine`` attribute, ``custom`` where it has none."""
    return str(getattr(agent, "engine", "custom"))


def by_rules(agent: object) -> bool:
    """Whether an agent is of the extractive engine."""
    return engine_of(agent) == "extractive"


def memory_of(agent: object) -> Memory | None:
    """The memory that an agent is bound to, where it keeps one as those of Castalia do."""
    found = getattr(agent, "_memory", None)
    return found if isinstance(found, Memory) else None


def reads_as(extractor: object) -> str:
    """Under what name an extractor keeps its extractions in the log: its ``name`` attribute."""
    return str(getattr(extractor, "name", "") or "extractive")


def reads_by_rules(name: str) -> bool:
    """Whether extractions under this name are those of rules, be it of older ones."""
    return name.partition("#")[0] == "extractive"


def most_questions(state: ResearchState) -> dict[str, int]:
    """How many questions of each kind a step may ask."""
    return {
        "depth": state.get("depth_questions", MOST_QUESTIONS),
        "breadth": state.get("breadth_questions", MOST_QUESTIONS),
    }


def domain_of(state: Mapping[str, Any]) -> str:
    """The domain a state asks for; "" is all."""
    return str(state.get("domain") or "")
