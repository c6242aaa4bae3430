"""Where a snippet stands in its document: read from titles, urls and row numbers."""

from __future__ import annotations

from dataclasses import replace

import pytest
from castalia.memory.records import Snippet
from castalia.tools.topic.source_paths import (
    are_placed,
    chapter_of,
    headings_of,
    is_apparatus,
    is_within,
    natural,
    paragraphs_before,
    path_of,
    place_in_source,
    sums_up,
    title_of_path,
)

BOOK = "https://example.org/books/reefs/pages/6-2-types-of-sponges"


def snippet(title: str = "", url: str = BOOK, row: str = "") -> Snippet:
    return Snippet("s", "Sponges are animals.", url=url, title=title, extra={"row_id": row} if row else {})


def test_a_path_is_the_document_and_the_parts_of_the_title() -> None:
    assert path_of(snippet("Sponges  > Types >  Glass sponges ")) == (BOOK, "Sponges", "Types", "Glass sponges")
    assert path_of(snippet(url=f"{BOOK}#p4")) == (BOOK,)


@pytest.mark.parametrize(
    "title",
    [
        "Chapter 31. Sponges > 31.2. Kinds of sponges",
        "Section G - Sponges > G.2 Kinds of sponges",
        "Part IV: Sponges > 4.2 Kinds of sponges",
        "12. Sponges > 12.2.1 Kinds of sponges",
        "Appendix -- Sponges > A.3.9 Kinds of sponges",
    ],
)
def test_a_path_has_no_numbers_by_which_a_book_counts_its_parts(title: str) -> None:
    assert path_of(snippet(title)) == (BOOK, "Sponges", "Kinds of sponges")
    whole, _, part = title.partition(" > ")
    assert path_of(replace(snippet(whole), extra={"section": part})) == (BOOK, "Sponges", "Kinds of sponges")


@pytest.mark.parametrize(
    "title",
    [
        "2.4 GHz radio",
        "1.5 Degrees",
        "4.5 Billion Years",
        "X.25 networks",
        "H.264 Video",
        "Part of a sponge",
        "12 Angry Men",
        "3. ",
    ],
)
def test_a_number_that_belongs_to_a_title_stays(title: str) -> None:
    assert headings_of(snippet(title)) == title


def test_a_path_leads_into_the_parts_above_it_and_to_itself() -> None:
    path = path_of(snippet("Sponges > Types"))
    assert all(is_within(path, path[:depth]) for depth in range(len(path) + 1))
    assert not is_within(path[:2], path) and not is_within((BOOK, "Sponges of old", "Types"), path)


def test_a_summary_stands_for_the_whole_chapter_however_deep_it_stands() -> None:
    assert path_of(snippet("Sponges > Types > Key Concepts and Summary")) == (BOOK, "Sponges")
    assert sums_up(snippet("Sponges > Chapter Review")) and not sums_up(snippet("Sponges > Introduction"))
    assert not sums_up(snippet("Sponges > Review of the fossil record"))


def test_a_box_beside_the_text_has_no_place_in_it() -> None:
    assert path_of(snippet("Sponges > Types > Box: Diving for a living")) == ()
    assert path_of(snippet("Sponges > Boxes and baskets")) != ()


@pytest.mark.parametrize("part", ["Summary", "CHAPTER REVIEW", "Introduction", "Materials and methods", "Part 3"])
def test_what_only_says_what_it_is_to_its_chapter_is_apparatus(part: str) -> None:
    assert is_apparatus(part)


@pytest.mark.parametrize(
    "part",
    [
        "Free Response",
        "Art Connections",
        "Multiple Choice",
        "Critical Thinking",
        "Self-Check",
        "Answer key",
        "Review Questions",
    ],
)
def test_what_only_asks_readers_is_apparatus(part: str) -> None:
    assert is_apparatus(part)


@pytest.mark.parametrize(
    "part",
    [
        "Summary judgment",
        "Types of sponges",
        "Test of time",
        "Parts of a sponge",
        "Key",
        "Critical thinking in schools",
    ],
)
def test_a_heading_that_begins_like_apparatus_is_none(part: str) -> None:
    assert not is_apparatus(part)


def test_where_there_is_no_title_the_words_of_the_url_say_it() -> None:
    assert title_of_path((BOOK,)) == "types of sponges"
    assert title_of_path((BOOK, "Sponges", "Glass sponges")) == "Glass sponges"
    assert title_of_path(("https://example.org/9-2-money-m1-and-m2",)) == "money m1 and m2"
    for code in (
        "https://doi.org/10.1371/journal.pbio.0040088",
        "https://example.org/2024.acl-long.101/",
        "d123",
        "https://example.org/m44568",
        "",
    ):
        assert title_of_path((code,)) == ""


