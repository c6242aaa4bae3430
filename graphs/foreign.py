"""An agent, or any async callable over a dict, as a node of somebody else's graph.

LangGraph drops unknown keys in silence and fails obscurely where two schemas disagree, so keys are mapped and checked
here.
"""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import fields, is_dataclass
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
    taking, giving, fixed = dict(reads or {}), None if writes is None else dict(writes), dict(given or {})
    name = _name(agent)
    known, required, answers = _signature(agent)
    _check(name, taking, giving, fixed, known, answers)

    def read(whole: object) -> dict[str, Any]:
        state = _keyed(name, whole)
        asked = {
            key: state[taking.get(key, key)] for key in known if taking.get(key, key) in state and key not in fixed
        }
        if not known:
            asked = {key: value for key, value in state.items() if key not in taking.values()}
            asked |= {key: state[there] for key, there in taking.items() if there in state}
        wanted = required if known else required | taking.keys()
        missing = sorted(taking.get(key, key) for key in wanted if key not in asked and key not in fixed)
        if missing:
            raise InputError(
                f"{name} reads {', '.join(missing)}, and the state has {', '.join(sorted(state)) or 'no keys'}"
            )
        return asked | fixed

    def write(update: Mapping[str, Any]) -> dict[str, Any]:
        if giving is None:
            return dict(update)
        missing = sorted(set(giving) - set(update))
        if missing:
            raise InputError(f"{name} did not answer {', '.join(missing)}: it answered {', '.join(sorted(update))}")
        return {there: update[key] for key, there in giving.items()}

    async def acall(state: Any) -> dict[str, Any]:
        return write(await answer_of(name, agent, read(state)))

    def call(state: Any) -> dict[str, Any]:
        try:
            return answered(lambda: acall(state))
        except NotImplementedError as error:
            if _graph_of(agent) is None or not _is_of_saver(error):
                raise
            raise InputError(UNAWAITED.format(name)) from error

    return RunnableLambda(call, afunc=acall, name=name)


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


def _check(
    name: str,
    reads: Mapping[str, str],
    writes: Mapping[str, str] | None,
    given: Mapping[str, Any],
    known: frozenset[str],
    answers: frozenset[str],
) -> None:
    for what, keys, those in (("reads", reads, known), ("given", given, known), ("writes", writes or {}, answers)):
        strange = sorted(set(keys) - those) if those else []
        if strange:
            raise InputError(f"{what} of {name} names {', '.join(strange)}: it knows {', '.join(sorted(those))}")
    for what, mapping in (("reads", reads), ("writes", writes or {})):
        twice = sorted({there for there in mapping.values() if list(mapping.values()).count(there) > 1})
        if twice:
            raise InputError(f"{what} of {name} uses {', '.join(twice)} twice: give each key its own")
    both = sorted(set(reads) & set(given))
    if both:
        raise InputError(f"{name} gets {', '.join(both)} from reads and from given: choose one")
    untouched = {key for key in known if key not in reads and key not in given}
    clash = sorted(untouched & set(reads.values()))
    if clash:
        raise InputError(
            f"{name} would read {', '.join(clash)} twice, under its own name and as another key: map that key too"
        )
