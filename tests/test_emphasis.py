"""Emphasis in Markdown: read as what it shows where it clearly is emphasis, and left alone everywhere else."""

from __future__ import annotations

import time

import pytest
from castalia.memory.identity import snippet_id
from castalia.memory.records import Snippet
from castalia.tools.corpus.cleaning import clean
from castalia.tools.corpus.source_markdown import strip_emphasis
from hypothesis import given
from hypothesis import strategies as st


@pytest.mark.parametrize(
    ("marked", "shown"),
    [
        ("Models show *hallucination*, which misleads.", "Models show hallucination, which misleads."),
        ("*Escherichia coli* grows (*in vitro*).", "Escherichia coli grows (in vitro)."),
        ("**Methods:** cells of _E. coli_ grew.", "Methods: cells of E. coli grew."),
        ("The **main** result is ***clear***.", "The main result is clear."),
        ("*E. coli*-derived genes and “_ab initio_” models", "E. coli-derived genes and “ab initio” models"),
        ("A value of *p* for the *first*[3] group", "A value of p for the first[3] group"),
        ("*One* and *two*", "One and two"),
    ],
)
def test_emphasis_is_read_as_what_it_shows(marked: str, shown: str) -> None:
    assert strip_emphasis(marked) == shown


@pytest.mark.parametrize(
    "text",
    [
        "5 * 3 * 2 is 30",
        "a*b*c and 2 *x + 3* y",
        "the snake_case name of _private and __init__ and x_i, y_j",
        "0.4* and 0.5**, *p < 0.05, **p < 0.01",
        "*p<0.05, r=0.4*, and more",
        "C*-algebras and the A* search; *-homomorphisms of B*",
        "char *p, *q; the forms *ka and *ta",
        "genom* OR chem* OR bio*",
        "a list: * one * two",
        f"*one {'word ' * 20}too far*",
        "*a _b* c_ d",
    ],
)
def test_what_is_no_emphasis_stays(text: str) -> None:
    assert strip_emphasis(text) == text


@given(st.text(alphabet="ab *_(.)-=1", max_size=40))
def test_a_second_pass_changes_nothing(text: str) -> None:
    once = strip_emphasis(text)
    assert strip_emphasis(once) == once


def test_time_is_linear() -> None:
    start = time.process_time()
    for piece in ("*a ", "a* ", "*a* ", "_", "*", " *a _b* c_"):
        strip_emphasis(piece * 50_000)
    assert time.process_time() - start < 5


def test_texts_and_titles_are_cleaned_of_it() -> None:
    text = "Large models show *hallucination* where they are asked for what they cannot know, and readers are misled by it often."
    kept, _ = clean([Snippet(snippet_id(text), text, title="On *hallucination*")])
    assert kept[0].text == text.replace("*", "") and kept[0].title == "On hallucination"
