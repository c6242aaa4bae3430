"""Corpora: files and folders of rows, read one row at a time into snippets, and the report of what became of each row.

What the bytes of a format mean lives in ``rows``; cutting long texts and finding duplicates live in ``cleaning``.
"""

from __future__ import annotations

import gzip
import io
import math
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from dataclasses import fields as fields_of
from pathlib import Path
from typing import Literal, cast

from castalia.memory.errors import InputError
from castalia.memory.identity import snippet_id
from castalia.memory.records import Scalar, Snippet
from castalia.tools.rows import READERS, Reader, Row, RowError

# Our names for a field of a row, and the names it is known by elsewhere (lower case); the first that is there wins.
FIELDS: Mapping[str, tuple[str, ...]] = {
    "id": ("id",),
    "text": ("content", "text", "snippet", "abstract", "passage"),
    "url": ("url",),
    "domain": ("domain",),
    "topic": ("topic",),
    "title": ("title",),
    "year": ("year",),
    "source": ("source",),
    "authors": ("authors", "author"),
    "doi": ("doi",),
}
PAGE_FILES = frozenset({"graph.json", "page.json", "run.json"})  # what a page of ours leaves, which is no corpus
PLACES = 20  # locations that a report keeps for each reason
YEARS = range(1000, 2101)

_GZIP = b"\x1f\x8b"
_YEAR = re.compile(r"(?<!\d)(?:1\d{3}|20\d{2}|2100)(?!\d)")
_SNIPPET_FIELDS = frozenset(field.name for field in fields_of(Snippet))


@dataclass(frozen=True, slots=True)
class Tally:
    """How often something happened: the first ``PLACES`` places, and for the first of them what to do about it."""

    reason: str
    count: int
    places: tuple[str, ...] = ()
    advice: str = ""


@dataclass(frozen=True, slots=True)
class CorpusReport:
    """What became of every row. ``rows`` is ``kept`` and everything that is counted as left out, chunks apart.

    ``rows`` were read (or handed to cleaning); ``skipped`` rows gave no snippet, ``noted`` ones did, but something in them
    was left out or changed (``noted`` also names files that were passed over). ``too_short``, ``duplicates`` and
    ``near_duplicates`` count snippets (or chunks) that cleaning removed, ``chunked`` those it cut, into ``chunks`` pieces.
    ``kept = rows - skipped + chunks - chunked - too_short - duplicates - near_duplicates``. ``twins`` are the first
    pairs of ids (kept, removed) of near duplicates.
    """

    files: int = 0
    rows: int = 0
    kept: int = 0
    skipped: tuple[Tally, ...] = ()
    noted: tuple[Tally, ...] = ()
    too_short: int = 0
    duplicates: int = 0
    near_duplicates: int = 0
    chunked: int = 0
    chunks: int = 0
    twins: tuple[tuple[str, str], ...] = ()

    def then(self, later: CorpusReport) -> CorpusReport:
        """The report of this reading and of the cleaning that its snippets went through."""
        return replace(
            later,
            files=self.files,
            rows=self.rows,
            skipped=self.skipped + later.skipped,
            noted=self.noted + later.noted,
        )

    def lines(self) -> tuple[str, ...]:
        """The report for a reader, one fact a line; only what happened."""
        counts = (
            (self.too_short, "too short"),
            (self.duplicates, "duplicates removed"),
            (self.near_duplicates, "near duplicates removed"),
            (self.chunked, f"long ones cut into {self.chunks:,} chunks"),
        )
        tallies = [(tally, "skipped") for tally in self.skipped] + [(tally, "noted") for tally in self.noted]
        return (
            f"{self.rows:,} rows read, {self.kept:,} snippets kept",
            *(f"{count:,} {what}" for count, what in counts if count),
            *(f"{tally.count:,} {what}: {tally.reason} (first: {tally.places[0]})" for tally, what in tallies),
        )


