"""The entries that ledgers are made of: one table of JSON records in SQLite, by run, ledger, part, step and place.

What lives here: the file, its schema, what is asked of it, and transactions that replace what a step held. What the
records mean is told in ``ledgers``.
"""

from __future__ import annotations

import json
import sqlite3
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path
from typing import Any, Self, TypeVar

from castalia.memory.errors import DamagedStoreError, StoreError
from castalia.memory.sqlite_errors import sound_fault, sqlite_told
from castalia.memory.sqlite_opening import opened

T = TypeVar("T")

SCHEMA = 1
IN_MEMORY = ":memory:"
_REMEDY = "put back a copy of the file, or begin the run anew (castalia generate without --resume, with --force where the page was changed)"
_TABLE = (
    "CREATE TABLE IF NOT EXISTS entries (run TEXT, ledger TEXT, part TEXT, step INTEGER, place INTEGER,"
    " value TEXT NOT NULL, PRIMARY KEY (run, ledger, part, step, place)) WITHOUT ROWID"
)

_ABOUT = "run = ? AND instr(':' || part || ':', ':' || ? || ':')"


class Entries:
    """The entries of all runs in one SQLite file, or in memory. Thread-safe; a context manager."""

    def __init__(self, path: str | Path = IN_MEMORY, *, copied_from: str | Path = "") -> None:
        """``StoreError`` in one line where the file cannot be opened or holds something else. What is damaged in
        entries ``copied_from`` another file is told of that file."""
        self.path = str(path)
        self._named = str(copied_from or path)
        self._lock = threading.RLock()
        self._workers: Counter[str] = Counter()  # how many of this process work on each run
        self._connection: sqlite3.Connection | None = _connect(self.path)

    @property
    def told(self) -> str:
        """Where they are, for messages."""
        return "in no file" if self.path == IN_MEMORY else f"in {self.path}"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file. Closing twice is fine."""
        with self._lock:
            connection, self._connection = self._connection, None
            if connection is not None:
                connection.close()

    @contextmanager
    def at_work(self, run: str) -> Iterator[int]:
        """Be known to work on a run until the block is left; how many others of this process did when it began."""
        with self._lock:
            others = self._workers[run]
            self._workers[run] += 1
        try:
            yield others
        finally:
            with self._lock:
                self._workers[run] -= 1
                if not self._workers[run]:
                    del self._workers[run]

    def runs(self) -> tuple[str, ...]:
        """The ids of the runs that have entries, sorted."""
        return tuple(row[0] for row in self._rows("SELECT DISTINCT run FROM entries ORDER BY run", ()))

    def has(self, run: str, ledgers: Sequence[str]) -> bool:
        """Whether a run has an entry in one of these ledgers."""
        known = f"SELECT 1 FROM entries WHERE run = ? AND ledger IN ({','.join('?' * len(ledgers))}) LIMIT 1"
        return bool(self._rows(known, (run, *ledgers)))

    def values(self, run: str, ledger: str, part: str, before: int | None) -> list[str]:
        """The records (as text) of a part, of the steps before this one or of all, by step and place."""
        rows = self._rows(
            "SELECT value FROM entries WHERE run = ? AND ledger = ? AND part = ? AND (? IS NULL OR step < ?) ORDER BY step, place",
            (run, ledger, part, before, before),
        )
        return [row[0] for row in rows]

    def all_parts(self, run: str, ledger: str) -> list[tuple[str, int, str]]:
        """Part, place and record (as text) of all entries in a ledger, by part and place."""
        told = "SELECT part, place, value FROM entries WHERE run = ? AND ledger = ? ORDER BY part, place"
        return [(part, place, value) for part, place, value in self._rows(told, (run, ledger))]

    def parsed(self, values: Iterable[str], made: Callable[[Any], T]) -> list[T]:
        """What is ``made`` of the records that stand in these values; ``DamagedStoreError`` where one is no JSON, or no
        such record."""
        with self._told():  # one reading of all is far faster than one of each
            records = json.loads(f"[{','.join(map(str, values))}]")
        try:
            return [made(one) for one in records]
        except (TypeError, ValueError, LookupError, AttributeError) as error:
            raise DamagedStoreError(
                f"cannot read the ledgers {self._named} (an entry is not what was noted there): {_REMEDY}"
            ) from error

    def replace(self, run: str, ledger: str, part: str, step: int, records: Sequence[object]) -> None:
        """Put these records of JSON in place of what the step held, in one transaction."""
        rows = [(run, ledger, part, step, place, to_json(record)) for place, record in enumerate(records)]
        with self._lock, self._told(), self._open() as connection:
            connection.execute(
                "DELETE FROM entries WHERE run = ? AND ledger = ? AND part = ? AND step = ?", (run, ledger, part, step)
            )
            connection.executemany("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?)", rows)

    def put(self, run: str, ledger: str, part: str, record: object, place: int | None = None) -> None:
        """Put one record of JSON at a place of the part, or behind its others."""
        with self._lock, self._told(), self._open() as connection:
            if place is None:
                last = connection.execute(
                    "SELECT MAX(place) FROM entries WHERE run = ? AND ledger = ? AND part = ? AND step = 0",
                    (run, ledger, part),
                ).fetchone()[0]
                place = 0 if last is None or last < 0 else last + 1
            connection.execute(
                "INSERT OR REPLACE INTO entries VALUES (?, ?, ?, 0, ?, ?)", (run, ledger, part, place, to_json(record))
            )

    def entries(self, run: str, *, about: str | None = None) -> list[list[Any]]:
        """The entries of a run as rows of JSON values: ledger, part, step, place, record (as text). With ``about``,
        only those in parts that this name stands in, alone or between colons ("review:NAME:1")."""
        chosen, values = _chosen(run, about)
        columns = "ledger, part, step, place"
        return [
            list(row)
            for row in self._rows(f"SELECT {columns}, value FROM entries WHERE {chosen} ORDER BY {columns}", values)
        ]

    def restore(self, run: str, entries: Sequence[Sequence[Any]], *, about: str | None = None) -> None:
        """Put these entries in place of all that a run holds, or holds ``about`` a name, in one transaction."""
        chosen, values = _chosen(run, about)
        with self._lock, self._told(), self._open() as connection:
            connection.execute(f"DELETE FROM entries WHERE {chosen}", values)
            connection.executemany("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?)", [(run, *one) for one in entries])

    def _rows(self, sql: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
        with self._lock, self._told(), closing(self._open().execute(sql, values)) as cursor:
            return cursor.fetchall()

    def _told(self) -> AbstractContextManager[None]:
        return sqlite_told(self._named, _REMEDY, "the ledgers")

    def _open(self) -> sqlite3.Connection:
        if self._connection is None:
            raise StoreError(f"the ledgers {self.path} are closed: open them again")
        return self._connection


def _chosen(run: str, about: str | None) -> tuple[str, tuple[str, ...]]:
    """What chooses entries of a run in SQL, with its values: all of them, or those about a name."""
    return ("run = ?", (run,)) if about is None else (_ABOUT, (run, about))


def to_json(record: object) -> str:
    """A record as it is kept: sorted keys, ASCII; ``TypeError`` or ``ValueError`` for what JSON does not know."""
    return json.dumps(record, ensure_ascii=True, allow_nan=False, sort_keys=True)


def _connect(path: str) -> sqlite3.Connection:
    try:
        if path != IN_MEMORY:
            Path(path).parent.mkdir(parents=True, exist_ok=True)
        return opened(path, SCHEMA, _TABLE, "use the version that wrote these ledgers")
    except (sqlite3.Error, OSError) as error:
        if (fault := sound_fault(error, path, "the ledgers")) is not None:
            raise fault from error
        raise StoreError(
            f"cannot open the ledgers {path} ({error}): give a file of their own that you may write to"
        ) from error
