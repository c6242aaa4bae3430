"""An agent, or any async callable over a dict, as a node of somebody else's graph.

LangGraph drops unknown keys in silence and fails obscurely where two schemas disagree, so keys are mapped and checked
here.
"""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from traceback import walk_tb
from typing import Any, NotRequired, Required, get_origin, get_type_hints

from castalia.graphs.pipeline.answers import answer_of, check_agent
from castalia.memory.errors import InputError
from castalia.memory.waits import answered
from langchain_core.runnables import RunnableLambda
from langgraph.graph.state import CompiledStateGraph
from pydantic import BaseModel

UNAWAITED = (
    "{} awaits the checkpointer of the graph around it, and that cannot be awaited: await your graph, with ainvoke and a "
    "saver such as AsyncSqliteSaver, or keep the pipeline out of it with apollo(…, checkpointer=False)"
)

Agent = Callable[[Any], Awaitable[Mapping[str, Any]]]


def node(
    agent: Agent,
    reads: Mapping[str, str] | None = None,
    writes: Mapping[str, str] | None = None,
    given: Mapping[str, Any] | None = None,
) -> RunnableLambda[Any, dict[str, Any]]:
    """A node that serves ``invoke`` and ``ainvoke``, in a graph whose state is a TypedDict, a dataclass or a model of
    pydantic. ``agent`` may also be the ``ainvoke`` of a compiled graph.

    - ``reads`` maps keys of the agent to keys of the state: with ``{"heading": "title"}`` the agent finds under
      ``heading`` what the state has under ``title``. A key that is not named is read under its own name.
    - ``writes`` maps keys that the agent answers to keys of the state; those that are not named are dropped. Without
      ``writes`` all are written, under their own names.
    - ``given`` are values that the agent gets for some of its keys whatever the state.

    Raises ``InputError`` when the node is built, where there is no agent to call, two keys would land in one, or the
    agent's signature, or the schemas of the compiled graph, know no such key; and when it runs, where the state lacks a
    key, or the agent answered no mapping or left a key out. What it writes under a key that the state does not have
    LangGraph drops; that cannot be seen from here.
    """
    check_agent("the agent of a node", agent)
    for what, mapping in (("reads", reads), ("writes", writes), ("given", given)):
        if mapping is not None and not _maps_keys(mapping, to_keys=what != "given"):
            raise InputError(
                f"{what} is {mapping!r}: give a mapping from keys to {'values' if what == 'given' else 'keys'}"
            )
    writing = None if writes is None else dict(writes)
    keys = _Keys(_name(agent), dict(reads or {}), writing, dict(given or {}), *_signature(agent))
    keys.check()

    async def acall(state: Any) -> dict[str, Any]:
        return keys.written(await answer_of(keys.name, agent, keys.read(state)))

    def call(state: Any) -> dict[str, Any]:
        try:
            return answered(lambda: acall(state))
        except NotImplementedError as error:
            if _graph_of(agent) is None or not _is_of_saver(error):
                raise
            raise InputError(UNAWAITED.format(keys.name)) from error

    return RunnableLambda(call, afunc=acall, name=keys.name)


