"""Source ranks: which section that retells documents comes before which."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from castalia.memory.records import Section
from castalia.tools.composition.facet_headings import rank_of
from castalia.tools.composition.sources import (
    Found,
    book_of,
    chapter_of_source,
    ends_in_topic,
    is_called,
    names_alone,
    whole_of,
)
from castalia.tools.topic.definitions import FAIR, defines
from castalia.tools.topic.evidence import Evidence
from castalia.tools.topic.source_paths import SourceOrder, SourcePath, natural, number_of, place_in_source

AT_LENGTH = 3  # sections of a book that may open a page because it says what the topic is


def first_places(evidence: Evidence) -> dict[SourcePath, SourceOrder]:
    """Where the first snippet of each document, and of each part of one, stands in it: by the numbers of snippets, or
    else by those of headings."""
    first: dict[SourcePath, SourceOrder] = {}
    for name, path in evidence.divided.items():
        place = place_in_source(evidence.snippets[name]) or number_of(evidence.snippets[name].title)
        for depth in range(1, len(path) + 1):
            part = path[:depth]
            first[part] = min(first.get(part, place), place)
    return first


def in_source(sections: Iterable[Section], places: Mapping[SourcePath, SourceOrder]) -> tuple[Section, ...]:
    """Sections as their documents have them, as far as the numbers of their snippets tell."""
    return tuple(sorted(sections, key=lambda one: _begins(one, places)))


def in_reading_order(
    found: Sequence[Found], places: Mapping[SourcePath, SourceOrder], evidence: Evidence
) -> list[Found]:
    """The documents in the order in which a page tells them.

    What stands under the topic's own name comes first; of the rest, the book that says best what the topic is, then the
    others by how much they have to say. In a book the chapter named after the topic comes first, then the others by the
    numbers of documents, of their titles, and of snippets. Documents without a number stand where an encyclopedia would
    put the first of their headings, of equals the one with most to say first; the sections of one stay together, in its
    order as far as numbers tell.
    """
    worth: defaultdict[str, float] = defaultdict(float)
    sections = Counter(book_of(source.path) for source, _ in found)
    for source, _ in found:
        worth[book_of(source.path)] += source.worth
    definitions: defaultdict[str, float] = defaultdict(float)
    for one in evidence.singles:
        book = book_of((one.document,))
        if sections[book] >= AT_LENGTH:
            definitions[book] = max(definitions[book], *(defines(one.sentences[0], name) for name in evidence.called))
    best = max(definitions.values(), default=0.0)
    usual: defaultdict[str, list[tuple[int, float]]] = defaultdict(list)
    for source, section in found:
        usual[source.path[0]].append((rank_of(section.heading), -source.worth))

    def rank(pair: Found) -> tuple[Any, ...]:
        source, section = pair
        book = book_of(source.path)
        name = source.path[0].rstrip("/").rpartition("/")[2]
        is_own = is_called(source, evidence) or ends_in_topic(whole_of(source, evidence), evidence)
        shelf = (not is_own, definitions[book] < max(best, FAIR), -worth[book])
        title = evidence.snippets[source.singles[0].snippet_id].title.partition(">")[0]
        number = natural(name) if name[:1].isdigit() else number_of(title)
        if not number:
            own = (rank_of(section.heading), -source.worth)
            return (*shelf, True, min(usual[source.path[0]]), source.path[0], _begins(section, places), own)
        is_in_own = names_alone(chapter_of_source(source, evidence), evidence.relevance.stems)
        return (*shelf, False, not is_in_own, number, _begins(section, places))

    return sorted(found, key=rank)


def _begins(section: Section, places: Mapping[SourcePath, SourceOrder]) -> SourceOrder:
    return min(places.get(path, ()) for path in section.sources)
