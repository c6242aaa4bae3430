"""What a judge answers, checked before it becomes a number: anybody's may judge."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from reprlib import repr as shortened
from typing import Any, get_args

from castalia.graphs.measures.judge_law import Judge
from castalia.graphs.pipeline.answers import answer_of
from castalia.memory.errors import InputError
from castalia.tools.claims.entailment import Answer
from castalia.tools.judging.rubrics import HIGH, LOW


async def ask_judge(
    judge: Judge, state: Mapping[str, Any], field: str, check: Callable[[Any], None]
) -> tuple[list[Any], list[str]]:
    """What a judge answers in this ``field`` to the questions that the state lists, ``None`` where it has no answer,
    and why. ``InputError`` for a judge that answers otherwise, or what does not pass its ``check``."""
    (asked,) = state.values()
    told = await answer_of(f"the judge {judge.name}", judge, state, (field, "failures"))
    given = list(told[field])
    if len(given) != len(asked):
        raise InputError(f"the judge {judge.name} gave {len(given)} answers to {len(asked)} questions")
    for one in given:
        try:
            if one is not None:
                check(one)
        except (TypeError, LookupError, ValueError) as error:
            told_of = f"{type(error).__name__}: {error}"
            raise InputError(
                f"the judge {judge.name} answered {shortened(one)}, which is no answer ({told_of})"
            ) from error
    return given, [str(one) for one in told["failures"]]


def check_entailment(given: Mapping[str, Any]) -> None:
    """``ValueError`` for an answer that there is not, and a score that is no share."""
    if given["answer"] not in get_args(Answer):
        raise ValueError(f"the answer is one of {', '.join(get_args(Answer))}")
    if not 0 <= given["score"] <= 1:
        raise ValueError("the score is a share, from 0 to 1")
    _ = given["quote"], given["why"]


def check_grade(given: Mapping[str, Any]) -> None:
    """``ValueError`` for a grade off the scale."""
    if not LOW <= given["score"] <= HIGH:
        raise ValueError(f"the score is a grade from {LOW} to {HIGH}")
    _ = given["quote"], given["why"]


def check_preference(given: Mapping[str, Any]) -> None:
    """``ValueError`` for a winner that is none of the two, nor a tie."""
    if given["winner"] not in ("first", "second", "tie"):
        raise ValueError("the winner is first, second or tie")
    _ = given["why"]
