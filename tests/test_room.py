"""A disk that is full is called that, before the store's engine would end the process over it, and the work can go on
once there is room."""

from __future__ import annotations

import asyncio
import errno
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import lighthouses
import pytest
from castalia.graphs.batching import batch_work
from castalia.graphs.cli import main
from castalia.memory import room, store_files
from castalia.memory.edge_store import EdgeStore
from castalia.memory.errors import DiskFullError, StoreError
from castalia.memory.identity import snippet_id
from castalia.memory.records import Snippet
from castalia.memory.room import LEAST, MARGIN, full, is_full
from castalia.memory.sqlite_errors import sound_fault
from castalia.memory.store_vectors import DenseSettings
from castalia.tools.pages.folders import refusal
from castalia.tools.pages.write_whole import write_file

LeaveFree = Callable[[int], None]


@pytest.fixture
def rows(tmp_path: Path) -> Path:
    path = tmp_path / "rows.jsonl"
    path.write_text("\n".join(lighthouses.lighthouse_rows()), encoding="utf-8")
    return path


@pytest.fixture
def leave_free(monkeypatch: pytest.MonkeyPatch) -> LeaveFree:
    """Let disks say that they have so many bytes left."""

    def leave(count: int) -> None:
        monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=count))

    return leave


def snippet(text: str) -> Snippet:
    return Snippet(snippet_id(text, ""), text)


