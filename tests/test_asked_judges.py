"""What a judge of somebody's own answers is checked before it becomes a number."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from castalia.graphs.measures.asked_judges import ask_judge, check_entailment, check_grade, check_preference
from castalia.memory.errors import InputError

PAIR = {"answer": "entailed", "score": 1.0, "quote": "", "why": ""}
GRADE = {"score": 4, "quote": "a reef", "why": "so"}
CHOICE = {"winner": "first", "why": "so"}


def asked(answer: Any, check: Any, questions: int = 1) -> tuple[list[Any], list[str]]:
    class Mine:
        name = "mine"

        async def __call__(self, state: Any) -> Any:
            return answer

    return asyncio.run(ask_judge(Mine(), {"asked": [{}] * questions}, "given", check))


@pytest.mark.parametrize(
    ("given", "check"), [(PAIR, check_entailment), (GRADE, check_grade), (CHOICE, check_preference)]
)
def test_what_a_judge_answers_is_taken_with_what_it_has_no_answer_to(given: Any, check: Any) -> None:
    assert asked({"given": (given, None), "failures": ["none"]}, check, 2) == ([given, None], ["none"])


@pytest.mark.parametrize(
    ("given", "check", "says"),
    [
        (PAIR | {"answer": "yes"}, check_entailment, "one of entailed"),
        (PAIR | {"score": 7}, check_entailment, "a share"),
        (PAIR | {"score": "all"}, check_entailment, "TypeError"),
        ({"answer": "entailed"}, check_entailment, "KeyError"),
        (GRADE | {"score": 9}, check_grade, "from 1 to 5"),
        (GRADE | {"score": float("nan")}, check_grade, "from 1 to 5"),
        (CHOICE | {"winner": "a"}, check_preference, "first, second or tie"),
        ("first", check_preference, "TypeError"),
    ],
)
def test_what_is_no_answer_names_the_judge(given: Any, check: Any, says: str) -> None:
    with pytest.raises(InputError, match=f"the judge mine answered .*{says}"):
        asked({"given": [given], "failures": []}, check)


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        (None, "answered None: an agent answers a dict"),
        ({"given": [GRADE]}, "did not answer failures"),
        ({"given": [], "failures": []}, "gave 0 answers to 1 questions"),
    ],
)
def test_a_judge_that_does_not_keep_the_protocol_is_told(answer: Any, says: str) -> None:
    with pytest.raises(InputError, match=says):
        asked(answer, check_grade)


def test_a_judge_that_is_not_awaited_is_told() -> None:
    class Plain:
        name = "plain"

        def __call__(self, state: Any) -> Any:
            return {"given": [], "failures": []}

    with pytest.raises(InputError, match="the judge plain answered without being awaited"):
        asyncio.run(ask_judge(Plain(), {"asked": []}, "given", check_grade))
