"""Notes in Markdown and plain text: what becomes a row, under which headings, and which files of a folder are read."""

from __future__ import annotations

import gzip
import io
import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from castalia.agents.crew import Crew
from castalia.graphs import TopicPage, extractive_crew, generate_sync
from castalia.graphs.cli import _parser
from castalia.memory.errors import InputError, UnwrittenError
from castalia.memory.memory import Memory
from castalia.memory.records import Snippet
from castalia.tools.corpus.corpora import corpus_key, read_corpus
from castalia.tools.corpus.notes import NOTES
from castalia.tools.corpus.text_streams import ROW_LIMIT
from castalia.tools.topic.source_paths import headings_of
from hypothesis import given
from hypothesis import strategies as st
from proportion import grows_in_proportion

LONG = "Reefs are built over thousands of years by small animals whose skeletons stay when the animals themselves are gone, layer upon layer."
SAMPLE = Path(__file__).parent.parent / "tools" / "sample_coral_reefs.jsonl"


def rows_of(text: str, suffix: str = ".md", name: str = "notes/reefs.md") -> list[dict[str, Any]]:
    stream = io.BufferedReader(io.BytesIO(text.encode()))  # type: ignore[arg-type]
    return [row for _, row in NOTES[suffix](stream, name, lambda names: True) if isinstance(row, dict)]


def placed(text: str, suffix: str = ".md") -> list[tuple[object, object, object]]:
    return [(row["title"], row["section"], row["text"]) for row in rows_of(text, suffix)]


def read(*paths: Path) -> tuple[list[Snippet], dict[str, int]]:
    reading = read_corpus(list(paths))
    return list(reading), {tally.reason: tally.count for tally in reading.report.noted}


def test_each_paragraph_is_a_row_under_its_title_and_headings() -> None:
    text = f"{LONG} 0\n\n# Atoll\n{LONG} 1\n\n{LONG} 2\n## Use\n{LONG} 3\n#### Trade\n{LONG} 4\n## Past ##\n{LONG} 5\n# Lagoon\n{LONG} 6"
    assert placed(text) == [
        ("reefs.md", "", f"{LONG} 0"),
        ("Atoll", "", f"{LONG} 1"),
        ("Atoll", "", f"{LONG} 2"),
        ("Atoll", "Use", f"{LONG} 3"),
        ("Atoll", "Use > Trade", f"{LONG} 4"),
        ("Atoll", "Past", f"{LONG} 5"),
        ("Lagoon", "", f"{LONG} 6"),
    ]
    assert [row["id"] for row in rows_of(text)] == [1, 2, 3, 4, 5, 6, 7]


@pytest.mark.parametrize(
    ("heading", "section"),
    [
        ("Use of reefs\n---", "Use of reefs"),
        ("## *Use* of [reefs](reefs.md) {#use}", "Use of reefs"),
        ("## The `reef` package:", "The reef package"),
        ("**Use of reefs**\n", "Use of reefs"),
        ("__Use of reefs:__\n", "Use of reefs"),
    ],
)
def test_a_heading_is_known_in_many_forms(heading: str, section: str) -> None:
    assert placed(f"Reefs\n=====\n\n{heading}\n{LONG}\n") == [("Reefs", section, LONG)]


@pytest.mark.parametrize(
    "line",
    [
        "#reef #coral",
        f"{LONG}\n---",
        "**Reefs are old.**\n",
        "    ## Uses",
        "Use of reefs\n",
        "- Use of reefs\n",
        "---\n",
    ],
)
def test_what_is_no_heading_of_markdown_stays_a_text(line: str) -> None:
    assert {section for _, section, _ in placed(f"# Reefs\n\n{line}\n{LONG}\n\n{LONG}\n")} == {""}


def test_lines_in_bold_of_one_section_stand_beside_each_other() -> None:
    found = placed(f"## Use\n\n**Food**\n\n{LONG}\n\n**Trade**\n\n{LONG}\n\n## Past\n\n{LONG}")
    assert [section for _, section, _ in found] == ["Use > Food", "Use > Trade", "Past"]


def test_a_line_alone_in_plain_text_is_a_heading_and_the_first_a_title() -> None:
    text = f"Reefs of the south\n\n{LONG}\n\n2. Uses (since 1900)\n\n{LONG}\nReefs feed many.\n\nSome say no.\n\n• Fish\n\n{LONG}"
    assert placed(text, ".txt") == [
        ("Reefs of the south", "", LONG),
        ("Reefs of the south", "2. Uses (since 1900)", f"{LONG}\nReefs feed many."),
        ("Reefs of the south", "2. Uses (since 1900)", f"Some say no.\n\n• Fish\n\n{LONG}"),
    ]
    assert placed(f"{LONG}\n\nUses\n\n{LONG}", ".txt")[1][:2] == ("reefs.md", "Uses")


