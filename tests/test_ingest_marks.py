"""An ingest that was killed is told until it has come to its end: the store may lack snippets."""

from __future__ import annotations

import asyncio
import json
import signal
from pathlib import Path

import pytest
from castalia.graphs import cli, fill_store
from castalia.memory.errors import StoreError
from castalia.memory.ingest_marks import IngestMark, _read, begin_ingest, end_ingest, unfinished_ingests
from castalia.tools.pages.page_json import load_page
from command_line import Command
from copies import copy_tree
from forked import Forked
from qdrant_server import QdrantServer
from some_reefs import write_reefs

# Ends its own process without a word once snippets were added so many times.
DYING = """
import os
from castalia.graphs import ingestion
from castalia.memory.edge_store import EdgeStore
ingestion.PORTION, add, seen = 20, EdgeStore.add, []
async def added(self, snippets):
    found = await add(self, snippets)
    seen.append(1)
    if len(seen) == 2:
        os.kill(os.getpid(), 9)
    return found
EdgeStore.add = added
"""

# Waits wherever snippets were added.
SLOW = """
import asyncio
from castalia.graphs import ingestion
from castalia.memory.edge_store import EdgeStore
ingestion.PORTION, add = 20, EdgeStore.add
async def added(self, snippets):
    found = await add(self, snippets)
    await asyncio.sleep(0.2)
    return found
EdgeStore.add = added
"""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store of one corpus, into which the ingest of a second one was killed; nobody changes it."""
    folder = tmp_path_factory.mktemp("made")
    write_reefs(folder / "some.jsonl")
    write_reefs(folder / "more.jsonl", 2)
    asyncio.run(fill_store(folder / "store", folder / "some.jsonl"))
    assert unfinished_ingests(folder / "store") == ()
    with Forked(["ingest", "more.jsonl", "--store", "store"], folder, DYING) as killed:
        killed.communicate()
    assert killed.returncode == -9
    return folder


@pytest.fixture
def here(made: Path, castalia: Command) -> Path:
    copy_tree(made, Path())
    return Path()


def test_a_killed_ingest_is_told_until_the_same_has_come_to_its_end(made: Path, here: Path, castalia: Command) -> None:
    told = castalia("store", "store").out.splitlines()
    rest = f"not ended: the ingest of more.jsonl, so snippets may be missing; the same again (castalia ingest {made}/more.jsonl --store store, with the options it had)"
    assert told[1] == f"{rest} adds the rest"
    assert json.loads(castalia("store", "store", "--json").out)["unfinished_ingests"] == [[f"{made}/more.jsonl"]]
    page = castalia("generate", "Coral reef", "--store", "store", "--out", "page")
    assert page.code == 0 and f"ingest    {rest} adds the rest\n" in page.err
    (notice,) = [one for one in load_page(Path("page"))["notices"] if "ingest" in one]
    assert notice.startswith("Snippets may be missing: the ingest of more.jsonl into the store had not come to its end")
    Path("topics.txt").write_text("Coral reef\nAtoll\n")
    pages = castalia("batch", "topics.txt", "--store", "store", "--out", "pages")
    assert pages.code == 0 and pages.err.count("the ingest of more.jsonl, so snippets") == 1
    assert notice in load_page(Path("pages/atoll"))["notices"]
    updated = castalia("update", "page", "--dry-run")
    assert updated.code == 0 and updated.err.startswith(f"ingest    {rest.split(';')[0]};")
    # another corpus does not end it, the same one does, also under another name
    assert castalia("ingest", "some.jsonl", "--store", "store").code == 0 and unfinished_ingests(Path("store"))
    assert castalia("ingest", "more.jsonl", "--store", "store").code == 0
    assert unfinished_ingests(Path("store")) == () and "not ended" not in castalia("store", "store").out
    whole = castalia("generate", "Coral reef", "--store", "store", "--out", "page")
    assert "not ended" not in whole.err and not any("ingest" in one for one in load_page(Path("page"))["notices"])


def test_a_killed_ingest_of_a_new_store_leaves_none(tmp_path: Path) -> None:
    write_reefs(tmp_path / "some.jsonl")
    with Forked(["ingest", "some.jsonl", "--store", "store"], tmp_path, DYING) as killed:
        killed.communicate()
    assert killed.returncode == -9 and not (tmp_path / "store").exists()
    assert cli.main(["ingest", str(tmp_path / "some.jsonl"), "--store", str(tmp_path / "store"), "--quiet"]) == 0
    assert unfinished_ingests(tmp_path / "store") == ()


def test_an_interrupted_ingest_says_what_an_existing_store_keeps_and_that_a_new_one_is_not_there(here: Path) -> None:
    for store, told in (
        ("store", "store keeps the snippets that came in: the same command again adds the rest"),
        ("other", "a page or a new store is there whole or not at all: run the same command again"),
    ):
        with Forked(["ingest", "more.jsonl", "--store", store], here.absolute(), SLOW) as running:
            assert running.stderr.readline().startswith("ingest    20 of ")
            running.send_signal(signal.SIGINT)
            _, err = running.communicate()
        assert running.returncode == 130 and err.splitlines()[-1] == f"castalia: interrupted; {told}"
        assert (here / store).exists() == (store == "store")
    assert unfinished_ingests(here / "store")


def test_an_ingest_that_failed_is_told_too_of_a_store_on_a_server(
    castalia: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_reefs(Path("some.jsonl"))
    with QdrantServer() as server, monkeypatch.context() as patched:
        url = f"{server.url}/reefs"
        assert castalia("ingest", "some.jsonl", "--store", url).code == 0
        write_reefs(Path("more.jsonl"), 2)

        async def refused(*_: object) -> int:
            raise StoreError("the server is gone")

        patched.setattr("castalia.memory.server_store.ServerStore.add", refused)
        assert castalia("ingest", "more.jsonl", "--store", url).code == 2
        patched.undo()
        assert f"--store {url}, with the options it had) adds the rest" in castalia("store", url).out
        assert castalia("ingest", "more.jsonl", "--store", url).code == 0
        assert "not ended" not in castalia("store", url).out


def test_a_mark_goes_with_the_same_snippets_or_with_what_its_files_hold_by_now(tmp_path: Path) -> None:
    rows, other = tmp_path / "corpus" / "rows.jsonl", tmp_path / "other.jsonl"
    first = IngestMark.of([str(rows)], ["a", "b"])
    for then, is_over in (
        (IngestMark.of([str(other)], ["b", "a"]), True),
        (IngestMark.of([str(rows)], ["a", "b", "c"]), True),
        (IngestMark.of([str(tmp_path / "corpus")], ["c"]), True),
        (IngestMark.of([str(other)], ["a"]), False),
    ):
        begin_ingest(tmp_path, first)
        begin_ingest(tmp_path, then)
        end_ingest(tmp_path, then)
        assert unfinished_ingests(tmp_path) == (() if is_over else (first,))


def test_a_damaged_mark_is_one_of_an_unknown_corpus_and_goes_with_any_ingest(tmp_path: Path) -> None:
    (tmp_path / "library-ingest-00.json").write_text("{")
    (mark,) = unfinished_ingests(tmp_path)
    assert mark.name == "a corpus"
    end_ingest(tmp_path, IngestMark.of([str(tmp_path / "rows.jsonl")], ["a"]))
    assert unfinished_ingests(tmp_path) == ()


def test_a_mark_that_its_ingest_has_just_removed_is_none(tmp_path: Path) -> None:
    assert _read(tmp_path / "library-ingest-00.json") is None


def test_a_store_that_may_not_be_written_to_is_told(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"cannot write to the store .*gone \(No such file or directory\)"):
        begin_ingest(tmp_path / "gone", IngestMark.of([], []))
