"""Pointers to figures whose number only the whole book knows: alone in a parenthesis they go, in a sentence they stay."""

from __future__ import annotations

import pytest
from castalia.memory.records import Snippet
from castalia.tools.corpus.cleaning import clean
from castalia.tools.corpus.source_pointers import without_pointers
from castalia.tools.objections.sentence_rules import objections
from proportion import grows_in_proportion

LINK = r"[\[link\]](#fig-2)"


def cleaned(text: str) -> str:
    (kept,), _ = clean([Snippet("r", text)], min_words=1)
    return kept.text


@pytest.mark.parametrize(
    "pointer",
    [
        f"({LINK})",
        f"( {LINK})",
        f"({LINK}**b**)",
        r"([\[link\]](/reefs#fig-2))",
        f"({LINK}**a, c** and {LINK})",
        f"(see {LINK})",
        f"(as shown in {LINK})",
        f'({LINK}{{: target="_window"}})',
        r"([\[link\]](#tab-2))",
        "(:numref:`reef-map`)",
        "(see :numref:`reef-map` and :eq:`growth`)",
    ],
)
def test_a_parenthesis_that_only_points_to_figures_goes(pointer: str) -> None:
    text = cleaned(f"Polyps are the small animals {pointer} that build the reefs of warm seas {pointer}.")
    assert text == "Polyps are the small animals that build the reefs of warm seas."


def test_in_a_sentence_a_pointer_stays_and_keeps_that_from_being_quoted() -> None:
    text = cleaned(
        f"The small animals that are shown in {LINK} build the reefs of warm seas ([\\[link\\]](#tab-1) on it)."
    )
    assert text == "The small animals that are shown in Figure ?? build the reefs of warm seas (Table ?? on it)."
    assert objections(text)


@pytest.mark.parametrize("text", ["Why (??) so?", "It is unknown (really??).", "See (Figure ?? is a map)."])
def test_other_question_marks_stay(text: str) -> None:
    assert without_pointers(text) == text


@pytest.mark.parametrize("unit", ["(Figure ??", "(Figure ?? a", "(see ", " (", "(Figure ??, Figure ??, ", "Figure ?? "])
def test_pointers_are_looked_for_in_linear_time(unit: str) -> None:
    assert grows_in_proportion(without_pointers, unit * (10_000 // len(unit)), unit * (40_000 // len(unit)))