def test_headings_below_a_title_in_the_head_of_a_file_are_those_of_sections() -> None:
    text = f"---\ntitle: Coral reefs\n---\n# Coral Reefs\n\n{LONG}\n# Past\n\n{LONG} 2\n## First reefs\n\n{LONG} 3\n# Uses\n\n{LONG} 4"
    assert placed(text) == [
        ("Coral reefs", "", LONG),
        ("Coral reefs", "Past", f"{LONG} 2"),
        ("Coral reefs", "Past > First reefs", f"{LONG} 3"),
        ("Coral reefs", "Uses", f"{LONG} 4"),
    ]


@pytest.mark.parametrize("before", ["", "---\nlayout: page\n---\n", '<!-- old -->\n\n<a id="reefs"></a>\n\n'])
def test_where_a_file_has_no_title_it_is_called_by_the_heading_that_stands_over_all_others(before: str) -> None:
    assert placed(f"{before}## Coral reefs\n\n{LONG}\n\n### Past\n\n{LONG} 2\n\n```sh\n# not a heading\n```")[-1:] == [
        ("Coral reefs", "Past", f"{LONG} 2\n\n```sh\n# not a heading\n```")
    ]


def test_a_heading_that_says_what_the_name_of_the_file_does_is_its_title_beside_others_on_its_level() -> None:
    text = f"## The Slice Type\n\n{LONG}\n\n### Past\n\n{LONG} 2\n\n## Uses\n\n{LONG} 3"
    assert [row["title"] for row in rows_of(text, name="ch04-03-slices.md")] == ["The Slice Type"] * 3
    assert [row["section"] for row in rows_of(text, name="ch04-03-slices.md")] == ["", "Past", "Uses"]
    assert rows_of(f"{text} of slices\n\n## Slices of old\n\n{LONG}", name="slices.md")[0]["title"] == "slices.md"


@pytest.mark.parametrize(
    "text",
    [
        f"## Past\n\n{LONG}\n\n## Uses\n\n{LONG}",
        f"{LONG}\n\n## Past\n\n{LONG}",
        f"**Past**\n\n{LONG}",
        f"## Introduction\n\n{LONG}\n\n### Past\n\n{LONG}",
        f"### Past\n\n{LONG}\n\n## Uses\n\n{LONG}",
    ],
)
def test_a_heading_that_does_not_stand_over_all_is_no_title(text: str) -> None:
    assert {title for title, _, _ in placed(text)} == {"reefs.md"}


@pytest.mark.parametrize("name", ["index.md", "README.md", "_index.md", "index.md.gz"])
def test_the_first_page_of_a_folder_without_a_title_of_its_own_is_called_by_the_folder(name: str) -> None:
    (row,) = rows_of(f"# Introduction\n\n{LONG}", name=f"notes/coral_reefs/{name}")
    assert (row["title"], row["section"]) == ("coral_reefs.md", "Introduction")
    assert rows_of(f"# Atolls\n\n{LONG}", name=f"notes/coral_reefs/{name}")[0]["title"] == "Atolls"
    assert rows_of(LONG, name=name)[0]["title"] == name.removesuffix(".gz")


@pytest.mark.parametrize("part", ["Abstract", "1. Introduction", "CONTENTS"])
def test_a_usual_part_of_a_document_is_no_title_of_it(part: str) -> None:
    assert [one[:2] for one in placed(f"{part}\n\n{LONG}\n\nUses\n\n{LONG} 2", ".txt")] == [
        ("reefs.md", part),
        ("reefs.md", "Uses"),
    ]
    assert [one[:2] for one in placed(f"# {part}\n\n{LONG}\n\n## Uses\n\n{LONG} 2\n\n# Reefs\n\n{LONG} 3")] == [
        ("reefs.md", part),
        ("reefs.md", f"{part} > Uses"),
        ("Reefs", ""),
    ]


def test_a_heading_of_plain_text_is_as_deep_as_it_is_counted() -> None:
    text = f"REEFS\n\n1. Past\n\n1.1 First reefs\n\n{LONG}\n\n42\n\nREEFS\n\n{LONG} 2\n\n2. Uses\n\n{LONG} 3\n\nFood\n\n{LONG} 4"
    assert [section for _, section, _ in placed(text, ".txt")] == [
        "1. Past > 1.1 First reefs",
        "1. Past > 1.1 First reefs",
        "2. Uses",
        "Food",
    ]


