"""The forms of a topic's name: those in its company speak of it, those in other company do not, and nothing is judged
by a few texts."""

from __future__ import annotations

import pytest
from castalia.tools.language.words import content_stems, stem
from castalia.tools.topic.topic_forms import (
    RARE,
    other_number,
    other_words,
    singular,
    speaks_of_other,
    speaks_of_sibling,
)
from castalia.tools.topic.writings import ways
from hypothesis import given
from hypothesis import strategies as st

GUT = ["Digestion begins in the mouth, and digestive juices go on with it."] * 5
CHEMISTRY = ["The sample was digestible in acid."] * 5


def test_a_form_that_stands_beside_the_name_speaks_of_the_topic_and_another_does_not() -> None:
    assert other_words("Digestion", [*GUT, *CHEMISTRY], 0.01) == {"digestible"}


@pytest.mark.parametrize(
    ("topic", "base", "other"),
    [("Tokenization", "tokens", "tokenizer"), ("Crystallisation", "crystals", "crystallised")],
)
def test_what_mostly_stands_without_its_making_does_not_tell_of_that_though_that_tells_of_it(
    topic: str, base: str, other: str
) -> None:
    both, alone = f"{topic} makes {base}, and what was {other} is counted.", f"The {base} are counted."
    left_out = other_words(topic, [both] * 4 + [alone] * 90, 0.01)
    assert len(left_out) == 1 and not speaks_of_other(both, left_out, stem(topic))
    assert speaks_of_other(alone, left_out, stem(topic))
    assert other_words(topic, [both] * 4 + [alone] * 40, 0.01) == frozenset()  # urban areas come by urbanization


def test_the_plural_of_the_name_is_the_name() -> None:
    assert other_words("Stars", ["A star shines."] * 9 + ["Stars shine."] * 9, 0.5) == frozenset()


@pytest.mark.parametrize("topic", ["Fibre", "fibers", "Schrödinger", "Schrodinger"])
def test_another_spelling_of_the_name_is_the_name(topic: str) -> None:
    texts = (
        ["A fibre is thin."] * 9 + ["The fiber tears."] * 9 + ["Schrödinger's cat."] * 9 + ["The Schrodinger cat."] * 9
    )
    held = [one for one in texts if stem(topic) in content_stems(one)]
    assert len(held) == 18 and other_words(topic, held, 0.01) == frozenset()


def test_a_form_of_a_few_texts_is_not_judged() -> None:
    assert other_words("Digestion", [*GUT, *CHEMISTRY[: RARE - 1]], 0.01) == frozenset()


def test_where_no_text_holds_the_name_itself_every_form_of_it_will_do() -> None:
    assert other_words("Digestion", CHEMISTRY, 0.01) == frozenset()


def test_the_words_of_a_longer_name_tell_of_each_other() -> None:
    assert other_words("Digestion time", [*GUT, *CHEMISTRY], 0.01) == frozenset()


def test_words_that_stand_together_no_oftener_than_by_chance_are_others() -> None:
    usual = ["A relative of the baker came."] * 60 + ["Relatives talk of relativity."] * 10
    assert other_words("Relativity", ["Relativity bends light."] * 40 + usual, 0.9) == frozenset()  # two stems
    mixed = ["Oxidation is slow, and oxidized iron is red."] * 3 + ["Oxidation is slow."] * 20 + ["Oxidized iron."] * 20
    assert other_words("Oxidation", mixed, 1.0) == {"oxidized"}
    assert other_words("Oxidation", mixed, 0.05) == frozenset()


@given(st.permutations([*GUT, *CHEMISTRY]))
def test_the_order_of_the_texts_does_not_matter(texts: list[str]) -> None:
    assert other_words("Digestion", texts, 0.01) == {"digestible"}


def test_a_text_speaks_of_something_else_only_if_all_its_words_with_the_stem_do() -> None:
    others, name = frozenset({"digestible"}), stem("digestion")
    assert speaks_of_other("A digestible sample.", others, name)
    assert not speaks_of_other("A digestible sample eases digestion.", others, name)
    assert not speaks_of_other("Nothing of the kind.", others, name)
    assert not speaks_of_other("A digestible sample.", frozenset(), name)


