"""What snippets list as the parts of a topic is about it; what the topic is a part of heads a section after all
others."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from castalia.memory.identity import snippet_id
from castalia.memory.records import Snippet
from castalia.memory.triplets import TripletGraph
from castalia.tools.composition.fit import Fits
from castalia.tools.composition.labels import Label, find_labels
from castalia.tools.composition.picked_labels import FEW, pick_labels
from castalia.tools.composition.places import SECTION
from castalia.tools.language.word_classes import learn_classes
from castalia.tools.language.words import content_stems
from castalia.tools.topic.background import Background
from castalia.tools.topic.evidence import Evidence, weigh
from castalia.tools.topic.relevance import Relevance
from castalia.tools.topic.told_parts import parts_listed, snippets_on_parts

PARTS = "A sponge has two layers that keep it alive: the outer wall and the canals."
TEXTS = [
    f"{text} of sponge {n} in the bay."
    for n in (1, 2, 3)
    for text in (
        "The gemmule bed holds the young cells",
        "The gemmule bed dries out in the winter",
        "Canals bring water to every cell",
        "Canals end at the mouth",
        "The currents carry food to the pores",
        "The currents clean the skin",
    )
]
STEMS = ("spong", "canal", "current", "gemmul", "bed", "water", "cell")


def evidence(*texts: str, belonging: dict[str, float] | None = None) -> Evidence:
    snippets = [Snippet(snippet_id(text), text, url=f"https://e.org/{at % 4}#{at}") for at, text in enumerate(texts)]
    relevance = Relevance(
        ("spong",),
        dict.fromkeys(STEMS, 0.1),
        {one.id: 1.0 for one in snippets},
        (),
        100,
        dict.fromkeys(STEMS, 0.5),
        {},
        belonging=dict.fromkeys(STEMS, 0.5) | (belonging or {}),
    )
    stems = Counter(stem for text in texts for stem in set(content_stems(text)))
    world = Background(1000, dict(stems), {}, learn_classes(list(texts)))
    return weigh("Sponge", relevance, world, snippets, TripletGraph.of({}, {}))


def headings(found: Evidence) -> list[str]:
    return [one.heading for one in find_labels(found)]


def test_parts_are_read_from_any_sentence_of_a_text_and_without_the_topics_name() -> None:
    text = f"{PARTS} There are two kinds of sponge: the glass sponge and the coral sponge. Sponges are old."
    assert parts_listed(text, "Sponge", {"spong"}) == {
        frozenset(content_stems(name)) for name in ("outer wall", "canals", "glass", "coral")
    }
    other = "A reef has two layers: the outer wall and the bed. Sponges live on it."
    assert not parts_listed(other, "Sponge", {"spong"})


def test_what_the_topic_is_a_part_of_comes_last() -> None:
    found = evidence(*TEXTS, belonging={"canal": 0.1})
    assert headings(found)[-1] == "Canals" != headings(evidence(*TEXTS))[-1]
    assert [one.heading for one in find_labels(found) if one.is_wide] == ["Canals"]
    rare = replace(found, relevance=replace(found.relevance, breadth={**found.relevance.breadth, "canal": 0.2}))
    assert not any(one.is_wide for one in find_labels(rare))  # few who write of sponges speak of canals
    little = replace(rare.relevance, breadth=dict.fromkeys(STEMS, 0.2), belonging=dict.fromkeys(STEMS, 0.05))
    by_chance = [one.heading for one in find_labels(replace(rare, relevance=little)) if one.is_wide]
    assert "Canals" in by_chance and "Gemmule bed" not in by_chance  # two words stand for less by chance
    assert not any(one.is_wide for one in find_labels(replace(found, papers=True)))


def test_what_is_wider_than_the_topic_makes_a_section_only_where_there_are_few() -> None:
    found = evidence(*TEXTS)
    sure = replace(
        found, singles=tuple(replace(one, doubt=found.bar, snippet_id=str(at)) for at, one in enumerate(found.singles))
    )

    def taken(narrow: int) -> list[str]:
        names = [f"name{at}" for at in range(narrow)]
        labels = [*(Label(one, one, ()) for one in names), Label("Energy", "energi", (), is_wide=True)]
        rising = {one.heading: 0.7 + at / 100 for at, one in enumerate(labels)}
        picked = pick_labels(labels, [], (), SECTION, Fits(sure, lambda _, place, __: rising[place.section.heading]))
        return [one.heading for one in picked]

    assert taken(FEW - 1)[-1] == "Energy" and len(taken(FEW - 1)) == FEW
    assert "Energy" not in taken(FEW) and len(taken(FEW)) == FEW


def test_a_snippet_on_a_part_that_its_document_lists_is_about_the_topic() -> None:
    def snippet(document: str, text: str) -> Snippet:
        url = f"https://e.org/{document}#{len(text)}"
        return Snippet(snippet_id(text, url), text, url=url)

    listing = snippet("one", PARTS)
    on_part = snippet("one", "The rain is warm there. The lower canals bring the water to every cell.")
    beside = snippet("one", "Water comes to every cell through the canals that the animal keeps open.")
    elsewhere = snippet("two", "The lower canals bring the water of the river to every house of the town.")
    rows = [listing, on_part, beside, elsewhere]
    classes = learn_classes([one.text for one in rows])
    assert snippets_on_parts("Sponge", {"spong"}, [listing], rows, classes) == {on_part.id}
    assert not snippets_on_parts("Sponge", {"spong"}, [beside], rows, classes)
    assert not snippets_on_parts("Sponge", {"spong"}, [listing], [replace(on_part, title="Canals")], classes)


def test_what_is_listed_beside_the_topic_makes_no_heading() -> None:
    assert "Canals" in headings(evidence(*TEXTS))
    listed = [f"{place} has sponges and canals in every part of it" for place in ("The bay", "The sea", "Rome", "Lima")]
    assert "Canals" not in headings(evidence(*TEXTS, *listed))
