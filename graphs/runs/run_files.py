"""The SQLite files of a run: whether they are sound and may be written, and how damage is told. What is in them lives
elsewhere."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from castalia.memory.errors import CastaliaError, InputError, one_line
from castalia.memory.sqlite_errors import sound_fault
from castalia.memory.sqlite_opening import code_of

ANEW = (
    "castalia generate, run again without --resume (with --force where the page was changed), writes the page anew; what "
    "is on the tape is not paid again"
)


@contextmanager
def damage_told(path: Path, *content: type[Exception]) -> Iterator[None]:
    """``CastaliaError`` in one line that names the file, for what SQLite says of it, and for errors of these kinds
    about its content."""
    kinds: tuple[type[Exception], ...] = (sqlite3.DatabaseError, *content)
    try:
        yield
    except sqlite3.OperationalError as error:  # a full disk, a lock: nothing is damaged
        if (fault := sound_fault(error, path)) is not None:
            raise fault from error
        if code_of(error) == sqlite3.SQLITE_READONLY:
            raise _read_only(path) from error
        # what is in it is not what a run writes; or text that is none, for which sqlite3 knows no kind of its own
        if getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_ERROR or "Could not decode" in str(error):
            raise damaged(path, one_line(error)) from error
        raise CastaliaError(
            f"cannot use {path} ({one_line(error)}): end what else uses it, and check the disk and that you may read and write there"
        ) from error
    except kinds as error:
        raise damaged(path, one_line(error)) from error


def check_writable(*paths: Path) -> None:
    """``InputError`` for a file that is there and may not be written."""
    for path in paths:
        if path.exists() and not os.access(path, os.W_OK):
            raise _read_only(path)


def check_no_folder(*paths: Path) -> None:
    """``InputError`` for a folder that stands where a run keeps a file."""
    for path in paths:
        if path.is_dir():
            raise InputError(f"{path} is a folder, and a run keeps a file there: move it away")


def check_sound(path: Path, table: str) -> None:
    """``CastaliaError`` where SQLite finds the file damaged, or a value of this table is no JSON; a file that is not
    there yet is fine."""
    check_no_folder(path)
    if path.exists():
        with damage_told(path, ValueError), closing(sqlite3.connect(path)) as connection:
            connection.text_factory = bytes
            found = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
            if found != b"ok":
                raise damaged(path, one_line(found.decode(errors="replace")))
            if table and connection.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (table,)).fetchone():
                for (value,) in connection.execute(f"SELECT value FROM {table}"):
                    json.loads(value)


def damaged(path: Path, why: str) -> CastaliaError:
    """The error for a file of a run that is damaged, with the way out."""
    return CastaliaError(f"{path} is damaged ({why}): {ANEW}")


def with_logs(path: Path) -> tuple[Path, ...]:
    """An SQLite file and those that it may have beside it."""
    return tuple(path.with_name(path.name + ending) for ending in ("", "-wal", "-shm"))


def _read_only(path: Path) -> InputError:
    return InputError(
        f"{path} is read-only, and the run is noted there: make it writable (chmod u+w), or resume in a copy of the folder"
    )
