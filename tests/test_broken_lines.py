"""Words that the end of a line divides."""

from __future__ import annotations

import pytest
from castalia.memory.records import Snippet
from castalia.tools.corpus.broken_lines import join_lines
from castalia.tools.corpus.cleaning import clean
from hypothesis import given
from hypothesis import strategies as st


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("Tape peels layers off graph-\nite until one is left.", "Tape peels layers off graphite until one is left."),
        ("Tape peels layers off graph- \r\n  ite.", "Tape peels layers off graphite."),
        ("It is a well-\nknown trick.", "It is a well-known trick."),
        ("Graphite is a carbon-\nbased solid.", "Graphite is a carbon-based solid."),
        ("The tape-drive is old, and a tape-\ndrive is slow.", "The tape-drive is old, and a tape-drive is slow."),
        ("It is new. To re-\nnew it, renew all.", "It is new. To renew it, renew all."),
        ("The Bose-\nEinstein condensate.", "The Bose-Einstein condensate."),
        ("Short-\nand long-term effects.", "Short-\nand long-term effects."),
        ("Both pre-\nversus post-test.", "Both pre-\nversus post-test."),
        ("The re-\nsult of an inter-\naction.", "The result of an interaction."),
        ("It is un-\nknown, and in-\ndependent.", "It is unknown, and independent."),
        ("An elec-\ntro-\nmagnetic wave.", "An electromagnetic wave."),
        ("A fibre of col\xad\nlagen.", "A fibre of collagen."),
        ("The state-of-\nthe-art, the state-of-the-\nart.", "The state-of-the-art, the state-of-the-art."),
        ("It is state-\nof-the-art from end-\nto-end.", "It is state-of-the-art from end-to-end."),
        ("Two lines of -\nplain text.", "Two lines of -\nplain text."),
        ("Point by point:\n- one\n- two", "Point by point:\n- one\n- two"),
        ("COVID-\n19 and H2-\nO", "COVID-\n19 and H2-\nO"),
    ],
)
def test_a_word_that_a_line_break_divides_is_whole_again(text: str, whole: str) -> None:
    assert join_lines(text) == whole


@given(st.text("ab-‐\xad\r\n \tB1", max_size=60))
def test_a_second_time_nothing_is_left_to_join_and_no_letter_is_lost(text: str) -> None:
    joined = join_lines(text)
    assert [letter for letter in joined if letter.isalnum()] == [letter for letter in text if letter.isalnum()]
    assert len(joined.splitlines()) <= len(text.splitlines())
    assert join_lines(joined) == joined


def test_snippets_are_kept_with_their_words_whole() -> None:
    text = "Tape peels layers off graph-\nite until only one of them is left on the tape, " + "and that is all. " * 5
    kept, _ = clean([Snippet("a", text, url="https://example.org/tape")])
    assert "off graphite until" in kept[0].text
