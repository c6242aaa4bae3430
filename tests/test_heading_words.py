"""Headings: a name as the snippets write it, and never what nobody would set as a heading."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from castalia.memory.identity import snippet_id
from castalia.tools.composition.heading_words import gone_on, in_sentence_case, may_stand, surface
from castalia.tools.composition.labels import ALONE, _stands_alone
from castalia.tools.language.word_classes import learn_classes
from castalia.tools.language.words import content_stems
from castalia.tools.topic.passages import Passage

SPONGE = frozenset({"spong"})


def passage(text: str) -> Passage:
    none: frozenset[str] = frozenset()
    return Passage(snippet_id(text), text, 0, (text,), none, none, none, none, none)


def written(name: str, texts: Sequence[str], topic: str = "sponge", documents: int = 3) -> str | None:
    return surface(
        " ".join(content_stems(name)), [passage(text) for text in texts], frozenset(content_stems(topic)), documents
    )


NAMED = "The sponges of {0} are sold by the ton. Buyers of {0} come early in the day. Many sponges reach {0} by ship."


def test_a_name_that_one_document_knows_is_no_heading() -> None:
    holders = [passage(text) for text in NAMED.format("Harbour House").split(". ")]
    term = " ".join(content_stems("Harbour House"))
    assert surface(term, holders, SPONGE, 1) is None
    assert surface(term, holders, SPONGE, 2) == "Harbour House"
    plain = [passage(text) for text in NAMED.format("fish markets").split(". ")]
    assert surface(" ".join(content_stems("fish markets")), plain, SPONGE, 1) == "Fish markets"


def test_a_word_that_mostly_follows_the_topic_is_written_with_it() -> None:
    said = [
        "The sponge garden is old.",
        "Divers saw a sponge garden in the bay.",
        "A garden grew.",
        "This garden died.",
    ]
    assert surface("garden", [passage(text) for text in said], SPONGE, 3) == "Sponge garden"
    assert surface("garden", [passage(text) for text in said[1:]], SPONGE, 3) == "Garden"
    way = [text.replace("garden", "process") for text in said]
    assert surface("process", [passage(text) for text in way], SPONGE, 3) == "Process"


def test_no_heading_begins_inside_a_bracket() -> None:
    said = ["Deep sea (DeS) diving is old.", "Deep sea (DeS) diving is costly.", "DeS diving by night is rare."]
    assert surface("dive", [passage(text) for text in said], frozenset({"des"}), 3) in {"Diving", "DeS diving"}


def test_a_surname_is_no_heading_though_it_mostly_opens_sentences() -> None:
    texts = [
        "Rubin saw sponges glow.",
        "Rubin drew sponges by night.",
        "Rubin left.",
        "The sponges that Rubin saw glow.",
    ]
    assert surface("rubin", [passage(text) for text in texts], SPONGE, 3) is None


def test_a_name_is_written_small_behind_its_first_word_where_the_snippets_mostly_do() -> None:
    texts = [
        "Deep Water Sponges (DWS) live there.",
        "The deep water of the Pacific is cold.",
        "Some sponges of Pacific water.",
    ]
    passages = [passage(text) for text in texts]
    assert in_sentence_case("Deep Water Sponges", passages) == "Deep water sponges"
    assert in_sentence_case("Cold Pacific DNA", passages) == "Cold Pacific DNA"
    telescope = [passage("The Hubble Space Telescope sees far."), passage("A telescope in space sees far into space.")]
    assert in_sentence_case("Hubble Space Telescope", telescope) == "Hubble Space Telescope"
    mixed = [passage(text) for text in ("Entity Alignment joins graphs.", "Some entity alignments fail.")]
    assert in_sentence_case("Entity Alignment", mixed) == "Entity alignment"


def test_a_name_ends_with_the_word_in_ing_that_mostly_follows_it() -> None:
    texts = [
        "Visual question answering needs both.",
        "In visual question answering, a picture is shown.",
        "A visual question is hard.",
    ]
    more = [*texts, "The visual question matters.", "No visual question helps."]
    assert gone_on("Visual question", [passage(text) for text in texts]) == "Visual question answering"
    assert gone_on("Visual question", [passage(text) for text in more]) == "Visual question"


def test_the_last_word_of_other_names_is_no_heading() -> None:
    def holder(*phrases: str) -> Passage:
        return replace(passage("Sponges."), phrases=frozenset(phrases))

    longer = [holder("upper branch"), holder("lower branch")] * 5
    assert not _stands_alone("branch", [*longer, holder("branch")], ALONE)
    assert _stands_alone("branch", [*longer, holder("branch"), *(2 * [holder("branch", "sponge")])], ALONE)


def test_a_species_may_be_a_heading_with_its_genus_cut_short() -> None:
    holders = [passage(f"Divers find that {place} holds E. coli.") for place in ("mud", "sand", "silt")]
    assert surface(" ".join(content_stems("E. coli")), holders, SPONGE, 3) == "E. coli"


def test_a_name_keeps_the_capitals_that_it_has_inside() -> None:
    texts = [f"The origin of DNA replication is found in {place}." for place in ("bacteria", "yeast", "man")]
    assert written("origin", texts, "DNA replication") == "Origin of DNA replication"


WORLD = (
    "The bank may borrow from others. Firms borrow in summer. They borrow less in winter. People who borrow have to pay. "
    "A loan costs more in winter. The loans of the bank grow. Its loans are safe. The process of osmosis is slow. "
    "The potential of the bank is known. "
)


@pytest.mark.parametrize(
    ("heading", "stands"),
    [
        ("Bank loans", True),
        ("Process of osmosis", False),
        ("Laws of osmosis", True),
        ("Gas loan", True),
        ("Bank", True),
        ("Potential", False),
    ],
)
def test_neither_what_one_does_nor_the_topic_behind_an_empty_noun_is_a_heading(heading: str, stands: bool) -> None:
    assert may_stand(heading, learn_classes([WORLD] * 5)) == stands


def test_a_name_may_end_in_what_is_mostly_a_verb_and_hold_the_topic_s_empty_words() -> None:
    classes = learn_classes(["They can embed stones, and they will embed them. They embed it in mud."] * 5)
    assert not may_stand("Graph embedding", classes) and may_stand("Graph embedding", classes, is_name=True)
    assert not may_stand("Large graph embedding", classes, is_name=True)
    assert may_stand("Large graph embedding", classes, frozenset(content_stems("large graph")), is_name=True)


@pytest.mark.parametrize(
    ("name", "heading"),
    [
        ("pH scale", "pH scale"),
        ("mRNA molecules", "mRNA molecules"),
        ("p53 protein", "p53 protein"),
        ("mRNA", "mRNA"),
        ("c-Myc protein", "c-Myc protein"),
        ("pre-mRNA strands", "Pre-mRNA strands"),
        ("x-ray plates", "X-ray plates"),
        ("deep water", "Deep water"),
        ("DNA strands", "DNA strands"),
    ],
)
def test_a_first_word_with_a_spelling_of_its_own_keeps_it(name: str, heading: str) -> None:
    texts = [f"Some sponges have a {name} in the lab.", f"Berg saw the {name} of a sponge.", f"The {name} was kept."]
    assert written(name, texts) == heading
