"""The ledgers of runs: what is curated, asked, searched, criticised and noted, by run and by step.

Writing a step again replaces that step's entries, and a read for step j sees the steps before j only, so a node that runs twice
(after a crash, a fork, a notebook cell) answers the same. Kept in SQLite; no snippet texts, no models, no clock.
"""

from __future__ import annotations

import hashlib
import json
import re
import sqlite3
import threading
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, Self, TypeVar

import Stemmer
from castalia.memory import bm25
from castalia.memory.errors import StoreError
from castalia.memory.protocols import Hit
from castalia.memory.records import Feedback, Query, Question

SCHEMA = 1
Asked = TypeVar("Asked", Question, Query)


@dataclass(frozen=True, slots=True)
class Event:
    """What happened in a run, as data: ``step`` is where, ``kind`` what, ``detail`` (values of JSON) the rest."""

    kind: str
    detail: dict[str, Any] = field(hash=False)
    step: str = ""


class Ledgers:
    """The ledgers of all runs in one SQLite file, or in memory. Thread-safe; a context manager."""

    def __init__(self, path: str | Path = ":memory:") -> None:
        """``StoreError`` in one line where the file cannot be opened or holds something else."""
        self.path = str(path)
        self._lock = threading.RLock()
        self._connection: sqlite3.Connection | None = _connect(self.path)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def run(self, run_id: str) -> Run:
        """The ledgers of one run; runs never see each other's entries."""
        return Run(self, run_id)

    def runs(self) -> tuple[str, ...]:
        """The ids of the runs that have entries, sorted."""
        return tuple(row[0] for row in self.read("SELECT DISTINCT run FROM entries ORDER BY run", ()))

    def close(self) -> None:
        """Let go of the file. Closing twice is fine."""
        with self._lock:
            connection, self._connection = self._connection, None
            if connection is not None:
                connection.close()

    def read(self, sql: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
        """The rows of a query."""
        with self._lock, closing(self._open().execute(sql, values)) as cursor:
            return cursor.fetchall()

    def replace(self, run: str, ledger: str, part: str, step: int, records: Sequence[object]) -> None:
        """Put these records of JSON in place of what the step held, in one transaction."""
        rows = [(run, ledger, part, step, place, _to_json(record)) for place, record in enumerate(records)]
        with self._lock, self._open() as connection:
            connection.execute(
                "DELETE FROM entries WHERE run = ? AND ledger = ? AND part = ? AND step = ?", (run, ledger, part, step)
            )
            connection.executemany("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?)", rows)

    def put(self, run: str, ledger: str, part: str, record: object, place: int | None = None) -> None:
        """Put one record of JSON at a place of the part, or behind its others."""
        with self._lock, self._open() as connection:
            if place is None:
                last = connection.execute(
                    "SELECT MAX(place) FROM entries WHERE run = ? AND ledger = ? AND part = ? AND step = 0",
                    (run, ledger, part),
                ).fetchone()[0]
                place = 0 if last is None or last < 0 else last + 1
            connection.execute(
                "INSERT OR REPLACE INTO entries VALUES (?, ?, ?, 0, ?, ?)", (run, ledger, part, place, _to_json(record))
            )

    def _open(self) -> sqlite3.Connection:
        if self._connection is None:
            raise StoreError(f"the ledgers {self.path} are closed: open them again")
        return self._connection


@dataclass(frozen=True, slots=True)
class Run:
    """The ledgers of one run. Iterations and revisions are numbers from 0; ``before=None`` reads all of them."""

    ledgers: Ledgers = field(repr=False)
    run_id: str

    def curate(self, iteration: int, hits: Sequence[Hit]) -> None:
        """Note the snippets that an iteration took in, in place of what it took in before."""
        self._replace("curated", "", iteration, [asdict(hit) for hit in hits])

    def curated(self, before: int | None = None) -> tuple[Hit, ...]:
        """K: the snippets of the iterations before this one, in the order they were taken in; one that came twice counts where it
        came first. Scores compare within one search only."""
        first: dict[str, Hit] = {}
        for record in self._records("curated", "", before):
            first.setdefault(record["snippet_id"], Hit(**record))
        return tuple(first.values())

    def ask(self, iteration: int, questions: Sequence[Question]) -> tuple[Question, ...]:
        """Note an iteration's questions (M_Q) in place of those it asked before; those that were kept.

        A question that repeats or paraphrases one of an earlier iteration, or one before it in the list, is refused, and an event
        ``repeat_refused`` says so.
        """
        return self._note("questions", iteration, questions, self.questions(iteration))

    def questions(self, before: int | None = None) -> tuple[Question, ...]:
        """M_Q: the questions of the iterations before this one."""
        return tuple(Question(**record) for record in self._records("questions", "", before))

    def search(self, iteration: int, queries: Sequence[Query]) -> tuple[Query, ...]:
        """Note an iteration's search terms (M_L) in place of those before; those that were kept. Repeats are refused like questions'."""
        return self._note("queries", iteration, queries, self.queries(iteration))

    def queries(self, before: int | None = None) -> tuple[Query, ...]:
        """M_L: the search terms of the iterations before this one."""
        return tuple(Query(**record) for record in self._records("queries", "", before))

    def give_feedback(self, section: str, revision: int, items: Sequence[Feedback]) -> None:
        """Note what the reviewer asks for at one revision of a section (by its id), in place of what was asked for there before."""
        self._replace("feedback", section, revision, [asdict(item) for item in items])

    def feedback(self, section: str, before: int | None = None) -> tuple[Feedback, ...]:
        """M_F: the feedback to the revisions of this section before this one."""
        return tuple(Feedback(**record) for record in self._records("feedback", section, before))

    def step(self, key: str) -> Step:
        """Begin a step ("curate:2", "review:<section>:1"): its events from an earlier attempt are forgotten. Give the recorder that is
        returned to what runs in the step."""
        self._replace("events", key, 0, [])
        return Step(self, key)

    def event(self, kind: str, /, *, step: str = "", **detail: Any) -> None:
        """Note an event without beginning its step: the same event again is the same event, so a rerun adds nothing."""
        record = {"kind": kind, "detail": detail}
        digest = hashlib.sha256(_to_json(record).encode()).digest()
        # A negative place: its own, whatever the order of arrival, and before those that are numbered as they come.
        self.ledgers.put(self.run_id, "events", step, record, -1 - int.from_bytes(digest[:7], "big"))

    def events(self) -> tuple[Event, ...]:
        """The events, by step (numbers in keys in their order: "curate:2" before "curate:10"). In a step, those that were noted without
        beginning it come first, sorted; then the others as they came."""
        rows = self.ledgers.read(
            "SELECT part, place, value FROM entries WHERE run = ? AND ledger = 'events' ORDER BY part, place",
            (self.run_id,),
        )
        rows.sort(key=lambda row: (_natural(row[0]), max(row[1], -1), row[2] if row[1] < 0 else ""))
        records = [(step, json.loads(value)) for step, _, value in rows]
        return tuple(Event(record["kind"], record["detail"], step) for step, record in records)

    def _note(self, ledger: str, iteration: int, asked: Sequence[Asked], earlier: Sequence[Asked]) -> tuple[Asked, ...]:
        kept: list[Asked] = []
        recorder = self.step(f"{ledger}:{iteration}")
        for one in asked:
            known = first_paraphrase(one.text, (other.text for other in (*earlier, *kept)))
            if known is None:
                kept.append(one)
            else:
                recorder.event("repeat_refused", ledger=ledger, text=one.text, like=known)
        self._replace(ledger, "", iteration, [asdict(one) for one in kept])
        return tuple(kept)

    def _replace(self, ledger: str, part: str, step: int, records: Sequence[object]) -> None:
        self.ledgers.replace(self.run_id, ledger, part, step, records)

    def _records(self, ledger: str, part: str, before: int | None) -> list[dict[str, Any]]:
        rows = self.ledgers.read(
            "SELECT value FROM entries WHERE run = ? AND ledger = ? AND part = ? AND (? IS NULL OR step < ?) ORDER BY step, place",
            (self.run_id, ledger, part, before, before),
        )
        return [json.loads(row[0]) for row in rows]


@dataclass(frozen=True, slots=True)
class Step:
    """A ``Recorder`` whose events belong to one step of a run, numbered as they come."""

    run: Run
    key: str

    def event(self, kind: str, /, **detail: Any) -> None:
        """Note an event of this step; ``TypeError`` or ``ValueError`` for a detail that JSON does not know."""
        self.run.ledgers.put(self.run.run_id, "events", self.key, {"kind": kind, "detail": detail})


def first_paraphrase(text: str, known: Iterable[str]) -> str | None:
    """The first of the known texts that this one repeats or paraphrases, or ``None``."""
    return next((one for one in known if is_paraphrase(text, one)), None)


def is_paraphrase(a: str, b: str) -> bool:
    """Whether two questions or search terms ask for the same thing.

    They do if they are made of the same content words (by stem, in any order, without the phrases that questions are wrapped in, and
    with "effect", "impact", "influence" taken for one word) and do not run in opposite directions ("effect of sleep on diet", "effect
    of diet on sleep"). One different number, letter, prefix, negation or content word makes another question: to refuse a new
    question costs more than to ask an old one twice. Symmetric; no state.
    """
    one, other = _sense(a), _sense(b)
    if one.words != other.words:
        return False
    if not one.words:
        return " ".join(a.split()).casefold() == " ".join(b.split()).casefold()
    crossed = (one.source & other.target) and (one.target & other.source)
    return not crossed


@dataclass(frozen=True, slots=True)
class _Sense:
    """The content words of a text and, where a word such as "on", "into" or "affects" gives it a direction, those on either side."""

    words: frozenset[str]
    source: frozenset[str]
    target: frozenset[str]


_WORD = re.compile(r"[^\W_]+(?:[.,]\d+)*|[+−#](?=\W|$)", re.UNICODE)
_NEGATIONS = frozenset(
    "no not non none never neither nor without lack lacks lacking absence absent cannot except".split()
)
_OPPOSITES = frozenset("more less most least before after above below under up down out inside outside".split())
_FORWARD = frozenset("to into on upon onto in against over than toward towards".split())
_BACKWARD = frozenset("by from".split())
_GOAL = frozenset("to into toward towards".split())
_VERBS = frozenset("effect caus".split())  # stems
# What questions are wrapped in: it says that something is asked, not what.
_FRAME = frozenset(
    """actually available brief briefly compare describe description detail details different discuss example examples exactly
    explain explanation explore find generally give happen happens important involve involved involves key know known list main
    mainly major mention name need overview play played plays please possible provide question regard regarding relate related
    relevant respect show significant some summarise summarize summary tell typical typically understand understanding various
    way ways well""".split()
)
# Words that ask for the same thing; the first of a row stands for the others, by stem.
_SAME = (
    "effect affect impact influence consequence consequences",
    "cause reason why trigger",
    "role function purpose contribute contribution importance significance",
    "mechanism process work",
    "treatment therapy treat",
    "difference differ distinguish distinction",
    "definition define meaning",
    "regulation regulate control",
    "production produce",
    "structure architecture",
)


@lru_cache(maxsize=20_000)
def _sense(text: str) -> _Sense:
    stemmer = Stemmer.Stemmer("english")  # made here, because one may not serve two threads
    same = _same_stems()
    words: list[tuple[str, str]] = []
    for match in _WORD.finditer(bm25.fold(_negated(text))):
        word = match.group()
        stem = stemmer.stemWord(word)
        stem = stem[:-1] if stem.endswith("ifi") else stem  # "acidify" and "acidification"
        words.append((word, same.get(stem, stem)))
    content = [(place, stem) for place, (word, stem) in enumerate(words) if _counts(word)]
    stems = frozenset(stem for _, stem in content)
    turn, backward = _turn(words)
    if turn is None:
        return _Sense(stems, frozenset(), frozenset())
    sides = [(place, stem) for place, stem in content if stem not in _VERBS]
    left = frozenset(stem for place, stem in sides if place < turn)
    right = frozenset(stem for place, stem in sides if place > turn)
    return _Sense(stems, right, left) if backward else _Sense(stems, left, right)


def _turn(words: Sequence[tuple[str, str]]) -> tuple[int | None, bool]:
    """The place of the word that gives the text its direction, and whether it points back."""
    inner = list(enumerate(words))[1:]
    back = next((place for place, (word, _) in inner if word in _BACKWARD), None)
    if back is not None:
        # "from A to B" turns at its "to".
        goal = next((place for place, (word, _) in inner if word in _GOAL and place > back), None)
        return (goal, False) if goal is not None and words[back][0] == "from" else (back, True)
    forward = next((place for place, (word, _) in inner if word in _FORWARD), None)
    if forward is not None:
        return forward, False
    return next((place for place, (_, stem) in inner if stem in _VERBS), None), False


def _negated(text: str) -> str:
    return re.sub(r"n['’][tT]\b", " not", text)


def _counts(word: str) -> bool:
    if word in _NEGATIONS or word in _OPPOSITES or word == "why":
        return True
    return word not in bm25.STOP_WORDS and word not in _FRAME


@lru_cache(maxsize=1)
def _same_stems() -> dict[str, str]:
    stemmer = Stemmer.Stemmer("english")
    rows = [[stemmer.stemWord(word) for word in row.split()] for row in _SAME]
    return {stem: row[0] for row in rows for stem in row}


def _natural(key: str) -> tuple[tuple[int, int, str], ...]:
    parts = re.split(r"([0-9]+)", key)
    return tuple((1, int(part[:18]), part) if place % 2 else (0, 0, part) for place, part in enumerate(parts))


def _to_json(record: object) -> str:
    return json.dumps(record, ensure_ascii=True, allow_nan=False, sort_keys=True)


def _connect(path: str) -> sqlite3.Connection:
    connection = None
    try:
        if path != ":memory:":
            Path(path).parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(path, check_same_thread=False, timeout=10)
        schema = connection.execute("PRAGMA user_version").fetchone()[0]
        if schema not in (0, SCHEMA):
            raise StoreError(
                f"the ledgers {path} have schema {schema}, and this version reads {SCHEMA}: use the version that wrote them"
            )
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        with connection:
            connection.execute(
                "CREATE TABLE IF NOT EXISTS entries (run TEXT, ledger TEXT, part TEXT, step INTEGER, place INTEGER,"
                " value TEXT NOT NULL, PRIMARY KEY (run, ledger, part, step, place)) WITHOUT ROWID"
            )
            connection.execute(f"PRAGMA user_version = {SCHEMA}")
    except (sqlite3.Error, OSError) as error:
        if connection is not None:
            connection.close()
        raise StoreError(
            f"cannot open the ledgers {path} ({error}): give a file of their own that you may write to"
        ) from error
    return connection
