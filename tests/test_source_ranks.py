"""The order of sections that retell documents: that of their book, but for chapters that hardly tell of the topic."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import cast

from castalia.memory.records import Section
from castalia.tools.composition.source_ranks import in_reading_order
from castalia.tools.composition.sources import Source
from castalia.tools.language.words import content_stems
from castalia.tools.topic.evidence import Evidence
from castalia.tools.topic.passages import Passage
from castalia.tools.topic.relevance import Relevance

BOOK = "https://example.org/books/body/pages/"
CHAPTERS = {"6": "Bones", "17": "The Endocrine System", "28": "Growth", "4": "Hormones"}


def ordered(documents: Sequence[tuple[str, float]]) -> list[str]:
    """The headings of documents on hormones, given by name and worth, in reading order."""
    paths = {name: (f"{BOOK}{name}",) for name, _ in documents}
    evidence = SimpleNamespace(
        called=("hormone",),
        singles=(),
        paths=paths,
        snippets={name: SimpleNamespace(topic=CHAPTERS.get(name.partition("-")[0], "")) for name in paths},
        relevance=Relevance(content_stems("Hormone"), {}, {}, (), 100, {}, {}),
    )
    found = []
    for name, worth in documents:
        one = cast(Passage, SimpleNamespace(id=name, snippet_id=name))
        section = Section(name, name, 1, (), sources=(paths[name],))
        found.append((Source(paths[name], (one,), worth, True), section))
    places = {path: ((at, ""),) for at, path in enumerate(sorted(paths.values()))}
    return [section.heading for _, section in in_reading_order(found, places, cast(Evidence, evidence))]


def test_an_early_chapter_that_only_touches_on_the_topic_comes_behind_those_that_say_much() -> None:
    bones, types, growth = "6-6-hormones-and-bone-tissue", "17-2-types", "28-4-growth"
    assert ordered([(bones, 2.0), (types, 9.5), (growth, 5.0)]) == [types, growth, bones]
    assert ordered([(bones, 2.5), (types, 9.5), (growth, 5.0)]) == [bones, types, growth]


def test_a_chapter_says_what_all_its_documents_say() -> None:
    bones, types, pathways = "6-6-bones", "17-2-types", "17-3-pathways"
    assert ordered([(bones, 3.0), (types, 7.0), (pathways, 7.0)]) == [types, pathways, bones]
    assert ordered([(types, 7.0), (pathways, 1.0), ("28-4-growth", 8.0)]) == [types, pathways, "28-4-growth"]


def test_a_chapter_of_the_topics_name_comes_first_however_little_it_says() -> None:
    own, types = "4-9-glands", "17-2-types"
    assert ordered([(types, 9.0), (own, 1.0)]) == [own, types]
