"""What SQLite says of a file that is open, as one line that names the file and the way out.

Opening a file, and telling whose it is, is the business of those who keep something there.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from castalia.memory.errors import DamagedStoreError, InUseError, LimitError, RemovedError, StoreError, one_line
from castalia.memory.limits import FILES, has_no_more_files
from castalia.memory.room import full, has_no_room, is_full, lasting
from castalia.memory.sqlite_opening import PATIENCE, code_of

LONGEST = 504  # bytes of a path that SQLite opens: 512 with the ending of its journal
REMOVED = "it, or its folder, was removed while it was in use; do not remove it, and run the same command again"
TOO_LONG = f"has a path too long for SQLite, which opens none over {LONGEST} bytes: use a folder with a shorter one"


@contextmanager
def sqlite_told(path: str | Path, remedy: str, what: str = "") -> Iterator[None]:
    """``StoreError`` in one line that names the file, and ``what`` it is ("the ledgers"): ``DamagedStoreError`` with
    the ``remedy`` where it, or the JSON of an entry, cannot be read, ``DiskFullError`` where there is no room."""
    named = _named(path, what)
    try:
        yield
    except (sqlite3.Error, json.JSONDecodeError) as error:
        if (fault := sound_fault(error, path, what)) is not None:
            raise fault from error
        is_text = "Could not decode" in str(error)  # sqlite3 knows no kind of its own for it, and tells the whole text
        if is_text or type(error) is sqlite3.DatabaseError or isinstance(error, json.JSONDecodeError):
            why = "an entry is no text" if is_text else one_line(error)
            raise DamagedStoreError(f"cannot read {named} ({why}): {remedy}") from error
        raise StoreError(
            f"cannot use {named} ({one_line(error)}): check the disk, and that you may write there"
        ) from error


def sound_fault(error: BaseException, path: str | Path, what: str = "") -> StoreError | None:
    """The error to raise where the file itself is sound: it was removed, there is no room, its path is too long,
    another process held it for longer than ``PATIENCE``, or it is closed. ``None`` for any other error."""
    if _is_removed(error, path):
        return RemovedError(f"{_named(path, what)} is gone: {REMOVED}")
    if is_full(error) or _found_no_room(error, path):
        return full(path, error)
    if _is_too_long(error, path):
        return StoreError(f"{_named(lasting(path), what)} {TOO_LONG}")
    if code_of(error) == sqlite3.SQLITE_CANTOPEN and has_no_more_files():
        return LimitError(f"cannot open {_named(path, what)}: {FILES}")
    if code_of(error) == sqlite3.SQLITE_BUSY:
        return InUseError(
            f"{_named(path, what)} is in use by another process, which did not let go of it in {PATIENCE} seconds: "
            "wait until that has ended, or end it",
            str(path),
        )
    if isinstance(error, sqlite3.ProgrammingError):
        return StoreError(f"{_named(path, what)} is closed: open it again, and close it when nothing uses it any more")
    return None


def _is_removed(error: BaseException, path: str | Path) -> bool:
    """Whether SQLite could not go on because the file, or its folder, was removed while it was open."""
    whole = getattr(error, "sqlite_errorcode", 0)
    if code_of(error) == sqlite3.SQLITE_IOERR or whole == sqlite3.SQLITE_READONLY_DBMOVED:
        return not os.path.lexists(path)
    return code_of(error) == sqlite3.SQLITE_CANTOPEN and not Path(path).parent.exists()


def _found_no_room(error: BaseException, path: str | Path) -> bool:
    """Whether a failure that SQLite gives no reason for is that of a disk that is about full, or of a file that is
    about as large as it may get."""
    return code_of(error) == sqlite3.SQLITE_IOERR and has_no_room(Path(path))


def _is_too_long(error: BaseException, path: str | Path) -> bool:
    """Whether SQLite could not open this file because of the length of its path."""
    return code_of(error) == sqlite3.SQLITE_CANTOPEN and len(os.fsencode(os.path.realpath(path))) > LONGEST


def _named(path: str | Path, what: str) -> str:
    return f"{what} {path}".lstrip()
