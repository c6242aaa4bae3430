"""A SQLite file that says in its header what it is, used by several threads and processes, its errors told in one line.

What stands in its tables is the business of those who keep something there: the triplet log, the tape of calls, the
cache of answers.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from castalia.memory.errors import DamagedStoreError, StoreError, one_line
from castalia.memory.paths import expand
from castalia.memory.sqlite_errors import sound_fault
from castalia.memory.sqlite_opening import PATIENCE, code_of, write_ahead


@dataclass(frozen=True, slots=True)
class Kind:
    """What a file is. ``application`` and ``schema`` stand in its header, so that another program's database and a
    later version's file are told apart; ``tables`` are the statements that make it, ``probes`` queries that every sound
    file answers."""

    name: str  # with its article: "a triplet log"
    application: int
    schema: int
    tables: tuple[str, ...]
    probes: tuple[str, ...]
    remedy: str = "name another file"


class SqliteFile:
    """The file of this kind at ``path`` (made with its folders; ``late``: when it is first used), or ``":memory:"``;
    ``StoreError`` where it is something else, or damaged. A context manager."""

    def __init__(self, path: str | Path, kind: Kind, *, late: bool = False) -> None:
        self.path = str(expand(path))
        self._kind = kind
        self._lock = threading.Lock()
        self._closed = False
        self._connection: sqlite3.Connection | None = None
        with self._told():
            if not late or Path(self.path).exists():
                self._connection = self._connected()

    @contextmanager
    def using(self) -> Iterator[sqlite3.Connection]:
        """The connection, for one thread at a time. What SQLite or a damaged row says inside becomes one line that
        names the file: ``StoreError``, or ``DiskFullError`` where there is no room."""
        with self._lock, self._told():
            if self._connection is None:
                if self._closed:
                    raise sqlite3.ProgrammingError("Cannot operate on a closed database.")
                self._connection = self._connected()
            yield self._connection

    def close(self) -> None:
        """Let go of the file, which cannot be used afterwards. Closing twice is fine."""
        with self._lock:
            connection, self._connection, self._closed = self._connection, None, True
            if connection is not None:
                connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _refuse_other(self) -> None:
        """``StoreError`` for a folder, a pipe or a device: SQLite would leave a journal beside one before it tells."""
        place = Path(self.path)
        if place.exists() and not place.is_file():
            raise StoreError(f"{self.path} is no file, and {self._kind.name} is one: {self._kind.remedy}")

    def _connected(self) -> sqlite3.Connection:
        if self.path != ":memory:":
            self._refuse_other()
            Path(self.path).parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(self.path, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
        try:
            self._open(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    def _open(self, connection: sqlite3.Connection) -> None:
        ask, kind = connection.execute, self._kind
        ask("BEGIN IMMEDIATE")  # looking and making are one step: another process may be doing the same
        application, version = ask("PRAGMA application_id").fetchone()[0], ask("PRAGMA user_version").fetchone()[0]
        if application != kind.application:
            if application or ask("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                raise StoreError(f"{self.path} is a database of another program, not {kind.name}: {kind.remedy}")
            for statement in kind.tables:
                ask(statement)
            ask(f"PRAGMA application_id = {kind.application}")
            ask(f"PRAGMA user_version = {kind.schema}")
        elif version != kind.schema:
            raise StoreError(
                f"{self.path} is {kind.name} of schema {version}, this version reads schema {kind.schema}: {kind.remedy}"
            )
        for query in kind.probes:
            ask(query).fetchall()
        ask("COMMIT")
        write_ahead(connection)

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            if (fault := sound_fault(error, self.path)) is not None:
                raise fault from error
            kind = DamagedStoreError if type(error) is sqlite3.DatabaseError else StoreError
            # where reading failed, the file itself may be sound
            remedy = "check the disk" if code_of(error) == sqlite3.SQLITE_IOERR else self._kind.remedy
            raise kind(f"{self.path} cannot be used as {self._kind.name} ({one_line(error)}): {remedy}") from error
        except (ValueError, TypeError, KeyError) as error:
            if isinstance(error, StoreError):
                raise
            raise StoreError(
                f"{self.path}: an entry of {self._kind.name} cannot be read or written ({one_line(error)})"
            ) from error
