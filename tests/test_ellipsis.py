"""Texts cut to a length: at the end of a word where they have one, and never to nothing."""

from __future__ import annotations

import pytest
from castalia.memory.ellipsis import whole_words


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Reefs grow", "Reefs grow"),
        ("  Reefs\n grow ", "Reefs grow"),
        ("Reefs grow in the sea", "Reefs grow in the sea"),
        ("Reefs grow in the seas", "Reefs grow in the …"),
        ("Reefs grow in the cold seas", "Reefs grow in the …"),
        ("Reefs grow in thee cold", "Reefs grow in thee …"),
        ("Reefs grow in these cold seas", "Reefs grow in these …"),
        ("Reefs grow in theirs, cold", "Reefs grow in …"),
        ("ACGT" * 9, "ACGTACGTACGTACGTACGT…"),
        ("Its " + "ACGT" * 9, "Its ACGTACGTACGTACGT…"),
        ("", ""),
    ],
)
def test_a_text_ends_at_a_word_and_one_without_spaces_where_it_has_to(text: str, shown: str) -> None:
    assert whole_words(text, 21) == shown and len(shown) <= 21
