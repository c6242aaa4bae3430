"""Noun phrases end in a noun, keep hyphens and Greek, and the subject is the head of the main clause's first one."""

from __future__ import annotations

from collections import Counter

import pytest
from castalia.tools.language.phrases import candidate_terms, canonical_surface, noun_phrases, subject
from castalia.tools.language.word_classes import learn_classes
from hypothesis import given, settings
from hypothesis import strategies as st

CLASSES = learn_classes([])


def texts(sentence: str) -> list[str]:
    return [phrase.text for phrase in noun_phrases(sentence, CLASSES)]


def test_scientific_names_stay_whole() -> None:
    found = texts("SARS-CoV-2 infects T cells and activates β-catenin in E. coli.")
    assert found == ["SARS-CoV-2", "T cells", "β-catenin", "E. coli"]
    assert texts("Type 2 diabetes damages small blood vessels.") == ["Type 2 diabetes", "small blood vessels"]


def test_verbs_adverbs_and_function_words_stay_outside() -> None:
    assert texts("The highly conserved protein rapidly binds the outer membrane.") == [
        "conserved protein",
        "outer membrane",
    ]
    assert texts("Bacteria are resistant.") == ["Bacteria"]


def test_punctuation_ends_a_phrase_and_five_words_are_the_limit() -> None:
    assert texts("Plasma, lymph (serum) leak.") == ["Plasma", "lymph", "serum"]
    longest = texts("The small early human embryonic stem cell culture died.")
    assert longest == ["human embryonic stem cell culture"]


def test_spans_are_those_of_the_sentence() -> None:
    sentence = "In the gut,  epithelial  cells secrete mucus."
    for phrase in noun_phrases(sentence, CLASSES):
        assert sentence[phrase.start : phrase.end] == phrase.text
    assert noun_phrases(sentence, CLASSES)[1].stems == noun_phrases("The epithelial cell died.", CLASSES)[0].stems


def test_candidates_are_runs_of_at_most_four_that_end_in_a_head() -> None:
    phrases = noun_phrases("The human embryonic stem cell culture died.", CLASSES)
    found = candidate_terms(phrases, CLASSES)
    assert {"cultur", "stem cell cultur", "embryon stem cell", "embryon stem cell cultur"} <= found
    assert "human embryon" not in found
    assert max(len(one.split()) for one in found) == 4


def test_a_capital_that_opens_a_sentence_is_not_another_surface() -> None:
    assert canonical_surface(Counter({"Bone marrow": 5, "bone marrow": 2, "bone marrows": 6})) == "bone marrow"
    assert canonical_surface(Counter({"DNA": 3, "dna": 1})) == "DNA"
    assert canonical_surface(Counter({"ab": 1, "aa": 1, "abc": 1})) == "aa"
    with pytest.raises(ValueError, match="no surface"):
        canonical_surface({})


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("In most vertebrates, bone marrow produces red blood cells.", "bone marrow"),
        ("The walls of the heart are thick.", "walls"),
        ("When bacteria enter the blood, macrophages engulf the cells.", "macrophages"),
        ("However, the red giant cools slowly.", "red giant"),
        ("During winter, plants rest.", "plants"),
        ("They produce spores.", None),
        ("There are three types of rock.", None),
        ("Structure of the eye", None),
        ("The kidneys help regulate blood pressure.", "kidneys"),
        ("The labor force grows.", "labor force"),
    ],
)
def test_the_subject_of_the_main_clause(sentence: str, expected: str | None) -> None:
    found = subject(sentence, CLASSES)
    assert (found.text if found else None) == expected


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet="abcDE ,.()-'βγ0139", max_size=300))
def test_any_text_gives_phrases_that_stand_in_it(text: str) -> None:
    for phrase in noun_phrases(text, CLASSES):
        assert text[phrase.start : phrase.end] == phrase.text and phrase.stems
    subject(text, CLASSES)
