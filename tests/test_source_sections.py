"""A page whose corpus holds a book on the topic: its outline is the book's, and each section retells what stood
together."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Mapping
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from castalia.graphs import generate_sync
from castalia.graphs.page import TopicPage
from castalia.memory.records import Section, Snippet
from castalia.tools.composition import source_sections, unit_text
from castalia.tools.composition.source_sections import _standing, _unnamed, most_sections, named_sections
from castalia.tools.composition.sources import Source, _is_headed, parts_of
from castalia.tools.composition.spread_sections import PARTS, ROOM, _told_apart, spread
from castalia.tools.composition.topic_documents import (
    _is_held_inside,
    _names_topic,
    _told_once,
    documents_on,
    is_kind,
    is_narrower,
)
from castalia.tools.composition.unit_text import SCATTERED, _readable
from castalia.tools.language.word_classes import learn_classes
from castalia.tools.language.words import content_stems
from castalia.tools.topic.background import Background
from castalia.tools.topic.evidence import Evidence
from castalia.tools.topic.passages import Passage
from castalia.tools.topic.relevance import Relevance

BOOK = "https://example.org/books/seas/pages/"


class Known(SimpleNamespace):
    """Evidence of which only this is asked."""

    __hash__ = object.__hash__


# Documents of the sample, as the sections of a chapter.
CHAPTER = {
    "reef-types": ("4-1-types-of-coral-reefs", "Types of Coral Reefs", "Types"),
    "reef-growth": ("4-2-reef-growth", "Reef Growth", "Reef growth"),
    "heat-on-the-reef": ("4-3-coral-bleaching", "Coral Bleaching", "Coral bleaching"),
    "reef-fishes": ("4-9-fishes-of-the-reef", "Fishes of the Reef", "Fishes"),
    "people-and-reefs-1": ("4-10-uses-of-coral-reefs", "The Uses of Coral Reefs", "Uses"),
}
ELSEWHERE = ("what-a-reef-is", "kelp-forests", "dye-house", "aquarium-diary", "sea-ice")
HEADINGS = [heading for _, _, heading in CHAPTER.values()]


def book(titles: bool = True, numbers: bool = True) -> list[dict[str, Any]]:
    """A chapter on coral reefs, and paragraphs from elsewhere."""
    rows: list[dict[str, Any]] = []
    for line in (files("castalia.tools") / "sample_coral_reefs.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        document, _, place = row["url"].rpartition("/")[2].partition("#")
        plain = {"content": row["content"], "year": 2020}
        if document in CHAPTER:
            slug, title, _ = CHAPTER[document]
            at = place if numbers else f"fs-id{random.Random(row['content']).getrandbits(60)}"
            title = f"{title} > Paragraph {place}" if titles else ""
            rows.append({**plain, "url": f"{BOOK}{slug}#{at}", "title": title})
        elif document in ELSEWHERE:
            rows.append({**plain, "url": f"https://example.org/{document}{place}"})
    return rows + towns(range(60))


def towns(numbers: Iterable[int]) -> list[dict[str, Any]]:
    text = "Town number {0} has a market hall, a mill number {0} and a school for the children of its farmers. "
    text += "The road to it passes {0} fields."
    return [{"content": text.format(at), "url": f"https://example.org/t{at}"} for at in numbers]


def among_towns(folder: Path, texts: Iterable[str], title: str = "", titled: int = 0) -> Path:
    """A corpus of these texts, the first ``titled`` of which have this title, and of towns, with which they have
    nothing to do."""
    rows = [{"content": text, "url": f"https://example.org/{at}"} for at, text in enumerate(texts)]
    rows = [row | {"title": title} for row in rows[:titled]] + rows[titled:]
    path = folder / "rows.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in (*rows, *towns(range(340)))), encoding="utf-8")
    return path


def page_of(rows: Iterable[dict[str, Any]], folder: Path, topic: str = "Coral reef") -> TopicPage:
    path = folder / "rows.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return generate_sync(topic, corpus=path)


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> TopicPage:
    return page_of(book(), tmp_path_factory.mktemp("book"))


def headings(page: TopicPage) -> list[str]:
    return [one["heading"] for one in page.record["sections"]]


def test_the_sections_of_a_book_on_the_topic_are_those_of_the_page_in_their_order(page: TopicPage) -> None:
    assert headings(page) == HEADINGS


def test_a_section_tells_what_stood_together_and_hardly_anything_else(page: TopicPage) -> None:
    sources = {one["number"]: one["url"] for one in page.record["references"]}
    for section, (slug, _, _) in zip(page.record["sections"], CHAPTER.values(), strict=True):
        told = [one["citations"][0] for one in page.record["claims"] if one["section"] == section["id"]]
        own = [number for number in told if slug in sources[number]]
        assert len(set(own)) >= 3 and len(own) >= 0.8 * len(told)


def test_paragraphs_keep_the_order_and_the_company_that_they_had(page: TopicPage) -> None:
    sources = {one["number"]: one for one in page.record["references"]}
    for section in page.record["sections"]:
        claims = [one for one in page.record["claims"] if one["section"] == section["id"]]
        told = [
            (sources[one["citations"][0]]["url"], sources[one["citations"][0]]["text"].index(one["sentence"]))
            for one in claims
        ]
        assert len(told) >= 3 and told == sorted(told)


def test_without_titles_the_words_of_the_url_are_the_headings(page: TopicPage, tmp_path: Path) -> None:
    bare = page_of(book(titles=False), tmp_path)
    assert headings(bare) == HEADINGS


def test_the_parts_of_a_section_come_in_the_order_of_their_document(tmp_path: Path) -> None:
    rows = book()
    own = [row for row in rows if "/4-1-" in row["url"]]
    for at, row in enumerate(own):
        row["title"] = f"Types of Coral Reefs > {'Zones of atolls' if 2 * at < len(own) else 'Ages of barriers'}"
        row["id"] = f"row-{at}"
    first = page_of(rows, tmp_path).record["sections"][0]
    assert [one["heading"] for one in first["sections"]] == ["Zones of atolls", "Ages of barriers"]


def test_what_stands_under_a_title_that_is_no_heading_counts_for_the_part_around_it(tmp_path: Path) -> None:
    rows = book()
    own = [row for row in rows if "/4-1-" in row["url"]]
    for at, row in enumerate(own):
        inner = f"Ages of barriers > What makes barrier {at % 2} old?"
        row["title"] = f"Types of Coral Reefs > {'Zones of atolls' if 2 * at < len(own) else inner}"
        row["id"] = f"row-{at}"
    first = page_of(rows, tmp_path).record["sections"][0]
    assert [one["heading"] for one in first["sections"]] == ["Zones of atolls", "Ages of barriers"]


def one_document(first_parts: Iterable[str]) -> list[dict[str, Any]]:
    """The chapter as a single document of the topic's name, the first of its parts divided into these."""
    rows = [row for row in book() if "/pages/4-" in row["url"]]
    slugs = {slug: (at, title) for at, (slug, title, _) in enumerate(CHAPTER.values(), 1)}
    inner = list(first_parts)
    for at, row in enumerate(rows):
        slug, _, place = row["url"].rpartition("/")[2].partition("#")
        number, title = slugs[slug]
        part = f" > {inner[int(place[1:]) % len(inner)]}" if number == 1 else ""
        row.update(
            title=f"Coral Reefs > {title}{part}", url=f"{BOOK}4-1-coral-reefs#p{number}{place[1:]:0>2}", id=f"row-{at}"
        )
    return rows + [row for row in book() if "/pages/4-" not in row["url"]]


