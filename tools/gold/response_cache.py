"""Answers of servers that were got once, kept in a file, so that a build that was killed goes on without asking again.

Asking lives in ``web_client``. An answer is kept with the moment it came, for a manifest has to say when a page was
read.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from pathlib import Path

from castalia.memory.sqlite_file import Kind, SqliteFile

_KIND = Kind(
    "a cache of answers",
    application=0x43535257,
    schema=0,
    tables=(
        "CREATE TABLE answer (key TEXT PRIMARY KEY, status INTEGER, url TEXT, kind TEXT, body BLOB, at TEXT) WITHOUT ROWID",
    ),
    probes=("SELECT key FROM answer LIMIT 1",),
)


@dataclass(frozen=True, slots=True)
class Answer:
    """What a server said: HTTP status, the address that answered in the end, content type, body, and when (ISO 8601,
    UTC)."""

    status: int
    url: str
    kind: str
    body: bytes
    at: str


class ResponseCache(SqliteFile):
    """The file at ``path`` (made with its folders), or ``":memory:"``. May be used from several threads and processes;
    ``StoreError`` where the file is something else, or damaged."""

    def __init__(self, path: str | Path = ":memory:") -> None:
        super().__init__(path, _KIND)

    def find(self, key: str) -> Answer | None:
        with self.using() as connection:
            row = connection.execute("SELECT status, url, kind, body, at FROM answer WHERE key = ?", (key,)).fetchone()
            return None if row is None else Answer(row[0], row[1], row[2], _unpacked(row[3]), row[4])

    def keep(self, key: str, answer: Answer) -> None:
        """Keep an answer; the first one stays."""
        row = (key, answer.status, answer.url, answer.kind, zlib.compress(answer.body, 6), answer.at)
        with self.using() as connection:
            connection.execute("INSERT OR IGNORE INTO answer VALUES (?, ?, ?, ?, ?, ?)", row)


def _unpacked(body: bytes) -> bytes:
    try:
        return zlib.decompress(body)
    except zlib.error as error:
        raise ValueError(str(error)) from error  # which the file tells as a damaged entry