def test_snippets_are_numbered_by_their_rows_or_else_by_their_urls() -> None:
    rows = [place_in_source(snippet(row=row)) for row in ("9", "10", "100")]
    assert rows == sorted(rows) and () not in rows
    urls = [place_in_source(snippet(url=f"{BOOK}#p{number}")) for number in (2, 11)]
    assert urls == sorted(urls) and () not in urls
    chunks = [place_in_source(snippet(url=f"https://example.org/9@chunk{number}")) for number in (1, 2, 10)]
    assert chunks[0] > () and chunks == sorted(chunks)  # whatever the url, cleaning knew the order of what it cut
    assert are_placed([snippet(row="1"), snippet(row="2")]) and not are_placed([snippet(row="1"), snippet()])
    unknown = [snippet(url=f"{BOOK}@chunk1"), snippet(url=f"{BOOK}@chunk2"), snippet(url=f"{BOOK}@chunk2")]
    assert are_placed(unknown[:2]) and not are_placed(unknown)  # of several rows, nobody knows which comes first
    assert place_in_source(snippet(url=f"{BOOK}#intro@chunk2")) == ()
    cut = [
        place_in_source(snippet(row=row, url=f"{BOOK}#{at}"))
        for row, at in (("7", "a@chunk1"), ("7", "a@chunk2"), ("8", "b"))
    ]
    assert cut == sorted(cut) and len(set(cut)) == 3
    assert place_in_source(snippet(url=f"{BOOK}#fs-id1167794199232")) == ()
    assert place_in_source(snippet(row="a b")) == ()


def test_numbers_of_any_length_and_script_are_read() -> None:
    odd = f"{BOOK}/4²-1-{'9' * 5000}"
    assert natural(odd) and path_of(snippet(url=odd))
    assert place_in_source(snippet(row=f"p1@chunk{'9' * 5000}")) == ()
    assert natural("9-2") < natural("10-1") < natural("10-11")


def test_a_title_of_many_levels_is_read_as_deep_as_headings_go() -> None:
    assert path_of(snippet(" > ".join("abcdefgh"))) == (BOOK, *"abcdef")


def test_a_paragraph_follows_the_last_one_of_its_part_and_the_first_follows_none() -> None:
    rows = [("Sponges > Canals", 9), ("Sponges > Canals", 10), ("Sponges > Cells", 12), ("Sponges > Canals", 11)]
    snippets = [replace(snippet(title, row=f"p{at}"), id=f"s{at}") for title, at in rows]
    assert paragraphs_before(snippets, set()) == {"s10": "s9", "s11": "s10"}
    assert paragraphs_before(reversed(snippets), set()) == {"s10": "s9", "s11": "s10"}
    assert paragraphs_before(snippets, {"s11"}) == {"s10": "s9"}  # a summary goes on from nothing


def test_paragraphs_without_numbers_follow_none() -> None:
    assert paragraphs_before([snippet("Sponges"), replace(snippet("Sponges"), id="t")], set()) == {}


@pytest.mark.parametrize(
    ("document", "chapter"),
    [
        ("https://example.org/reefs/14-3-sponges", "https://example.org/reefs/14"),
        ("https://example.org/reefs/14.1/", "https://example.org/reefs/14"),
        ("https://example.org/reefs/14-sponges", "https://example.org/reefs/14-sponges"),
        ("https://example.org/reefs/sponges-2-1", "https://example.org/reefs/sponges-2-1"),
        ("sponges", "sponges"),
        ("", ""),
    ],
)
def test_the_numbers_of_a_document_tell_its_chapter(document: str, chapter: str) -> None:
    assert chapter_of(document) == chapter


@pytest.mark.parametrize(
    ("heading", "is_box"),
    [
        ("Box: Divers", True),
        ("Box 3.1: Divers", True),
        ("Figure 2.4", True),
        ("Example A", True),
        ("Case study: Reefs", True),
        ("Box", True),
        ("Feature selection", False),
        ("Exercise physiology", False),
        ("Box jellyfish", False),
        ("Table salt", False),
        ("Exercise", False),
    ],
)
def test_a_box_is_told_by_its_number_or_colon(heading: str, is_box: bool) -> None:
    assert (path_of(Snippet("a", "It rises.", "https://example.org/a", title=f"Reefs > {heading}")) == ()) is is_box


def test_the_self_concept_is_no_apparatus() -> None:
    assert not is_apparatus("Self-Concept") and is_apparatus("Key Concepts") and is_apparatus("Self Test")
