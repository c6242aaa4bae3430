"""Quotes: a copy is found where it stands, with the small changes that copying makes, and nothing else is."""

from __future__ import annotations

import time
import unicodedata

import pytest
from castalia.tools.claims.quotes import find_quote
from hypothesis import given, settings
from hypothesis import strategies as st

TEXT = "The “Fresnel” lens — built in\n1822 — bends light; it doesn’t scatter it."
CHARS = st.text(alphabet=st.sampled_from("aB cD\n\t“”\"'’–—-ﬁİß½Åe\u0301.,0"), max_size=40)


@pytest.mark.parametrize(
    ("quote", "found"),
    [
        ('the "fresnel" LENS', "The “Fresnel” lens"),
        ("lens - built in 1822 -", "lens — built in\n1822 —"),
        ("it doesn't scatter", "it doesn’t scatter"),
        ("“bends light;”", "bends light;"),
        ("…bends light…", "bends light"),
        ("bends the light", ""),
        ("built in 1823", ""),
        ("", ""),
        ("  “” … ", ""),
        (TEXT + " And more.", ""),
    ],
)
def test_what_a_copy_may_change(quote: str, found: str) -> None:
    assert find_quote(quote, TEXT) == found


@settings(max_examples=300, deadline=None)
@given(CHARS, st.integers(0, 40), st.integers(0, 40))
def test_any_part_of_a_text_is_found_and_what_is_found_stands_there(text: str, start: int, end: int) -> None:
    part = text[start:end]
    found = find_quote(part, text)
    assert found in text
    bare = unicodedata.normalize("NFKC", part).strip(" \t\n\"'“”‘’…").strip()
    assert bool(found) or not bare


@settings(max_examples=300, deadline=None)
@given(CHARS, CHARS)
def test_a_quote_of_other_words_is_never_found(quote: str, text: str) -> None:
    found = find_quote(quote, text)
    assert found == "" or "".join(char for char in unicodedata.normalize("NFKC", quote).lower() if char.isalnum()) in (
        "".join(char for char in unicodedata.normalize("NFKC", found).lower() if char.isalnum())
    )


def test_it_is_linear() -> None:
    start = time.process_time()
    assert find_quote("a" * 20_000 + "b", "a" * 200_000) == ""
    assert time.process_time() - start < 2
