"""What SQLite says of a file that is open, as one line that names the file and the way out.

Opening a file, and telling whose it is, is the business of those who keep something there.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from castalia.memory.errors import DamagedStoreError, InUseError, StoreError, one_line
from castalia.memory.room import full, is_full
from castalia.memory.write_ahead import PATIENCE


@contextmanager
def sqlite_told(path: str | Path, remedy: str, what: str = "") -> Iterator[None]:
    """``StoreError`` in one line that names the file, and ``what`` it is ("the ledgers"): ``DamagedStoreError`` with
    the ``remedy`` where it, or the JSON of an entry, cannot be read, ``DiskFullError`` where there is no room."""
    named = f"{what} {path}".lstrip()
    try:
        yield
    except (sqlite3.Error, json.JSONDecodeError) as error:
        if is_full(error):
            raise full(path) from error
        if is_in_use(error):
            raise in_use(path, what) from error
        if isinstance(error, sqlite3.ProgrammingError):
            raise StoreError(f"{named} is closed: open it again, and close it when nothing uses it any more") from error
        is_text = "Could not decode" in str(error)  # sqlite3 knows no kind of its own for it, and tells the whole text
        if is_text or type(error) is sqlite3.DatabaseError or isinstance(error, json.JSONDecodeError):
            why = "an entry is no text" if is_text else one_line(error)
            raise DamagedStoreError(f"cannot read {named} ({why}): {remedy}") from error
        raise StoreError(
            f"cannot use {named} ({one_line(error)}): check the disk, and that you may write there"
        ) from error


def is_in_use(error: BaseException) -> bool:
    """Whether another process held the file for longer than is waited for it: nothing is wrong with the file."""
    return isinstance(error, sqlite3.Error) and getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY


def in_use(path: str | Path, what: str = "") -> InUseError:
    """The error for a file that another process holds."""
    named = f"{what} {path}".lstrip()
    return InUseError(
        f"{named} is in use by another process, which did not let go of it in {PATIENCE} seconds: wait until that has ended, "
        "or end it",
        str(path),
    )
