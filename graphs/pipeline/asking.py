"""Passes a run's questions to the functions that answer them, one for each part, and their decisions back to the run.

What is asked, and what a decision does, is told in ``approvals`` and ``decisions``. Neither LangGraph nor pydantic is
imported before a run begins.
"""

from __future__ import annotations

import inspect
from collections.abc import AsyncGenerator, Awaitable, Callable, Collection, Iterable, Mapping
from contextlib import aclosing
from typing import Any

from castalia.memory.errors import CastaliaError, InputError

PARTS = ("sources", "triplets", "outline", "feedback")  # in the order in which a run comes by them
ATTEMPTS = 3  # decisions that may turn out bad, for one question

Question = dict[str, Any]
Ask = Callable[[Question], Any | Awaitable[Any]]


class Undecided(CastaliaError):
    """Nobody decides now, and the run waits. ``code`` is the exit code of the command line."""

    def __init__(self, message: str, code: int = 130) -> None:
        super().__init__(message)
        self.code = code


class RefusedError(CastaliaError):
    """No decision on ``part`` could be used, and it is not asked for again."""

    def __init__(self, part: str, problem: str) -> None:
        super().__init__(f"no decision on the {part} could be used, the last one because: {problem}")
        self.part = part


def check_parts(parts: Collection[str]) -> tuple[str, ...]:
    """The parts that are to be approved, in the order of a run; ``InputError`` for what is none."""
    if isinstance(parts, str) or not isinstance(parts, Collection):
        example = parts if parts in PARTS else "outline"
        raise InputError(f"approve is {parts!r}: give a list of parts, for example [{example!r}]")
    for one in parts:
        if one not in PARTS:
            raise InputError(f"there is no part {one!r} to approve: choose from {', '.join(PARTS)}")
    return tuple(one for one in PARTS if one in parts)


def check_asks(approve: object) -> dict[str, Ask]:
    """A function for each part; ``InputError`` for anything else."""
    if approve is None:
        return {}
    if not isinstance(approve, Mapping):
        raise InputError(
            f"approve is {approve!r}: give a dict from parts to functions that take a question and return a decision"
        )
    check_parts([*approve])
    for part, ask in approve.items():
        if not callable(ask):
            raise InputError(f"what approves the {part} is {ask!r}: give a function from the question to a decision")
    return dict(approve)


async def steered(
    pipeline: Any, given: Any, config: Any, asks: Mapping[str, Ask], **options: Any
) -> AsyncGenerator[dict[str, Any], None]:
    """``pipeline.astream(given, config, version="v2", …)`` that asks every question, and goes on with the decision,
    until the run ends.

    After a bad decision the question is asked again, and its ``problem`` says what was wrong; ``RefusedError`` after
    ``ATTEMPTS``. Without ``asks`` this is the plain stream. It also ends at an interrupt that is not ours (see
    ``unanswered``).
    """
    if not asks:
        async with aclosing(pipeline.astream(given, config, version="v2", **options)) as parts:
            async for part in parts:
                yield part
        return
    from castalia.graphs.decisions import reasons
    from langgraph.errors import is_invalid_resume
    from langgraph.types import Command
    from pydantic import ValidationError

    problems: dict[str, list[str]] = {}
    todo = given
    while True:
        try:
            async with aclosing(pipeline.astream(todo, config, version="v2", **options)) as parts:
                async for part in parts:
                    yield part
        except ValidationError as error:
            if not is_invalid_resume(error):
                raise
            problem = reasons(error)
        else:
            problem = ""
        pending = (await pipeline.aget_state(config)).interrupts
        if not pending or not _is_ours(pending[0].value):
            return
        one = pending[0]  # approvals wait one after another
        if problem:
            problems.setdefault(one.id, []).append(problem)
        decision = await _asked(asks, one.value, problems.setdefault(one.id, []))
        # under its id: a bare value would be kept by LangGraph, and be read again when the run is resumed
        todo = Command(resume={one.id: decision})


def unanswered() -> InputError:
    """The error for a run that ended without a result, which only a foreign interrupt can cause."""
    return InputError(
        "an agent of the crew stopped the run with an interrupt of its own, which nobody here can answer: take the pipeline "
        "itself, apollo(crew, memory, checkpointer=…), and go on with Command(resume=…)"
    )


def _is_ours(question: object) -> bool:
    return isinstance(question, Mapping) and question.get("part") in PARTS


async def _asked(asks: Mapping[str, Ask], question: Question, problems: list[str]) -> Any:
    """A decision as plain values. What its function refuses is added to the ``problems``."""
    part = question["part"]
    if part not in asks:
        raise InputError(f"the run waits for a decision on its {part}: add it to approve")
    while True:
        if len(problems) >= ATTEMPTS:
            raise RefusedError(part, problems[-1])
        told = question | ({"problem": problems[-1]} if problems else {})
        try:
            decision = asks[part](told)
            if inspect.isawaitable(decision):
                decision = await decision
        except InputError as error:
            problems.append(str(error))
            continue
        try:
            return _plain(decision)
        except RecursionError:
            problems.append("the decision is nested too deeply")


def _plain(decision: Any) -> Any:
    """The decision as JSON, which a checkpoint can hold; ``None`` means "as it is"."""
    if decision is None:
        return {}
    if isinstance(decision, Mapping):
        return {name: value if value is None else _plain(value) for name, value in decision.items()}
    if (dump := getattr(decision, "model_dump", None)) is not None:
        return dump(mode="json")
    if isinstance(decision, Iterable) and not isinstance(decision, str | bytes):
        return [_plain(one) for one in decision]
    return decision
