"""The append-only log that the triplet graph is derived from: what was read in each snippet, and which names mean the
same.

One SQLite file (or ``":memory:"``). A row is never changed: a snippet that an extractor has read stays as it was read,
and a merge is undone by a later verdict. Deriving the graph is the business of ``derivation``.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from castalia.memory.records import Triplet
from castalia.memory.sqlite_file import Kind, SqliteFile

_TABLES = (
    "CREATE TABLE extraction (snippet TEXT NOT NULL, extractor TEXT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (snippet, extractor))"
    " WITHOUT ROWID",
    "CREATE TABLE resolution (body TEXT PRIMARY KEY) WITHOUT ROWID",
    *(
        f"CREATE TRIGGER {table}_{name} BEFORE {verb} ON {table} BEGIN SELECT RAISE(ABORT, 'append-only'); END"
        for table in ("extraction", "resolution")
        for name, verb in (("kept", "UPDATE"), ("stays", "DELETE"))
    ),
)
_PROBES = ("SELECT snippet, extractor, body FROM extraction LIMIT 1", "SELECT body FROM resolution LIMIT 1")
_KIND = Kind(
    "a triplet log",
    application=0x43535434,
    schema=1,
    tables=_TABLES,
    probes=_PROBES,
    remedy="remove it, and the snippets are read again",
)


@dataclass(frozen=True, slots=True)
class Extraction:
    """All that Φ found in one snippet: claims, acronyms as (short, long) pairs, open questions, key words, and what it
    says of entities as (name, description) pairs.

    The mentions are the two ends of each claim.
    """

    triplets: tuple[Triplet, ...] = ()
    acronyms: tuple[tuple[str, str], ...] = ()
    questions: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    descriptions: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Resolution:
    """A verdict on whether the names ``a`` and ``b`` mean the same; ``why`` is its reason in words."""

    a: str
    b: str
    verdict: Literal["same", "different", "unsure"]
    by: Literal["model", "human"] = "model"
    why: str = ""


class TripletLog(SqliteFile):
    """The log at ``path``, or in memory. May be used from several threads; ``StoreError`` where the file is not such a
    log."""

    def __init__(self, path: str | Path = ":memory:") -> None:
        super().__init__(path, _KIND)

    def record(self, snippet_id: str, extractor: str, extraction: Extraction) -> bool:
        """Keep what ``extractor`` read in a snippet; false if it had read it before, and then nothing changes.

        ``ValueError`` if a triplet names another snippet.
        """
        if strangers := sorted({one.snippet_id for one in extraction.triplets} - {snippet_id}):
            raise ValueError(f"a triplet of snippet {strangers[0]} was recorded under snippet {snippet_id}")
        row = (snippet_id, extractor, _encode(extraction))
        with self.using() as connection:
            return connection.execute("INSERT OR IGNORE INTO extraction VALUES (?, ?, ?)", row).rowcount > 0

    def has(self, snippet_ids: Iterable[str], extractor: str) -> set[str]:
        """Which of these snippets the extractor has read."""
        return {snippet for (snippet,) in self._rows("snippet", snippet_ids, extractor)}

    def extractions(self, snippet_ids: Iterable[str], extractor: str) -> dict[str, Extraction]:
        """What the extractor read in these snippets, by snippet id in sorted order; an unread snippet is left out."""
        rows = self._rows("snippet, body", snippet_ids, extractor)
        with self.using():  # a damaged row is told like a damaged file
            return {snippet: _decode(snippet, body) for snippet, body in sorted(rows)}

    def resolve(self, *resolutions: Resolution) -> int:
        """Keep these verdicts, all or none; how many were not there yet."""
        rows = [(json.dumps([one.a, one.b, one.verdict, one.by, one.why]),) for one in resolutions]
        with self.using() as connection:
            before = connection.total_changes
            connection.execute("BEGIN IMMEDIATE")
            try:
                connection.executemany("INSERT OR IGNORE INTO resolution VALUES (?)", rows)
                connection.execute("COMMIT")
            except BaseException:
                connection.execute("ROLLBACK")
                raise
            return connection.total_changes - before

    def resolutions(self) -> tuple[Resolution, ...]:
        """All verdicts, sorted, so that their order of arrival cannot matter."""
        with self.using() as connection:
            bodies = [body for (body,) in connection.execute("SELECT body FROM resolution ORDER BY body")]
            return tuple(Resolution(*json.loads(body)) for body in bodies)

    def read(self) -> dict[str, tuple[int, int]]:
        """By extractor, sorted: how many snippets it has read, and how many triplets it found in them."""
        told = (
            "SELECT extractor, COUNT(*), SUM(json_array_length(body, '$.triplets')) FROM extraction GROUP BY extractor"
        )
        with self.using() as connection:
            return {name: (snippets, triplets or 0) for name, snippets, triplets in sorted(connection.execute(told))}

    def verdicts(self) -> int:
        """How many verdicts there are. None is ever taken back, so the number tells one state of the log from the
        next."""
        with self.using() as connection:
            (count,) = connection.execute("SELECT COUNT(*) FROM resolution").fetchone()
            return int(count)

    def _rows(self, columns: str, snippet_ids: Iterable[str], extractor: str) -> list[tuple[str, ...]]:
        query = f"SELECT {columns} FROM extraction WHERE extractor = ? AND snippet IN (SELECT value FROM json_each(?))"
        with self.using() as connection:
            return connection.execute(query, (extractor, json.dumps(list(snippet_ids)))).fetchall()


def _encode(extraction: Extraction) -> str:
    """ASCII JSON: SQLite refuses lone surrogates, and corpora hold some."""
    claims = [[t.head, t.relation, t.tail, t.quote, t.parent, t.confidence, t.positive] for t in extraction.triplets]
    body: dict[str, Any] = {
        "triplets": claims,
        "acronyms": [list(pair) for pair in extraction.acronyms],
        "questions": list(extraction.questions),
        "keywords": list(extraction.keywords),
    }
    if extraction.descriptions:
        body["descriptions"] = [list(pair) for pair in extraction.descriptions]
    return json.dumps(body, separators=(",", ":"))


def _decode(snippet: str, body: str) -> Extraction:
    value: dict[str, Any] = json.loads(body)
    return Extraction(
        tuple(
            Triplet(head, relation, tail, snippet, quote, parent, confidence, positive)
            for head, relation, tail, quote, parent, confidence, positive in value["triplets"]
        ),
        tuple((short, long) for short, long in value["acronyms"]),
        tuple(value["questions"]),
        tuple(value["keywords"]),
        tuple((name, said) for name, said in value.get("descriptions", ())),
    )