@pytest.mark.parametrize(
    ("word", "form"),
    [("stars", "star"), ("star’s", "star"), ("theories", "theory"), ("masses", "mass"), ("virus", "virus"),
     ("nuclei", "nucleus"), ("analysis", "analysis"), ("ties", "tie"), ("boxes", "box"), ("mechanics", "mechanics")],
)  # fmt: skip
def test_the_singular_of_a_word(word: str, form: str) -> None:
    assert singular(word) == form


def test_an_acronym_is_itself_in_capitals_only() -> None:
    texts = ["An LED gives light.", "What led to this?", "The LEDs are cheap."]
    others = other_words("LED", texts, 0.1)
    assert [speaks_of_other(text, others, "led") for text in texts] == [False, True, False]
    assert other_words("LED", ["What led to this?"], 0.1) == frozenset()
    assert not speaks_of_other("Nothing of the kind.", others, "led")


def test_a_name_that_ends_in_a_small_word_is_itself_as_a_whole_only() -> None:
    texts = ["Free will is doubted.", "A free rider will pay.", "Free-will debates are old."]
    others = other_words("Free will", texts, 0.1)
    assert [speaks_of_other(text, others, "free") for text in texts] == [False, True, False]
    assert other_words("Free will", ["A free rider will pay."], 0.1) == {"Free will"}
    assert other_words("Will", ["The will is free."], 0.1) == frozenset()


@pytest.mark.parametrize(
    ("topic", "text", "is_other"),
    [
        ("Vitamin D", "Vitamin C is found in lemons.", True),
        ("Vitamin D", "Vitamin A is found in liver.", True),
        ("Vitamin D", "Vitamin B12 is found in meat.", True),
        ("Vitamin D", "Vitamin D3 is made in the skin.", False),
        ("Vitamin D", "Vitamins C and D are sold as pills.", False),
        ("Vitamin D", "Every vitamin is needed in small amounts.", False),
        ("Vitamin D", "Vitamin C is sold with vitamin D3.", False),
        ("Vitamin B12", "Vitamin B6 is found in fish.", True),
        ("Type 2 diabetes", "Type II diabetes begins later in life.", False),
        ("Photosystem II", "Photosystem 2 splits water.", False),
        ("Photosystem II", "Photosystem 1 takes its electrons.", True),
        ("Type 1 diabetes", "Type 2 diabetes begins later in life.", True),
        ("Type 1 diabetes", "Diabetes of type 1 or type 2 lasts for life.", False),
        ("Photosystem I", "Photosystem II splits water.", True),
        ("Carbon-14", "Carbon-12 is stable.", True),
        ("Carbon-14", "Carbon dating began in 1949.", False),
        ("Vitamins", "Vitamin C is found in lemons.", False),
    ],
)
def test_what_another_letter_or_number_tells_from_the_topic_is_not_the_topic(
    topic: str, text: str, is_other: bool
) -> None:
    assert speaks_of_sibling(content_stems(text), content_stems(topic)) is is_other


@pytest.mark.parametrize(
    ("topic", "text", "other"),
    [
        ("Galaxies", "A galaxy holds stars.", "galaxy"),
        ("Galaxy", "The galaxies hold stars.", "galaxies"),
        ("Antibiotics", "An antibiotic kills bacteria.", "antibiotic"),
        ("Bacterium", "The bacteria divide.", "bacteria"),
        ("Spinal nerve", "Spinal nerves leave the cord.", "Spinal nerves"),
        ("AIDS", "An aid was sent.", ""),
        ("Economics", "It is economic to wait.", ""),
        ("Galaxy", "No other word stands here.", ""),
    ],
)
def test_a_topic_is_known_in_the_number_that_its_texts_have(topic: str, text: str, other: str) -> None:
    nouns = {"galaxy", "galaxies", "antibiotic", "bacteria", "nerves", "aid"}
    assert other_number(topic, [text], nouns.__contains__) == other


def test_a_topic_typed_in_the_plural_may_be_a_word_that_is_written_in_two_ways() -> None:
    assert ways("Galaxies") == ways("galaxy") == ("Galaxy", "galaxy")