def test_the_parts_of_a_document_of_the_topics_name_keep_their_own_parts(tmp_path: Path) -> None:
    page = page_of(one_document(["Zones of atolls", "Ages of barriers"]), tmp_path)
    assert headings(page) == HEADINGS
    assert {one["heading"] for one in page.record["sections"][0]["sections"]} == {"Zones of atolls", "Ages of barriers"}


def test_a_part_with_a_single_part_that_has_a_name_goes_by_that(tmp_path: Path) -> None:
    page = page_of(one_document(["Zones of atolls"]), tmp_path)
    assert headings(page) == ["Zones of atolls", *HEADINGS[1:]]


def test_where_sections_are_few_one_of_two_parts_is_taken_apart_if_it_has_more_to_say_than_these() -> None:
    def section(name: str, parts: int) -> Section:
        inner = tuple(Section(f"{name}{at}", f"{name} {at}", 2, (), sources=((name, str(at)),)) for at in range(parts))
        return Section(name, name, 1, (), sources=((name,),), sections=inner)

    few, both = [section("Synapses", 2), section("Types", 0)], {"Synapses0", "Synapses1"}
    apart = spread(few, {"Synapses", "Types", *both}, {})
    assert [one.heading for one in apart] == ["Synapses", "Synapses 0", "Synapses 1", "Types"]
    assert [one.heading for one in spread(few, {"Types", *both}, {})] == ["Synapses", "Types"]
    large, whole = [section("Synapses", 30), section("Types", 0)], {f"Synapses{at}" for at in range(30)}
    parts = [one.heading for one in spread(large, {"Types", *whole}, {})]
    assert parts == ["Synapses", *(f"Synapses {at}" for at in range(ROOM - 2)), "Types"]  # those with most to say
    many = [section(name, 2) for name in ("Axons", "Glia", "Signals", "Synapses", "Types")]
    assert all(len(one.sections) == 2 for one in spread(many, {one.id for one in many}, {}))


def test_a_part_that_says_too_little_for_a_section_stays_where_it_is() -> None:
    parts = tuple(Section(f"part{at}", f"Part {at}", 2, sources=(("book", str(at)),)) for at in range(3))
    whole = Section("whole", "Conjugation", 1, sources=(("book",),), sections=parts)
    first, *others = spread([whole], {"whole", "part0", "part2"}, {})
    assert [one.heading for one in others] == ["Part 0", "Part 2"]
    assert [one.heading for one in first.sections] == ["Part 1"]
    assert spread([whole], {"whole", "part0"}, {}) == (whole,)  # would give two
    parts = (*parts, Section("part3", "Part 3", 2, sources=(("book", "3"),)))
    _, *each = spread([replace(whole, sections=parts)], {"part0", "part2", "part3"}, {})
    assert [one.heading for one in each] == [f"Part {at}" for at in range(4)]  # it says nothing itself


def test_a_section_and_its_parts_stand_by_themselves_where_each_has_enough_to_say() -> None:
    part = Section("part", "Release", 2, sources=(("book", "Synapses", "Release"),))
    whole = Section("whole", "Synapses", 1, sources=(("book", "Synapses"),), sections=(part,))
    names = [f"s{at}" for at in range(8)]
    singles = cast(Any, tuple(SimpleNamespace(spots=((one, 0),), snippet_id=one) for one in names))
    source = Source(("book", "Synapses"), singles, 8.0, True)
    inside = dict.fromkeys(names, ("book", "Synapses", "Release"))
    outside = inside | dict.fromkeys(names[:4], ("book", "Synapses"))
    few = dict.fromkeys(names, ("book", "Synapses")) | {"s0": ("book", "Synapses", "Release")}
    for divided, standing in ((inside, {"part"}), (outside, {"whole", "part"}), (few, {"whole"})):
        assert _standing(source, whole, cast(Evidence, SimpleNamespace(divided=divided, summaries=()))) == standing
    summed_up = cast(Evidence, SimpleNamespace(divided=outside, summaries=names[:4]))
    assert _standing(source, whole, summed_up) == {"part"}
    alone = replace(whole, sections=(part, replace(part, id="other", sources=(("book", "Synapses", "Types"),))))
    divided = inside | {"s0": ("book", "Synapses", "Types")}
    assert _standing(source, alone, cast(Evidence, SimpleNamespace(divided=divided, summaries=()))) == {"part"}


