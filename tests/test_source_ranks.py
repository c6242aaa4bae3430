"""The order of sections that retell documents: what has most to do with the topic comes first."""

from __future__ import annotations

from collections.abc import Iterable
from types import SimpleNamespace
from typing import cast

import pytest
from castalia.memory.records import Section
from castalia.tools.composition.source_ranks import in_reading_order
from castalia.tools.composition.sources import Source
from castalia.tools.language.words import content_stems
from castalia.tools.topic.evidence import Evidence
from castalia.tools.topic.passages import Passage
from castalia.tools.topic.relevance import Relevance
from castalia.tools.topic.titles import is_wholly_on

BOOK = "https://example.org/books/body/pages/"
CHAPTERS = {"6": "Bones", "17": "The Endocrine System", "28": "Growth", "4": "Hormones"}


def ordered(documents: Iterable[tuple[str, float, bool]]) -> list[str]:
    """The headings of documents (name, worth, whether titled with the topic) on hormones, in reading order."""
    paths = {name: (f"{BOOK}{name}",) for name, _, _ in documents}
    evidence = SimpleNamespace(
        called=("hormone",),
        singles=(),
        paths=paths,
        snippets={name: SimpleNamespace(topic=CHAPTERS.get(name.partition("-")[0], "")) for name in paths},
        relevance=Relevance(content_stems("Hormone"), {}, {}, (), 100, {}, {}),
    )
    found = []
    for name, worth, is_titled in documents:
        one = cast(Passage, SimpleNamespace(id=name, snippet_id=name))
        section = Section(name, name, 1, (), sources=(paths[name],))
        found.append((Source(paths[name], (one,), worth, is_titled), section))
    places = {path: ((at, ""),) for at, path in enumerate(sorted(paths.values()))}
    return [section.heading for _, section in in_reading_order(found, places, cast(Evidence, evidence))]


def test_a_chapter_on_the_topic_comes_before_an_earlier_one_that_has_it_among_other_things() -> None:
    bones, types, growth = "6-6-hormones-and-bone-tissue", "17-2-types-of-hormones", "28-4-hormones-and-growth"
    among = [(bones, 5.0, True), (types, 3.0, True), (growth, 6.0, True)]
    assert ordered(among) == [types, growth, bones]  # growth: the chapter with most to say


def test_what_has_the_topic_in_its_title_comes_before_an_earlier_document_that_has_not() -> None:
    glands, birth, growth = "17-9-glands", "20-1-hormones-and-birth", "28-4-growth"
    assert ordered([(glands, 4.0, False), (birth, 3.0, True), (growth, 9.0, False)]) == [
        growth,
        birth,
        glands,
    ]


def test_the_chapter_that_has_most_to_say_keeps_its_place_among_those_on_the_topic() -> None:
    flow, control = "17-1-hormones-and-flow", "28-3-control-of-hormones"
    assert ordered([(flow, 9.0, True), (control, 3.0, True)]) == [flow, control]
    assert ordered([(flow, 3.0, True), (control, 9.0, True)]) == [control, flow]


def test_the_chapter_of_the_topics_name_comes_before_all() -> None:
    own, types = "4-9-glands", "17-2-types-of-hormones"
    assert ordered([(types, 9.0, True), (own, 3.0, True)]) == [own, types]


@pytest.mark.parametrize(
    ("title", "is_on"),
    [
        ("Nervous system", True),
        ("Basic Structure and Function of the Nervous System", True),
        ("Discovering the nervous system", True),
        ("The nervous system in old age", True),
        ("Nervous system reactions", True),
        ("Animals > The Nervous System", True),
        ("Nervous System Control of Muscle Tension", False),
        ("Nervous system and muscles", False),
        ("Muscles, the nervous system", False),
        ("Systems", False),
    ],
)
def test_a_title_is_on_the_topic_where_it_names_nothing_else(title: str, is_on: bool) -> None:
    assert is_wholly_on(title, content_stems("Nervous system")) is is_on
