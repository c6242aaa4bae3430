"""The embedded store: the contract, its folder, and what happens when processes meet or die."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest
import store_contract as contract
from castalia.memory import bm25, edge_store, room, store_files
from castalia.memory.edge_store import EdgeStore
from castalia.memory.errors import DamagedStoreError, DiskFullError, InputError, StoreError
from castalia.memory.identity import point_id, snippet_id
from castalia.memory.protocols import Embedder, Filters, SearchQuery, SnippetStore
from castalia.memory.records import Snippet
from castalia.memory.store_files import META
from castalia.memory.store_vectors import DenseSettings
from hypothesis import given, settings
from hypothesis import strategies as st

corpus, snippet, CountingEmbedder = contract.corpus, contract.snippet, contract.CountingEmbedder


class TestEdgeStore(contract.StoreContract):  # type: ignore[misc]
    @pytest.fixture(autouse=True)
    def _own_folders(self, tmp_path_factory: pytest.TempPathFactory) -> None:
        self.new_folder = lambda: tmp_path_factory.mktemp("store")

    def open_store(self, embedder: Embedder | None = None) -> SnippetStore:
        return EdgeStore.open(self.new_folder(), embedder)


def fill(path: Path, count: int = 20, embedder: Embedder | None = None) -> None:
    async def go() -> None:
        async with EdgeStore.open(path, embedder) as store:
            await store.add(corpus(count))

    asyncio.run(go())


def settle(path: Path) -> None:
    """Fill a store, and let the engine take in its journals, from which it would mend its files."""
    for _ in range(2):
        fill(path)


def lose(file: Path) -> None:
    """Put zeros in place of what a file holds."""
    file.write_bytes(bytes(file.stat().st_size))


def refusal(path: object, embedder: Embedder | None = None, **settings: Any) -> str:
    """The line with which the store refuses to open."""
    with pytest.raises(StoreError) as refused:
        EdgeStore.open(path, embedder, **settings)  # type: ignore[arg-type]
    line = str(refused.value)
    assert "\n" not in line and len(line) < 400
    return line


def test_what_was_read_before_a_write_is_not_remembered_beyond_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(edge_store, "READ", 2)  # three snippets take the place of what was remembered

    async def go() -> None:
        async with EdgeStore.open(tmp_path) as store:
            old = corpus(3)
            await store.add(old)
            new = [replace(one, title="another title") for one in old]
            loop, read = asyncio.get_running_loop(), store._engine.payloads

            def slowly(ids: Sequence[str]) -> dict[str, Any]:
                found = read(ids)
                monkeypatch.setattr(store._engine, "payloads", read)
                asyncio.run_coroutine_threadsafe(store.add(new), loop).result(60)  # comes between reading and keeping
                return found

            monkeypatch.setattr(store._engine, "payloads", slowly)
            assert await store.get([one.id for one in old]) == old
            assert await store.get([one.id for one in new]) == new

    asyncio.run(go())


# The folder.


@pytest.mark.parametrize("queries", ["enzyme", ["enzyme"], [None], SearchQuery("enzyme"), [SearchQuery(cast(Any, 5))]])
def test_what_is_no_query_is_refused(tmp_path: Path, queries: Any) -> None:
    async def go() -> None:
        async with EdgeStore.open(tmp_path / "store") as store:
            await store.search(queries, 5)

    with pytest.raises(InputError, match=r"a query is .+: give a list of SearchQuery\(…\)"):
        asyncio.run(go())


@pytest.mark.parametrize("filters", [{"domain": "biology"}, "biology", Filters(cast(Any, "biology"))])
def test_what_are_no_filters_is_refused(tmp_path: Path, filters: Any) -> None:
    async def go() -> None:
        async with EdgeStore.open(tmp_path / "store") as store:
            for asks in (
                lambda: store.search([SearchQuery("enzyme")], 5, filters),
                lambda: store.sample(5, filters),
                lambda: store.count(filters),
            ):
                with pytest.raises(InputError, match=r"the filters are .+biology.*: give Filters\(where="):
                    await asks()

    asyncio.run(go())


def test_a_store_is_reopened_as_it_was(tmp_path: Path) -> None:
    async def answers(embedder: Embedder) -> Any:
        async with EdgeStore.open(tmp_path / "new" / "store", embedder) as store:
            added = await store.add(corpus(60))
            found = await store.search([SearchQuery("enzyme star")], 9)
            return added, found, await store.sample(7), await store.fingerprint(), store.embeddings

    first, second = asyncio.run(answers(CountingEmbedder())), asyncio.run(answers(CountingEmbedder()))
    assert first[0] == 60 and second[0] == 0 and first[1:] == second[1:] and first[-1] == "counting"


def test_other_embeddings_are_refused_and_the_way_out_is_said(tmp_path: Path) -> None:
    fill(tmp_path / "with", embedder=CountingEmbedder())
    fill(tmp_path / "without")
    other = CountingEmbedder()
    other.name = "another"
    assert "built with embeddings counting, not another: open it with counting" in refusal(tmp_path / "with", other)
    assert "counting, not none" in refusal(tmp_path / "with")
    assert "none, not another" in refusal(tmp_path / "without", other)


def test_the_length_of_vectors_is_remembered(tmp_path: Path) -> None:
    fill(tmp_path, embedder=CountingEmbedder())
    longer = contract.BrokenEmbedder(lambda count: [[1.0, 2.0, 3.0]] * count)
    longer.name = "counting"

    async def go() -> None:
        async with EdgeStore.open(tmp_path, longer) as store:
            with pytest.raises(StoreError, match="length 3, not 2"):
                await store.add([snippet("something new")])
            assert await store.count() == 20

    asyncio.run(go())


def test_what_is_no_store_is_told_apart(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "thesis.tex").write_text("x")
    assert "is a file" in refusal(tmp_path / "file")
    assert "is not a store" in refusal(tmp_path / "full")
    assert "cannot write" in refusal(tmp_path / "file" / "below")
    assert "there is no store" in refusal(tmp_path / "typo", create=False)
    assert not (tmp_path / "typo").exists()
    assert [entry.name for entry in (tmp_path / "full").iterdir()] == ["thesis.tex"]
    (tmp_path / "empty").mkdir()
    fill(tmp_path / "empty")


@pytest.mark.parametrize("step", ["create_dense", "write_meta"])
def test_a_store_whose_opening_failed_is_not_locked_by_the_error(
    step: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    embedder = CountingEmbedder()
    if step == "create_dense":
        fill(tmp_path / "store", 3, embedder)

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(store_files, step, fail)
        with pytest.raises(DiskFullError) as kept:
            EdgeStore.open(tmp_path / "store", embedder)
    EdgeStore.open(tmp_path / "store", embedder).release()
    assert kept.value.__traceback__ is not None  # it holds what was opened


@pytest.mark.parametrize("url", ["http://localhost:6333", "https://x.example", "qdrant://a", Path("http://localhost")])
def test_a_url_is_not_taken_for_a_folder(url: object) -> None:
    assert "is a url" in refusal(url) and "give a folder" in refusal(url)


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"schema": "1"}', '{"schema": 1, "dimension": "x"}', "\x80"])
def test_a_damaged_meta_file_is_reported(tmp_path: Path, text: str) -> None:
    fill(tmp_path)
    (tmp_path / META).write_bytes(text.encode("latin-1"))
    assert "is damaged" in refusal(tmp_path)


def test_a_newer_schema_is_refused(tmp_path: Path) -> None:
    fill(tmp_path)
    meta = json.loads((tmp_path / META).read_text())
    (tmp_path / META).write_text(json.dumps({**meta, "schema": 2}))
    assert "schema 2" in refusal(tmp_path)


def test_lost_parts_are_never_replaced_by_an_empty_store(tmp_path: Path) -> None:
    fill(tmp_path / "a")
    shutil.rmtree(tmp_path / "a" / "points")
    assert "has lost its folder points" in refusal(tmp_path / "a")
    fill(tmp_path / "b")
    (tmp_path / "b" / META).unlink()
    assert "has lost its castalia.json" in refusal(tmp_path / "b")
    fill(tmp_path / "c", count=0)
    (tmp_path / "c" / META).unlink()  # as an interrupted first open leaves it
    fill(tmp_path / "c")


def test_damaged_points_are_reported(tmp_path: Path) -> None:
    fill(tmp_path)
    for file in (tmp_path / "points").rglob("*.json"):
        file.write_text("{")
    assert "cannot open the store" in refusal(tmp_path)


def test_an_engine_that_gives_up_is_told_in_one_line(tmp_path: Path) -> None:
    settle(tmp_path)
    next(tmp_path.rglob("vector_storage-bm25/deleted/status.dat")).write_bytes(b"")
    assert "cannot open the store" in refusal(tmp_path)


@pytest.mark.parametrize(
    "ask",
    [
        lambda store: store.search([SearchQuery("enzyme star")], 3),
        lambda store: store.get([corpus(1)[0].id]),
        lambda store: store.sample(3),
        lambda store: store.add(corpus(3)),
    ],
)
def test_what_was_kept_of_a_snippet_and_is_lost_is_told(tmp_path: Path, ask: Any) -> None:
    settle(tmp_path)
    lose(next(tmp_path.rglob("payload_storage/tracker.dat")))

    async def go() -> None:
        async with EdgeStore.open(tmp_path) as store:
            await ask(store)

    with pytest.raises(DamagedStoreError, match="has lost what it kept of a snippet: restore it"):
        asyncio.run(go())


@pytest.mark.parametrize("lost", ["page_0.dat", "tracker.dat"])
@pytest.mark.parametrize("embedder", [None, CountingEmbedder()])
def test_lost_vectors_are_noticed_when_the_store_is_opened(
    lost: str, embedder: Embedder | None, tmp_path: Path
) -> None:
    for _ in range(2):
        fill(tmp_path, embedder=embedder)
    lose(next(tmp_path.rglob(f"vector_storage-bm25/store/{lost}")))
    assert "does not find a snippet by its own words" in refusal(tmp_path, embedder)


def test_a_snippet_without_words_is_no_damage(tmp_path: Path) -> None:
    async def go() -> None:
        async with EdgeStore.open(tmp_path) as store:
            await store.add([snippet("and of the")])
        async with EdgeStore.open(tmp_path) as store:
            assert await store.count() == 1

    asyncio.run(go())


def test_a_folder_that_may_not_be_written_is_reported() -> None:
    with tempfile.TemporaryDirectory() as base:
        folder = Path(base) / "closed"
        folder.mkdir()
        Path(base).chmod(0o755)
        folder.chmod(0o555)
        root = os.geteuid() == 0
        if root:
            os.seteuid(65534)  # root may write anywhere
        try:
            assert "may write to" in refusal(folder)
            assert "may write to" in refusal(folder / "store")
        finally:
            if root:
                os.seteuid(0)
            folder.chmod(0o755)


def test_a_store_that_may_only_be_read_is_told_with_how_to_copy_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    fill(tmp_path / "a store")

    def fail(*_: object) -> None:  # whoever is root may write everything
        raise Exception("Failed to open mmap payload storage: Permission denied (os error 13)")

    monkeypatch.setattr(store_files.edge.EdgeShard, "load", fail, raising=False)
    line = refusal(tmp_path / "a store")
    assert "its files are opened for writing, also to read them" in line
    assert f"cp -r '{tmp_path / 'a store'}' MY_COPY && chmod -R u+w MY_COPY" in line


def test_a_store_that_cannot_be_flushed_is_let_go_all_the_same(tmp_path: Path) -> None:
    class Full:
        """The engine on a disk without room."""

        def __init__(self, shard: Any) -> None:
            self.close = shard.close

        def flush(self) -> None:
            raise Exception("No space left on device (os error 28)")

    store = EdgeStore.open(tmp_path / "store")
    store._engine._shard = Full(store._engine._shard)  # type: ignore[assignment]
    with pytest.raises(DiskFullError) as told:
        store.release()
    EdgeStore.open(tmp_path / "store").release()  # while the error, and its traceback, are held
    assert told.value


def test_a_file_of_the_engine_that_may_not_grow_is_told_as_any_other(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def fail(*_: object) -> None:
        raise Exception('Can\'t init WAL: Os { code: 27, kind: FileTooLarge, message: "File too large" }')

    monkeypatch.setattr(store_files.edge.EdgeShard, "create", fail, raising=False)
    monkeypatch.setattr(room, "_limit", lambda: 5_000_000)
    with pytest.raises(DiskFullError, match=r"^no file may grow over 5,000,000 bytes here \(ulimit -f\)") as told:
        EdgeStore.open(tmp_path / ".castalia-x" / "filling")
    assert told.value.code == 1 and ".castalia-" not in str(told.value)


@pytest.mark.parametrize(
    ("reason", "mend"),
    [
        ("failed to write edge_config.json: Too many open files (os error 24)", "ulimit -n"),
        ("Failed to create storage: Cannot allocate memory (os error 12)", "ulimit -v"),
        ("failed to build thread pool: Resource temporarily unavailable (os error 11)", "ulimit -u"),
    ],
)
def test_a_limit_of_the_process_is_told_as_that_and_not_as_a_fault_of_the_store(
    reason: str, mend: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def fail(*_: object) -> None:
        raise Exception(reason)

    monkeypatch.setattr(store_files.edge.EdgeShard, "create", fail, raising=False)
    with pytest.raises(StoreError, match=mend) as told:
        EdgeStore.open(tmp_path / ".castalia-x" / "filling")
    assert (
        not isinstance(told.value, DamagedStoreError) and told.value.code == 1 and ".castalia-" not in str(told.value)
    )


def test_a_store_whose_folder_was_removed_meanwhile_is_told_as_gone(tmp_path: Path) -> None:
    async def go() -> None:
        store = EdgeStore.open(tmp_path / "store")
        await store.add(corpus(3))
        shutil.rmtree(tmp_path / "store")
        await store.close()

    with pytest.raises(StoreError, match=r"store: it is gone; put it back, or run the same command again$") as told:
        asyncio.run(go())
    assert not isinstance(told.value, DamagedStoreError)


def test_a_closed_store_says_so(tmp_path: Path) -> None:
    async def go() -> None:
        store = EdgeStore.open(tmp_path)
        await store.add(corpus(3))
        await store.close()
        await store.close()
        for call in (store.count(), store.add(corpus(1)), store.search([SearchQuery("star")], 1), store.fingerprint()):
            with pytest.raises(StoreError, match="is closed"):
                await call

    asyncio.run(go())


# Processes.

HOLD = """
import asyncio, sys
from castalia.memory.edge_store import EdgeStore
from castalia.memory.records import Snippet

