"""Questions and search terms as models write them: what is left of them, and which questions the sources leave open."""

from __future__ import annotations

import time

import pytest
from castalia.memory.records import Question
from castalia.tools.language.words import content_stems
from castalia.tools.topic.questions import LONGEST, MOST_WORDS, tidy_question, tidy_term, unanswered
from hypothesis import given, settings
from hypothesis import strategies as st

TOPIC = content_stems("Great barrier reef")
PIECES = st.lists(
    st.sampled_from(
        ["reef", "reefs", "great", "barrier", "the", "of", "coral", "COVID-19", "non-coding", "RNA", "1.", "-", "“", "”", "?", ",", "(", "Q2:", "\n",
         "bleaching", "heat", "stress", "'", "barrier-reef", "é", "…"]
    )
    | st.text(max_size=6),
    max_size=14,
).map(" ".join)  # fmt: skip


@pytest.mark.parametrize(
    ("written", "question"),
    [
        ("  1. How do corals\n feed? ", "How do corals feed?"),
        ("- How do corals feed?", "How do corals feed?"),
        ("(2) How do corals feed?", "How do corals feed?"),
        ("Q3: How do corals feed?", "How do corals feed?"),
        ("“How do corals feed?”", "How do corals feed?"),
        ("2.5 mm corals: what do they eat?", "2.5 mm corals: what do they eat?"),
        ("3D reefs: what are they?", "3D reefs: what are they?"),
        ("What is it of the?", ""),
        ("", ""),
        ("Corals " * 60, ""),
    ],
)
def test_a_question_loses_what_is_not_of_it(written: str, question: str) -> None:
    assert tidy_question(written) == question


@pytest.mark.parametrize(
    ("written", "term"),
    [
        ("1. coral heat stress", "coral heat stress"),
        ("Great Barrier Reef coral bleaching", "coral bleaching"),
        ("“non-coding RNA” COVID-19", "non-coding RNA COVID-19"),
        ("the coral of the reef", "coral"),
        ("coral heat stress tolerance genes adaptation", "coral heat stress tolerance genes"),
        ("coral heat stress tolerance of the", "coral heat stress tolerance"),
        ("great barrier reefs", ""),
        ("of the", ""),
    ],
)
def test_a_term_is_short_and_without_the_topic(written: str, term: str) -> None:
    assert tidy_term(written, TOPIC) == term


@settings(max_examples=300, deadline=None)
@given(PIECES)
def test_the_laws_of_terms_hold_whatever_is_written(written: str) -> None:
    term = tidy_term(written, TOPIC)
    words = term.split()
    assert len(words) <= MOST_WORDS
    if term:
        assert content_stems(words[0]) and content_stems(words[-1])
        assert not any(set(content_stems(word)) <= set(TOPIC) for word in words if content_stems(word))
    question = tidy_question(written)
    assert question == tidy_question(question) or question[:1].isdigit() or question[:1] in "-*•(Qq"
    assert len(question) <= LONGEST and "\n" not in question


def test_a_question_is_answered_by_one_text_that_has_its_own_words() -> None:
    questions = [
        Question("What heats the reef water in summer?", "", "depth"),
        Question("Which fungi live on the reef?", "", "breadth"),
        Question("What of the reef?", "", "breadth"),
        Question("Long words that nobody uses?", "", "depth", focus="fish larvae"),
    ]
    texts = [
        "In summer the sun heats shallow water.",
        "Fungi are everywhere.",
        "They live on stones. Larvae of fish drift.",
    ]
    found = unanswered(questions, texts, content_stems("Reef"))
    assert [one.text for one in found] == ["Which fungi live on the reef?"]
    assert found == unanswered(questions, reversed(texts), content_stems("Reef"))


def test_words_scattered_over_texts_answer_nothing() -> None:
    asked = [Question("Does salt corrode bronze bells?", "", "depth")]
    assert unanswered(asked, ["Salt is white.", "Bronze bells ring.", "Acids corrode."], ()) == tuple(asked)
    assert unanswered(asked, ["Salt will corrode bronze bells."], ()) == ()
    assert unanswered(asked, [], ()) == tuple(asked)


def test_hostile_lines_are_read_in_linear_time() -> None:
    start = time.process_time()
    for line in ("1." * 20_000, "“" * 40_000, "- " * 20_000, "a-" * 20_000, " " * 50_000):
        tidy_question(line)
        tidy_term(line, TOPIC)
    assert time.process_time() - start < 2
