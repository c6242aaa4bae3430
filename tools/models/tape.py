"""The tape: replies that were paid for, kept by the call they answer, so that a rerun is free and a replay is the same.

One SQLite file (or ``":memory:"``) that several processes may share. It holds digests of calls and the replies to them:
no prompts, no keys, no addresses.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from contextlib import closing
from pathlib import Path

from castalia.memory.sqlite_file import Kind, SqliteFile
from castalia.tools.models.chat import Call, ChatModel, Reply

_KIND = Kind(
    "a tape of calls",
    application=0x43535450,
    schema=1,
    tables=("CREATE TABLE reply (key TEXT PRIMARY KEY, body TEXT NOT NULL) WITHOUT ROWID",),
    probes=("SELECT key, body FROM reply LIMIT 1",),
)
_REJECTED = "rejected "  # before the key of a call, in a row without a body


class Tape(SqliteFile):
    """The tape at ``path`` (made when it is first asked, if it shall be ``late``), or in memory. May be used from
    several threads; ``StoreError`` where the file is not such a tape."""

    def __init__(self, path: str | Path = ":memory:", *, late: bool = False) -> None:
        super().__init__(path, _KIND, late=late)

    def find(self, key: str) -> Reply | None:
        """The reply that was kept for a call (its ``tape_key``)."""
        with self.using() as connection:
            row = connection.execute("SELECT body FROM reply WHERE key = ?", (key,)).fetchone()
            return None if row is None else _decode(row[0])

    def keep(self, key: str, reply: Reply) -> bool:
        """Keep the reply to a call; the first one stays, unless it was rejected. False if nothing was kept.

        A refused, filtered or empty reply is not: a rerun may well get another.
        """
        if reply.finish not in ("stop", "length") or not reply.text.strip():
            return False
        with self.using() as connection:
            is_rejected = connection.execute("DELETE FROM reply WHERE key = ?", (_REJECTED + key,)).rowcount > 0
            how = "REPLACE" if is_rejected else "IGNORE"
            return connection.execute(f"INSERT OR {how} INTO reply VALUES (?, ?)", (key, _encode(reply))).rowcount > 0

    def reject(self, key: str) -> None:
        """Note that nobody could use the reply to a call: whoever can pay for another one should."""
        with self.using() as connection:
            connection.execute("INSERT OR IGNORE INTO reply VALUES (?, '')", (_REJECTED + key,))

    def is_rejected(self, key: str) -> bool:
        """Whether the reply that is kept for a call was of no use."""
        with self.using() as connection:
            return connection.execute("SELECT 1 FROM reply WHERE key = ?", (_REJECTED + key,)).fetchone() is not None

    def copy_to(self, path: Path) -> int:
        """Write a tape with the same replies into a new file; how many there are."""
        with self.using() as connection:
            count: int = connection.execute("SELECT count(*) FROM reply WHERE body != ''").fetchone()[0]
            with closing(sqlite3.connect(path)) as other:
                connection.backup(other)
            return count


def tape_key(model: ChatModel, call: Call) -> str:
    """What makes two calls the same: sha256 over the model's name and parameters, messages, schema, sample and bound;
    not the role.

    ``TypeError`` for parameters or a schema that JSON does not know.
    """
    parts = [
        model.name,
        json.dumps(dict(model.parameters), sort_keys=True),
        [[one.speaker, one.text] for one in call.messages],
        None if call.schema is None else dict(call.schema),  # unsorted: models fill the fields in the order given
        call.schema_name,
        call.sample,
        call.max_tokens,
    ]
    return hashlib.sha256(json.dumps(parts).encode("ascii")).hexdigest()


def _encode(reply: Reply) -> str:
    """ASCII JSON: SQLite refuses lone surrogates, and models write some."""
    counts = [reply.prompt_tokens, reply.completion_tokens, reply.cached_tokens]
    return json.dumps([reply.text, reply.finish, *counts], separators=(",", ":"))


def _decode(body: str) -> Reply:
    text, finish, prompt, completion, cached = json.loads(body)
    return Reply(text, finish, prompt, completion, cached)
