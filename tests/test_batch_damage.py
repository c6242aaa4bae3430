"""What happens to a batch's folder between two runs: lines that were edited, pages that were damaged, ways that lead
out of it."""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import lighthouses
import pytest
from castalia.graphs import BatchReport, Topic, TopicPage, batch, cli
from castalia.graphs.batching.batch_budget import spent_under_way
from castalia.graphs.batching.manifest import BatchManifest
from castalia.graphs.batching.whole_pages import damage_of
from castalia.graphs.page_files import FILES
from castalia.graphs.runs.run_folder import RunFolder
from castalia.memory.errors import InputError
from castalia.memory.ledgers import Ledgers
from castalia.tools.corpus.batch_files import MANIFEST
from copies import copy_tree
from hypothesis import given, settings
from hypothesis import strategies as st

TOPICS = ["Lighthouse", "Coral reef"]
ASKED: dict[str, Any] = {"store": "/stores/lights"}
LINE: dict[str, Any] = {
    "topic": "Lens",
    "domain": "",
    "folder": "lens",
    "asked_words": None,
    "status": "done",
    "error": "",
    "words": 100,
    "sections": 3,
    "sources": 4,
    "lost_sections": 0,
    "calls": 2,
    "replayed": 0,
    "tokens": 30,
    "cost": 0.5,
    "seconds": 1.25,
    "started": "",
    "ended": "",
}


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place: Path = tmp_path_factory.mktemp("store")
    (place / "rows.jsonl").write_text("\n".join(lighthouses.lighthouse_rows()) + "\n")
    assert cli.main(["ingest", str(place / "rows.jsonl"), "--store", str(place / "lights"), "--quiet"]) == 0
    return place / "lights"


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory, store: Path) -> Path:
    out: Path = tmp_path_factory.mktemp("finished") / "out"
    assert len(run(TOPICS, store, out).done) == 2
    return out


@pytest.fixture
def out(finished: Path, tmp_path: Path) -> Path:
    """A batch of its own that is done."""
    return copy_tree(finished, tmp_path / "out")


def run(topics: Any, store: Path, out: Path, **options: Any) -> BatchReport:
    return asyncio.run(batch(topics, store=store, out=out, **options))


def noted(folder: Path, *lines: str) -> Path:
    head = json.dumps({"castalia_batch": 1, "asked": ASKED})
    (folder / MANIFEST).write_text("\n".join([head, *lines]) + "\n")
    return folder


# Lines that somebody edited


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"calls": "abc"}, "calls is 'abc'"),
        ({"calls": -1}, "calls is -1"),
        ({"calls": True}, "calls is True"),
        ({"words": None}, "words is None"),
        ({"words": 1.5}, "words is 1.5"),
        ({"cost": "x"}, "cost is 'x'"),
        ({"cost": [1]}, "cost is [1]"),
        ({"cost": float("nan")}, "cost is nan"),
        ({"cost": float("inf")}, "cost is inf"),
        ({"cost": 10**400}, "cost is 1000"),
        ({"seconds": None}, "seconds is None"),
        ({"topic": 5}, "topic is 5"),
        ({"topic": ["Lens"]}, "topic is ['Lens']"),
        ({"error": {"a": 1}}, "error is {'a': 1}"),
        ({"status": "fine"}, "status is 'fine'"),
        ({"status": []}, "status is []"),
        ({"unknown": 1}, "unknown is 1, not true or false"),
        ({"asked_words": "200"}, "asked_words is '200'"),
        ({"folder": "../../etc"}, "folder is '../../etc'"),
        ({"folder": "/etc"}, "folder is '/etc'"),
        ({"folder": "_batch/x"}, "folder is '_batch/x'"),
        ({"folder": ""}, "folder is ''"),
        ({"folder": ["lens"]}, "folder is ['lens']"),
    ],
)
def test_a_line_that_was_edited_is_named_and_nothing_is_changed(
    changed: dict[str, Any], says: str, tmp_path: Path
) -> None:
    noted(tmp_path, json.dumps(LINE), json.dumps(LINE | changed), json.dumps(LINE))
    before = (tmp_path / MANIFEST).read_bytes()
    with pytest.raises(InputError) as refusal:
        BatchManifest.open(tmp_path, ASKED)
    told = str(refusal.value)
    assert (
        f"{MANIFEST}:3: {says}" in told and "mend or remove the line" in told and "\n" not in told and len(told) < 400
    )
    assert (tmp_path / MANIFEST).read_bytes() == before


def test_a_line_that_lacks_something_is_named(tmp_path: Path) -> None:
    noted(tmp_path, json.dumps({name: value for name, value in LINE.items() if name != "status"}))
    with pytest.raises(InputError, match=rf"{MANIFEST}:2: there is no status"):
        BatchManifest.open(tmp_path, ASKED)


