"""Answers of servers that were got once, kept in a file, so that a build that was killed goes on without asking again.

Asking lives in ``web_client``. An answer is kept with the moment it came, for a manifest has to say when a page was read.
"""

from __future__ import annotations

import hashlib
import sqlite3
import threading
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from castalia.memory.errors import InputError
from castalia.memory.write_ahead import PATIENCE, write_ahead

_APPLICATION = 0x43535257  # stands in the header of the file, so that another program's database is told apart


@dataclass(frozen=True, slots=True)
class Answer:
    """What a server said: HTTP status, the address that answered in the end, content type, body, and when (ISO 8601, UTC)."""

    status: int
    url: str
    kind: str
    body: bytes
    at: str


class ResponseCache:
    """The file at ``path`` (made with its folders), or ``":memory:"``. May be used from several threads and processes; ``InputError``
    where the file is something else, or damaged."""

    def __init__(self, path: str | Path = ":memory:") -> None:
        self.path = str(path)
        self._lock = threading.Lock()
        with self._guarded():
            if self.path != ":memory:":
                Path(self.path).parent.mkdir(parents=True, exist_ok=True)
            self._connection = sqlite3.connect(
                self.path, timeout=PATIENCE, isolation_level=None, check_same_thread=False
            )
        try:
            with self._guarded():
                self._open()
        except InputError:
            self._connection.close()
            raise

    def find(self, key: str) -> Answer | None:
        with self._guarded():
            row = self._connection.execute(
                "SELECT status, url, kind, body, at FROM answer WHERE key = ?", (key,)
            ).fetchone()
            return None if row is None else Answer(row[0], row[1], row[2], zlib.decompress(row[3]), row[4])

    def keep(self, key: str, answer: Answer) -> None:
        """Keep an answer; the first one stays."""
        row = (key, answer.status, answer.url, answer.kind, zlib.compress(answer.body, 6), answer.at)
        with self._guarded():
            self._connection.execute("INSERT OR IGNORE INTO answer VALUES (?, ?, ?, ?, ?, ?)", row)

    def close(self) -> None:
        with self._lock:
            self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _open(self) -> None:
        ask = self._connection.execute
        ask("BEGIN IMMEDIATE")
        application = ask("PRAGMA application_id").fetchone()[0]
        if application != _APPLICATION:
            if application or ask("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                raise InputError(f"{self.path} is a database of another program: name another file")
            ask(
                "CREATE TABLE answer (key TEXT PRIMARY KEY, status INTEGER, url TEXT, kind TEXT, body BLOB, at TEXT) WITHOUT ROWID"
            )
            ask(f"PRAGMA application_id = {_APPLICATION}")
        ask("SELECT key FROM answer LIMIT 1").fetchall()
        ask("COMMIT")
        write_ahead(self._connection)

    @contextmanager
    def _guarded(self) -> Iterator[None]:
        with self._lock:
            try:
                yield
            except (sqlite3.Error, zlib.error, OSError) as error:
                if isinstance(error, sqlite3.OperationalError) and "full" in str(error):
                    raise  # nothing is wrong with the file
                said = " ".join(str(error).split())
                raise InputError(
                    f"{self.path} cannot be used to keep answers in ({said}): name another file"
                ) from error


def answer_key(*parts: str) -> str:
    """What makes two requests the same."""
    return hashlib.sha256("\x1f".join(parts).encode("utf-8", "surrogatepass")).hexdigest()
