"""What is said of the topic in a word made of its name is said of the topic."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from castalia.graphs import generate_sync
from castalia.memory.records import Snippet
from castalia.tools.composition.lead_pools import is_named_whole
from castalia.tools.language.word_classes import learn_classes
from castalia.tools.language.words import content_stems
from castalia.tools.topic.background import Background
from castalia.tools.topic.derived_forms import derived_forms
from castalia.tools.topic.relevance import Relevance
from test_source_sections import among_towns


def found(topic: str, own: str, form: str, *, both: int, alone: int, plain: int = 9) -> list[str]:
    """The derived forms of a topic in a corpus: ``both`` texts with its name and the form, ``alone`` with the form,
    ``plain`` ones with the name."""
    naming = [f"{own} and {form} walls." for _ in range(both)] + [f"Here {own} is meant." for _ in range(plain)]
    texts = [*naming, *(f"All {form} things." for _ in range(alone)), *(["Gulls nest."] * 300)]
    stems: dict[str, int] = {}
    for text in texts:
        for one in set(content_stems(text)):
            stems[one] = stems.get(one, 0) + 1
    snippets = [Snippet(str(at), text) for at, text in enumerate(naming)]
    return sorted(derived_forms(topic, snippets, Background(len(texts), stems, {}, learn_classes([]))).values())


@pytest.mark.parametrize(
    ("topic", "form"),
    [
        ("Buoyancy", "buoyant"),
        ("Feminism", "feminist"),
        ("Feminism", "feministic"),
        ("Viscosity", "viscous"),
        ("Olfaction", "olfactory"),
        ("Mitosis", "mitotic"),
        ("Democracy", "democratic"),
        ("Photosynthesis", "photosynthetic"),
        ("Electrolysis", "electrolytic"),
        ("Homeostasis", "homeostatic"),
        ("Emergency", "emergent"),
        ("Gravity", "gravitational"),
        ("Superconductivity", "superconductor"),
        ("Volcano", "volcanic"),
        ("Evolution", "evolutionary"),
        ("Virus", "viral"),
        ("Bacteria", "bacterial"),
        ("Bacterium", "bacterial"),
        ("Kidney", "renal"),  # no ending tells
        ("Ovaries", "ovarian"),
        ("Stomach", "gastric"),
        ("Arthropod", "arthropoda"),  # and their names in the system
        ("Mollusks", "mollusca"),
        ("Amphibian", "amphibia"),
        ("Mammalia", "mammal"),
        ("Chordates", "chordata"),
    ],
)
def test_a_form_in_the_company_of_the_topic_speaks_of_it(topic: str, form: str) -> None:
    assert found(topic, topic.lower(), form, both=3, alone=5) == [form]


def test_where_hardly_anything_names_the_topic_it_is_enough_that_one_text_has_both() -> None:
    assert found("Buoyancy", "buoyancy", "buoyant", both=1, alone=9, plain=5) == ["buoyant"]
    assert found("Buoyancy", "buoyancy", "buoyant", both=1, alone=9, plain=9) == []


def test_a_form_that_keeps_other_company_does_not() -> None:
    assert found("Currency", "currency", "current", both=3, alone=80) == []
    assert found("Currency", "currency", "current", both=1, alone=1) == []


def test_a_form_that_a_small_corpus_has_as_often_as_the_topic_speaks_of_it() -> None:
    """In notes on volcanoes most snippets name these, and no company is unusual."""
    texts = [*["The volcano is high."] * 12, *["The volcano throws volcanic ash."] * 3, *["Volcanic gas is hot."] * 6]
    stems = {one: sum(one in content_stems(text) for text in texts) for one in ("volcano", "volcan")}
    naming = [Snippet(str(at), text) for at, text in enumerate(texts) if "volcano " in text]
    background = Background(len(texts), stems, {}, learn_classes([]))
    assert list(derived_forms("Volcano", naming, background).values()) == ["volcanic"]


def test_short_words_are_no_names_of_living_beings() -> None:
    assert found("Data", "data", "date", both=3, alone=3) == []


def test_a_noun_of_the_same_stem_is_no_form() -> None:
    assert found("Observation", "observation", "observatory", both=3, alone=3) == ["observatory"]
    assert found("Observation", "observation", "observatory, observatory and observatories", both=3, alone=3) == []
    assert found("Electrolysis", "electrolysis", "electrolytes", both=3, alone=3) == []


def test_a_topic_of_several_words_and_a_word_the_stemmer_knows_have_none() -> None:
    assert found("Stomach ism", "stomach ism", "stomach ist", both=3, alone=3) == []
    assert found("Capitalism", "capitalism", "capitalist", both=3, alone=3) == []  # of one stem


def test_a_lead_says_the_topics_own_name() -> None:
    stems = content_stems("olfaction")
    evidence = SimpleNamespace(
        topic="Olfaction",
        stems=frozenset(stems),
        relevance=Relevance(stems, {}, {}, (), 0, {}, {}),
        other_names=frozenset(content_stems("olfactory smelling")),
    )
    texts = ("Olfaction is one of the senses.", "The olfactory bulb is small.", "Smelling is one of the senses.")
    said = [is_named_whole(cast(Any, SimpleNamespace(text=one)), cast(Any, evidence)) for one in texts]
    assert said == [True, False, True]


def test_a_page_tells_what_is_said_in_the_derived_word(tmp_path: Path) -> None:
    own = [
        "Buoyancy is the upward push of a fluid on a body in it. The buoyant push equals the weight of the fluid that makes way.",
        "Buoyancy keeps ships afloat in any harbour. A buoyant hull rides higher in salt water than it does in fresh water.",
        "Archimedes described buoyancy in a book on floating bodies. He weighed bodies in air and under water to find the difference.",
    ]
    vests = [
        "A buoyant vest holds the head of a swimmer above the water. The head stays up though the swimmer has fainted.",
        "Sailors wear a buoyant vest in rough weather. Its straps are pulled tight below the arms.",
        "A buoyant vest is tried once a year in a pool. A vest that lets its swimmer sink is thrown away.",
    ]
    corpus = among_towns(tmp_path, (*own, *vests))
    page = generate_sync("Buoyancy", corpus=corpus)
    told = [claim["sentence"] for claim in page.record["claims"]]
    assert {"A buoyant vest is tried once a year in a pool.", "A buoyant hull rides higher in salt water than it does in fresh water."} <= set(told)  # fmt: skip
    assert not any("Town" in one for one in told)