HEADS = ["241   CHAPTER 8  Memory", "8.1  Life of Reefs    242", "12 Chapter 1: Reefs", "Page 12 of 40"]


@pytest.mark.parametrize("head", HEADS)
def test_the_head_of_a_page_of_plain_text_is_no_title_and_no_heading(head: str) -> None:
    text = f"{head}\n\nReefs\n\n{LONG}\n\nUses\n\n{LONG} 2\n\n\n{head}\n\n{LONG} 3\n\f{head}\n\n{LONG} 4"
    assert placed(text, ".txt") == [
        ("Reefs", "", LONG),
        ("Reefs", "Uses", f"{LONG} 2"),
        ("Reefs", "Uses", f"{LONG} 3"),
        ("Reefs", "Uses", f"{LONG} 4"),
    ]


@pytest.mark.parametrize("head", HEADS)
@pytest.mark.parametrize("before", ["\n\n", "\n\f", "\n\n\f"])
def test_a_sentence_of_plain_text_runs_on_around_the_head_of_a_page(head: str, before: str) -> None:
    first, second = LONG[:70].rsplit(" ", 1)[0], LONG[:70].rsplit(" ", 1)[1] + LONG[70:]
    assert placed(f"Reefs\n\n{first}{before}{head}\n\n{second}", ".txt") == [("Reefs", "", f"{first}\n{second}")]


@pytest.mark.parametrize("line", ["1   Introduction", "1984   Apple Reef is mapped", "Norway      1984", "2.1   Uses"])
def test_what_is_counted_or_dated_is_no_head_of_a_page(line: str) -> None:
    ((_, section, _),) = placed(f"Reefs\n\n{line}\n\n{LONG}", ".txt")
    assert section == " ".join(line.split())


def test_rows_that_end_in_numbers_are_no_heads_of_pages_where_they_stand_together() -> None:
    assert (
        placed(f"Reefs\n\nFiji      12\nNorway      3\n\n{LONG}", ".txt")[0][2]
        == f"Fiji      12\nNorway      3\n\n{LONG}"
    )


@pytest.mark.parametrize("opening", ["```sh", "~~~", "<!-- later", "```reef --list``` starts the program."])
def test_what_is_opened_and_never_closed_hides_no_heading(opening: str) -> None:
    found = placed(f"# Reefs\n\n{opening}\n{LONG}\n\n## Past\n\n{LONG} 2\n\n## Uses\n\n{LONG} 3")
    assert [section for _, section, _ in found] == ["", "Past", "Uses"]
    assert str(found[0][2]).endswith(LONG)


def test_few_words_go_with_the_next_paragraph_and_the_last_of_a_section_with_those_before() -> None:
    text = f"# Reefs\n\nBriefly.\n\n{LONG}\n\n{LONG} They give:\n\n- food\n\n- trade\n\nSo much.\n\n## Past\n\nOld."
    assert [(section, text) for _, section, text in placed(text)] == [
        ("", f"Briefly.\n\n{LONG}"),
        ("", f"{LONG} They give:\n\n- food\n\n- trade\n\nSo much."),
        ("Past", "Old."),
    ]


def test_what_stands_in_code_or_a_comment_is_not_divided_and_counts_for_no_words() -> None:
    code = "```sh\n# not a heading\n\n" + "echo reef\n" * 30 + "```"
    text = f"# Reefs\n\nRun this:\n\n{code}\n\nThen look at it.\n\n<!-- one\n\n# two\n-->\n\n{LONG}"
    ((_, section, row),) = placed(text)
    assert section == "" and str(row).startswith("Run this:\n\n```sh\n# not a heading\n\necho") and LONG in str(row)


EXERCISE = (
    '<div data-type="exercise">\n<div data-type="problem" markdown="1">\nWhat is a reef?\n\n</div>\n'
    f'<div data-type="solution">\n{LONG} 9\n</div>\n</div>'
)


def test_exercises_are_left_out_with_their_answers() -> None:
    assert placed(f"# Reefs\n\n{LONG}\n\n## Ask\n\n{EXERCISE}\n\n{EXERCISE}\n## Past\n{LONG} 2") == [
        ("Reefs", "", LONG),
        ("Reefs", "Past", f"{LONG} 2"),
    ]