def test_a_book_that_says_what_the_topic_is_comes_before_one_that_says_more_of_it(tmp_path: Path) -> None:
    other = "https://example.org/books/shores/pages/"
    rows = [row for row in book() if "/what-a-reef-is" not in row["url"]]
    moved = [row for row in rows if any(f"/{name}-" in row["url"] for name in ("4-2", "4-3", "4-9"))]
    kept = [row for row in rows if row not in moved]
    for row in moved:
        row["url"] = row["url"].replace(BOOK, other)
    brief = [row for at, row in enumerate(moved) if at % 3]
    assert headings(page_of([*kept, *brief], tmp_path))[0] == "Types"
    defined = "A coral reef is a ridge under water that is built from the skeletons of corals over thousands of years."
    row = {"content": f"{defined} Bleaching turns the corals of a reef white.", "title": "Coral Bleaching"}
    brief.append({**row, "url": f"{other}4-3-coral-bleaching#p999"})
    (tmp_path / "defined").mkdir()
    assert headings(page_of([*kept, *brief], tmp_path / "defined"))[0] == "Reef growth"


def test_a_part_of_a_document_on_something_else_is_a_source_where_its_title_names_the_topic(tmp_path: Path) -> None:
    rows = book()
    for row in rows:
        if row["url"].startswith(BOOK):
            slug = row["url"].removeprefix(BOOK).partition("#")[0]
            title = {name: title for name, title, _ in CHAPTER.values()}[slug]
            row["title"] = f"Life in warm seas > Coral reefs > {title}"
            row["url"] = row["url"].replace(slug, "9-1-life-in-warm-seas").replace("#", f"#{slug[2:4].strip('-')}0")
    found = all_headings(page_of(rows, tmp_path))
    assert {"types", "reef growth", "coral bleaching"} <= set(found)


