"""Names that need no introduction: what a corpus calls "the …" at first mention, and the abbreviations that it is full
of."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from castalia.memory.identity import snippet_id
from castalia.memory.records import Snippet
from castalia.memory.triplets import TripletGraph
from castalia.tools.language.word_classes import learn_classes
from castalia.tools.topic.background import Background, learn_background
from castalia.tools.topic.doubt import WEIGHTS
from castalia.tools.topic.evidence import weigh
from castalia.tools.topic.passages import passages
from castalia.tools.topic.relevance import Relevance

ORGANS = ("heart", "liver", "stomach", "spleen", "bladder", "pancreas")


def corpus() -> list[Snippet]:
    """Texts in which organs come with "the" from the start, and poisons only when they were named before."""
    texts = [
        f"In many animals the {one} grows fast in the first year. A poison may harm it, and the poison stays for days in the {one}."
        for one in ORGANS
        for _ in range(4)
    ]
    return [
        Snippet(snippet_id(f"{at}{text}"), f"{text} Sample {at} was weighed with DNA.", f"https://example.org/{at}")
        for at, text in enumerate(texts)
    ]


def test_what_is_called_the_from_the_start_needs_no_introduction() -> None:
    learned = learn_background(corpus())
    assert {"heart", "liver", "spleen"} <= learned.known
    assert "poison" not in learned.known
    assert "dna" in learned.known  # an abbreviation that every text uses


def test_a_reader_asks_for_what_is_called_the_only_after_it_was_named() -> None:
    learned = learn_background(corpus())
    assert learned.strangeness("heart") < 0 < learned.strangeness("poison")
    assert learned.strangeness("left heart") == learned.strangeness("heart")
    assert learned.strangeness("lighthouse") == 0.0  # nothing is known of it


def test_the_way_of_one_text_makes_no_name_known() -> None:
    one = [replace(each, url="https://example.org/one") for each in corpus()]
    learned = learn_background(one)
    assert "heart" not in learned.known
    assert learned.strangeness("heart") == 0.0


def test_what_is_learned_survives_being_kept() -> None:
    learned = learn_background(corpus())
    assert Background.from_json(learned.to_json()).to_json() == learned.to_json()


TEXT = (
    "Venom of some sponges blocks a pump in the cells of fish. "
    "The {name} of sponges slows down when the water of the sea is cold. "
    "The {name} helps sponges to clean the water that they live in."
)


@pytest.mark.parametrize(("known", "may_stand"), [(frozenset({"heart"}), True), (frozenset[str](), False)])
def test_a_sentence_may_presume_only_what_is_known(known: frozenset[str], may_stand: bool) -> None:
    text = TEXT.format(name="heart")
    relevance = Relevance(("spong",), {"spong": 0.6}, {}, (), 100, {"spong": 1.0}, {}, False)
    where = Background(100, {"spong": 30}, {}, learn_classes([text]), known)
    found = weigh("Sponge", relevance, where, [Snippet("a", text)], TripletGraph.of({}, {}))
    assert any(one.text.startswith("The heart helps") for one in found.singles) is may_stand


def test_a_verb_that_looks_like_a_noun_is_no_part_of_what_is_presumed() -> None:
    text = "The kidneys carry out the main tasks of the urinary system in all mammals."
    (one,) = (each for each in passages(Snippet("a", text), learn_classes([text])) if len(each.sentences) == 1)
    assert one.presumes == {"kidney"}


def test_what_a_sentence_defines_it_does_not_presume() -> None:
    text = "The renal hilum is the region of the kidney where vessels and nerves enter the organ. The hilum is small."
    first = next(each for each in passages(Snippet("a", text), learn_classes([text])) if not each.start)
    assert first.presumes == frozenset()
    assert first.definite_subject == "renal hilum"


def test_doubt_grows_with_what_is_called_the_without_a_name_before() -> None:
    weights = [WEIGHTS[name][1] for name in ("strange the, in the subject", "strange the")]
    assert all(one > 0 for one in weights)
    text = "A sponge lives on rock in the sea. The {name} removes what sponges need from water by day and by night."
    relevance = Relevance(
        ("spong",), {"spong": 0.6, "filter": 0.3}, {}, (), 100, {"spong": 1.0, "heart": 0.5, "poison": 0.5}, {}, False
    )
    doubts = {}
    for name in ("heart", "poison"):
        where = Background(100, {"spong": 30}, {}, learn_classes([text]), definiteness={"heart": 0.9, "poison": 0.1})
        snippet = Snippet(name, text.format(name=name))
        found = weigh("Sponge", relevance, where, [snippet], TripletGraph.of({}, {}))
        doubts[name] = next(one.doubt for one in found.singles if one.start == 1)
    assert doubts["poison"] - doubts["heart"] == pytest.approx(0.8 * weights[0])
    assert not math.isinf(doubts["heart"])
