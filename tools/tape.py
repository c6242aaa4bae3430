"""The tape: replies that were paid for, kept by the call they answer, so that a rerun is free and a replay is the same.

One SQLite file (or ``":memory:"``) that several processes may share. It holds digests of calls and the replies to them: no prompts,
no keys, no addresses.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Self

from castalia.memory.errors import StoreError
from castalia.memory.room import full, is_full
from castalia.memory.write_ahead import PATIENCE, write_ahead
from castalia.tools.chat import Call, ChatModel, Reply

SCHEMA = 1
_APPLICATION = 0x43535450  # stands in the header of the file, so that another program's database is told apart


class Tape:
    """The tape at ``path``, or in memory. May be used from several threads; ``StoreError`` where the file is not such a tape."""

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
        except StoreError:
            self._connection.close()
            raise

    def find(self, key: str) -> Reply | None:
        """The reply that was kept for a call (its ``tape_key``), with ``replayed`` set."""
        with self._guarded():
            row = self._connection.execute("SELECT body FROM reply WHERE key = ?", (key,)).fetchone()
            return None if row is None else _decode(row[0])

    def keep(self, key: str, reply: Reply) -> bool:
        """Keep the reply to a call; the first one stays. False if nothing was kept.

        A refused, filtered or empty reply is not: a rerun may well get another.
        """
        if reply.finish not in ("stop", "length") or not reply.text.strip():
            return False
        with self._guarded():
            row = (key, _encode(reply))
            return self._connection.execute("INSERT OR IGNORE INTO reply VALUES (?, ?)", row).rowcount > 0

    def copy_to(self, path: Path) -> int:
        """Write a tape with the same replies into a new file; how many there are."""
        with self._guarded():
            count: int = self._connection.execute("SELECT count(*) FROM reply").fetchone()[0]
            with closing(sqlite3.connect(path)) as other:
                self._connection.backup(other)
            return count

    def close(self) -> None:
        """Let go of the file; the tape cannot be used afterwards. Closing twice is fine."""
        with self._lock:
            self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _open(self) -> None:
        ask = self._connection.execute
        ask("BEGIN IMMEDIATE")  # looking and making are one step: another process may be doing the same
        application, version = ask("PRAGMA application_id").fetchone()[0], ask("PRAGMA user_version").fetchone()[0]
        if application != _APPLICATION and (application or ask("SELECT count(*) FROM sqlite_master").fetchone()[0]):
            raise StoreError(f"{self.path} is a database of another program, not a tape of calls: name another file")
        if application == _APPLICATION and version != SCHEMA:
            raise StoreError(
                f"{self.path} is a tape of schema {version}, this version reads schema {SCHEMA}: name another file"
            )
        if application != _APPLICATION:
            ask("CREATE TABLE reply (key TEXT PRIMARY KEY, body TEXT NOT NULL) WITHOUT ROWID")
            ask(f"PRAGMA application_id = {_APPLICATION}")
            ask(f"PRAGMA user_version = {SCHEMA}")
        ask("SELECT key, body FROM reply LIMIT 1").fetchall()
        ask("COMMIT")
        write_ahead(self._connection)

    @contextmanager
    def _guarded(self) -> Iterator[None]:
        """One thread at a time, and what SQLite or a damaged row says becomes one line that names the file."""
        with self._lock:
            try:
                yield
            except (sqlite3.Error, OSError) as error:
                if is_full(error):
                    raise full(self.path) from error
                raise StoreError(
                    f"{self.path} cannot be used as a tape of calls ({_one_line(error)}): name another file"
                ) from error
            except (ValueError, TypeError) as error:
                if isinstance(error, StoreError):
                    raise
                raise StoreError(
                    f"{self.path}: a reply on the tape cannot be read ({_one_line(error)}): name another file"
                ) from error


def tape_key(model: ChatModel, call: Call) -> str:
    """What makes two calls the same: sha256 over the model's name and parameters, messages, schema, sample and bound; not the role.

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
    return replace(Reply(text, finish, prompt, completion, cached), replayed=True)


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split())
