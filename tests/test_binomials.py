"""Species names: which genus a letter stands for."""

from __future__ import annotations

from castalia.tools.language.binomials import binomials
from castalia.tools.language.words import content_stems
from hypothesis import given
from hypothesis import strategies as st

TEXT = "Mycobacterium tuberculosis grows slowly. In the lung M. tuberculosis lives inside macrophages."


def test_a_genus_cut_to_its_letter_is_known_by_the_full_name() -> None:
    assert binomials([TEXT]) == {("M. tuberculosis", "Mycobacterium tuberculosis")}


def test_the_two_names_may_stand_in_different_texts() -> None:
    assert binomials(TEXT.split(". ", 1)) == binomials([TEXT])


def test_a_letter_that_stands_for_two_genera_names_neither() -> None:
    other = "Micrococcus tuberculosis is an old name."
    assert not binomials([TEXT, other])
    assert binomials([TEXT] * 9 + [other]) == binomials([TEXT])  # a slip of the pen does not count


def test_an_initial_before_a_common_word_is_no_species() -> None:
    assert not binomials(["George S. and his brother met. Science and art were their theme."])


def test_the_last_letter_of_a_country_is_no_genus() -> None:
    assert not binomials(["In the U.S. coli bacteria are rare.", "Escherichia coli lives there."])
    assert content_stems("U.S. aquarium owners")[1] == content_stems("Aquarium owners")[0]


@given(st.permutations([TEXT, "E. coli lives in the gut.", "Escherichia coli is a rod.", "Stars shine."]))
def test_the_order_of_the_texts_does_not_matter(texts: list[str]) -> None:
    assert {short for short, _ in binomials(texts)} == {"M. tuberculosis", "E. coli"}
