"""A word is the same with and without its accents, and with a letter of another script that looks the same."""

from __future__ import annotations

from pathlib import Path

import pytest
from castalia.graphs import generate_sync
from castalia.memory.bm25 import encode_query
from castalia.memory.letters import latin, unaccented
from castalia.tools.language.words import content_stems
from hypothesis import given
from hypothesis import strategies as st
from test_source_sections import among_towns


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("Schrödinger", "Schrodinger"),
        ("Schr\u04e7dinger", "Schrödinger"),  # with a Cyrillic letter
        ("Poincaré", "Poincare"),
        ("Ångström", "Angstrom"),
        ("Ørsted", "Orsted"),
        ("naïve", "naive"),
        ("Gödel’s", "Godel's"),
    ],
)
def test_a_word_is_one_with_and_without_its_accents(written: str, plain: str) -> None:
    assert content_stems(written) == content_stems(plain)
    assert encode_query(written) == encode_query(plain)


@pytest.mark.parametrize("word", ["кора", "μm", "β", "日本", "coral"])
def test_words_of_other_scripts_stay_what_they_are(word: str) -> None:
    assert latin(word) == unaccented(word) == word


@given(st.text())
def test_plain_letters_are_found_once_and_for_all(text: str) -> None:
    once = unaccented(text.lower())
    assert unaccented(once) == once
    assert latin(latin(text)) == latin(text)


def test_a_topic_is_known_without_its_accents_and_quoted_with_them(tmp_path: Path) -> None:
    texts = [
        "The Schr\u04e7dinger equation is an equation that tells how the wave of a particle changes with time in a box.",
        "The Schr\u04e7dinger equation has solutions for some energies only, and each of them belongs to one state.",
        "A solution of the Schr\u04e7dinger equation is a wave function, from which the place of a particle is found.",
    ]
    corpus = among_towns(tmp_path, texts)
    page = generate_sync("Schrodinger equation", corpus=corpus)
    assert page.record["lead"].startswith(texts[0])
