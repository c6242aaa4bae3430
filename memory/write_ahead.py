"""SQLite's write-ahead log: readers and one writer at a time, over several processes."""

from __future__ import annotations

import sqlite3
import time

PATIENCE = 30  # seconds to wait for another process
_PAUSE = 0.01


def write_ahead(connection: sqlite3.Connection) -> None:
    """Switch to write-ahead logging. SQLite does not wait here while another process does the same, whatever its
    time-out: we do."""
    for left in range(int(PATIENCE / _PAUSE), -1, -1):
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            break
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or not left:
                raise
            time.sleep(_PAUSE)
    connection.execute("PRAGMA synchronous = NORMAL")
