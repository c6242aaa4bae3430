"""The library folder: one store, one cache, one place for the log, and a fingerprint of the content."""

from __future__ import annotations

import asyncio
import math
import os
import resource
import sqlite3
import threading
from pathlib import Path
from typing import Any

import pytest
from castalia.memory import known_ids
from castalia.memory import library as library_module
from castalia.memory.errors import DamagedStoreError, InputError, InUseError, StoreError
from castalia.memory.identity import snippet_id
from castalia.memory.known_ids import keep_known_ids, known_ids_file, read_known_ids
from castalia.memory.ledgers import Ledgers
from castalia.memory.library import CACHE, LOG, Library
from castalia.memory.memory import Memory
from castalia.memory.records import Snippet, Triplet
from castalia.memory.triplet_log import Extraction

SNIPPETS = [Snippet(id=snippet_id(f"reef number {number}"), text=f"reef number {number}") for number in range(30)]


def refusal(path: Path, **settings: Any) -> str:
    with pytest.raises(StoreError) as refused:
        Library.open(path, **settings)
    assert "\n" not in str(refused.value)
    return str(refused.value)


def test_a_library_is_a_folder_that_is_reopened_as_it_was(tmp_path: Path) -> None:
    async def go() -> None:
        async with Library.open(tmp_path / "new" / "library") as library:
            await library.snippets.add(SNIPPETS)
            before = await library.fingerprint()
            library.keep("terms", before, {"β": [1, 2.5, None], "text": "a"})
        assert {"snippets", "library.sqlite"} <= {entry.name for entry in library.path.iterdir()}
        assert library.log_path == library.path / "triplets.sqlite" and not library.log_path.exists()
        async with Library.open(library.path) as again:
            assert await again.snippets.count() == 30
            assert again.cached("terms", await again.fingerprint()) == {"β": [1, 2.5, None], "text": "a"}
            assert before == await again.fingerprint()

    asyncio.run(go())


def test_a_temporary_library_leaves_nothing_behind() -> None:
    async def go() -> Path:
        library = Library.open()
        await library.snippets.add(SNIPPETS[:3])
        library.keep("a", "b", 1)
        assert library.path.is_dir()
        await library.close()
        await library.close()
        with pytest.raises(StoreError, match="is closed"):
            library.cached("a", "b")
        return library.path

    assert not asyncio.run(go()).exists()


def test_the_fingerprint_follows_the_content_and_not_the_order(tmp_path: Path) -> None:
    async def prints(name: str, *parts: list[Snippet]) -> list[str]:
        found = []
        async with Library.open(tmp_path / name) as library:
            for part in parts:
                await library.snippets.add(part)
                found.append(await library.fingerprint())
        return found

    empty, some, whole, same = asyncio.run(prints("a", [], SNIPPETS[:10], SNIPPETS, SNIPPETS[5:8]))
    assert len({empty, some, whole}) == 3 and whole == same
    assert asyncio.run(prints("b", SNIPPETS[20:], SNIPPETS[:20][::-1]))[-1] == whole


def test_the_cache_tells_kinds_and_keys_apart_and_takes_only_json() -> None:
    async def go() -> None:
        async with Library.open() as library:
            assert library.cached("terms", "x") is None
            library.keep("terms", "x", 1)
            library.keep("terms", "y", "two")
            library.keep("labels", "x", [3])
            library.keep("terms", "x", {"later": True})
            assert [library.cached(*at) for at in (("terms", "x"), ("terms", "y"), ("labels", "x"), ("labels", "y"))] == [
                {"later": True}, "two", [3], None,
            ]  # fmt: skip
            for bad in (math.nan, {1, 2}, object()):
                with pytest.raises((TypeError, ValueError)):
                    library.keep("terms", "x", bad)
            assert library.cached("terms", "x") == {"later": True}

    asyncio.run(go())


def test_a_name_that_is_no_text_is_kept_as_it_is() -> None:
    async def go() -> None:
        async with Library.open() as library:
            library.keep("report", "", {"lines": ["passed over: caf\udce9.docx", "é"]})  # a file called so in Latin-1
            assert library.cached("report", "") == {"lines": ["passed over: caf\udce9.docx", "é"]}

    asyncio.run(go())