def test_what_was_asked_is_checked_wherever_it_stands(tmp_path: Path) -> None:
    for line in ('{"castalia_batch": "x", "asked": {}}', '{"castalia_batch": 1, "asked": []}'):
        noted(tmp_path, json.dumps(LINE), line)
        with pytest.raises(InputError, match=rf"{MANIFEST}:3: "):
            BatchManifest.open(tmp_path, ASKED)


def test_empty_lines_and_the_marks_of_editors_do_no_harm(tmp_path: Path) -> None:
    noted(tmp_path, "", json.dumps(LINE), "  ", "")
    path = tmp_path / MANIFEST
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    with BatchManifest.open(tmp_path, ASKED) as manifest:
        assert [one.folder for one in manifest.latest] == ["lens"] and manifest.spent["calls"] == 2


def test_a_torn_last_line_is_no_edited_one(tmp_path: Path) -> None:
    noted(tmp_path, json.dumps(LINE))
    path, torn = tmp_path / MANIFEST, json.dumps(LINE | {"calls": "abc"})
    whole = path.read_bytes()
    path.write_bytes(whole + torn[:-1].encode())
    with BatchManifest.open(tmp_path, ASKED) as manifest:
        assert len(manifest.latest) == 1
    assert path.read_bytes() == whole
    path.write_bytes(whole[:-1])  # a whole line without its end is given one
    with BatchManifest.open(tmp_path, ASKED) as manifest:
        assert len(manifest.latest) == 1
    assert path.read_bytes() == whole
    path.write_bytes(whole + torn.encode())  # whole but for its end: somebody wrote that
    with pytest.raises(InputError, match=rf"{MANIFEST}:3: calls is 'abc'"):
        BatchManifest.open(tmp_path, ASKED)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=4), inner, max_size=2),
    max_leaves=4,
)


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(sorted(LINE)), JSON)
def test_whatever_stands_in_a_line_it_is_read_or_refused_in_one_line(
    tmp_path_factory: pytest.TempPathFactory, name: str, value: Any
) -> None:
    folder = noted(tmp_path_factory.mktemp("edited"), json.dumps(LINE | {name: value}))
    try:
        with BatchManifest.open(folder, ASKED) as manifest:
            assert manifest.spent["money"] >= 0 and manifest.spent["calls"] >= 0
            assert (folder / manifest.latest[0].folder).resolve().is_relative_to(folder.resolve())
    except InputError as error:
        assert f"{MANIFEST}:2: " in str(error) and "\n" not in str(error)


def test_the_command_ends_with_2_and_a_line(out: Path, store: Path, capsys: pytest.CaptureFixture[str]) -> None:
    head, *lines = (out / MANIFEST).read_text().splitlines()
    (out / MANIFEST).write_text("\n".join([head, json.dumps(json.loads(lines[0]) | {"cost": float("nan")})]) + "\n")
    (out.parent / "t.txt").write_text("Lighthouse\n")
    assert cli.main(["batch", str(out.parent / "t.txt"), "--store", str(store), "--out", str(out)]) == 2
    err = capsys.readouterr().err
    assert err.startswith("castalia: ") and f"{MANIFEST}:2: cost is nan" in err and err.count("\n") == 1


# Nothing outside the folder


def test_a_folder_that_leads_out_of_the_batch_s_is_refused_before_any_work(store: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    (tmp_path / "elsewhere").mkdir()
    out.mkdir()
    (out / "way").symlink_to(tmp_path / "elsewhere")
    for name in ("way", "way/lens"):
        with pytest.raises(InputError, match=r"leads out of"):
            run([Topic("Lighthouse", out=name, where="topics.csv:7")], store, out)
    assert not list((tmp_path / "elsewhere").iterdir()) and not (out / MANIFEST).exists()


def test_a_folder_behind_a_link_that_leads_back_to_itself_is_refused_before_any_work(
    store: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / "way").symlink_to("way")
    with pytest.raises(InputError, match=r"way/lens is, or lies behind, a link that leads back to itself: remove it$"):
        run([Topic("Lighthouse", out="way/lens")], store, out)
    assert not (out / MANIFEST).exists()


def test_a_folder_that_the_encoding_of_paths_here_cannot_name_is_told_in_one_line(store: Path, tmp_path: Path) -> None:
    topics, out = tmp_path / "topics.txt", tmp_path / "out"
    topics.write_text("Café reef\n", encoding="utf-8")
    command = [sys.executable, "-m", "castalia.graphs", "batch", topics, "--store", store, "--out", out]
    ascii_paths = {**os.environ, "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "LC_ALL": "C"}
    told = subprocess.run(command, env=ascii_paths, capture_output=True, encoding="ascii", timeout=60)
    assert (told.returncode, told.stderr.count("\n")) == (2, 1)
    assert "PYTHONUTF8=1" in told.stderr and not out.exists()


# Pages that are not whole any more


def cut(path: Path) -> None:
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2])


