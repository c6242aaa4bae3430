"""What ``castalia store`` tells of a store, and that it leaves the store as it is."""

from __future__ import annotations

import asyncio
import hashlib
import json
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import pytest
from castalia.graphs import fill_store
from castalia.memory import store_files
from castalia.memory.edge_store import EdgeStore
from castalia.memory.errors import StoreError
from castalia.memory.memory import Memory
from castalia.memory.records import Snippet, Triplet
from castalia.memory.store_contents import contents_of
from castalia.memory.triplet_log import Extraction, TripletLog
from castalia.tools.models.embeddings import embedder
from command_line import Command
from qdrant_server import QdrantServer
from some_reefs import write_reefs

REEFS: Sequence[Snippet] = (
    Snippet(
        "a1", "Reefs grow.", "https://reefs.org/growth#p1", topic="Growth", title="Reef growth > Rates", domain="Sea"
    ),
    Snippet("a2", "Reefs shrink.", "https://reefs.org/growth#p2", topic="Growth", title="Reef growth"),
    Snippet("b1", "Fish graze.", "https://reefs.org/fish", topic="Fish", extra={"section": "Food"}),
    Snippet(
        "c1", "Light\x1b[2J falls.", doi="10.1/light", title="Light \x1b[2J below >", extra={"section": " ", "n": 1}
    ),
)
# What the engine notes for itself when it first opens what it wrote.
NOTES = ("edge_config.json", "tracker_journal.dat", "wal/open-1", "wal/first-index")


def _held(folder: Path) -> dict[str, str]:
    """Each file in a folder, and a digest of its bytes."""
    return {
        str(one.relative_to(folder)): hashlib.sha256(one.read_bytes()).hexdigest()
        for one in folder.rglob("*")
        if one.is_file()
    }


async def _fill(path: Path | str, snippets: Sequence[Snippet], embeddings: str | None = None) -> None:
    async with await Memory.open(path, embedder(embeddings) if embeddings else None) as memory:
        await memory.store.add(snippets)


@pytest.fixture
def reefs(tmp_path: Path) -> Path:
    asyncio.run(_fill(tmp_path / "reefs", REEFS))
    with TripletLog(tmp_path / "reefs" / "triplets.sqlite") as log:
        claims = tuple(Triplet("reef", verb, "sea", "a1", "Reefs grow.") for verb in ("is in", "grows in"))
        log.record("a1", "extractive", Extraction(claims))
        log.record("a2", "extractive", Extraction())
        log.record("a2", "model", Extraction((Triplet("reef", "is in", "sea", "a2", "Reefs shrink."),)))
    return tmp_path / "reefs"


def test_what_a_store_holds_is_told_in_lines(reefs: Path, castalia: Command) -> None:
    told = castalia("store", reefs)
    assert (told.code, told.err) == (0, "")
    first, second, embeddings, *read, size = told.out.splitlines()[:6]
    assert first == f"{reefs}: 4 snippets of 3 documents"
    assert second == "with a title: 3; a section: 2; a topic: 3"
    assert embeddings == "embeddings: none"
    assert read == ["read by extractive: 2 snippets, 2 triplets", "read by model: 1 snippet, 1 triplet"]
    assert size.startswith("format: 1, ") and size.endswith(" MB on disk")
    assert told.out.splitlines()[6:] == [
        "documents, by snippets:",
        "  2  Reef growth",
        "  1  Light \\x1b[2J below",
        "  1  https://reefs.org/fish",
        "topics, by snippets:",
        "  2  Growth",
        "  1  Fish",
        "domains, by snippets:",
        "  1  Sea",
    ]


def test_what_a_store_holds_is_told_as_json(reefs: Path, castalia: Command) -> None:
    found = json.loads(castalia("store", reefs, "--json").out)
    size = found.pop("bytes_on_disk")
    assert size > 0
    assert found == {
        "unfinished_ingests": [],
        "schema": 1,
        "format": 1,
        "snippets": 4,
        "with_title": 3,
        "with_section": 2,
        "with_topic": 3,
        "documents": 3,
        "topics": 2,
        "domains": 1,
        "embeddings": None,
        "dimension": None,
        "read": {"extractive": {"snippets": 2, "triplets": 2}, "model": {"snippets": 1, "triplets": 1}},
        "most": {
            "documents": [
                {"name": "https://reefs.org/growth", "title": "Reef growth", "snippets": 2},
                {"name": "10.1/light", "title": "Light \x1b[2J below", "snippets": 1},
                {"name": "https://reefs.org/fish", "title": "", "snippets": 1},
            ],
            "topics": [{"name": "Growth", "snippets": 2}, {"name": "Fish", "snippets": 1}],
            "domains": [{"name": "Sea", "snippets": 1}],
        },
    }


def test_of_many_documents_the_ten_largest_are_named_whatever_the_order_of_arrival(
    tmp_path: Path, castalia: Command
) -> None:
    many = [Snippet(f"{at}-{copy}", "x", f"https://a.org/{at:02}") for at in range(12) for copy in range(1 + at % 3)]
    for name, order in (("one", many), ("other", many[::-1])):
        asyncio.run(_fill(tmp_path / name, order))
    one, other = (castalia("store", tmp_path / name).out.splitlines() for name in ("one", "other"))
    assert one[1:] == other[1:]
    listed = one[one.index("documents, by snippets (2 more):") + 1 :]
    assert listed == [f"  {3 - at // 4}  https://a.org/{3 * (at % 4) + 2 - at // 4:02}" for at in range(10)]


