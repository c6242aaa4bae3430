"""Opens SQLite files: with a write-ahead log, so that several processes may read while one writes, and with a check of
the schema number that stands in the file.

What is wrong with a file is told by those who keep something there. Files that also say in their header whose they are,
because several programs may be pointed at them, are ``sqlite_file``'s.
"""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path

from castalia.memory.errors import StoreError

PATIENCE = 30  # seconds to wait for another process
_PAUSE = 0.01


def opened(path: str | Path, schema: int, table: str, remedy: str) -> sqlite3.Connection:
    """A connection to the file with this schema number; ``table`` is the statement that makes its table, where there is
    none. A file that has the number already is not written to.

    ``StoreError`` for a file of another schema, with the ``remedy``; errors of SQLite's own pass.
    """
    connection = sqlite3.connect(path, check_same_thread=False, timeout=PATIENCE)
    try:
        (found,) = connection.execute("PRAGMA user_version").fetchone()
        if found not in (0, schema):
            raise StoreError(f"{path} has schema {found}, and this version reads {schema}: {remedy}")
        write_ahead(connection)
        if found != schema:
            with connection:
                connection.execute("BEGIN IMMEDIATE")  # another process may be making it, too
                connection.execute(table)
                connection.execute(f"PRAGMA user_version = {schema}")
    except BaseException:
        connection.close()
        raise
    return connection


def code_of(error: BaseException) -> int:
    """SQLite's result code for an error, without the byte that gives its finer kind; 0 for an error of anybody else."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def write_ahead(connection: sqlite3.Connection) -> None:
    """Switch to write-ahead logging. SQLite does not wait here while another process does the same, whatever its
    time-out: we do."""
    for left in range(int(PATIENCE / _PAUSE), -1, -1):
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            break
        except sqlite3.OperationalError as error:
            if code_of(error) != sqlite3.SQLITE_BUSY or not left:
                raise
            time.sleep(_PAUSE)
    connection.execute("PRAGMA synchronous = NORMAL")