def zeroed(path: Path) -> None:
    path.write_bytes(bytes(path.stat().st_size))


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("harm", [cut, zeroed, Path.unlink, lambda path: path.write_bytes(b"")])
def test_damage_is_seen_in_every_file(name: str, harm: Callable[[Path], None], out: Path) -> None:
    folder = out / "lighthouse"
    assert damage_of(folder) == ""
    if (name, harm) == ("page.md", cut):
        return  # text may end anywhere
    harm(folder / name)
    assert name in damage_of(folder)


@pytest.mark.parametrize("text", ["{}", "null", "[]", '{"schema": 1}', '{\n "schema": 1\n}'])
def test_json_that_is_no_page_is_damage_too(text: str, out: Path) -> None:
    (out / "lighthouse" / "page.json").write_text(text)
    assert "page.json" in damage_of(out / "lighthouse")


def test_a_folder_in_place_of_a_file_is_damage_too(out: Path) -> None:
    (out / "lighthouse" / "page.html").unlink()
    (out / "lighthouse" / "page.html").mkdir()
    assert damage_of(out / "lighthouse") == "page.html cannot be read (is a directory)"


def test_a_damaged_page_is_told_and_written_again_and_the_others_are_not(out: Path, store: Path) -> None:
    before = (out / "lighthouse" / "page.json").read_bytes()
    other = (out / "coral_reef" / "page.json").stat().st_mtime_ns
    cut(out / "lighthouse" / "page.json")
    events: list[dict[str, Any]] = []
    report = run(TOPICS, store, out, progress=events.append)
    assert report.skipped == 1 and len(report.done) == 2
    assert (out / "lighthouse" / "page.json").read_bytes() == before
    assert (out / "coral_reef" / "page.json").stat().st_mtime_ns == other
    (told,) = [one["line"] for one in events if one["phase"] == "damaged"]
    assert "lighthouse" in told and "page.json" in told and "written again" in told


@pytest.mark.parametrize("broken", ["CAST(x'7bff7d' AS TEXT)", "'{'"])
def test_what_an_unfinished_page_with_damaged_ledgers_spent_is_not_asked_of_the_others(broken: str, out: Path) -> None:
    places = [out / "coral_reef", out / "lighthouse"]
    spent = {"seconds": 1, "usage": {"calls": 3}, "role": "writer", "key": "k", "model": "m"}
    for place in places:
        run = RunFolder(place)
        manifest = run.read()
        assert manifest is not None
        run.write(replace(manifest, status="running"))
        with Ledgers(run.ledgers) as ledgers:
            ledgers.run(manifest.run_id).spend(spent)
    with closing(sqlite3.connect(RunFolder(places[0]).ledgers)) as file, file:
        file.execute(f"UPDATE entries SET value = {broken}")
    spent_there = spent_under_way(out, (), {""}, ())
    assert {one.name: usage.calls for one, usage in spent_there.items()} == {"coral_reef": 0, "lighthouse": 3}


def test_a_page_that_was_changed_by_a_later_command_is_whole(out: Path, store: Path) -> None:
    page = TopicPage.open(out / "lighthouse")
    page.record["lead"] += " "
    page.save(out / "lighthouse")
    assert run(TOPICS, store, out).skipped == 2


def test_a_rewritten_page_is_written_over_by_force_only(out: Path, store: Path) -> None:
    page = TopicPage.open(out / "lighthouse")
    TopicPage(page.record, page.graph, page.run | {"revisions": [{}]}).save(out / "lighthouse")
    rewritten = (out / "lighthouse" / "page.json").read_bytes()
    shorter = [Topic("Lighthouse", words=400), "Coral reef"]
    (failed,) = run(shorter, store, out).failed
    assert "changed after it was written" in failed.error and "--force" in failed.error
    assert (out / "lighthouse" / "page.json").read_bytes() == rewritten
    assert "lighthouse/page.html" in (out / "index.html").read_text()
    assert run(TOPICS, store, out).skipped == 2  # what was refused takes nothing from what there is
    report = run(shorter, store, out, force=True)
    assert report.skipped == 1 and len(report.done) == 2
    assert not TopicPage.open(out / "lighthouse").run.get("revisions")


def test_somebody_s_own_file_in_a_topic_s_folder_stays(store: Path, tmp_path: Path) -> None:
    own = tmp_path / "out" / "lighthouse" / "page.md"
    own.parent.mkdir(parents=True)
    own.write_text("mine")
    (failed,) = run(["Lighthouse"], store, tmp_path / "out").failed
    assert "page.md" in failed.error and own.read_text() == "mine"


def test_a_topic_that_the_corpus_does_not_know_is_told_in_the_words_of_who_asked(store: Path, tmp_path: Path) -> None:
    (failed,) = run(["Unicorn husbandry"], store, tmp_path / "out").failed
    assert "no snippet of the corpus (" in failed.error and 'names "Unicorn husbandry"' in failed.error
    (empty,) = run([Topic("Lighthouse", domain="Unicorns")], store, tmp_path / "out").failed
    assert "the corpus has no domain" in empty.error