@pytest.fixture(scope="module")
def retitled(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The headings of a page whose chapter is called otherwise."""
    titles = {
        "/4-1-": "Reef Palaeography",
        "/4-2-": "Baroque Coral Reefs",
        "/4-3-": "The Baroque Anatomy of Coral Reefs",
        "/4-9-": "The “Coloured” Fishes",
        "/4-10-": "The Carnival of Venice",
    }
    rows = book()
    for row in rows:
        row["title"] = next((title for slug, title in titles.items() if slug in row["url"]), row.get("title", ""))
    return headings(page_of(rows, tmp_path_factory.mktemp("retitled")))


def test_a_figure_of_speech_is_no_heading(retitled: list[str]) -> None:
    assert not any("carnival" in one.lower() for one in retitled)


@pytest.mark.parametrize("heading", ["Baroque anatomy", "Baroque coral reefs", "Reef palaeography"])
def test_a_title_that_says_the_angle_the_discipline_or_which_topic_is_meant_is_a_heading_in_whatever_words(
    heading: str, retitled: list[str]
) -> None:
    assert heading in retitled


@pytest.mark.parametrize(("few", "has_small"), [(5, True), (4, False)])
def test_a_smaller_part_of_a_document_on_the_topic_is_a_section_where_there_are_few(
    few: int, has_small: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [row for row in one_document([""]) if not ("#p5" in row["url"] and row["url"][-1] in "3456789")]
    rows += towns(range(60, 400))  # the corpus is about other things, too
    monkeypatch.setattr(source_sections, "WORTH", 12.0)
    monkeypatch.setattr(source_sections, "FEW", few)
    found = headings(page_of(rows, tmp_path))
    assert ("Uses" in found) is has_small
    assert {"Types", "Reef growth", "Coral bleaching", "Fishes"} <= {*found}


def test_a_part_of_which_nothing_told_speaks_of_its_heading_is_left_out_unless_it_tells_much(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = book()
    told = "Zebrafish of the open sea are striped. "
    for row in rows:
        if "/4-9-fishes" in row["url"]:
            row["title"] = "Zebrafish and Fishes"
    assert "Zebrafish and fishes" in headings(page_of(rows, tmp_path))  # for fishes are spoken of
    for row in rows:
        if "/4-9-fishes" in row["url"]:
            row["title"] = "Zebrafish"
    found = next(row for row in rows if "/4-9-fishes" in row["url"])
    found["content"] = found["content"] + " As we saw, " + told[0].lower() + told[1:]  # cannot be quoted
    page = page_of(rows, tmp_path)
    (part,) = (one["id"] for one in page.record["sections"] if one["heading"] == "Zebrafish")
    sentences = sum(claim["section"] == part for claim in page.record["claims"])
    monkeypatch.setattr(unit_text, "UNNAMED", sentences + 1)
    assert "Zebrafish" not in headings(page_of(rows, tmp_path))


def test_parts_that_stand_alone_are_not_called_alike() -> None:
    names = ("History", "Fringing reefs", "History", "Atolls")
    parts = tuple(Section(f"part{at}", name, 2, sources=(("book", str(at)),)) for at, name in enumerate(names))
    (whole, *alone) = spread(
        [Section("whole", "Reefs of the world", 1, sources=(("book",),), sections=parts)], {one.id for one in parts}, {}
    )
    assert whole.heading == "Reefs of the world"
    assert [one.heading for one in alone] == ["Fringing reefs", "Atolls"]


def test_what_is_called_by_a_figure_in_quotation_marks_has_no_section_of_that_name(retitled: list[str]) -> None:
    assert not any("“" in one for one in retitled)


def told_of(documents: Mapping[str, str], central: Iterable[str]) -> set[str]:
    """Which documents are told on a page on sponges, given their chapters, and those that are central to the topic."""

    def single(document: str, at: int) -> Passage:
        text = f"Sponges of kind {at} live under the ledge of {document}."
        stems, none = frozenset(content_stems(text)), frozenset[str]()
        return Passage(f"{document}{at}", f"{BOOK}{document}", 0, (text,), stems, stems, stems, none, none)

    chapters = {f"{BOOK}{document}": chapter for document, chapter in documents.items()}
    singles = tuple(single(document, at) for document in documents for at in range(8))
    books = frozenset(f"{BOOK}{one}" for one in central)
    relevance = Relevance(("spong",), {"ship": 1.0}, {}, (), 100, {}, {}, central=books)
    evidence = SimpleNamespace(
        singles=singles,
        snippets={
            one.snippet_id: Snippet(one.snippet_id, one.text, url=one.document, topic=chapters[one.document])
            for one in singles
        },
        paths={one.snippet_id: (one.document,) for one in singles},
        divided={one.snippet_id: (one.document,) for one in singles},
        relevance=relevance,
        stems=frozenset({"spong"}),
        other_names=frozenset(),
        titled=set(),
        spread={},
        background=Background(1, {}, {}, learn_classes([])),
    )
    return {one.path[0].removeprefix(BOOK) for one in documents_on(cast(Evidence, evidence))}


def test_a_document_of_another_chapter_is_not_told_beside_several_of_the_topics_own() -> None:
    documents = dict.fromkeys(("4-1-caves", "4-2-walls", "4-3-reefs", "7-1-ships"), "Ledges")
    assert told_of(documents, documents) == set(documents)
    assert told_of(documents, ("4-1-caves", "4-2-walls", "4-3-reefs")) == {"4-1-caves", "4-2-walls", "4-3-reefs"}


def test_a_document_of_a_chapter_on_a_kind_of_the_topic_is_told_if_its_title_begins_with_the_topic() -> None:
    own = dict.fromkeys(("4-1-caves", "4-2-walls", "4-3-reefs"), "Ledges")
    kinds = dict.fromkeys(("4-4-spicules", "4-5-sponge-structure", "4-6-the-sponge"), "Glass Sponges")
    assert told_of({**own, **kinds}, {*own, *kinds}) == {*own, "4-5-sponge-structure", "4-6-the-sponge"}


def test_of_two_books_that_say_the_same_the_one_with_more_to_say_is_told() -> None:
    def source(book: str, words: str, worth: float) -> Source:
        stems, none = frozenset(words.split()), frozenset[str]()
        one = Passage(book, f"https://example.org/{book}/p1", 0, (words,), stems, none, none, none, none)
        return Source((one.document,), (one,), worth, True)

    evidence = cast(
        Evidence, SimpleNamespace(stems=frozenset({"reef"}), background=Background(1, {}, {}, learn_classes([])))
    )
    seas, oceans = source("seas", "heat algae white coral", 9.0), source("oceans", "heat algae white water", 5.0)
    other, again = source("shores", "boats nets hooks rods", 4.0), source("seas", "heat algae white coral", 3.0)
    assert _told_once([oceans, seas, other], evidence) == [seas, other]
    assert _told_once([seas, again], evidence) == [seas, again]  # a book may come back to it
    untitled = replace(seas, is_titled=False)
    assert _told_once([oceans, untitled], evidence) == [untitled]
    assert _told_once([replace(oceans, is_own=True), untitled], evidence) == [replace(oceans, is_own=True)]


@pytest.mark.parametrize(
    ("part", "sentences", "is_held"),
    [
        ("Coral Reefs", 2, True),
        ("The Coral Reef", 2, True),
        ("Fishes of the Reef", 2, False),
        ("Coral Reef Fishes", 6, True),
    ],
)
def test_a_document_is_told_by_the_part_that_is_called_as_the_topic_or_holds_most_of_it(
    part: str, sentences: int, is_held: bool
) -> None:
    ones = tuple(
        cast(Passage, SimpleNamespace(id=f"{at}", snippet_id=f"{at}", document=f"{BOOK}9-1-seas")) for at in range(10)
    )
    whole = Source((f"{BOOK}9-1-seas",), ones, 9.0, False)
    inner = Source((f"{BOOK}9-1-seas", "Life in warm seas", part), ones[:sentences], 5.0, True)
    elsewhere = Source((f"{BOOK}9-2-ice", part), ones[:sentences], 5.0, True)
    topic = frozenset(content_stems("Coral reef"))
    assert _is_held_inside(whole, [elsewhere, inner], topic) is is_held
    assert not _is_held_inside(whole, [elsewhere], topic)


@pytest.mark.parametrize(
    ("chapter", "kind"),
    [
        ("The Milky Way Galaxy", True),
        ("Galaxies", False),
        ("The Evolution of Galaxies", False),
        ("Stars, Galaxies and Galaxies", False),
        ("Galaxies and Quasars", False),
        ("The Universe at Large: Galaxies", False),
        ("The Universe at Large: The Milky Way Galaxy", True),
    ],
)
def test_a_chapter_may_be_on_one_of_what_bears_the_topics_name(chapter: str, kind: bool) -> None:
    assert is_kind(chapter, ("galaxi",)) is kind


@pytest.mark.parametrize(
    ("chapter", "title", "is_own"),
    [
        ("Warm Seas: Coral Reefs", "Fishes", True),
        ("Coral Reefs", "Fishes", True),
        ("", "An Overview of Coral Reefs", True),
        ("", "Coral Reefs", True),
        ("Coral Reefs and Lagoons", "Fishes of the Coral Reef", False),
        ("Coral Reef Islands", "Sands of Coral Reefs", False),
    ],
)
def test_what_stands_under_the_topics_name_alone_comes_before_what_only_bears_it(
    chapter: str, title: str, is_own: bool
) -> None:
    paths = {f"s{at}": (f"{BOOK}4-1", title, "Sands") for at in range(3)}
    singles = [cast(Passage, SimpleNamespace(id=name, snippet_id=name, doubt=0.0)) for name in paths]
    evidence = SimpleNamespace(
        stems=frozenset(content_stems("Coral reef")),
        titled=frozenset(paths),
        paths=paths,
        divided=paths,
        snippets={name: SimpleNamespace(topic=chapter, title=title, document=f"{BOOK}4-1") for name in paths},
        relevance=Relevance(content_stems("Coral reef"), {}, {}, (), 100, {}, {}, central=frozenset({f"{BOOK}4-1"})),
    )
    (found,) = parts_of(singles, lambda one: paths[one.snippet_id], 0.0, cast(Evidence, evidence))
    assert found.is_own is is_own
    larger = replace(found, worth=found.worth + 9, is_own=False)
    assert (found.rank < larger.rank) is is_own


def test_the_order_of_the_rows_changes_nothing(page: TopicPage, tmp_path: Path) -> None:
    rows = book()
    random.Random(5).shuffle(rows)
    assert page_of(rows, tmp_path).record["sections"] == page.record["sections"]
    unnumbered = book(numbers=False)
    straight = page_of(unnumbered, tmp_path).record["sections"]
    random.Random(6).shuffle(unnumbered)
    assert page_of(unnumbered, tmp_path).record["sections"] == straight


def test_paragraphs_of_no_book_have_an_outline_of_their_own(tmp_path: Path) -> None:
    loose = [{**row, "url": f"https://example.org/{at}", "title": ""} for at, row in enumerate(book())]
    assert not {"Fishes", "Uses"} & set(headings(page_of(loose, tmp_path)))


@pytest.mark.parametrize(
    ("parts", "others", "found"),
    [
        (["Coral Reefs"], 1, ["Characteristics"]),
        (["Reef pioneers: Coral reefs"], 1, ["Characteristics"]),
        (["Coral reefs (CRs)"], 1, ["Characteristics"]),
        (["Coral Reefs", "Coral Reef"], 1, ["Life in warm seas", "Life in warm seas"]),
        (["Coral Reefs"], 9, []),
    ],
)
def test_a_part_that_is_called_as_the_topic_tells_its_characteristics_and_one_of_several_goes_by_what_it_is_a_part_of(
    parts: list[str], others: int, found: list[str]
) -> None:
    def source(path: tuple[str, ...]) -> Source:
        single = SimpleNamespace(
            id=path[-1], snippet_id=path[-1], doubt=0.0, text=path[-1], start=0, sentences=(path[-1],)
        )
        return Source(path, (cast(Passage, single),), 5.0, True)

    own = [source((f"{BOOK}9-{at}-seas", "Life in warm seas", name)) for at, name in enumerate(parts)]
    places = "lagoon slope crest flat channel rubble wall ledge cave".split()
    documents = [*own, *(source((f"{BOOK}4-{at}-reef", f"Fishes of the {places[at]}")) for at in range(others))]
    paths = {one.path[-1]: one.path for one in documents}
    evidence = Known(
        stems=frozenset(content_stems("Coral reef")),
        topic="Coral reef",
        key="coral reef",
        sentences={name: (frozenset(content_stems("life warm seas fishes")),) for name in paths},
        titled=frozenset(),
        relevance=SimpleNamespace(
            central=frozenset(), homes=frozenset(), focused=False, gathered=False, names=(content_stems("Coral reef"),)
        ),
        paths=paths,
        divided=paths,
        singles=(),
    )
    sections = [section.heading for _, section in named_sections(documents, [], cast(Evidence, evidence))]
    assert sections[others:] == found and len(sections) == others + len(found)


@pytest.mark.parametrize(
    ("title", "others", "found"),
    [
        ("Coral Reefs", 1, ["Characteristics"]),
        ("What Is a Coral Reef?", 1, ["Characteristics"]),
        ("Coral Reefs", 9, []),
        ("How Do Coral Reefs Drown?", 1, []),
    ],
)
def test_a_document_called_by_the_topics_name_alone_tells_its_characteristics_where_sections_are_few(
    title: str, others: int, found: list[str]
) -> None:
    titles = [
        title,
        *(
            f"Fishes of the {place}"
            for place in "lagoon slope crest flat channel rubble wall ledge cave".split()[:others]
        ),
    ]
    paths = {name: (f"{BOOK}9-{at}-seas", name) for at, name in enumerate(titles)}
    singles = {name: cast(Passage, SimpleNamespace(id=name, snippet_id=name, doubt=0.0, text=name)) for name in paths}
    evidence = Known(
        stems=frozenset(content_stems("Coral reef")),
        topic="Coral reef",
        key="coral reef",
        sentences={name: (frozenset(content_stems(name)),) for name in paths},
        titled=frozenset(),
        relevance=SimpleNamespace(
            central=frozenset(), homes=frozenset(), focused=False, gathered=False, names=(content_stems("Coral reef"),)
        ),
        paths=paths,
        divided=paths,
        singles=(),
    )
    sources = [Source(path, (singles[name],), 5.0, True) for name, path in paths.items()]
    sections = [one.heading for _, one in named_sections(sources, [], cast(Evidence, evidence))]
    assert [one for one in sections if not one.startswith("Fishes")] == found


@pytest.mark.parametrize(("asked", "is_heading"), [("Ada Mossman", False), ("Mossman", True)])
def test_the_whole_name_by_which_a_topic_was_asked_for_is_no_heading(asked: str, is_heading: bool) -> None:
    paths = {name: (f"{BOOK}9-{at}-divers", name) for at, name in enumerate(("Ada Mossman", "Mossman and the caves"))}
    singles = {name: cast(Passage, SimpleNamespace(id=name, snippet_id=name, doubt=0.0, text=name)) for name in paths}
    evidence = Known(
        stems=frozenset(content_stems("Mossman")),
        topic="Mossman",
        key="mossman",
        sentences={name: (frozenset(content_stems(name)),) for name in paths},
        titled=frozenset(),
        relevance=SimpleNamespace(
            focused=False,
            gathered=False,
            central=frozenset(),
            homes=frozenset(),
            names=(content_stems("Mossman"), content_stems(asked)),
        ),
        paths=paths,
        divided=paths,
        singles=(),
    )
    sources = [Source(path, (singles[name],), 5.0, True) for name, path in paths.items()]
    sections = [one.heading for _, one in named_sections(sources, [], cast(Evidence, evidence))]
    assert ("ada mossman" in map(str.lower, sections)) is is_heading
    assert any("caves" in one for one in sections)


@pytest.mark.parametrize(
    ("depth", "others", "is_there"), [(1, 0, False), (1, 1, True), (1, 2, True), (2, 1, False), (2, 2, True)]
)
def test_what_else_a_document_on_the_topic_says_is_left_beside_its_parts(
    depth: int, others: int, is_there: bool
) -> None:
    document = f"{BOOK}4-1-reefs"
    places = [(document, "Reefs, Warts and All"), *((document, "Reefs, Warts and All", f"Wall {at}") for at in (1, 2))]
    singles = [
        cast(Passage, SimpleNamespace(id=f"{at}{path[-1]}", snippet_id=f"{at}{path[-1]}", doubt=-9.0))
        for path in places
        for at in range(8)
    ]
    paths = {one.snippet_id: path for path in places for one in singles if one.snippet_id[1:] == path[-1]}
    evidence = cast(
        Evidence,
        SimpleNamespace(
            paths=paths,
            divided=paths,
            snippets={one.snippet_id: Snippet(one.snippet_id, "", url=document) for one in singles},
            stems=frozenset(content_stems("Coral reef")),
            titled=frozenset(),
            relevance=SimpleNamespace(
                central={document}, homes=frozenset(), names=(), stems=content_stems("Coral reef")
            ),
        ),
    )
    source = Source(places[0][:depth], tuple(singles), 24.0, True)
    found = [(source, Section(path[-1], path[-1], 1, sources=(path,))) for path in places[1 : 1 + others]]
    left = _unnamed([source], found, evidence)
    assert [len(one.singles) for one in left] == ([8 if others == 2 else 16] if is_there else [])
    assert not _unnamed([replace(source, is_titled=False)], found, evidence)
    assert not _unnamed([source], found, evidence, least=30.0)


@pytest.mark.parametrize(("synonyms", "is_headed"), [({"respiratori": "respiratory"}, True), ({}, False)])
def test_a_title_with_another_name_of_the_topic_heads_what_stands_under_it(
    synonyms: dict[str, str], is_headed: bool
) -> None:
    evidence = SimpleNamespace(relevance=SimpleNamespace(names=(("respir",),), synonyms=synonyms))
    snippet = Snippet("s", "The nose warms the air.", title="The Respiratory System > Nose", topic="The Body")
    assert _is_headed(("d", "The Respiratory System"), snippet, cast(Evidence, evidence)) is is_headed


@pytest.mark.parametrize("title", ["Lagoons, Coral Reefs and Tides", "Life on the Shore"])
def test_a_document_of_another_chapter_stays_if_its_title_names_the_topic_beside_others(title: str) -> None:
    path = (f"{BOOK}7-1-shores", title)
    source = Source(path, (cast(Passage, SimpleNamespace(id="a", snippet_id="a")),), 9.0, False)
    evidence = SimpleNamespace(
        relevance=Relevance(content_stems("Coral reef"), {}, {}, (), 100, {}, {}),
        paths={"a": path},
        snippets={"a": SimpleNamespace(topic="Shores")},
    )
    assert _names_topic(source, cast(Evidence, evidence)) is ("Coral" in title)


def all_headings(page: TopicPage) -> list[str]:
    return [node["heading"].lower() for one in page.record["sections"] for node in (one, *one["sections"])]


def test_parts_that_are_called_alike_are_one(tmp_path: Path) -> None:
    pairs = (("Atolls", "atolls"), ("Cays", "The Cays"), ("Colonies", "Colonies (old)"))
    titles = [title for _, title, _ in CHAPTER.values()]
    rows = book()
    for at, row in enumerate(rows):
        if row.get("title"):
            title = row["title"].partition(" > ")[0]
            row["title"] = f"{title} > {pairs[titles.index(title) % len(pairs)][at % 2]}"
    found = all_headings(page_of(rows, tmp_path))
    assert set(map(str.lower, HEADINGS)) <= set(found) and len(found) == len(set(found))


def test_documents_of_a_chapter_on_the_topic_keep_their_own_sections_and_parts(page: TopicPage, tmp_path: Path) -> None:
    rows = [{**row, "topic": "Types of Coral Reefs"} if "/4-" in row["url"] else row for row in book()]
    assert all_headings(page_of(rows, tmp_path)) == all_headings(page)


def test_no_url_is_too_strange(tmp_path: Path) -> None:
    slugs = dict(zip(CHAPTER.values(), ("4²-1-types", f"4-1-{'9' * 5000}", "", "4-1"), strict=False))
    rows = book()
    for (slug, _, _), strange in slugs.items():
        for row in rows:
            row["url"] = row["url"].replace(slug, strange)
    assert len(headings(page_of(rows, tmp_path))) >= 4


def test_every_section_is_divided_into_some_parts() -> None:
    names = "abcdefghijkl"

    def part(at: int, place: int) -> Section:
        return Section(f"p{at}-{place}", f"Part {at} {names[place]}", 2, ())

    sections = [
        Section(f"s{at}", f"Section {at}", 1, (), sections=tuple(part(at, place) for place in range(PARTS + 1)))
        for at in range(9)
    ]
    assert [len(one.sections) for one in _told_apart(sections)] == [PARTS] * 9


@pytest.mark.parametrize(
    ("title", "narrower"),
    [
        ("Coral Reefs of the Red Sea", True),
        ("Coral reefs in summer", False),
        ("The Coral Reef of a bay", True),
        ("Types of Coral Reefs", False),
        ("Coral Reefs", False),
        ("Drowned Coral Reefs of the Red Sea", True),
        ("Coral Reef Fishes of the Red Sea", False),
        ("", False),
    ],
)
def test_a_title_may_say_that_it_is_about_a_few_of_what_the_topic_names(title: str, narrower: bool) -> None:
    assert is_narrower(title, ("coral", "reef")) is narrower


def test_what_is_about_a_few_of_what_the_topic_names_has_no_section_beside_several_others(tmp_path: Path) -> None:
    rows = book()
    for row in rows:
        if "/4-9-" in row["url"]:
            row["url"] = row["url"].replace("4-9-fishes-of-the-reef", "4-9-coral-reefs-of-a-bay")
            row["title"] = "Coral Reefs of a Bay"
    page = page_of(rows, tmp_path)
    assert [one for one in headings(page) if one in HEADINGS] == [one for one in HEADINGS if one != "Fishes"]


def test_what_a_heading_gathers_beside_the_sections_of_documents_stays_short(tmp_path: Path) -> None:
    rows: list[dict[str, Any]] = []
    whole = ("heat-on-the-reef", "reef-fishes", "reef-invertebrates")
    sample = (files("castalia.tools") / "sample_coral_reefs.jsonl").read_text(encoding="utf-8").splitlines()
    for number, row in enumerate(map(json.loads, sample)):
        document, _, place = row["url"].rpartition("/")[2].partition("#")
        if document not in whole and number % 3:
            continue
        title, url = f"Note {place}", f"https://example.org/{document}{place}"
        if document == "heat-on-the-reef":
            title, url = f"Bleaching of Coral Reefs > Paragraph {place}", f"{BOOK}4-1-bleaching#{place}"
        rows.append({"content": row["content"], "url": url, "title": title})
    for at in range(60):
        rows.append(
            {"content": f"Town number {at} has a market hall and {at} mills.", "url": f"https://example.org/t{at}"}
        )
    page = page_of(rows, tmp_path)
    own, gathered = (
        next(one for one in page.record["sections"] if one["heading"] == heading)
        for heading in ("Bleaching of coral reefs", "Reef fishes")
    )
    assert len(own["text"].split()) > 3 * SCATTERED and len(gathered["text"].split()) < 1.2 * SCATTERED


@pytest.mark.parametrize(("title", "has_section"), [("What Is a Coral Reef?", True), ("Coral Reefs of Today", False)])
def test_what_a_document_called_by_the_topic_alone_says_is_a_section_beside_many(
    title: str, has_section: bool, tmp_path: Path
) -> None:
    own = [row for row in book() if "what-a-reef-is" in row["url"]]
    called = [row | {"title": title, "url": f"{BOOK}4-11-what#p{at}"} for at, row in enumerate(own)]
    others = [
        *(row for row in book() if row not in own),
        *towns(range(60, 400)),
    ]  # the corpus is about other things, too
    found = headings(page_of([*others, *called], tmp_path))
    assert set(HEADINGS) <= set(found)
    assert ("Characteristics" in found) is has_section


@pytest.mark.parametrize(
    ("heading", "title", "is_left"),
    [
        ("Characteristics", "Coral Reefs", True),
        ("Water and coral reefs", "Water and Coral Reefs", False),  # a section of its own name sums up itself
        ("Characteristics", "How Polyps Build", False),  # from which no lead reads on
    ],
)
def test_only_what_a_section_tells_in_general_leaves_a_summary_to_the_lead(
    heading: str, title: str, is_left: bool
) -> None:
    snippet = Snippet("s", "", title=f"{title} > Summary", url=f"{BOOK}4-1-reefs#p9")
    evidence = SimpleNamespace(
        summaries=frozenset("s"), snippets={"s": snippet}, divided={"s": ("d",)}, stems={*content_stems("Coral reef")}
    )
    found = [(SimpleNamespace(snippet_id="s"), 1.0)]
    node, material = Section("n", heading, 1, sources=(("d",),)), SimpleNamespace(holds=lambda _: True)
    assert _readable(node, cast(Any, found), cast(Any, material), cast(Any, evidence)) == ([] if is_left else found)


def test_the_summary_of_such_a_document_is_left_to_the_lead(tmp_path: Path) -> None:
    own = [row for row in book() if "what-a-reef-is" in row["url"]]
    called = [row | {"title": "Coral Reefs", "url": f"{BOOK}4-11-coral-reefs#p{at}"} for at, row in enumerate(own)]
    summed = (
        "Coral reefs feed and shelter a quarter of all fishes of the sea, and coral reefs shield coasts from waves. "
        "Coral reefs grow slowly, and a storm undoes in a night what coral reefs took a century to build."
    )
    called.append({"content": summed, "title": "Coral Reefs > Summary", "url": f"{BOOK}4-11-coral-reefs#p99"})
    record = page_of([*(row for row in book() if row not in own), *called], tmp_path).record
    general = next(one for one in record["sections"] if one["heading"] == "Characteristics")
    assert "undoes in a night" in record["lead"] and "undoes in a night" not in general["text"]


SHORT = {
    "Lenses of Lighthouses": (
        "A lens of a lighthouse bends the light of its lamp into one flat beam. The lens of a lighthouse floats on "
        "mercury so that a child can turn it. Each lens is cut from rings of glass, and the largest weighs four tonnes.",
        "The lens of a large lighthouse was made in Paris and sent by sea in crates. A lens of the first order holds a "
        "thousand prisms, each ground by hand. Lenses of plastic took the place of glass in most lighthouses.",
    ),
    "Keepers of Lighthouses": (
        "Keepers of a lighthouse trimmed the wicks and wound the clockwork every night. The keepers of a lighthouse "
        "lived on the rock with their families and their goats. Most keepers left when electric lamps came.",
        "Keepers of lighthouses wrote a log of the weather and of every ship that passed. The keepers of a lighthouse "
        "on a rock were relieved by boat once in a month. A keeper who let the lamp go out lost the post at once.",
    ),
}
LOOSE = (
    "A lighthouse stands on rock or on piles, and its tower bends a little in a gale. A lighthouse flashes in a rhythm "
    "of its own, which is printed on the charts. A lighthouse is built of granite blocks that are dovetailed.",
    "Lighthouses are painted in bands by which a crew can tell one from the next by day. Lighthouses are visited by "
    "many people in summer, and some have become hotels. Lighthouses warn ships of shoals and mark harbours.",
)


def lights(titles: Iterable[str]) -> list[dict[str, Any]]:
    """Two short documents on lighthouses under these titles, paragraphs on them from elsewhere, and other matter."""
    rows = [
        {"content": text, "title": title, "url": f"{BOOK}7-{number}-lights#p{at}"}
        for number, (title, texts) in enumerate(zip(titles, SHORT.values(), strict=True))
        for at, text in enumerate(texts)
    ]
    rows += [{"content": text, "url": f"https://example.org/leaf{at}"} for at, text in enumerate(LOOSE)]
    return rows + [row for row in book() if "market hall" in row["content"]]


def test_beside_few_short_documents_a_general_section_gathers_what_else_is_said_of_the_topic(tmp_path: Path) -> None:
    assert headings(page_of(lights(SHORT), tmp_path, "Lighthouse")) == ["Characteristics", "Lenses", "Keepers"]


NAMED = (
    "The word sponge comes from a Greek word, and it reached English by way of Latin long ago.",
    "The name of the sponges was coined because their bodies are full of pores and of channels.",
    "Sponges were named after their pores, and the name of a sponge is older than zoology.",
    "The Latin word for sponge was also used for the animals that divers brought up from the sea.",
    "Etymology links the sponge with a Greek word for a thing that swells when it is put in water.",
)
BUILT = (
    "Sponges have a body wall of two layers, and between them lies a jelly that holds the spicules.",
    "The spicules of sponges are made of silica or of lime, and they keep the sponge from falling in.",
    "Water enters the sponge by many small pores and leaves the sponge by a single large opening.",
    "Collar cells drive the water through the sponge and catch the bacteria on which sponges feed.",
    "Sponges have no nerves, no muscles and no gut, and yet sponges react when they are touched.",
)
DIED = (
    "The die-off of 2020 killed sponges along the whole coast within a few weeks of the summer.",
    "Sponges lost their color in the die-off, and many sponges were torn loose by the waves after that.",
    "In the die-off sponges of all depths were hit, but sponges in caves lived through it better.",
    "Warm water weakened the sponges, and bacteria then killed the sponges from the inside out.",
    "Divers counted the dead sponges and found that two thirds of the sponges had been lost.",
)


def test_documents_with_a_number_and_without_one_have_an_order(tmp_path: Path) -> None:
    """A facet that an encyclopedia tells first stands beside what a url numbers."""
    rows = [
        {
            "text": f"{' '.join(texts[(at + turn) % 5] for turn in range(3))} This was seen in {1900 + at} at station {at} of the sponge survey.",
            "url": f"https://example.org/wiki/{name}#p{at}",
            "title": title,
        }
        for name, title, texts in (
            ("Sponge", "Sponge > Etymology", NAMED),
            ("Sponge", "Sponge > Body structure", BUILT),
            ("2020_sponge_die-off", "Sponge die-off", DIED),
        )
        for at in range(6)
    ]  # fmt: skip
    found = headings(page_of([*rows, *towns(range(200))], tmp_path, "Sponge"))
    assert found.index("Etymology") < found.index("Sponge die-off")  # what is called by the topic's name comes first


def test_a_page_on_a_topic_that_many_documents_bear_in_their_title_has_more_sections() -> None:
    assert [most_sections(titled, is_focused=False) for titled in (0, 9, 12, 30)] == [8, 9, 12, 12]
    assert most_sections(0, is_focused=True) == 12