def test_an_exercise_that_does_not_end_hides_nothing() -> None:
    found = placed(f'# Reefs\n\n<div class="problem">\n{LONG}\n\n## Past\n\n{LONG} 2')
    assert [section for _, section, _ in found] == ["", "Past"] and LONG in str(found[0][2])


def test_the_head_of_a_file_tells_of_its_document_and_is_no_text() -> None:
    head = '---\ntitle: "Coral reefs"\nauthors: [Ann Lee, Bo Ray]\ndate: 2021-05-01\ntags:\n  - sea\n---\n'
    (row,) = rows_of(f"{head}{LONG}")
    assert row == {
        "title": "Coral reefs",
        "authors": ["Ann Lee", "Bo Ray"],
        "date": "2021-05-01",
        "text": LONG,
        "section": "",
        "id": 1,
    }
    assert placed(f"{head}# Atolls\n{LONG}") == [("Coral reefs", "Atolls", LONG)]


@pytest.mark.parametrize(
    "told",
    [
        "author: [Ann Lee, Bo Ray]",
        "author: [\"Ann Lee\", 'Bo Ray']",
        "author: Ann Lee; Bo Ray",
        "author:\n- Ann Lee\n- Bo Ray",
        "authors:\n  - name: Ann Lee\n    affiliations:\n      - Reef Institute\n    email: a@b.org\n  - name: Bo Ray",
    ],
)
def test_each_author_in_the_head_of_a_file_is_one(tmp_path: Path, told: str) -> None:
    (tmp_path / "a.md").write_text(f"---\n{told}\ntitle: >-\n  Coral\n  reefs\ntags:\n  - sea\n---\n{LONG}")
    ((one,), _) = read(tmp_path / "a.md")
    assert (one.authors, one.title, one.text) == (("Ann Lee", "Bo Ray"), "Coral reefs", LONG)


@pytest.mark.parametrize("head", [f"---\n{LONG}\n---", "---\ntitle: Reefs\n\nNo end here.", "---"])
def test_what_only_looks_like_a_head_stays(head: str) -> None:
    said = " ".join(str(row["text"]) for row in rows_of(f"{head}\n\n{LONG} 9"))
    assert f"{LONG} 9" in said and all(line in said for line in head.split("\n") if line[:1].isupper())


def test_a_paragraph_over_the_limit_is_told_and_the_others_are_read(tmp_path: Path) -> None:
    (path := tmp_path / "reefs.md").write_text(f"{LONG}\n\n{'reef ' * 1_200_000}\n\n{LONG} 2\n")
    reading = read_corpus(path)
    assert [one.text for one in reading] == [LONG, f"{LONG} 2"]
    assert [(one.reason, one.places) for one in reading.report.skipped] == [("row over 5 MB", (f"{path}:3",))]


def test_paragraphs_that_wait_for_the_next_one_are_read_in_linear_time_and_make_no_row_over_the_limit() -> None:
    def waiting(count: int) -> str:
        return "\n\n".join(f"{LONG} {at}:" for at in range(count))

    assert grows_in_proportion(rows_of, waiting(400), waiting(1600))
    text = "\n\n".join(f"{LONG * 8_000} {at}:" for at in range(12))
    found = [str(row["text"]) for row in rows_of(text)]
    assert len(found) > 2 and "\n\n".join(found) == text and all(len(one) <= ROW_LIMIT for one in found)


@given(st.lists(st.integers(1, 6).map(lambda level: f"{'#' * level} Uses") | st.integers(1, 45), max_size=12))
def test_no_word_is_lost_or_told_under_another_heading(parts: list[str | int]) -> None:
    lines = [one if isinstance(one, str) else " ".join(f"w{at}" for _ in range(one)) for at, one in enumerate(parts)]
    found = [str(row["text"]).split() for row in rows_of("\n\n".join(lines))]
    assert [word for one in found for word in one] == [w for one in lines if one[0] != "#" for w in one.split()]
    headings = {at for at, one in enumerate(lines) if one[0] == "#"}
    for one in found:
        first, last = int(one[0][1:]), int(one[-1][1:])
        assert headings.isdisjoint(range(first, last))
        assert len(one) >= 20 or {first - 1, last + 1} <= headings | {-1, len(lines)}


@pytest.mark.parametrize("name", ["reefs.md", "reefs.md.gz", "reefs.md.GZ"])
def test_a_note_without_a_title_is_called_by_its_name_whether_gzipped_or_not(tmp_path: Path, name: str) -> None:
    content = f"{LONG}\n".encode()
    (path := tmp_path / name).write_bytes(content if name.endswith(".md") else gzip.compress(content))
    assert [one.title for one in read_corpus(path)] == ["reefs"]


