"""What stands over a snippet, and what comes of it for a small corpus of notes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from castalia.graphs import TopicPage, generate_sync
from castalia.memory.records import Snippet
from castalia.tools.topic.source_paths import headings_of, path_of
from castalia.tools.topic.titles import lone_heading

NOTES = {
    "What it is": (
        "Sourdough is a dough that is raised by wild yeasts and lactic acid bacteria. The bread of it keeps for longer than other bread does.",
        "Sourdough needs a starter, a mixture of flour and water in which yeasts live. It is fed with fresh flour at least once a week.",
    ),
    "History": (
        "Sourdough was known in Egypt about 1500 BC, for loaves of it were found in tombs. It reached Greece in the eighth century BC.",
        "Sourdough was displaced in 1867 by pressed yeast, which raises a dough within two hours. Bakers of the towns took to that at once.",
        "Sourdough was carried by the miners of the gold rush in 1849. They were called after it in the north until the rush was over.",
    ),
    "Chemistry": (
        "Amylases of the flour split starch into maltose and glucose. Yeasts and bacteria feed on these for as long as the dough is warm.",
        "Phytase frees iron, zinc and magnesium from the bran of the flour. Without it these are bound to phytic acid, and lost to those who eat.",
        "Proteases free amino acids from the gluten of the flour. The smell of the crust is made of these in the heat of the oven.",
    ),
}


def page_of(tmp_path: Path, *, named: str) -> TopicPage:
    """The page of the notes, whose headings are in the title or in a field of their own."""
    rows = [
        {"text": text, "title": f"Sourdough > {heading}"}
        if named == "title"
        else {"text": text, "title": "Sourdough", "section": heading}
        for heading, texts in NOTES.items()
        for text in texts
    ]
    corpus = tmp_path / f"{named}.jsonl"
    corpus.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return generate_sync("Sourdough", corpus=corpus)


def headings_in(page: TopicPage) -> list[str]:
    return [section["heading"] for section in page.record["sections"]]


def test_the_headings_of_notes_count_alike_in_the_title_and_in_a_field(tmp_path: Path) -> None:
    headings = headings_in(page_of(tmp_path, named="section"))
    assert "History" in headings
    assert headings == headings_in(page_of(tmp_path, named="title"))


def test_notes_under_the_name_of_the_topic_are_read_though_they_share_no_word_with_it(tmp_path: Path) -> None:
    assert page_of(tmp_path, named="title").record["stats"]["snippets"] == sum(map(len, NOTES.values()))


@pytest.mark.parametrize(
    ("title", "section", "headings"),
    [
        ("Sourdough", "History", "Sourdough>History"),
        ("Sourdough > History", "History", "Sourdough>History"),
        ("Sourdough", "Bread > History", "Sourdough>Bread>History"),
        ("", "History", "History"),
        ("Sourdough", "", "Sourdough"),
        ("Sourdough", 7, "Sourdough"),
    ],
)
def test_a_field_adds_to_the_headings_of_the_title(title: str, section: object, headings: str) -> None:
    snippet = Snippet("a", "text", url="notes#p1", title=title, extra={"section": section})  # type: ignore[dict-item]
    assert headings_of(snippet) == headings
    assert path_of(snippet) == ("notes", *headings.split(">"))


def test_what_has_no_address_belongs_to_the_document_that_its_title_begins_with() -> None:
    assert Snippet("a", "text", title="Sourdough > History").document == "Sourdough"
    assert Snippet("a", "text", title="Sourdough").document == "Sourdough"


@pytest.mark.parametrize(
    ("title", "section", "heading"),
    [
        ("", "History", "History"),
        ("", "Sourdough > History", "History"),
        ("Signs and symptoms", "", "Signs and symptoms"),
        ("Sourdough", "History", ""),
        ("Sourdough > History", "", ""),
    ],
)
def test_a_heading_stands_alone_where_no_title_says_what_its_document_is_about(
    title: str, section: str, heading: str
) -> None:
    assert lone_heading(Snippet("a", "It rises.", title=title, extra={"section": section})) == heading
