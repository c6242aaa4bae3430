"""Worked examples are told apart from steps that nature takes."""

from __future__ import annotations

import time

import pytest
from castalia.memory.identity import snippet_id
from castalia.memory.records import Snippet
from castalia.tools.language.word_classes import learn_classes
from castalia.tools.objections.exercises import is_exercise
from castalia.tools.topic.passages import passages

WORKED = [
    "Step 2. What patterns do you see in the table? In 1985 the harvest of sponges fell to 6 tons, and prices rose.",
    "Sponges are sold by weight. Step 1: Multiply the price by the weight. Step 2: Subtract the cost of the boat.",
    "Step 3. Your curve shows how many sponges are sold. By 1990, the market had recovered, and the price fell.",
]
TOLD = [
    "A sponge feeds in three steps. Step 1: Water enters through the pores. Step 2: Collar cells catch what floats in it.",
    "The next step was taken in 1905, when sponges were found to grow again from single cells.",
    "Divers step by step learned how deep sponges live. You find them down to 8 km.",
    "",
]


@pytest.mark.parametrize("text", WORKED)
def test_what_is_worked_with_the_reader_gives_no_sentence(text: str) -> None:
    assert is_exercise(text)
    assert passages(Snippet(snippet_id(text), text), learn_classes([text])) == ()


@pytest.mark.parametrize("text", TOLD)
def test_what_only_tells_of_steps_is_no_exercise(text: str) -> None:
    assert not is_exercise(text)


@pytest.mark.parametrize("unit", ["Step 1. ", "Step 1: a ", ". ", "Step 1", "a"])
def test_time_is_linear_in_the_length(unit: str) -> None:
    start = time.process_time()
    is_exercise(unit * (400_000 // len(unit)))
    assert time.process_time() - start < 1