def test_notes_of_a_folder_are_cited_by_their_path_from_it_on(tmp_path: Path) -> None:
    for folder in ("north", "south"):
        (tmp_path / "notes" / folder).mkdir(parents=True)
        (tmp_path / "notes" / folder / "index.md").write_text(
            f"# Reefs of the {folder}\n\n## Past\n\n{LONG} {folder}.\n"
        )
    found, noted = read(tmp_path / "notes")
    assert [(one.source, one.document, headings_of(one)) for one in found] == [
        (f"notes/{one}/index.md", f"notes/{one}/index.md", f"Reefs of the {one}>Past") for one in ("north", "south")
    ]
    assert not noted
    assert [one.source for one in read(tmp_path / "notes" / "north" / "index.md")[0]] == ["index.md"]


def test_beside_rows_and_pages_texts_are_no_notes_unless_they_are_named(tmp_path: Path) -> None:
    (tmp_path / "notes.md").write_text(LONG)
    (tmp_path / "rows.jsonl").write_text(json.dumps({"text": "Tides turn."}))
    assert [one.text for one in read(tmp_path)[0]] == ["Tides turn."]
    assert read(tmp_path)[1] == {"text beside files of rows passed over": 1}
    assert len(read(tmp_path, tmp_path / "notes.md")[0]) == 2
    (tmp_path / "rows.jsonl").unlink()
    for name in ("graph.json", "page.json", "run.json", "page.md"):
        (tmp_path / "page").mkdir(exist_ok=True)
        (tmp_path / "page" / name).write_text("{}")
    (tmp_path / "README.md").write_text("How these notes are made.")
    (tmp_path / "LICENSE.txt").write_text("All rights reserved.")
    for name in ("AGENTS.md", "CLAUDE.md", "SUMMARY.md"):
        (tmp_path / name).write_text(f"{LONG} So do it.")
    found, noted = read(tmp_path)
    assert [one.text for one in found] == [LONG] and noted == {"text that tells of the others passed over": 5}
    for name in ("AGENTS.md", "CLAUDE.md", "SUMMARY.md"):
        (tmp_path / name).unlink()
    (tmp_path / "notes.md").unlink()
    with pytest.raises(
        InputError, match=r"holds no corpus file .* it holds LICENSE\.txt, README\.md: name it to have it"
    ):
        read_corpus(tmp_path)


def test_pages_and_batches_in_the_folder_of_a_corpus_are_passed_over_without_a_word(tmp_path: Path) -> None:
    def put(folder: Path, names: str, content: str = "{}") -> None:
        folder.mkdir(parents=True)
        for name in names.split():
            (folder / name).write_text(content)

    page = "graph.graphml graph.json page.html page.json page.md run.json"
    put(tmp_path / "page", page)
    put(
        tmp_path / "pages",
        "calls.sqlite index.html manifest.jsonl",
        '{"castalia_batch": 1, "asked": {}}\n{"topic": "Reef"}\n',
    )
    put(tmp_path / "pages/reef", page)
    put(tmp_path / "pages/atoll", "error.txt", f"Traceback (most recent call last):\n\n{LONG}")
    (tmp_path / "notes.md").write_text(LONG)
    found, noted = read(tmp_path)
    assert [one.text for one in found] == [LONG] and not noted
    put(tmp_path / "mine", "manifest.jsonl", json.dumps({"text": LONG}))
    assert len(read(tmp_path / "mine")[0]) == 1


@pytest.mark.parametrize(
    ("name", "content"), [("package.json", '{"name": "reefs"}'), ("depth.csv", "day,depth\n1,2\n"), ("a.jsonl", "")]
)
def test_beside_files_without_a_row_that_can_be_used_notes_are_read(tmp_path: Path, name: str, content: str) -> None:
    (tmp_path / name).write_text(content)
    for one in ("1", "2", "3"):
        (tmp_path / f"notes_{one}.md").write_text(f"{LONG} {one}")
    assert [one.text for one in read(tmp_path)[0]] == [f"{LONG} {one}" for one in ("1", "2", "3")]