@dataclass(frozen=True, slots=True)
class _Keys:
    """The keys of an agent (by its ``name``) and those of the state: how ``reads`` and ``writes`` map the one to the
    other, and the values ``given``. The agent's annotations say what it may read (``known``), what it must have
    (``required``), and what it ``answers``; empty where they say nothing."""

    name: str
    reads: Mapping[str, str]
    writes: Mapping[str, str] | None
    given: Mapping[str, Any]
    known: frozenset[str]
    required: frozenset[str]
    answers: frozenset[str]

    def check(self) -> None:
        """``InputError`` for a key that the agent does not know, and where two would land in one."""
        name, reads, writes = self.name, self.reads, self.writes or {}
        for what, named, those in (
            ("reads", reads, self.known),
            ("given", self.given, self.known),
            ("writes", writes, self.answers),
        ):
            if those and (strange := sorted(set(named) - those)):
                raise InputError(f"{what} of {name} names {', '.join(strange)}: it knows {', '.join(sorted(those))}")
        for what, mapping in (("reads", reads), ("writes", writes)):
            there = list(mapping.values())
            if twice := sorted({one for one in there if there.count(one) > 1}):
                raise InputError(f"{what} of {name} uses {', '.join(twice)} twice: give each key its own")
        if both := sorted(set(reads) & set(self.given)):
            raise InputError(f"{name} gets {', '.join(both)} from reads and from given: choose one")
        untouched = self.known - reads.keys() - self.given.keys()
        if clash := sorted(untouched & set(reads.values())):
            raise InputError(
                f"{name} would read {', '.join(clash)} twice, under its own name and as another key: map that key too"
            )

    def read(self, whole: object) -> dict[str, Any]:
        """What the agent is asked with; ``InputError`` where the state lacks a key."""
        state, reads = _keyed(self.name, whole), self.reads
        if self.known:
            places = {key: reads.get(key, key) for key in self.known}
        else:
            places = {**{key: key for key in state if key not in reads.values()}, **reads}
        asked = {key: state[there] for key, there in places.items() if there in state and key not in self.given}
        wanted = self.required if self.known else self.required | reads.keys()
        missing = sorted(reads.get(key, key) for key in wanted if key not in asked and key not in self.given)
        if missing:
            raise InputError(
                f"{self.name} reads {', '.join(missing)}, and the state has {', '.join(sorted(state)) or 'no keys'}"
            )
        return {**asked, **self.given}

    def written(self, update: Mapping[str, Any]) -> dict[str, Any]:
        """What the state is changed by; ``InputError`` where the agent left out a key."""
        if self.writes is None:
            return dict(update)
        if missing := sorted(set(self.writes) - set(update)):
            raise InputError(
                f"{self.name} did not answer {', '.join(missing)}: it answered {', '.join(sorted(update))}"
            )
        return {there: update[key] for key, there in self.writes.items()}


def _is_of_saver(error: NotImplementedError) -> bool:
    """Whether a checkpointer raised it, and no code of the graph."""
    *_, (frame, _) = walk_tb(error.__traceback__)
    return str(frame.f_globals.get("__name__", "")).startswith("langgraph.checkpoint.")


def _maps_keys(mapping: object, to_keys: bool) -> bool:
    if not isinstance(mapping, Mapping):
        return False
    return all(isinstance(one, str) for one in (*mapping, *(mapping.values() if to_keys else ())))


def _keyed(name: str, state: object) -> Mapping[str, Any]:
    """A state by its keys: LangGraph hands over what the graph's schema makes of it."""
    if isinstance(state, Mapping):
        return state
    if isinstance(state, BaseModel):
        return {key: getattr(state, key) for key in type(state).model_fields}
    if is_dataclass(state):
        return {one.name: getattr(state, one.name) for one in fields(state)}
    raise InputError(f"{name} is given a {type(state).__name__}: give it the state of a graph, such as a dict")


def _graph_of(agent: Agent) -> CompiledStateGraph[Any, Any, Any, Any] | None:
    """The compiled graph whose method this is."""
    owner = getattr(agent, "__self__", None)
    return owner if isinstance(owner, CompiledStateGraph) else None


def _name(agent: Agent) -> str:
    graph = _graph_of(agent)
    return graph.get_name() if graph is not None else str(getattr(agent, "__name__", type(agent).__name__))


def _signature(agent: Agent) -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    """The keys that an agent's annotations, or a compiled graph's schemas, name: all it may read, those it must have
    (of a graph what is marked as ``Required``: LangGraph takes what there is), those it answers. Empty: unknown."""
    if (graph := _graph_of(agent)) is not None:
        reads, gives = _keys(graph.builder.input_schema), _keys(graph.builder.output_schema)
        return frozenset(reads), _required(reads), frozenset(gives)
    call = agent if hasattr(agent, "__code__") else type(agent).__call__
    try:
        hints = get_type_hints(call)
    except NameError:  # annotations that cannot be looked up from here, such as classes inside a function
        return frozenset(), frozenset(), frozenset()
    names = [one for one in inspect.signature(call).parameters if one != "self"]
    asked = hints.get(names[0]) if names else None
    keys = _keys(asked)
    always = frozenset(getattr(asked, "__required_keys__", ()))
    return frozenset(keys), _required(keys, always), frozenset(_keys(hints.get("return")))


def _required(keys: Mapping[str, Any], always: frozenset[str] = frozenset()) -> frozenset[str]:
    """The keys that are marked as ``Required``, and those of ``always`` that are not marked otherwise."""
    return frozenset(
        key
        for key, kind in keys.items()
        if get_origin(kind) is Required or (key in always and get_origin(kind) is not NotRequired)
    )


def _keys(schema: Any) -> dict[str, Any]:
    """The keys of a TypedDict with their annotations; none for anything else."""
    return get_type_hints(schema, include_extras=True) if hasattr(schema, "__total__") else {}