@pytest.mark.parametrize("left", [0, LEAST, MARGIN - 1, MARGIN + 1_000])
def test_ingest_stops_before_its_disk_is_full(
    left: int, rows: Path, tmp_path: Path, leave_free: LeaveFree, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    leave_free(left)
    asked = ["ingest", str(rows), "--store", str(tmp_path / "store"), "--quiet"]
    assert main(asked) == 1
    told = capsys.readouterr().err
    assert told.startswith("castalia: the disk is full") and told.count("\n") == 1
    assert "make room on it, then run the same command again" in told and ".castalia-" not in told
    assert sorted(one.name for one in tmp_path.iterdir()) == ["rows.jsonl"]
    monkeypatch.undo()
    assert main(asked) == 0


def test_a_store_can_be_read_where_nothing_can_be_added(tmp_path: Path, leave_free: LeaveFree) -> None:
    async def fill() -> None:
        one, other = (snippet(text) for text in lighthouses.TEXTS[:2])
        async with EdgeStore.open(tmp_path / "store") as store:
            await store.add([one])
        leave_free(MARGIN - 1)
        async with EdgeStore.open(tmp_path / "store", create=False) as store:
            with pytest.raises(DiskFullError, match=r"has 4\.0 MB left"):
                await store.add([other])
            assert await store.add([one]) == 0  # it is there
            assert await store.get([one.id]) == [one]
        leave_free(LEAST - 1)
        with pytest.raises(DiskFullError):
            EdgeStore.open(tmp_path / "store", create=False)

    asyncio.run(fill())


def test_generate_says_how_to_go_on(
    rows: Path, tmp_path: Path, leave_free: LeaveFree, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    out = tmp_path / "out"
    leave_free(0)
    assert main(["generate", lighthouses.TOPIC, "--corpus", str(rows), "--out", str(out), "--quiet"]) == 1
    assert "then run the same command again" in capsys.readouterr().err and not out.exists()
    monkeypatch.undo()

    def fails(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("castalia.tools.pages.write_whole._write_synced", fails, raising=True)
        patch.setattr("castalia.graphs.checks.check_folder", lambda *_: None)
        patch.setattr("castalia.graphs.runs.run_folder.write_file", lambda path, text: path.write_text(text))
        assert main(["generate", lighthouses.TOPIC, "--corpus", str(rows), "--out", str(out), "--quiet"]) == 1
    told = capsys.readouterr().err
    assert f"the disk is full, or its quota used up: {out} cannot" in told and told.count("\n") == 1
    assert told.endswith(
        f"make room on it, then castalia generate {lighthouses.TOPIC} --out {out} --resume goes on from here\n"
    )
    assert main(["generate", lighthouses.TOPIC, "--out", str(out), "--resume", "--quiet"]) == 0


def test_a_batch_shows_its_table_though_its_list_cannot_be_written(
    rows: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    def fails(folder: Path, *_: object) -> None:
        raise full(folder)

    (tmp_path / "topics.txt").write_text(f"{lighthouses.TOPIC}\n")
    asked = ["batch", str(tmp_path / "topics.txt"), "--corpus", str(rows), "--out", str(tmp_path / "out")]
    with monkeypatch.context() as patch:
        patch.setattr(batch_work, "write_index", fails)
        assert main(asked) == 1
    lines = capsys.readouterr().err.splitlines()
    assert any(one.startswith("topic ") for one in lines) and "the disk is full" in lines[-1]
    assert "the same command goes on from here" in lines[-1]
    assert main(asked) == 0


def test_what_says_that_a_disk_is_full() -> None:
    wrapped = StoreError("cannot close the store")
    wrapped.__context__ = OSError(errno.EDQUOT, "Disk quota exceeded")
    for one in (
        wrapped,
        full("x"),
        sqlite3.OperationalError("database or disk is full"),
        Exception("Service runtime error: No space left on device (os error 28)"),
    ):
        assert is_full(one)
    for other in (
        OSError(errno.EACCES, "no"),
        sqlite3.OperationalError("database is locked"),
        ValueError("disk is full"),
    ):
        assert not is_full(other)


def test_a_failure_without_a_reason_on_a_disk_that_is_about_full_is_told(tmp_path: Path, leave_free: LeaveFree) -> None:
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = sqlite3.SQLITE_IOERR_SHMSIZE
    path = tmp_path / "ledgers.sqlite"
    path.touch()
    leave_free(LEAST)
    assert sound_fault(error, path) is None
    leave_free(LEAST - 1)
    assert str(sound_fault(error, path)).startswith(f"the disk is full, or its quota used up: {path}")


def test_where_no_more_files_can_be_opened_that_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    error = sqlite3.OperationalError("unable to open database file")
    error.sqlite_errorcode = sqlite3.SQLITE_CANTOPEN
    assert sound_fault(error, tmp_path / "ledgers.sqlite") is None
    full_table = OSError(errno.EMFILE, "Too many open files")

    def fails(*_: object) -> None:
        raise full_table

    with monkeypatch.context() as patch:
        patch.setattr("os.open", fails)
        fault = sound_fault(error, tmp_path / "ledgers.sqlite")
    told = str(fault)
    assert told.startswith(f"cannot open {tmp_path / 'ledgers.sqlite'}: this process may open no more files; raise")
    assert str(refusal(tmp_path, full_table)) == f"cannot write to {tmp_path}: {told.partition(': ')[2]}"
    assert fault is not None and fault.code == refusal(tmp_path, full_table).code == 1 and "--at-once" not in told


@pytest.mark.parametrize(
    "error",
    [
        OSError(errno.EDQUOT, "Disk quota exceeded"),
        Exception("Service runtime error: Disk quota exceeded (os error 122)"),
        Exception("Service runtime error: No space left on device (os error 28)"),
    ],
)
def test_a_quota_is_not_told_as_a_limit_of_files_though_there_is_one_too(
    error: Exception, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room, "_limit", lambda: 5_000_000)
    assert str(full(tmp_path, error)).startswith("the disk is full, or its quota used up")
    assert "ulimit -f" in str(full(tmp_path, OSError(errno.EFBIG, "File too large")))


def test_a_file_that_finds_no_room_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("castalia.tools.pages.write_whole._write_synced", fails)
    with pytest.raises(DiskFullError, match="make room"):
        write_file(tmp_path / "one.txt", "x")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["work in progress", "take the store here"])
def test_a_full_disk_is_told_with_the_whole_name_of_the_store(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise Exception("Service runtime error: No space left on device (os error 28)")

    monkeypatch.setattr(store_files.edge, "EdgeShard", SimpleNamespace(create=fails))
    with pytest.raises(DiskFullError) as told:
        store_files.open_shard(tmp_path / name, None, DenseSettings(), True)
    assert f": {tmp_path / name} cannot be written" in str(told.value)
