"""Calls agents that may be the caller's own, and checks their answers before anything relies on them."""

from __future__ import annotations

import asyncio
import inspect
import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass, fields, replace
from typing import Any

from castalia.agents.crew import Crew
from castalia.agents.roles import (
    EditUpdate,
    FilterUpdate,
    NormaliseUpdate,
    OutlineUpdate,
    ResearchUpdate,
    ReviewUpdate,
    SynthesizeUpdate,
    WriteUpdate,
    engine_of,
    memory_of,
)
from castalia.graphs.pipeline.stopping import stopping
from castalia.memory.errors import AgentError, CastaliaError, InputError
from castalia.memory.memory import Memory
from castalia.memory.plain import draft_of, feedback_of, outline_of, with_ids
from castalia.memory.record_shape import shape_problems
from castalia.memory.records import Level, nodes_of
from castalia.tools.composition.facet_lists import FACET_NAMES
from castalia.tools.drafting.drafts import claims_in
from castalia.tools.pages.page_json import LEAD

LONGEST_HEADING = 1000  # characters: rules make headings of names, and some names are long


def _check_numbers(answer: Any) -> None:
    found = [float(answer[name]) for name in ("nodes", "edges", "novelty")]
    if min(found[:2]) < 0:
        raise ValueError(f"there are {answer['nodes']!r} nodes and {answer['edges']!r} edges: numbers from 0 up")
    if not (all(map(math.isfinite, found)) and 0 <= found[2] <= 1):
        raise ValueError(f"novelty is {answer['novelty']!r}, of {answer['nodes']!r} nodes: it is a share, from 0 to 1")


def _check_asked(records: Iterable[Any]) -> None:
    _check_texts(one["text"] for one in records)


def _check_outline(records: Iterable[Any]) -> None:
    outline = outline_of(records)
    nodes = nodes_of(outline)
    if any(inner.sections for section in outline for inner in section.sections):
        raise ValueError("an outline has two levels: sections and their subsections")
    if len({one.id for one in nodes}) < len(nodes):
        raise ValueError("two sections have one id")
    if any(one.id == LEAD for one in nodes):
        raise ValueError(f"a section has the id {LEAD!r}, which is that of the lead")
    if strange := [one.facet for one in nodes if one.facet and one.facet not in FACET_NAMES]:
        raise ValueError(f"there is no facet {strange[0]!r}")
    for one in nodes:
        _check_texts((one.id, one.heading, one.facet, *one.terms))
        if shape_problems(one.level, Level, "level"):
            raise TypeError(f"the level {one.level!r} of “{one.heading}” is no whole number from 1 to 6")
        if not any(map(str.isalnum, one.heading)):
            raise ValueError(f"the heading {one.heading[:80]!r} has neither letter nor number")
        if len(one.heading) > LONGEST_HEADING:
            raise ValueError(f"a heading has {len(one.heading):,} characters: {LONGEST_HEADING} are the most")


def _check_drafts(records: Iterable[Any]) -> None:
    for one in map(draft_of, records):
        _check_texts([one.section])
        for claim in claims_in(one):
            cited = [text for citation in claim.citations for text in (citation.key, citation.snippet_id)]
            _check_texts([claim.sentence, claim.quote, *cited])


def _check_feedback(records: Iterable[Any]) -> None:
    for one in map(feedback_of, records):
        _check_texts((one.section, one.claim, one.reason, one.request))


def _check_list(name: str, texts: Any) -> None:
    if isinstance(texts, str):
        raise TypeError(f"{name} is one text, {texts!r}: give a list of them")
    _check_texts(texts)


def _check_page(answer: Any) -> None:
    _check_outline(answer["outline"])
    _check_drafts([answer["lead"], *answer["drafts"].values()])
    _check_list("gaps", answer["gaps"])


