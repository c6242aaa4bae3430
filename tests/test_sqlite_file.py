"""A SQLite file of ours knows its kind, and whatever goes wrong with it is one line that names it."""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from castalia.graphs.runs.run_files import check_sound
from castalia.memory import sqlite_file
from castalia.memory.errors import DiskFullError, InputError, StoreError
from castalia.memory.ledgers import Ledgers
from castalia.memory.library import Library
from castalia.memory.sqlite_file import Kind, SqliteFile
from castalia.tools.gold.response_cache import Answer, ResponseCache
from castalia.tools.models.vector_cache import VectorCache

KIND = Kind("a list of words", 0x54455354, 3, ("CREATE TABLE word (word TEXT)",), ("SELECT word FROM word LIMIT 1",))
OTHER = Kind("a list of nouns", 0x4F544845, 3, KIND.tables, KIND.probes)


def test_a_file_of_one_kind_is_not_taken_for_another(tmp_path: Path) -> None:
    SqliteFile(tmp_path / "words", KIND).close()
    with pytest.raises(StoreError, match="another program, not a list of nouns"):
        SqliteFile(tmp_path / "words", OTHER)


def test_a_file_in_the_home_folder_is_made_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home, here = tmp_path / "home", tmp_path / "here"
    for one in (home, here):
        one.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.chdir(here)
    SqliteFile("~/words", KIND).close()
    SqliteFile(Path("~/late"), KIND, late=True).close()
    assert [one.name for one in home.iterdir()] == ["words"] and not [*here.iterdir()]


@pytest.mark.parametrize("make", [Path.mkdir, os.mkfifo])
def test_what_is_no_file_is_left_alone(make: Callable[[Path], None], tmp_path: Path) -> None:
    make(tmp_path / "words")
    with pytest.raises(StoreError, match=r"words is no file, and a list of words is one: name another file$"):
        SqliteFile(tmp_path / "words", KIND)
    assert [one.name for one in tmp_path.iterdir()] == ["words"]


@pytest.mark.parametrize(
    "keep",
    [
        lambda folder: SqliteFile(folder / "words", KIND),
        lambda folder: Ledgers(folder / "ledgers.sqlite"),
        lambda folder: VectorCache(folder / "vectors.sqlite").find("model", "query", ["word"]),
        lambda folder: Library.open(folder / "library"),
        lambda folder: Library.over(Library.open().snippets, folder / "library"),
        lambda folder: check_sound(folder / "ledgers.sqlite", "entries"),
    ],
)
def test_a_path_that_is_too_long_for_sqlite_is_told_as_that(keep: Callable[[Path], object], tmp_path: Path) -> None:
    folder = tmp_path / Path(*["d" * 100] * 5)
    folder.mkdir(parents=True)
    (folder / "ledgers.sqlite").touch()
    with pytest.raises(InputError, match=r"has a path too long for SQLite, .*: use a folder with a shorter one$"):
        keep(folder)


def test_a_file_that_is_made_late_is_made_by_who_uses_it_first_and_not_once_it_is_closed(tmp_path: Path) -> None:
    for number, is_used in enumerate((True, False)):
        place = tmp_path / str(number) / "words"
        with SqliteFile(place, KIND, late=True) as file:
            assert not place.parent.exists()
            if is_used:
                with file.using() as connection:
                    connection.execute("INSERT INTO word VALUES ('reef')")
        with pytest.raises(StoreError, match="words is closed: open it again"), file.using():
            pass
        assert place.exists() is is_used
    with pytest.raises(StoreError, match="another program"):
        SqliteFile(tmp_path / "0" / "words", OTHER, late=True)
    with pytest.raises(InputError, match="too long for a path: shorten it"):
        SqliteFile(tmp_path / ("w" * 300), KIND, late=True)


def test_a_file_without_room_is_told_as_a_full_disk_and_keeps_what_it_had(tmp_path: Path) -> None:
    file = SqliteFile(tmp_path / "words", KIND)
    with pytest.raises(DiskFullError, match="words"), file.using() as connection:
        connection.execute("PRAGMA max_page_count = 4")
        for _ in range(100):
            connection.execute("INSERT INTO word VALUES (?)", ("x" * 1000,))
    with file.using() as connection:
        assert 0 < connection.execute("SELECT count(*) FROM word").fetchone()[0] < 100
    file.close()


def test_a_file_that_was_closed_says_so_and_nothing_of_removing_it(tmp_path: Path) -> None:
    file = SqliteFile(tmp_path / "words", KIND)
    file.close()
    with pytest.raises(StoreError, match=r"words is closed: open it again") as told, file.using() as connection:
        connection.execute("SELECT 1")
    assert "remove" not in str(told.value)


@pytest.mark.parametrize("is_open", [False, True])
def test_a_file_that_another_process_holds_is_in_use_and_not_told_to_be_removed(
    is_open: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_file, "PATIENCE", 0.01)
    path = tmp_path / "words"
    with SqliteFile(path, replace(KIND, remedy="remove it")) as file, closing(sqlite3.connect(path)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match=r"words is in use by another process.*: wait until") as told:
            if is_open:
                with file.using() as connection:
                    connection.execute("INSERT INTO word VALUES ('one')")
            else:
                SqliteFile(path, replace(KIND, remedy="remove it"))
    assert "remove" not in str(told.value) and "\n" not in str(told.value)


def test_eight_threads_that_make_one_file_make_it_once(tmp_path: Path) -> None:
    faults: list[Exception] = []

    def make() -> None:
        try:
            file = SqliteFile(tmp_path / "deep" / "words", KIND)
            with file.using() as connection:
                connection.execute("INSERT INTO word VALUES ('one')")
            file.close()
        except StoreError as error:
            faults.append(error)

    threads = [threading.Thread(target=make) for _ in range(8)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    file = SqliteFile(tmp_path / "deep" / "words", KIND)
    with file.using() as connection:
        assert (faults, connection.execute("SELECT count(*) FROM word").fetchone()[0]) == ([], 8)
    file.close()


def test_a_damaged_answer_is_told_in_one_line_that_names_the_cache(tmp_path: Path) -> None:
    path = tmp_path / "answers.sqlite"
    with ResponseCache(path) as cache:
        cache.keep("key", Answer(200, "https://example.org", "text/html", b"body", "2024-05-01T00:00:00Z"))
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE answer SET body = x'00ff'")
    connection.close()
    with ResponseCache(path) as cache, pytest.raises(StoreError, match="an entry of a cache of answers") as told:
        cache.find("key")
    assert str(path) in str(told.value) and "\n" not in str(told.value)
