"""What travels through the pipeline: ids, counters, outline and drafts; never snippets, triplets or clients."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, NotRequired, Required

from castalia.agents.roles import Plain, TopicState
from typing_extensions import TypedDict

Update = dict[str, Any]  # what a node changes in the state
_FOR_AGENTS = "topic domain run_id iterations outline section snippet_ids words pinned revision feedback".split()


def merge(left: Mapping[str, Plain], right: Mapping[str, Plain | None] | None) -> dict[str, Plain]:
    """Reducer: entries by id, the later write of an id wins; writing twice changes nothing. ``None`` takes all of them
    away, or the one that it is written for."""
    return {} if right is None else {name: one for name, one in {**left, **right}.items() if one is not None}


class ApolloInput(TypedDict):
    """What a caller gives: the topic; a domain to stay in; a run id, so that the run can be found again.

    A thread that is used again begins a new run, under a new id unless another is given; the domain stays unless one is
    given, "" for all. A run that is at work is not begun again beside itself: ``InputError``.
    """

    topic: Required[str]
    domain: NotRequired[str]
    run_id: NotRequired[str]


class ApolloOutput(TypedDict):
    """What comes out: the page record (page.json) and the id of the run."""

    run_id: str
    page: Plain


class ApolloState(TypedDict):
    """The whole state of the pipeline."""

    topic: str
    domain: str
    run_id: str
    begun: str
    """The run that the thread began last."""
    iterations: int
    """Curation steps that are finished; the seed is the first."""
    curated: int
    """Snippets so far."""
    new_ids: list[str]
    """The snippets of this step."""
    yields: list[float]
    """For each batch the share of the requested snippets that were found."""
    novelty: list[float]
    """The share of new nodes after each step."""
    usable: list[float]
    """For a verbatim writer the share of each step's snippets that hold a sentence for the page."""
    is_exhausted: bool
    """Whether no snippet is left that passes the relevance floor."""
    is_spent: bool
    """Whether what curation may spend is spent."""
    questions: list[Plain]
    queries: list[Plain]
    outline: list[Plain]
    plan: list[Plain]
    """One assignment a unit."""
    drafts: Annotated[dict[str, Plain], merge]
    """By section id."""
    reviews: Annotated[dict[str, Plain], merge]
    """By unit id."""
    failures: Annotated[dict[str, Plain], merge]
    """By snippet or unit id."""
    page: Plain


class UnitInput(TypedDict):
    """What a unit's subgraph is sent: a top-level section, the outline around it, its evidence and its words."""

    topic: str
    domain: str
    run_id: str
    iterations: int
    outline: list[Plain]
    section: Plain
    snippet_ids: list[str]
    words: int
    pinned: NotRequired[list[str]]


class UnitOutput(TypedDict):
    """What a unit leaves in the page's state: drafts by section id, and how its review went, by unit id."""

    drafts: Annotated[dict[str, Plain], merge]
    reviews: Annotated[dict[str, Plain], merge]


class UnitState(UnitInput, UnitOutput):
    """A unit at work. ``text`` are the current drafts, ``feedback`` what the last review asked for."""

    revision: int
    text: list[Plain]
    feedback: list[Plain]
    rejected: int


def for_agent(state: Mapping[str, Any]) -> Any:
    """The keys of a state that agents know."""
    return {name: state[name] for name in _FOR_AGENTS if name in state}


def topic_of(state: Mapping[str, Any]) -> TopicState:
    """What every agent is given."""
    return {"topic": state["topic"], "domain": state["domain"], "run_id": state["run_id"]}


def failed_units(state: Mapping[str, Any]) -> set[str]:
    """The ids of the units that could not be written."""
    return {name for name, one in state.get("failures", {}).items() if one["node"] == "unit"}


def to_do_again(state: Mapping[str, Any]) -> Update:
    """What a run has to forget to write again what came to nothing: its failed units, or where none failed all."""
    failed = failed_units(state)
    return {"failures": dict.fromkeys(sorted(failed))} if failed else {"drafts": None, "reviews": None}


def not_written(failure: Mapping[str, Any]) -> str:
    """What a reader is told of a unit that failed."""
    return f"the section “{failure['heading']}” could not be written: {failure['error']}"