async def main():
    store = EdgeStore.open(sys.argv[1])
    for start in range(0, 1000, 100):
        await store.add([Snippet(id=f"id{n}", text=f"enzyme number {n}", topic="t") for n in range(start, start + 100)])
        print(start + 100, flush=True)
    await asyncio.sleep(60)

asyncio.run(main())
"""


def hold(path: Path) -> subprocess.Popen[str]:
    """A process that adds a thousand snippets, says so, and stays."""
    return subprocess.Popen([sys.executable, "-c", HOLD, str(path)], stdout=subprocess.PIPE, text=True)


def test_a_store_open_in_another_process_is_refused_and_its_copy_is_not(tmp_path: Path) -> None:
    process = hold(tmp_path / "store")
    try:
        assert process.stdout is not None
        while process.stdout.readline().strip() != "1000":
            assert process.poll() is None
        line = refusal(tmp_path / "store")
        assert "open in another process" in line and "copy the folder" in line and str(tmp_path / "store") in line
        shutil.copytree(tmp_path / "store", tmp_path / "copy")

        async def go() -> int:
            async with EdgeStore.open(tmp_path / "copy") as store:
                return await store.count()

        assert asyncio.run(go()) == 1000
    finally:
        process.kill()
        process.wait()


def test_a_second_opening_in_the_same_process_is_refused(tmp_path: Path) -> None:
    async def go() -> None:
        async with EdgeStore.open(tmp_path):
            assert "share one open Memory" in refusal(tmp_path)
        async with EdgeStore.open(tmp_path) as again:
            assert await again.count() == 0

    asyncio.run(go())


def test_what_was_acknowledged_survives_kill_9(tmp_path: Path) -> None:
    process = hold(tmp_path)
    assert process.stdout is not None
    acknowledged = [process.stdout.readline().strip() for _ in range(3)][-1]
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert acknowledged == "300"

    async def go() -> Any:
        async with EdgeStore.open(tmp_path) as store:
            kept = await store.get([f"id{number}" for number in range(300)])
            found = (await store.search([SearchQuery("enzyme 299")], 1))[0]
            return len(kept), found[0].snippet_id, await store.count() % 100

    assert asyncio.run(go()) == (300, "id299", 0)


# Engine facts that the code rests on.


def test_a_sample_is_the_beginning_of_the_point_ids(tmp_path: Path) -> None:
    snippets = corpus(700)

    async def go() -> Any:
        async with EdgeStore.open(tmp_path) as store:
            for start in range(0, 700, 90):
                await store.add(snippets[start : start + 90])
            before = await store.sample(50)
            await store.optimize()
            return before, await store.sample(50)

    before, after = asyncio.run(go())
    expected = sorted(sorted(snippets, key=lambda one: point_id(one.id))[:50], key=lambda one: one.id)
    assert before == after == expected


@pytest.mark.parametrize("exact", [True, False])
def test_optimizing_changes_no_answer(exact: bool, tmp_path: Path) -> None:
    async def go() -> Any:
        async with EdgeStore.open(tmp_path, CountingEmbedder(), dense=DenseSettings(exact=exact)) as store:
            await store.add(corpus(600))
            queries = [SearchQuery("enzyme star"), SearchQuery("reef"), SearchQuery(weights={"virus": 2.0})]
            before = await store.search(queries, 8)
            await store.optimize()
            return before, await store.search(queries, 8)

    before, after = asyncio.run(go())
    assert before == after


def test_the_fingerprint_stands_for_the_content(tmp_path: Path) -> None:
    async def go(name: str, *parts: list[Any]) -> list[str]:
        prints = []
        async with EdgeStore.open(tmp_path / name) as store:
            for part in parts:
                await store.add(part)
                prints.append(await store.fingerprint())
        return prints

    snippets = corpus(50)
    forward = asyncio.run(go("forward", snippets[:20], snippets[20:], snippets))
    backward = asyncio.run(go("backward", snippets[::-1]))
    assert forward[-1] == forward[-2] == backward[0] != forward[0]


# Words to vectors.


def test_function_words_alone_give_an_empty_vector() -> None:
    assert bm25.encode_query("the of and I").indices == () == bm25.encode_document("").indices
    assert bm25.encode_weights({"the": 3.0, "cell": 0.0}) == ((), ())


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("bacteria", "bacterium"), ("Mitochondria", "mitochondrion"), ("cells", "Cell"), ("naïve", "naive"), ("e.g. cells", "cells"),
        ("it's Darwin’s finches", "Darwin finch"), ("THE ROLE OF NO", "role"), ("What Is A Cell", "a cell"), ("J. A. Smith", "j smith"),
        ("don't", ""),
    ],
)  # fmt: skip
def test_forms_of_one_word_share_an_index(one: str, other: str) -> None:
    assert bm25.encode_query(one) == bm25.encode_query(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("T cells", "cells"), ("vitamin C", "vitamin D"), ("vitamin A", "vitamin"), ("type I interferon", "type interferon"),
        ("nitric oxide NO", "nitric oxide"), ("α decay", "β decay"), ("type 1", "type 2"), ("[18]F", "F"),
    ],
)  # fmt: skip
def test_words_of_science_stay_apart(one: str, other: str) -> None:
    assert bm25.encode_query(one) != bm25.encode_query(other)


def test_words_that_share_a_stem_add_their_weights() -> None:
    index = bm25.encode_query("cell").indices
    vector = bm25.encode_weights({"cell": 0.1, "cells": 0.2, "the": 5.0})
    assert vector.indices == index and vector.values == pytest.approx((0.3,))
    with pytest.raises(InputError, match="weight"):
        bm25.encode_weights({"cell": -1.0})


@settings(max_examples=60, deadline=None)
@given(st.dictionaries(st.sampled_from([*contract.WORDS, "cells", "cell", "bacteria", "bacterium"]), st.floats(0, 1e6)))
def test_weights_do_not_depend_on_the_order_of_words(weights: dict[str, float]) -> None:
    assert bm25.encode_weights(weights) == bm25.encode_weights(dict(reversed(weights.items())))


@settings(max_examples=100, deadline=None)
@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=200))
def test_any_text_is_encoded_sorted_and_finite(text: str) -> None:
    for vector in (bm25.encode_document(text), bm25.encode_query(text)):
        assert list(vector.indices) == sorted(set(vector.indices))
        assert len(vector.indices) == len(vector.values) and all(0 < value < 10 for value in vector.values)
    assert bm25.encode_document(text).indices == bm25.encode_query(text).indices


@pytest.mark.parametrize(
    "unit", ["a", "a ", "A", "A ", "a-", "'s", "e.g.", "i.e", "I I ", "bacteri", "a_", "ſ", "NO", "\n", "’"]
)
def test_long_lines_are_encoded_in_linear_time(unit: str) -> None:
    line = unit * (10_000 // len(unit))
    started = time.perf_counter()
    bm25.encode_document(line)
    assert time.perf_counter() - started < 1.0


def test_a_store_that_is_closed_while_it_is_read_answers_first_and_then_lets_go_of_its_folder(tmp_path: Path) -> None:
    """The engine raises when it is told to close while a thread is inside it, and keeps its folder locked."""
    texts = [f"Reef number {n} was built by corals of kind {n % 7} and by algae." for n in range(300)]
    snippets = [Snippet(snippet_id(one), one) for one in texts]
    for attempt in range(5):
        store = EdgeStore.open(tmp_path / str(attempt), None, create=True)
        asyncio.run(store.add(snippets))
        began, answers = threading.Barrier(4), list[int]()

        def read(store: EdgeStore = store, began: threading.Barrier = began, answers: list[int] = answers) -> None:
            began.wait()
            with contextlib.suppress(StoreError):  # which is told once it is closed
                while True:
                    answers.append(len(asyncio.run(store.get([one.id for one in snippets]))))

        threads = [threading.Thread(target=read) for _ in range(3)]
        for one in threads:
            one.start()
        began.wait()
        asyncio.run(store.close())
        for one in threads:
            one.join()
        assert set(answers) <= {300}
        asyncio.run(EdgeStore.open(tmp_path / str(attempt), None, create=False).close())  # nobody holds it