_MADE = ", as castalia.memory.plain makes them"
_SECTION = '{"heading": "History"}'
_DRAFT = '{"section": "id", "paragraphs": [[{"sentence": "…", "citations": [{"snippet_id": "…"}]}]]}'

# The update of each role, what it has to be made of, and the check of that. The extractor is not among them: what it
# found is in the log, and its answer is not used.
_UPDATES: Mapping[str, tuple[Any, str, Callable[[Any], object]]] = {
    "normaliser": (NormaliseUpdate, "numbers", _check_numbers),
    "researcher": (
        ResearchUpdate,
        'questions, dicts such as {"text": "…", "rationale": "…", "kind": "depth"}' + _MADE,
        lambda answer: _check_asked(answer["questions"]),
    ),
    "synthesizer": (
        SynthesizeUpdate,
        'queries, dicts such as {"text": "…"}' + _MADE,
        lambda answer: _check_asked(answer["queries"]),
    ),
    "outliner": (
        OutlineUpdate,
        f"sections, dicts such as {_SECTION}" + _MADE,
        lambda answer: _check_outline(with_ids(answer["outline"])),
    ),
    "relevance_filter": (
        FilterUpdate,
        "ids of snippets",
        lambda answer: _check_list("snippet_ids", answer["snippet_ids"]),
    ),
    "writer": (
        WriteUpdate,
        f"drafts, dicts such as {_DRAFT}" + _MADE,
        lambda answer: _check_drafts(answer["drafts"]),
    ),
    "reviewer": (
        ReviewUpdate,
        'feedback, dicts such as {"section": "id", "claim": "…", "reason": "…"}' + _MADE,
        lambda answer: _check_feedback(answer["feedback"]),
    ),
    "editor": (EditUpdate, f"drafts and sections, dicts such as {_DRAFT} and {_SECTION}" + _MADE, _check_page),
}


def check_crew(crew: object) -> Crew:
    """``InputError`` for what is no crew, or one with a role that nobody can play."""
    if inspect.iscoroutine(crew):
        crew.close()
        raise InputError("the crew is a coroutine: build it in a plain function, not in `async def`")
    if not isinstance(crew, Crew):
        raise InputError(
            f"the crew is {crew!r}: its function has to return a Crew, for example extractive_crew(memory)"
        )
    for field in fields(Crew):
        check_agent(f"the crew's {field.name}", getattr(crew, field.name))
    return crew


def answering(crew: Crew, memory: Memory) -> Crew:
    """This crew, with every answer checked: the keys of the role, and what stands under them. Other keys are dropped, for
    they would become part of the pipeline's state.

    ``InputError`` where the crew is bound to another memory."""
    _check_bound(crew, memory)
    roles: dict[str, Any] = {role: _Answering(role, getattr(crew, role)) for role in _UPDATES}
    return replace(crew, **roles)


async def answer_of(name: str, agent: Any, state: Any, keys: Collection[str] = ()) -> Mapping[str, Any]:
    """What the agent answers to this state; ``InputError`` unless it is a mapping with these keys. Its own errors
    pass."""
    asked = agent(state)
    if not inspect.isawaitable(asked):
        raise InputError(f"{name} answered without being awaited: write it as `async def`")
    answer = await asked
    if not isinstance(answer, Mapping):
        kind = "None" if answer is None else f"a {type(answer).__name__}"
        wanted = f" with {', '.join(sorted(keys))}" if keys else ""
        raise InputError(f"{name} answered {kind}: an agent answers a dict{wanted}")
    missing = sorted(set(keys) - set(answer))
    if missing:
        raise InputError(
            f"{name} did not answer {', '.join(missing)}: it answered {', '.join(sorted(map(str, answer))) or 'no keys'}"
        )
    return answer


