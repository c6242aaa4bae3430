"""A page is saved whole or not at all, and comes back as it was."""

from __future__ import annotations

import asyncio
import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from castalia.graphs import Settings, TopicPage, generate, rewrite, update
from castalia.graphs.cli import main
from castalia.graphs.page_files import FILES
from castalia.memory.errors import CastaliaError, InputError
from castalia.memory.triplets import TripletGraph


@pytest.fixture(scope="module")
def page(sample_store: Path) -> TopicPage:
    return asyncio.run(generate("Coral bleaching", store=sample_store, settings=Settings(depth=2)))


@pytest.fixture
def saved(page: TopicPage, tmp_path: Path) -> Path:
    return page.save(tmp_path / "page")


def contents(folder: Path) -> dict[str, bytes]:
    return {one.name: one.read_bytes() for one in folder.iterdir()}


def test_a_saved_page_opens_as_it_was(page: TopicPage, saved: Path, tmp_path: Path) -> None:
    again = TopicPage.open(saved)
    assert again.record == page.record
    assert again.run == page.run
    assert again.graph.to_json() == page.graph.to_json()
    assert (again.markdown, again.html) == (page.markdown, page.html)
    assert contents(again.save(tmp_path / "again")) == contents(saved)


def test_a_page_is_changed_by_the_name_of_its_record_as_by_its_folder(saved: Path, capsys: Any) -> None:
    told = []
    for where in (saved, saved / "page.json"):  # to be changed it lacks its run, which is told of its folder
        for change in (rewrite(where, "lead"), update(where)):
            with pytest.raises(CastaliaError) as error:
                asyncio.run(change)
            told.append(str(error.value))
        for command in (["rewrite", str(where), "lead"], ["update", str(where)]):
            assert main(command) == 2
            told.append(capsys.readouterr().err)
    assert told[:4] == told[4:]


def test_a_page_is_saved_in_no_folder_without_a_name(
    page: TopicPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("", " "):
        with pytest.raises(InputError, match="has no name"):
            page.save(name)
    assert not [*tmp_path.iterdir()]


def test_the_six_files_hold_the_page(page: TopicPage, saved: Path) -> None:
    assert sorted(contents(saved)) == sorted(FILES)
    assert (saved / "page.md").read_text(encoding="utf-8") == page.markdown == page._repr_markdown_()
    assert (saved / "page.html").read_text(encoding="utf-8") == page.html
    assert json.loads((saved / "page.json").read_text(encoding="utf-8")) == page.record
    assert json.loads((saved / "run.json").read_text(encoding="utf-8"))["settings"]["depth"] == 2
    assert page.graph.network.number_of_edges() == len(page.graph.edges) > 10
    assert "<graphml" in (saved / "graph.graphml").read_text(encoding="utf-8")


def test_the_html_needs_nothing_else(page: TopicPage) -> None:
    html = page.html
    assert html.startswith("<!doctype html>") or html.lower().startswith("<!doctype html>")
    assert not [one for one in ("<script src", '<link rel="stylesheet"', "@import", "url(http") if one in html]


def test_saving_over_a_page_replaces_it_and_keeps_other_files(page: TopicPage, saved: Path) -> None:
    (saved / "mine.txt").write_text("keep")
    (saved / "page.md").write_text("old")
    page.save(saved)
    assert (saved / "mine.txt").read_text() == "keep"
    assert (saved / "page.md").read_text(encoding="utf-8") == page.markdown


def test_what_could_not_be_had_again_is_saved_over_only_with_force(page: TopicPage, tmp_path: Path) -> None:
    TopicPage({**page.record, "topic": "Lighthouse"}, page.graph, page.run).save(tmp_path / "other")
    TopicPage(page.record, page.graph, {**page.run, "revisions": [{}]}).save(tmp_path / "changed")
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "page.md").write_text("mine")
    for name, says in (("other", 'the page on "Lighthouse"'), ("changed", "was changed after"), ("own", "page.md")):
        before = contents(tmp_path / name)
        with pytest.raises(InputError, match=rf"holds .*{says}.*choose another folder, .*force=True"):
            page.save(tmp_path / name)
        assert contents(tmp_path / name) == before
        assert TopicPage.open(page.save(tmp_path / name, force=True)).record == page.record


def test_a_folder_that_cannot_be_written_is_told_and_left_as_it_was(page: TopicPage, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    (tmp_path / "full" / "run.json").mkdir(parents=True)
    for target in ("file", "file/deep/page", "full"):
        with pytest.raises(InputError, match="cannot write to"):
            page.save(tmp_path / target)
    assert sorted(str(one.relative_to(tmp_path)) for one in tmp_path.rglob("*")) == ["file", "full", "full/run.json"]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("page.json", None),
        ("page.json", "{"),
        ("page.json", "[]"),
        ("page.json", '{"schema": 99}'),
        ("graph.json", None),
        ("graph.json", "{}"),
        ("graph.json", "[" * 100_000),
        ("run.json", None),
        ("run.json", "[1, 2]"),
        ("run.json", "{broken"),
    ],
)
def test_a_broken_page_is_told_in_one_line(name: str, content: str | None, saved: Path) -> None:
    if content is None:
        (saved / name).unlink()
    else:
        (saved / name).write_text(content)
    with pytest.raises(InputError) as refused:
        TopicPage.open(saved)
    assert "\n" not in str(refused.value)
    assert str(saved) in str(refused.value) and name in str(refused.value)


def test_no_page_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no page"):
        TopicPage.open(tmp_path / "nowhere")


def test_a_page_says_what_it_is(page: TopicPage) -> None:
    assert repr(page).startswith("TopicPage('Coral bleaching': ") and "references" in repr(page)
    assert page.problems == []


def test_a_page_that_was_tampered_with_has_problems(page: TopicPage, saved: Path) -> None:
    shutil.copytree(saved, saved.with_name("copy"))
    record = json.loads((saved / "page.json").read_text(encoding="utf-8"))
    record["claims"][0]["sentence"] = "Corals bleach because they are ashamed."
    (saved / "page.json").write_text(json.dumps(record), encoding="utf-8")
    assert TopicPage.open(saved).problems
    assert TopicPage.open(saved.with_name("copy")).problems == []


@pytest.mark.parametrize(
    ("record", "graph", "says"),
    [
        (None, TripletGraph.of({}, {}), "the record is a NoneType: give the page that a run answers"),
        ({"topic": "Atoll"}, None, "the graph is a NoneType: give page.graph, or what `await memory.graph"),
    ],
)
def test_a_page_of_what_is_no_record_or_no_graph_is_refused(record: Any, graph: Any, says: str) -> None:
    with pytest.raises(InputError, match=f"^{says}"):
        TopicPage(record, graph)
