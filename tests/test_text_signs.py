"""Signs of doubt in a text: what comes late, is only listed, is promised and not told, names many, or says little."""

from __future__ import annotations

import time

import pytest
from castalia.tools.topic.text_signs import is_narrowed, text_signs
from hypothesis import given
from hypothesis import strategies as st

SPONGE = frozenset({"spong"})


def shown(text: str) -> set[str]:
    return {name for name, value in text_signs(text, SPONGE).items() if value and name != "comes late to the topic"}


def test_what_comes_late_to_the_topic_is_told_by_how_late() -> None:
    early, late, never = (
        text_signs(text, SPONGE)["comes late to the topic"]
        for text in (
            "Sponges filter the water of the sea.",
            "Water is what is filtered by sponges.",
            "Water is salty.",
        )
    )
    assert 0 == early < late < never == 1


@pytest.mark.parametrize(
    ("text", "sign"),
    [
        ("The law protects whales, sponges, and corals that live in the bays of the north.", "one of several"),
        ("The growth of a sponge in the cold water of the north depends on several factors.", "promises a list"),
        ("A sponge was found by the divers Anna Berg and Ole Dahl in the bay of Tarwick.", "names"),
        ("Sponges live in the sea.", "brief"),
    ],
)
def test_each_sign_shows_where_it_should(text: str, sign: str) -> None:
    assert shown(text) == {sign}


@pytest.mark.parametrize(
    "text",
    [
        "Sponges filter water, catch bacteria, and give off what they cannot use to the sea.",
        "There are three types of sponge in the sea: glass sponges, chalk sponges, and common sponges.",
        "Most sponges of the bay are old and grow by no more than a millimetre in every year.",
    ],
)
def test_a_plain_sentence_shows_none(text: str) -> None:
    assert shown(text) == set()


@given(st.text(max_size=300))
def test_any_text_can_be_read(text: str) -> None:
    assert all(0 <= value <= 4 for value in text_signs(text, SPONGE).values())


@pytest.mark.parametrize("unit", ["word, ", "ab-cd, ", "two types ", "Word word, and ", "two ", "a", "a-"])
def test_time_is_linear_in_the_length(unit: str) -> None:
    def seconds(length: int) -> float:
        text = unit * (length // len(unit)) + ":"
        start = time.thread_time()
        text_signs(text, SPONGE | {str(start)})  # nothing remembered
        return time.thread_time() - start

    assert min(seconds(20_000) for _ in range(3)) < 6 * min(seconds(5_000) for _ in range(3)) + 0.05


@pytest.mark.parametrize(
    ("sentence", "narrowed"),
    [
        ("Sponges in cold water grow slowly.", True),
        ("The sponge of the deep sea is white.", True),
        ("Sponges grow slowly in cold water.", False),
        ("Some fish eat sponges in the spring.", False),
        ("Fish are eaten.", False),
        ("Sponges", False),
    ],
)
def test_a_preposition_after_the_name_narrows_it(sentence: str, narrowed: bool) -> None:
    assert is_narrowed(sentence, SPONGE) is narrowed


@pytest.mark.parametrize(
    ("sentence", "narrowed"),
    [
        ("The law of the tides holds in every harbour.", False),
        ("The law of the tides in a bay is another.", True),
        ("The law of the sea is written down.", True),
        ("The law of the", True),
        ("Tides of law are none.", False),
    ],
)
def test_a_preposition_inside_the_name_does_not_narrow_it(sentence: str, narrowed: bool) -> None:
    assert is_narrowed(sentence, frozenset({"law", "tide"})) is narrowed