@contextmanager
def named(role: str, agent: object) -> Iterator[None]:
    """Raise what the caller's own agent raises in this role as an ``AgentError``. Castalia's errors pass unchanged, and
    so do LangGraph's, such as an interrupt."""
    before = _times_cancelled()
    try:
        yield
    except CastaliaError:
        raise
    except (Exception, asyncio.CancelledError) as error:  # whatever the agent's own code raises
        from langgraph.errors import GraphBubbleUp  # LangGraph is there by now

        is_cancelled = isinstance(error, asyncio.CancelledError) and _times_cancelled() > before
        if isinstance(error, GraphBubbleUp) or _is_ours(agent) or is_cancelled:
            raise
        raise AgentError(f"{_name_of(role, agent)} failed: {error!r}") from error


def _times_cancelled() -> int:
    """How often the task of this run was asked to cancel. A cancellation inside what an agent awaits does not count."""
    task = asyncio.current_task()
    return task.cancelling() if task is not None else 0


def check_agent(name: str, agent: object) -> None:
    """``InputError`` for what cannot be called with a state."""
    if isinstance(agent, type):
        raise InputError(f"{name} is the class {agent.__name__}: give one made of it, {agent.__name__}(…)")
    if not callable(agent):
        wanted = "an async callable that takes a state and answers a dict"
        mend = f"its ainvoke, {wanted}" if hasattr(agent, "ainvoke") else wanted
        raise InputError(f"{name} is {agent!r}: give {mend}")


def _check_bound(crew: Crew, memory: Memory) -> None:
    """``InputError`` where an agent is bound to another memory: it would not see the run, nor the run its work."""
    bound = {field.name: memory_of(getattr(crew, field.name)) for field in fields(Crew)}
    strange = [role for role, its in bound.items() if its is not None and its is not memory]
    if strange:
        who = "is" if len(strange) == len(bound) else f"has its {' and '.join(strange)}"
        raise InputError(
            f"the crew {who} bound to another memory than the pipeline: build it over the very same, as in "
            "apollo(extractive_crew(memory), memory) or generate(…, crew=lambda memory: extractive_crew(memory))"
        )


@dataclass(frozen=True, slots=True)
class _Answering:
    role: str
    agent: Any

    @property
    def engine(self) -> str:
        return engine_of(self.agent)

    async def __call__(self, state: Any) -> Mapping[str, Any]:
        name = _name_of(self.role, self.agent)
        update, wanted, check = _UPDATES[self.role]
        with named(self.role, self.agent), stopping():
            answer = await answer_of(name, self.agent, deepcopy(state), update.__required_keys__)
        own = {key: value for key, value in answer.items() if key in update.__required_keys__}
        try:
            _check_plain(own)
            check(own)
        except (TypeError, LookupError, AttributeError, ValueError, OverflowError) as error:
            why = error.__cause__ or error if isinstance(error, InputError) else error  # which names the record again
            told = f"{type(why).__name__}: {why}"
            raise InputError(f"{name} answered what cannot be read as {wanted} ({told})") from error
        return own


def _name_of(role: str, agent: object) -> str:
    return f"the {role} ({getattr(agent, '__name__', type(agent).__name__)})"


def _is_ours(agent: object) -> bool:
    return str(getattr(agent, "__module__", "")).startswith("castalia.")


def _check_plain(value: object) -> None:
    """``TypeError`` or ``ValueError`` for the first thing in it that no JSON file can hold: an object, an iterator, NaN
    or infinity, a lone surrogate."""
    match value:
        case str():
            value.encode("utf-8")
        case Mapping():
            _check_texts(value)
            for one in value.values():
                _check_plain(one)
        case list() | tuple() | set() | frozenset():
            for one in value:
                _check_plain(one)
        case float() if not math.isfinite(value):
            raise ValueError(f"{value!r} is no number")
        case None | int() | float():
            pass
        case _:
            raise TypeError(f"{value!r} is neither text, number, list nor dict")


def _check_texts(values: Iterable[object]) -> None:
    """``TypeError`` for the first that is no text."""
    for one in values:
        if not isinstance(one, str):
            raise TypeError(f"{one!r} is no text")