class CorpusReading(Iterator[Snippet]):
    """The snippets of a corpus, read as they are asked for; ``report`` is what has happened so far."""

    def __init__(self, snippets: Iterator[Snippet], counts: _Counts) -> None:
        self._snippets = snippets
        self._counts = counts

    def __next__(self) -> Snippet:
        return next(self._snippets)

    @property
    def report(self) -> CorpusReport:
        """A frozen account of the rows read up to now: of all of them once the snippets are exhausted."""
        counts = self._counts
        return CorpusReport(
            files=counts.files,
            rows=counts.rows,
            kept=counts.kept,
            skipped=counts.skipped.tallies(),
            noted=counts.noted.tallies(),
        )


def read_corpus(
    paths: Path | str | Sequence[Path | str],
    fields: Mapping[str, str] | None = None,
    bad_rows: Literal["skip", "refuse"] = "skip",
    domain: str | None = None,
    readers: Mapping[str, Reader] = READERS,
) -> CorpusReading:
    """The snippets of these files and folders (recursively, in sorted order), as stored, streamed.

    ``fields`` maps our names to the names in the rows (``{"text": "body"}``); ``domain`` overrides that of every row.
    Fields we do not know go to ``extra``, a row's id as ``row_id``. A bad row is skipped and counted, or refused.

    Raises ``InputError``, at once for paths and settings, while reading for a file that is damaged or not UTF-8, for a bad
    row that is to be refused, and at the end when no row could be used.
    """
    if bad_rows not in ("skip", "refuse"):
        raise InputError(f"bad_rows is {bad_rows!r}: choose 'skip' or 'refuse'")
    names = _names(fields or {})
    counts = _Counts()
    files = _files([paths] if isinstance(paths, str | Path) else paths, readers, counts.noted)
    return CorpusReading(_snippets(files, names, bad_rows == "refuse", domain, counts), counts)


class _Tallies:
    """Counts by reason while a corpus is read."""

    def __init__(self) -> None:
        self._found: dict[str, tuple[int, list[str], str]] = {}

    def add(self, reason: str, place: str, advice: str = "") -> None:
        count, places, first = self._found.get(reason, (0, [], advice))
        if count < PLACES:
            places.append(place)
        self._found[reason] = (count + 1, places, first)

    def tallies(self) -> tuple[Tally, ...]:
        return tuple(
            Tally(reason, count, tuple(places), advice)
            for reason, (count, places, advice) in sorted(self._found.items())
        )


class _Counts:
    """The report in the making."""

    def __init__(self) -> None:
        self.files = self.rows = self.kept = 0
        self.skipped = _Tallies()
        self.noted = _Tallies()


def _names(fields: Mapping[str, str]) -> Mapping[str, tuple[str, ...]]:
    """``FIELDS`` with the caller's mapping in place."""
    for ours, theirs in fields.items():
        if ours not in FIELDS:
            raise InputError(f"fields: {ours!r} is not a field of a snippet; map one of {', '.join(FIELDS)}")
        if not isinstance(theirs, str) or not theirs.strip():
            raise InputError(f"fields: {ours!r} needs the name of a field of the rows, not {theirs!r}")
    return {**FIELDS, **{ours: (theirs.strip().lower(),) for ours, theirs in fields.items()}}


def _files(paths: Sequence[Path | str], readers: Mapping[str, Reader], noted: _Tallies) -> list[tuple[Path, Reader]]:
    if not paths:
        raise InputError("no corpus: name at least one file or folder")
    known = ", ".join(sorted(readers))
    files: list[tuple[Path, Reader]] = []
    for path in map(Path, paths):
        if path.is_dir():
            inside = _walk(path)
            readable = [(one, reader) for one in inside if (reader := _reader(one, readers))]
            if not readable:
                seen = ", ".join(one.name for one in inside[:5]) or "nothing"
                raise InputError(f"{path} holds no corpus file ({known}, each also as .gz); it holds {seen}")
            for one in inside:
                if not _reader(one, readers):
                    noted.add("file of another type passed over", str(one), f"types that are read: {known}")
            files.extend(readable)
        elif not path.exists():
            raise InputError(f"{path} does not exist: check the path of the corpus")
        elif reader := _reader(path, readers):
            files.append((path, reader))
        else:
            raise InputError(f"{path}: cannot tell its format from its name; it must end in {known}, or these with .gz")
    return files


