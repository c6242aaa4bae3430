"""A chapter of which several documents have the topic in their title tells it in the others as well."""

from __future__ import annotations

import pytest
from castalia.memory.records import Snippet
from castalia.tools.language.word_classes import learn_classes
from castalia.tools.topic.background import Background
from castalia.tools.topic.central_documents import uses_in
from castalia.tools.topic.chapter_mates import chapter_mates
from castalia.tools.topic.titled_snippets import titled_and_central

WORLD = Background(100, {}, {}, learn_classes([]))
STEMS = ("tide",)
WEIGHTS = {"tide": 0.5, "water": 0.2, "moon": 0.2, "coast": 0.1, "harbor": 0.1}
BOOK = "https://example.org/books/sea/"
NAMING = "The tide follows the moon, and the water of the coast rises."
NEAR = "Water rises at the coast when the moon is high."
FAR = "Sailors mend their nets in the harbor."


def chapter(pages: dict[str, list[str]], topic: str = "Movements of the Sea") -> list[Snippet]:
    """Documents of one chapter, by their titles, with these texts, and others of which each has a chapter."""
    rows = [
        Snippet(f"{title}{at}", text, f"{BOOK}4-{number}-{title.lower()}", title=title, topic=topic)
        for number, (title, texts) in enumerate(pages.items())
        for at, text in enumerate(texts)
    ]
    rows += [Snippet(f"o{at}", FAR, f"{BOOK}{10 + at // 4}-1-nets", topic="Ships") for at in range(24)]
    return rows


def mates(rows: list[Snippet]) -> set[str]:
    titled = {one.id for one in rows if "Tides" in one.title}
    uses = uses_in(rows, STEMS, frozenset(), WEIGHTS)
    return {name.rpartition("-")[2] for name in chapter_mates(STEMS, titled, rows, uses)}


def own(count: int) -> dict[str, list[str]]:
    return {f"Tides{at}": [NAMING, NAMING, FAR] for at in range(count)}


@pytest.mark.parametrize(("titled", "has_mates"), [(3, True), (2, False)])
def test_a_document_beside_several_on_the_topic_is_its_mate(titled: int, has_mates: bool) -> None:
    assert mates(chapter({**own(titled), "Currents": [NAMING] * 4})) == ({"currents"} if has_mates else set())


@pytest.mark.parametrize(
    ("texts", "is_mate"),
    [
        ([NAMING] * 3 + [FAR], True),
        ([NAMING] + [NEAR] * 3, True),  # names it now and then, and tells of what goes with it
        ([NAMING] + [FAR] * 3, False),
        ([NEAR] * 4, False),
        ([NAMING] * 3, False),  # of which too little is known
    ],
)
def test_a_mate_names_the_topic_or_tells_of_what_goes_with_it(texts: list[str], is_mate: bool) -> None:
    assert (mates(chapter({**own(3), "Currents": texts})) == {"currents"}) is is_mate


def test_documents_of_which_only_a_part_is_on_the_topic_have_no_mates() -> None:
    rows = chapter({**{f"Canals{at}": [NAMING] * 5 for at in range(3)}, "Currents": [NAMING] * 4})
    parts = {f"Canals{at}{number}" for at in range(3) for number in range(2)}
    assert not chapter_mates(STEMS, parts, rows, uses_in(rows, STEMS, frozenset(), WEIGHTS))


def test_a_document_of_another_chapter_is_no_mate() -> None:
    elsewhere = [Snippet(f"e{at}", NAMING, f"{BOOK}5-1-canals", topic="Canals") for at in range(4)]
    assert mates([*chapter(own(3)), *elsewhere]) == set()


def test_a_chapter_on_the_topic_alone_needs_no_mates() -> None:
    assert mates(chapter({**own(3), "Currents": [NAMING] * 4}, topic="The Tides")) == set()


def test_what_mates_say_counts_as_said_under_the_topic_s_name() -> None:
    rows = chapter({**{f"Tides of place {at}": [NAMING] * 5 for at in range(3)}, "Currents": [NAMING] * 3 + [FAR]})
    titled, central = titled_and_central(rows, STEMS, (), {}, WEIGHTS, {"tide": 1.0}, WORLD)
    assert {one.id for one in rows if one.title == "Currents"} <= titled
    assert {name.rpartition("-")[2] for name in central} == {"currents"}
