"""Word classes are learned from company, fall back on lists and endings, and read a word by its place."""

from __future__ import annotations

import random
from itertools import pairwise

from castalia.tools.language.tagging import read_sentence
from castalia.tools.language.word_classes import WordClasses, learn_classes
from hypothesis import given, settings
from hypothesis import strategies as st
from proportion import grows_in_proportion

SAMPLE = [
    "The grell can florp the membrane. They florp at night, and it must florp quickly.",
    "A grell is found in the gut. The grell of the worm was studied in a grell.",
    "Two cells which florp the wall are very drimous. The drimous membrane is drimous.",
    "Some drimous cells can florp a wall in the grell. The most drimous form is rare.",
]


def tags(text: str, classes: WordClasses) -> dict[str, str]:
    return {word.lower: word.tag for word in read_sentence(text, classes)}


def test_an_unknown_word_is_classed_by_the_company_it_keeps() -> None:
    classes = learn_classes(SAMPLE * 3)
    assert classes.is_verb("florp") and not classes.is_noun_head("florp")
    assert classes.is_noun_head("grell") and not classes.is_verb("grell")
    assert classes.is_adjective("drimous") and not classes.is_noun_head("drimous")


def test_without_a_sample_endings_and_lists_decide() -> None:
    classes = learn_classes([])
    assert classes.is_noun_head("phosphorylation") and classes.is_noun_head("membrane")
    assert classes.is_adjective("resistant") and not classes.is_noun_head("cellular")
    assert classes.is_verb("produces") and classes.is_verb("regulate") and classes.is_verb("has")
    assert all(map(classes.is_verb, ("catalyses", "hydrolyse", "stabilise", "favours")))  # as in British English
    assert not classes.is_noun_head("quickly") and not classes.is_noun_head("the")
    assert all(map(classes.is_adjective, ("bigger", "densest", "earlier", "brighter")))
    assert not any(map(classes.is_adjective, ("owner", "thinker", "freezer")))


def test_evidence_overrules_the_prior() -> None:
    texts = [
        f"The transport of {one} is slow. A transport in the {one} ended." for one in "iron zinc salt lead".split()
    ]
    noun, verb, _ = learn_classes(texts * 3).shares("transport")
    assert noun > 3 * verb
    before = learn_classes([]).shares("transport")
    assert before[1] > 0.3


def test_the_order_of_texts_does_not_matter_and_json_keeps_all() -> None:
    classes = learn_classes(SAMPLE)
    mixed = list(SAMPLE)
    random.Random(3).shuffle(mixed)
    assert learn_classes(mixed).to_json() == classes.to_json()
    assert WordClasses.from_json(classes.to_json()).counts == classes.counts


def test_a_word_is_read_by_its_place() -> None:
    classes = learn_classes([])
    assert tags("Vaccines control the disease.", classes)["control"] == "V"
    assert tags("The control of disease is costly.", classes)["control"] == "N"
    assert tags("Plants need to transport water.", classes)["transport"] == "V"
    assert tags("The labor force grows.", classes)["force"] == "N"


def test_a_form_in_ed_before_the_finite_verb_is_a_participle() -> None:
    read = tags("Images produced by microscopes require light.", learn_classes([]))
    assert read["produced"] == "E" and read["require"] == "V"
    assert tags("The gland produced two hormones.", learn_classes([]))["produced"] == "V"


def test_contractions_with_a_curly_apostrophe_are_verbs() -> None:
    assert tags("The membrane doesn’t dissolve.", learn_classes([]))["doesn't"] == "O"


def test_learning_and_reading_are_linear_in_the_text() -> None:
    classes = learn_classes([])
    read_sentence("warm up", classes)
    for pattern in ("cells of the ", "very ", "( ", "produced by ", "that which ", ". A "):
        short, long = (pattern * 1000)[:5_000], (pattern * 2000)[:20_000]
        assert grows_in_proportion(lambda text: read_sentence(text, classes), short, long)
        assert grows_in_proportion(lambda text: learn_classes([text]), short, long)


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=200))
def test_any_text_is_read_with_spans_in_order(text: str) -> None:
    classes = learn_classes([text])
    words = read_sentence(text, classes)
    assert all(text[word.start : word.end] == word.text for word in words)
    assert all(left.end <= right.start for left, right in pairwise(words))