def _walk(folder: Path) -> list[Path]:
    def refuse(error: OSError) -> None:
        raise InputError(f"{error.filename} cannot be listed ({error.strerror}): check its permissions") from None

    found: list[Path] = []
    for at, folders, names in os.walk(folder, onerror=refuse):
        folders[:] = [name for name in folders if not name.startswith(".")]
        page = PAGE_FILES if PAGE_FILES.issubset(names) else frozenset()
        kept = [name for name in names if not name.startswith(".") and name not in page]
        found += [Path(at) / name for name in kept if (Path(at) / name).is_file()]
    return sorted(found, key=lambda one: one.relative_to(folder).parts)


def _reader(path: Path, readers: Mapping[str, Reader]) -> Reader | None:
    name = path.name.lower().removesuffix(".gz")
    return readers.get(Path(name).suffix)


def _snippets(
    files: Iterable[tuple[Path, Reader]],
    names: Mapping[str, tuple[str, ...]],
    refuse: bool,
    domain: str | None,
    counts: _Counts,
) -> Iterator[Snippet]:
    files = list(files)
    for path, reader in files:
        counts.files += 1
        before = counts.rows
        for number, row in _rows(path, reader, names):
            counts.rows += 1
            place = f"{path}:{number}"
            made = row if isinstance(row, RowError) else _snippet(row, names, domain)
            if isinstance(made, RowError):
                if refuse:
                    raise InputError(f"{place}: {made}")
                counts.skipped.add(made.reason, place, str(made))
                continue
            snippet, notes = made
            for note in notes:
                counts.noted.add(note, place)
            counts.kept += 1
            yield snippet
        if counts.rows == before:
            counts.noted.add("file without rows", str(path))
    if not counts.kept:
        _nothing_kept([path for path, _ in files], counts)


def _nothing_kept(paths: Sequence[Path], counts: _Counts) -> None:
    where = str(paths[0]) if len(paths) == 1 else f"{paths[0]} and {len(paths) - 1} more"
    if not counts.rows:
        raise InputError(f"{where}: empty, there is no row to read: give a file with one row a snippet")
    faults = sorted(counts.skipped.tallies(), key=lambda one: -one.count)
    shown = "; ".join(f"{one.reason} ({one.count:,})" for one in faults)
    raise InputError(
        f"{where}: none of {counts.rows:,} rows can be used: {shown}; the first at {faults[0].places[0]}: {faults[0].advice}"
    )


def _rows(path: Path, reader: Reader, names: Mapping[str, tuple[str, ...]]) -> Iterator[tuple[int, Row | RowError]]:
    def has_text(columns: Sequence[str]) -> bool:
        return any(column.strip().lower() in names["text"] for column in columns)

    try:
        raw = path.open("rb")
    except OSError as error:
        raise InputError(f"{path} cannot be opened ({error.strerror}): check its permissions") from None
    with raw:
        zipped = raw.peek(2)[:2] == _GZIP
        if path.name.lower().endswith(".gz") and not zipped and raw.peek(1):
            raise InputError(f"{path} is not gzip although its name says so: rename it without .gz")
        stream: io.BufferedReader = raw
        if zipped:  # a GzipFile is a raw stream in all but its declared type
            stream = cast("io.BufferedReader", io.BufferedReader(cast("io.RawIOBase", gzip.GzipFile(fileobj=raw))))
        yield from reader(stream, str(path), has_text)


