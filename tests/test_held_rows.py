"""A corpus that is held in memory, as rows or as snippets: the page is that from a file which holds these rows."""

from __future__ import annotations

import asyncio
import json
from collections import ChainMap
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import lighthouses
import pytest
from castalia.graphs import Topic, batch, fill_store, generate, generate_sync, open_memory
from castalia.graphs.changes.updating import update
from castalia.memory.errors import InputError
from castalia.tools.corpus.corpora import read_corpus
from castalia.tools.corpus.held_rows import HeldRows

TOPIC: str = lighthouses.TOPIC
LINES: list[str] = lighthouses.lighthouse_rows()
ROWS: list[dict[str, Any]] = [json.loads(one) for one in LINES]
PAGE = ("page.md", "page.html", "page.json", "graph.json", "graph.graphml")


def on_disk(folder: Path, lines: list[str]) -> Path:
    path = folder / "rows.jsonl"
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


def files_of(folder: Path) -> dict[str, bytes]:
    return {name: (folder / name).read_bytes() for name in PAGE}


@pytest.fixture(scope="module")
def from_file(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("file")
    generate_sync(TOPIC, corpus=on_disk(folder, LINES), out=folder / "page")
    yield folder / "page"


def test_rows_give_the_page_that_a_file_with_them_gives_and_are_kept_to_go_on_with(
    from_file: Path, tmp_path: Path
) -> None:
    generate_sync(TOPIC, corpus=ROWS, out=tmp_path / "page")
    assert files_of(tmp_path / "page") == files_of(from_file)
    manifest = tmp_path / "page" / "state" / "manifest.json"
    started = json.loads(manifest.read_text())
    manifest.write_text(json.dumps(started | {"status": "running"}))
    for given in (None, [dict(one) for one in ROWS]):  # what was kept of them, and the same again
        generate_sync(TOPIC, corpus=given, out=tmp_path / "page", resume=True)
        assert files_of(tmp_path / "page") == files_of(from_file)
    with pytest.raises(InputError, match="has changed since the run"):
        generate_sync(TOPIC, corpus=ROWS[:-1], out=tmp_path / "page", resume=True)


def test_snippets_give_the_page_that_the_file_they_came_from_gives(from_file: Path, tmp_path: Path) -> None:
    generate_sync(TOPIC, corpus=list(read_corpus(on_disk(tmp_path, LINES))), out=tmp_path / "page")
    assert files_of(tmp_path / "page") == files_of(from_file)


def test_a_snippet_whose_row_had_another_field_called_as_ours_is_read_again_as_it_is() -> None:
    row = {"body": "Towers carry lamps.", "content": "12 pages", "Content ": "Lamps", "title": "Towers", "key": 7}
    (one,) = read_corpus(HeldRows.of([row]), {"text": "body"})
    assert one.extra["content"] == "12 pages"
    assert list(read_corpus(HeldRows.of([one]))) == [one]


def test_what_is_wrong_with_a_row_is_told_by_its_number(tmp_path: Path) -> None:
    odd = [{"title": "No text"}, None, 7, {"body": 5}, [1]]
    rows = [*({**one, "body": one["text"], "text": None} for one in ROWS[:3]), *odd]
    held = read_corpus(HeldRows.of(rows), {"text": "body"})
    read = read_corpus(on_disk(tmp_path, [json.dumps(one) for one in rows]), {"text": "body"})
    assert list(held) == list(read)
    places = [[one.rpartition(":")[2] for one in tally.places] for tally in read.report.skipped]
    assert [[f"row {one}" for one in those] for those in places] == [list(one.places) for one in held.report.skipped]
    with pytest.raises(InputError, match=r"^row 4: no text"):
        list(read_corpus(HeldRows.of(rows), {"text": "body"}, "refuse"))
    with pytest.raises(InputError, match=r"^the rows given: none of 5 rows can be used: .*; the first at row 2: "):
        generate_sync(TOPIC, corpus=[{"x": 1}, *odd[1:]])


def test_values_that_no_file_holds_are_read_as_what_they_are_like() -> None:
    class Number:  # such as numpy's
        def tolist(self) -> int:
            return 1990

    row = {"text": "Towers.", "authors": ("A. One", "B. Two"), "date": date(2020, 5, 1), ("a", "key"): 1, "set": {1}}
    (one,) = read_corpus(HeldRows.of([ChainMap(row)]))
    assert (one.text, one.year, one.authors, one.extra) == (
        "Towers.",
        2020,
        ("A. One", "B. Two"),
        {"date": "2020-05-01"},
    )
    (three,) = read_corpus(HeldRows.of([{"text": "Fünf Türme.".encode(), "year": Decimal(1990)}]))
    assert (three.text, three.year) == ("Fünf Türme.", 1990)
    (two,) = read_corpus(HeldRows.of([{"text": "Half a pair \ud800.", "year": Number()}]))
    assert (two.year, two.text) == (1990, "Half a pair \ud800.")


class Frame:
    """What looks like a DataFrame."""

    def to_dict(self, orient: str) -> list[dict[str, Any]]:
        return []


@pytest.mark.parametrize(
    ("corpus", "says"),
    [
        ([{"text": "a"}, "b.jsonl"], "row 2 of the corpus is a str: give rows, or paths, not both"),
        ([Path("b.jsonl"), {"text": "a"}], r"row 1 of the corpus is a \w+Path: give rows, or paths, not both"),
        (
            ["Reefs grow slowly.", "Lamps burn."],
            r"“Reefs grow slowly.” is a text, not the path of .* rows as dicts, \[\{",
        ),
        (
            "reefs grow in the sea " * 60,
            r"“reefs grow .{60,80}…” is a text, not the path of a corpus: give rows as dicts",
        ),
        ({"text": "a"}, "the corpus is of type dict: give a path, a list of paths, or a list of rows"),
        ((one for one in ROWS), "the corpus is of type generator: give a path, a list of paths, or a list of rows"),
        (Frame(), r'the corpus is of type Frame: .*, of a DataFrame df\.to_dict\("records"\)$'),
        (
            ["reefs.jsonl", "A lamp lit by  gas."],
            r'“A lamp lit by gas\.” is a text, not the path of a corpus: .* \[\{"text": "…"',
        ),
        ([f"Lamps {'burn ' * 99}oil."], "“Lamps burn burn .*…” is a text, not the path of a corpus"),
        (f"{'my corpus ' * 20}.ndjson", ".*ndjson does not exist"),
        ("~/my corpus v2.", "~/my corpus v2. does not exist|.* does not exist"),
        ([], "no corpus: name at least one file or folder, or give rows"),
    ],
)
def test_what_is_no_list_of_rows_is_told_in_a_line(corpus: Any, says: str) -> None:
    with pytest.raises(InputError, match=f"^{says}"):
        generate_sync(TOPIC, corpus=corpus)
    rows: list[Any] = [{"text": "a"}]
    rows[0]["rows"] = rows
    with pytest.raises(InputError, match=r"^row 1 of the corpus is not to be written as JSON"):
        generate_sync(TOPIC, corpus=rows)


def test_whatever_takes_a_corpus_takes_rows(from_file: Path, tmp_path: Path) -> None:
    half = ROWS[: len(ROWS) // 2]

    async def work() -> None:
        report, count = await fill_store(tmp_path / "store", ROWS)
        assert (report.rows, count) == (len(ROWS), report.kept)
        memory, _ = await open_memory(ROWS)
        async with memory:
            assert await memory.store.count() == count
            page = await generate(TOPIC, memory=memory)
        assert page.markdown.encode() == files_of(from_file)["page.md"]
        out = tmp_path / "batch"
        assert (await batch([Topic(TOPIC)], corpus=ROWS, out=out)).done[0].topic == TOPIC
        assert (await batch([Topic(TOPIC)], corpus=ROWS, out=out)).skipped == 1
        await generate(TOPIC, corpus=half, out=tmp_path / "grown")
        assert (await update(tmp_path / "grown", corpus=half)).told == ("no snippet is new: nothing was changed",)
        assert (await update(tmp_path / "grown", corpus=ROWS)).told != ("no snippet is new: nothing was changed",)

    asyncio.run(work())