def test_of_files_that_are_passed_over_the_most_frequent_types_are_told_with_their_number(tmp_path: Path) -> None:
    for name in ("LICENSE", "reefs.md", "map.png", *(f"{at}.cnxml" for at in range(3)), "x.css", "y.css", "z.js"):
        (tmp_path / name).write_text(LONG)
    reading = read_corpus(tmp_path)
    list(reading)
    (line,) = [one for one in reading.report.lines() if "another type" in one]
    assert line.startswith(
        f"8 noted: file of another type passed over (first: {tmp_path}/0.cnxml): 3 .cnxml, 2 .css, 1 "
    )
    assert "…; types that are read: .csv" in line


@pytest.mark.parametrize(
    "name", ["Copyright law.md", "Changes in reefs.md", "todo.md", "Security.txt", "Notice boards.md", "Summary.md"]
)
def test_a_note_on_a_subject_is_not_taken_for_one_on_the_others(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text(LONG)
    assert len(read(tmp_path)[0]) == 1


@pytest.mark.parametrize("text", ["", "# Reefs\n\n## Past\n"])
def test_notes_without_a_paragraph_are_told_as_such(tmp_path: Path, text: str) -> None:
    (path := tmp_path / "reefs.md").write_text(text)
    with pytest.raises(InputError, match="no paragraph to read: give notes with text under their headings"):
        list(read_corpus(path))


@pytest.mark.parametrize(
    ("text", "way"),
    [
        ("PT\tAU\tTI\tAB\nJ\tLee\tReefs\tOld.", "name it .tsv"),
        ('{"text": "Tides turn."}\n', "name it .jsonl"),
        ('[\n {"text": "Tides turn."}]\n', "name it .jsonl"),
        ("\nPMID- 123\nTI  - Reefs\n", "into Zotero"),
        ("TY  - JOUR\nTI  - Reefs\n", "into Zotero"),
    ],
)
def test_a_table_or_an_export_that_is_called_text_is_told(tmp_path: Path, text: str, way: str) -> None:
    (path := tmp_path / "savedrecs.txt").write_text(text)
    with pytest.raises(InputError, match=way):
        list(read_corpus(path))


def test_a_note_by_another_name_makes_another_corpus(tmp_path: Path) -> None:
    (tmp_path / "reefs.md").write_text(LONG)
    before = corpus_key([tmp_path], {})
    assert corpus_key([tmp_path], {}) == before
    (tmp_path / "reefs.md").rename(tmp_path / "atolls.md")  # which its title and its reference say
    assert corpus_key([tmp_path], {}) != before


@pytest.fixture(scope="module")
def notes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample corpus as notes: a file for each document."""
    folder = tmp_path_factory.mktemp("corpus") / "notes"
    folder.mkdir()
    for row in map(json.loads, SAMPLE.read_text(encoding="utf-8").splitlines()):
        title, _, heading = row["title"].partition(" > ")
        path = folder / f"{title.lower().replace(' ', '_').replace('/', '_')}.md"
        begun = "" if path.exists() else f"# {title}\n\n"
        with path.open("a", encoding="utf-8") as file:
            file.write(f"{begun}## {heading or title}\n\n{row['content']}\n\n```sh\n# no text\n```\n\n")
    return folder


def test_a_folder_of_notes_makes_a_page(notes: Path, tmp_path: Path) -> None:
    generate_sync("Coral bleaching", corpus=notes, out=tmp_path / "page")
    record = TopicPage.open(tmp_path / "page").record
    assert len(record["sections"]) > 3 and len(record["references"]) > 8
    assert all(one["source"].startswith("notes/") and one["title"] for one in record["references"])


def test_a_run_goes_on_from_notes_that_were_renamed_and_cites_them_as_they_are_called_now(
    notes: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(notes, tmp_path / "notes")
    monkeypatch.chdir(tmp_path)

    def down(memory: Memory) -> Crew:
        async def writer(state: Any) -> Any:
            raise ConnectionError("the disk is full")

        return replace(extractive_crew(memory), writer=writer)

    with pytest.raises(UnwrittenError):
        generate_sync("Coral bleaching", corpus="notes", out="page", crew=down)
    for one in Path("notes").iterdir():
        one.rename(one.with_name(f"my_{one.name}"))
    page = generate_sync("Coral bleaching", corpus="notes", out="page", resume=True, crew=extractive_crew)
    assert all(one["source"].startswith("notes/my_") for one in page.record["references"])
    assert len([one for one in Path("page/state").iterdir() if one.name.startswith("corpus-")]) == 1


def test_a_corpus_that_is_named_twice_is_all_that_was_named() -> None:
    asked = _parser().parse_args(["generate", "Reef", "--corpus", "a", "b", "--corpus", "c"])
    assert asked.corpus == ["a", "b", "c"]
