"""Verbatim: what stands in a text as sentences of its own, and what a review said of it stays said."""

from __future__ import annotations

import pytest
from castalia.memory.records import Citation, Claim, Snippet
from castalia.tools.claims.verbatim import stands_in
from castalia.tools.claims.verification import verify
from castalia.tools.language.sentences import split_sentences
from hypothesis import given
from hypothesis import strategies as st

TEXT = "It is false that lamps burn water. Lamps burn oil. Oil is dear, and  keepers\nsave it."


@pytest.mark.parametrize(
    ("sentence", "stands"),
    [
        ("Lamps burn oil.", True),
        ("Oil is dear, and keepers save it.", True),
        ("Lamps burn oil. Oil is dear, and keepers save it.", True),
        (" ".join(TEXT.split()), True),
        ("lamps burn water.", False),
        ("Lamps burn", False),
        ("Oil is dear", False),
        ("keepers save it.", False),
        ("", False),
    ],
)
def test_whole_sentences_stand_in_a_text_and_parts_of_them_do_not(sentence: str, stands: bool) -> None:
    assert stands_in(TEXT, sentence) is stands


@given(st.lists(st.sampled_from(["Lamps burn oil.", "Keepers sleep by day.", "Fog came in."]), min_size=1, max_size=6))
def test_every_run_of_sentences_stands_in_its_text(told: list[str]) -> None:
    text = " ".join(told)
    sentences = [one.text for one in split_sentences(text)]
    runs = [sentences[a:b] for a in range(len(sentences)) for b in range(a + 1, len(sentences) + 1)]
    assert all(stands_in(text, " ".join(run)) for run in runs)


SNIPPETS = {"s": Snippet("s", TEXT)}
CITED = (Citation("k", "s"),)


@pytest.mark.parametrize(
    ("sentence", "before", "after"),
    [
        ("Lamps burn oil.", "unchecked", "supported"),
        ("Lamps burn oil.", "unsupported", "unsupported"),  # a review objected to it: that it is quoted is no answer
        ("Lamps burn water.", "unsupported", "unsupported"),
        ("lamps burn water.", "unchecked", "unchecked"),
    ],
)
def test_a_quotation_is_supported_unless_its_review_objected(sentence: str, before: str, after: str) -> None:
    claim, reason = verify(Claim(sentence, CITED, "", before), SNIPPETS, "", ())  # type: ignore[arg-type]
    assert (claim.verdict, reason) == (after, "")
    assert claim.quote
