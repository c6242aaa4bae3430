"""The word that opens a sentence as its subject, all by itself."""

from __future__ import annotations

import pytest
from castalia.tools.claims.opening_names import opening_name


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Einstein studied the growth.", "Einstein"),
        ("“Brazil’s reefs grow.", "Brazil"),
        ("Brazil protects them.", "Brazil"),
        ("Descartes is known.", "Descartes"),  # "is" has no plural before it
        ("Texas had reefs.", ""),  # but "had" may
        ("Darwin had reefs.", "Darwin"),
        ("Darwin found them.", "Darwin"),
        ("X is known.", ""),
        ("Nothing is known.", ""),
        ("Nobody knows.", ""),
        ("Let's go.", ""),
        ("Corals grew.", ""),
        ("Large reefs grow.", ""),
        ("Notably was it so.", ""),
        ("Today's reefs grow.", ""),
        ("It's known.", ""),
        ("Don't bleach them.", ""),  # an apostrophe inside a word owns nothing
        ("NASA was founded.", ""),  # its letters show that one
        ("McDonald's reefs grow.", ""),
        ("However is it so?", ""),
        ("corals' and reef's", ""),
        ("Reef need not grow.", ""),  # what follows is no verb of a singular
        ("", ""),
    ],
)
def test_the_subject_is_told_by_what_follows_it(sentence: str, expected: str) -> None:
    assert opening_name(sentence) == expected


@pytest.mark.parametrize(
    "word",
    "Bleaching Speed Oxidation Digestion Richness Density Symbiosis Metabolism Sediment Ecology".split(),
)
def test_a_word_with_the_ending_of_a_thing_is_no_name(word: str) -> None:
    assert opening_name(f"{word} is known.") == ""