def _snippet(
    row: Row, names: Mapping[str, tuple[str, ...]], domain: str | None
) -> tuple[Snippet, list[str]] | RowError:
    """The snippet of a row and notes on what was left out, or what is wrong with the row."""
    theirs = {name.strip().lower(): name for name in reversed(row)}
    found = {ours: [theirs[name] for name in aliases if name in theirs] for ours, aliases in names.items()}
    text = _text(row, found["text"], names["text"])
    if isinstance(text, RowError):
        return text
    used = {key for ours, keys in found.items() if ours != "text" for key in keys[:1]} | {text}
    notes: list[str] = []

    def line(ours: str) -> str:
        return _line(row[found[ours][0]], found[ours][0], notes) if found[ours] else ""

    content, url = cast("str", row[text]), line("url")
    snippet = Snippet(
        id=snippet_id(content, url),
        text=content,
        url=url,
        domain=line("domain") if domain is None else domain,
        topic=line("topic"),
        title=line("title"),
        year=_year(row[found["year"][0]], notes) if found["year"] else None,
        source=line("source"),
        authors=_authors(row[found["authors"][0]], notes) if found["authors"] else (),
        doi=line("doi"),
        extra=_extra(row, used, line("id"), notes),
    )
    return snippet, notes


def _text(row: Row, keys: Sequence[str], aliases: Sequence[str]) -> str | RowError:
    """The key under which the row holds its text: the first of them with one."""
    for key in keys:
        value = row[key]
        if isinstance(value, str) and value.strip():
            return key
    seen = ", ".join(str(key)[:40] for key in list(row)[:12]) or "none"
    if not keys:
        message = (
            f"no text field ({', '.join(aliases)}); the fields are: {seen}; "
            'map it with --field text=NAME (in Python fields={"text": "<field>"})'
        )
        return RowError("no text field", message)
    if all(row[key] is None or isinstance(row[key], str) for key in keys):
        return RowError("text is empty", f"the field {keys[0]!r} is empty: leave such rows out, or map another field")
    wrong = next(key for key in keys if row[key] is not None and not isinstance(row[key], str))
    kind = type(row[wrong]).__name__
    return RowError("text is not a string", f"the field {wrong!r} is a {kind}, not a string: write it as one string")


def _line(value: object, name: str, notes: list[str]) -> str:
    if isinstance(value, str):
        return value.strip()
    if value is None:
        return ""
    if isinstance(value, bool | int | float) and _finite(value):
        return str(value)
    notes.append(f"field {name[:40]!r} left out: neither a string nor a finite number")
    return ""


def _year(value: object, notes: list[str]) -> int | None:
    """2006, 2006.0, "2006", "c. 1990", "2006-05-01"; anything else is noted and gives ``None``."""
    if value is None or (isinstance(value, str) and not value.strip()):
        return None
    year: int | None = None
    if isinstance(value, str):
        match = _YEAR.search(value[:100])
        year = int(match.group()) if match else None
    elif isinstance(value, int | float) and not isinstance(value, bool) and _finite(value) and value == int(value):
        year = int(value)
    if year is not None and year in YEARS:
        return year
    notes.append("year left out: not a year from 1000 to 2100")
    return None


def _authors(value: object, notes: list[str]) -> tuple[str, ...]:
    """A list of names (or of objects with a ``name``), or one string with names between semicolons."""
    if value is None:
        return ()
    parts = value.split(";") if isinstance(value, str) else value
    if not isinstance(parts, list):
        notes.append("authors left out: neither a list nor a string")
        return ()
    names = [part.get("name") if isinstance(part, dict) else part for part in parts]
    if not all(isinstance(name, str) for name in names):
        notes.append("an author left out: not a string")
    return tuple(name.strip() for name in names if isinstance(name, str) and name.strip())


def _extra(row: Row, used: set[str], row_id: str, notes: list[str]) -> dict[str, Scalar]:
    """The other scalars of the row; a name that a snippet has itself is kept apart as ``row_<name>``."""
    extra: dict[str, Scalar] = {"row_id": row_id} if row_id else {}
    for name in sorted(set(row) - used):
        value = row[name]
        if value is None:
            continue
        if not isinstance(value, str | bool | int | float) or not _finite(value):
            notes.append(f"field {name[:40]!r} left out: neither a string nor a finite number")
            continue
        key = f"row_{name}" if name.lower() in _SNIPPET_FIELDS else name
        while key in extra:
            key += "_"
        # A store's payload holds integers of 64 bits.
        extra[key] = str(value) if isinstance(value, int) and value.bit_length() > 63 else value
    return extra


def _finite(value: str | bool | int | float) -> bool:
    return not isinstance(value, float) or math.isfinite(value)