def test_threads_share_the_cache() -> None:
    async def go() -> None:
        async with Library.open() as library:

            def work(number: int) -> None:
                for step in range(20):
                    library.keep("t", f"{number}-{step}", step)
                    assert library.cached("t", f"{number}-{step}") == step

            threads = [threading.Thread(target=work, args=(number,)) for number in range(6)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            assert all(library.cached("t", f"{number}-19") == 19 for number in range(6))

    asyncio.run(go())


def test_what_is_no_library_is_told_apart(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "thesis.tex").write_text("x")
    assert "is a file, and a store is a folder" in refusal(tmp_path / "file")
    assert "is no store" in refusal(tmp_path / "full")
    assert "there is no store" in refusal(tmp_path / "typo", create=False)
    assert not (tmp_path / "typo").exists()
    with pytest.raises(StoreError, match="is a url, and not opened like a folder"):
        Library.open("http://localhost:6333")


def test_a_damaged_file_is_named_where_it_is(tmp_path: Path) -> None:
    asyncio.run(Library.open(tmp_path).close())
    config = tmp_path / "snippets" / "points" / "edge_config.json"
    config.write_text("x")
    told = refusal(tmp_path)
    assert told.startswith(f"cannot open the store {tmp_path} (") and str(config) in told


def test_a_damaged_cache_is_reported_and_the_store_is_let_go(tmp_path: Path) -> None:
    asyncio.run(Library.open(tmp_path).close())
    for left in tmp_path.glob("library.sqlite*"):
        left.unlink()
    (tmp_path / "library.sqlite").write_bytes(b"this is no database, but long enough to look at" * 50)
    assert "remove it" in refusal(tmp_path)
    (tmp_path / "library.sqlite").unlink()
    asyncio.run(Library.open(tmp_path).close())
    with sqlite3.connect(tmp_path / "library.sqlite") as cache:
        cache.execute("PRAGMA user_version = 9")
    cache.close()
    assert "schema 9" in refusal(tmp_path)


@pytest.mark.parametrize(
    ("damage", "why"),
    [
        (lambda whole: whole[:4096] + b"\x07" * (len(whole) - 4096), "malformed"),
        (lambda whole: whole.replace(b"reef", b"\xff\xfe\xfd\xfc"), "an entry is no text"),
        (lambda whole: whole.replace(b'"reef', b"'reef"), "Expecting value"),
    ],
)
def test_a_cache_that_is_damaged_behind_its_first_page_is_named_too(tmp_path: Path, damage: Any, why: str) -> None:
    async def go() -> None:
        async with Library.open(tmp_path) as library:
            for key in range(200):
                library.keep("terms", f"{key:03}", "reef " * 40)
        file = tmp_path / "library.sqlite"
        file.write_bytes(damage(file.read_bytes()))
        async with Library.open(tmp_path) as library:
            with pytest.raises(DamagedStoreError, match=f"{why}.*it is a cache: remove it") as damaged:
                library.cached("terms", "007")
        assert str(file) in str(damaged.value) and "\n" not in str(damaged.value) and len(str(damaged.value)) < 300

    asyncio.run(go())


def test_a_cache_that_cannot_be_written_is_not_said_to_be_of_no_use(tmp_path: Path) -> None:
    asyncio.run(Library.open(tmp_path).close())
    (tmp_path / "library.sqlite").unlink()
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (512, before[1]))
    try:
        told = refusal(tmp_path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert "no file may grow over 512 bytes here (ulimit -f)" in told and "library.sqlite" in told
    assert "I/O" not in told and "remove" not in told


def test_a_damaged_log_is_reported_and_the_store_is_let_go(tmp_path: Path) -> None:
    async def go() -> None:
        async with await Memory.open(tmp_path / "library") as memory:
            await memory.store.add(SNIPPETS[:3])
        log = tmp_path / "library" / LOG
        log.write_bytes(b"no database at all" * 100)
        with pytest.raises(StoreError, match="remove it") as refused:
            await Memory.open(tmp_path / "library")
        log.unlink()
        async with await Memory.open(tmp_path / "library") as memory:  # while the error, and its traceback, are held
            assert refused.value and await memory.store.count() == 3

    asyncio.run(go())


@pytest.mark.parametrize("embedder", ["hashing:64", object()])
def test_what_is_no_embedder_is_told_and_leaves_nothing_behind(embedder: Any, tmp_path: Path) -> None:
    with pytest.raises(
        InputError, match=r"the embedder is .*: give what castalia.tools.models.embeddings.embedder makes of it"
    ):
        asyncio.run(Memory.open(tmp_path / "library", embedder))
    assert not list(tmp_path.iterdir())


def test_a_memory_for_a_trial_reads_the_library_as_the_other_does_and_shares_nothing_that_is_noted() -> None:
    async def go() -> None:
        async with await Memory.open() as memory:
            memory.count_tokens = len
            await memory.store.add(SNIPPETS[:1])
            name, triplet = SNIPPETS[0].id, Triplet("reef", "has", "number", SNIPPETS[0].id, "reef number")
            apart, noting = memory.apart(), memory.noting(Ledgers())
            assert apart.store is noting.store is memory.store
            assert apart.count_tokens is noting.count_tokens is memory.count_tokens
            memory.log.record(name, "rules", Extraction((triplet,)))
            assert (
                (await memory.graph_of([name], "rules")).edges == (await noting.graph_of([name], "rules")).edges != ()
            )
            assert not (await apart.graph_of([name], "rules")).edges
            apart.log.record(
                name, "rules", Extraction()
            )  # as many snippets read: what was derived of the one is not the other's
            assert not (await apart.graph_of([name], "rules")).edges
            assert len({id(one.ledgers) for one in (memory, apart, noting)}) == 3

    asyncio.run(go())


def test_a_cache_in_use_is_told_with_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def held(path: Path) -> None:
        raise InUseError("the cache is in use", str(path))

    monkeypatch.setattr(library_module, "_open_cache", held)
    with pytest.raises(InUseError) as refused:
        Library.open(tmp_path / "library")
    assert Path(refused.value.path) == tmp_path / "library" / CACHE


def test_a_library_opens_once_at_a_time(tmp_path: Path) -> None:
    async def go() -> None:
        async with Library.open(tmp_path):
            assert "copy the folder" in refusal(tmp_path)

    asyncio.run(go())


def test_it_notes_what_it_held_and_tells_it_when_it_has_grown(tmp_path: Path) -> None:
    async def go() -> None:
        first, second = SNIPPETS[:2]
        async with Library.open(tmp_path / "lib") as library:
            await library.snippets.add([first])
            then = await library.fingerprint()
            await library.keep_known()
            await library.keep_known()
        async with Library.open(tmp_path / "lib") as library:
            await library.snippets.add([second])
            known = await library.known(then)
            assert known is not None and known.missing([first.id, second.id]) == [second.id]
            now = await library.known(await library.fingerprint())
            assert now is not None and now.missing([first.id, second.id]) == []
            assert await library.known("another") is None
        assert len(list((tmp_path / "lib").glob("library-ids-*"))) == 1

    asyncio.run(go())


def test_what_it_held_can_be_read_by_whoever_may_read_the_store(tmp_path: Path) -> None:
    (tmp_path / "plain").touch()
    keep_known_ids(known_ids_file(tmp_path, "f" * 16), bytes(8))
    assert known_ids_file(tmp_path, "f" * 16).stat().st_mode == (tmp_path / "plain").stat().st_mode


def test_what_it_held_is_written_once_read_whole_and_not_kept_of_a_large_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(known_ids, "MOST", 2)
    small, large = (known_ids_file(tmp_path, digit * 16) for digit in "ab")
    keep_known_ids(small, bytes(8 * 2))
    keep_known_ids(large, bytes(8 * 3))
    keep_known_ids(small, bytes(8))
    assert small.read_bytes() == bytes(8 * 2) and not large.exists()
    found = read_known_ids(small)
    assert found is not None and len(found) == 2 and found.missing(["x"]) == ["x"]
    small.write_bytes(bytes(8 * 2 - 1))  # cut short
    assert read_known_ids(small) is None


def test_what_just_fits_and_what_another_process_is_writing_stay(tmp_path: Path) -> None:
    writing = tmp_path / "library-ids-0.bin.abc"
    writing.write_bytes(bytes(5_000))
    for digit in "abc":
        keep_known_ids(known_ids_file(tmp_path, digit * 16), bytes(800), most=1_600)
    assert writing.exists() and len([*tmp_path.glob("*.bin")]) == 2


def test_what_another_process_removes_at_once_for_want_of_room_is_no_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    replace = Path.replace

    def and_gone(part: Path, whole: Path) -> None:
        replace(part, whole).unlink()

    monkeypatch.setattr(Path, "replace", and_gone)
    keep_known_ids(known_ids_file(tmp_path, "f" * 16), bytes(8))
    assert [*tmp_path.iterdir()] == []


def test_what_it_held_long_ago_makes_room_and_what_is_asked_for_stays(tmp_path: Path) -> None:
    files = [known_ids_file(tmp_path, f"{number:016x}") for number in range(5)]
    for at, one in enumerate(files):
        keep_known_ids(one, bytes(8 * 100), most=2_500)
        os.utime(one, (1_000_000 + at, 1_000_000 + at))
        if at == 2:
            assert read_known_ids(files[0]) is not None  # a page that is updated: this one was needed lately
    assert [one.exists() for one in files] == [True, False, False, True, True]
    left = tmp_path / f"{files[4].name}.abc"
    left.write_bytes(b"of a process that was killed")
    os.utime(left, (1, 1))
    keep_known_ids(known_ids_file(tmp_path, "f" * 16), bytes(8 * 1_000), most=2_500)
    assert [one.name for one in tmp_path.iterdir()] == [
        f"library-ids-{'f' * 16}.bin"
    ]  # the newest stays, whatever its size