def test_pages_of_snippets_add_up(tmp_path: Path, castalia: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("castalia.memory.edge_engine.PAGE", 3)
    for number in (0, 3, 7):
        asyncio.run(_fill(tmp_path / str(number), [Snippet(str(at), "x", "https://a.org") for at in range(number)]))
        assert json.loads(castalia("store", tmp_path / str(number), "--json").out)["snippets"] == number


@pytest.mark.parametrize("embeddings", [None, "hashing:16"])
def test_a_store_that_is_looked_at_keeps_every_byte_whatever_its_embeddings(
    embeddings: str | None, tmp_path: Path, castalia: Command
) -> None:
    write_reefs(tmp_path / "reefs.jsonl")
    store = tmp_path / "store"
    asyncio.run(fill_store(store, tmp_path / "reefs.jsonl", embeddings=embeddings))
    before = _held(store)
    told = castalia("store", store)
    assert told.code == 0
    assert f"embeddings: {embeddings or 'none'}" + (", 16 numbers each" if embeddings else "") in told.out
    after = _held(store)
    changed = {one for one in {*before, *after} if before.get(one) != after.get(one)}
    assert [one for one in changed if not one.endswith(NOTES)] == []
    assert castalia("store", store).out == told.out
    assert _held(store) == after


def test_what_a_store_lacks_is_not_made(reefs: Path, castalia: Command) -> None:
    for name in ("library.sqlite", "triplets.sqlite"):
        (reefs / name).unlink()
    told = castalia("store", reefs)
    assert told.code == 0 and "4 snippets" in told.out and "read by" not in told.out
    assert [one.name for one in reefs.iterdir()] == ["snippets"]


def test_a_store_that_may_only_be_read_is_told_with_a_copy_of_all_of_it(
    reefs: Path, castalia: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:  # whoever is root may write everything
        raise Exception("Failed to open mmap payload storage: Permission denied (os error 13)")

    monkeypatch.setattr(store_files.edge.EdgeShard, "load", fail, raising=False)
    told = castalia("store", reefs)
    assert told.code == 2 and f"cp -r {reefs} MY_COPY && chmod -R u+w MY_COPY" in told.line


@pytest.mark.parametrize("lost", ["castalia.json", "points"])
def test_a_damaged_store_is_told_by_its_folder(lost: str, reefs: Path, castalia: Command) -> None:
    (reefs / "snippets" / lost).rename(reefs / "gone")
    told = castalia("store", reefs)
    assert told.code == 2 and told.out == ""
    assert f"{reefs}" in told.line and "/snippets" not in told.line
    assert not (reefs / "snippets" / lost).exists()


def test_a_store_is_let_go_of_when_it_is_told(reefs: Path, castalia: Command) -> None:
    assert castalia("store", reefs).code == 0
    EdgeStore.open(reefs / "snippets", create=False).release()


def test_a_log_that_is_no_log_is_told_and_the_store_let_go_of(reefs: Path, castalia: Command) -> None:
    (reefs / "triplets.sqlite").write_bytes(b"no database" * 100)
    told = castalia("store", reefs)
    assert told.code == 2 and "triplets.sqlite cannot be used as a triplet log" in told.line
    EdgeStore.open(reefs / "snippets", create=False).release()


def test_a_store_on_a_server_is_told_alike_but_for_its_size(
    reefs: Path, tmp_path: Path, castalia: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr("castalia.memory.store_contents.PAGE", 3)
    with QdrantServer() as server:
        url = f"{server.url}/reefs"
        told = castalia("store", url)
        assert told.code == 2 and told.line.startswith(f"there is no store at {url}: check the url")
        assert not (tmp_path / "cache").exists()
        asyncio.run(_fill(url, REEFS, "hashing:16"))
        server.requests.clear()
        found, here = (json.loads(castalia("store", one, "--json").out) for one in (url, reefs))
        assert all(method == "GET" or path.endswith("/scroll") for method, path, _ in server.requests)
    assert found["embeddings"] == "hashing:16" and found["dimension"] == 16
    assert found["bytes_on_disk"] is None and found["read"] == {}
    other = ("embeddings", "dimension", "bytes_on_disk", "read")
    assert {name: one for name, one in found.items() if name not in other} == {
        name: one for name, one in here.items() if name not in other
    }


def test_a_store_is_read_no_further_where_nobody_waits_for_it(reefs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(*_: object) -> Iterator[list[object]]:
        while True:
            time.sleep(0.01)
            yield []

    async def left() -> None:
        reading = asyncio.create_task(contents_of(reefs))
        await asyncio.sleep(0.1)
        reading.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asyncio.wait_for(reading, 10)

    monkeypatch.setattr("castalia.memory.edge_engine.EdgeEngine.pages", endless)
    asyncio.run(left())
    EdgeStore.open(reefs / "snippets", create=False).release()


def test_contents_are_for_python_too(reefs: Path) -> None:
    with closing(asyncio.new_event_loop()) as loop:
        found = loop.run_until_complete(contents_of(reefs))
    assert (found.counts.snippets, found.counts.topics["Growth"], found.read["extractive"]) == (4, 2, (2, 2))


def test_a_store_that_may_not_be_read_is_not_said_to_be_written(reefs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(path: Path, *_: object, **__: object) -> str:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "read_text", refused)  # whoever is root may read everything
    with pytest.raises(StoreError, match=r"^cannot read the store .*reefs \(Permission denied\): choose a folder that"):
        asyncio.run(contents_of(reefs))
