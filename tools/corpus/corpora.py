"""Corpora: files and folders of rows, read one row at a time into snippets.

What the bytes of a format mean lives in ``rows``, which fields of a row are its own in ``row_layers``, the snippet of a
row in ``row_snippets``, what became of each row in ``corpus_report``; cutting long texts and finding duplicates live in
``cleaning``.
"""

from __future__ import annotations

import gzip
import io
import os
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, cast

from castalia.memory.errors import InputError
from castalia.memory.library import CACHE, SNIPPETS
from castalia.memory.paths import expand
from castalia.memory.records import Snippet
from castalia.tools.corpus.addresses import Addresses
from castalia.tools.corpus.batch_files import MANIFEST, OWN
from castalia.tools.corpus.corpus_report import CorpusReport, Counts, Tallies
from castalia.tools.corpus.foreign_texts import is_foreign
from castalia.tools.corpus.held_rows import CorpusFile, HeldRows
from castalia.tools.corpus.row_errors import RowError
from castalia.tools.corpus.row_layers import flat_row
from castalia.tools.corpus.row_snippets import check_bad_rows, field_names, snippet_of, unmapped_text
from castalia.tools.corpus.rows import READERS, Reader, Row, way_to_rows
from castalia.tools.corpus.text_streams import NoRowsError, check_text
from castalia.tools.language.listing import first_few

PAGE_FILES = frozenset({"graph.json", "page.json", "run.json"})  # what a page of ours leaves, which is no corpus
RUN_FILES = frozenset(["manifest.json", "ledgers.sqlite"])
_PART = 1 << 20  # bytes
_GZIP = b"\x1f\x8b"


@dataclass(frozen=True, slots=True)
class _File:
    """A file of a corpus and who reads it; ``is_named`` where it was given itself, and does not only lie in a
    folder."""

    path: CorpusFile
    reader: Reader
    is_named: bool

    def place(self, number: int) -> str:
        """Where a row stands."""
        return f"row {number}" if isinstance(self.path, HeldRows) else f"{self.path}:{number}"


class CorpusReading(Iterator[Snippet]):
    """The snippets of a corpus, read as they are asked for; ``report`` is what has happened so far."""

    def __init__(self, snippets: Iterator[Snippet], counts: Counts) -> None:
        self._snippets = snippets
        self._counts = counts

    def __next__(self) -> Snippet:
        return next(self._snippets)

    @property
    def report(self) -> CorpusReport:
        """A frozen account of the rows read up to now: of all of them once the snippets are exhausted."""
        return self._counts.report()


def read_corpus(
    paths: CorpusFile | str | Sequence[CorpusFile | str],
    fields: Mapping[str, str] | None = None,
    bad_rows: Literal["skip", "refuse"] = "skip",
    domain: str | None = None,
) -> CorpusReading:
    """The snippets of these files, folders (recursively, in sorted order) and rows held in memory, as stored, streamed.
    What pages, batches and stores in such a folder hold is no corpus, and passed over.

    ``fields`` maps our names to the names in the rows (``{"text": "body"}``); ``domain`` overrides that of every row.
    Fields we do not know go to ``extra``, a row's id as ``row_id``. A bad row is skipped and counted, or refused; so is
    a file in a folder that holds no rows, or is not UTF-8, as a whole.

    Raises ``InputError``, at once for paths and settings, while reading for a file that is damaged, for one that was
    named and holds no rows or is not UTF-8, for what is to be refused, and at the end when no row could be used.
    """
    check_bad_rows(bad_rows)
    names = field_names(fields or {})
    counts = Counts()
    files = _files([paths] if isinstance(paths, str | CorpusFile) else paths, counts.noted)
    named = {ours: names[ours][0] for ours in fields or {}}
    return CorpusReading(_snippets(files, names, named, bad_rows == "refuse", domain, counts), counts)


def corpus_files(paths: Sequence[CorpusFile | str]) -> list[CorpusFile]:
    """The files, and rows in memory, that ``read_corpus`` would read, in its order. Raises ``InputError`` like it."""
    return [one.path for one in _files(paths, Counts().noted)]


def _files(paths: Sequence[CorpusFile | str], noted: Tallies) -> list[_File]:
    if not paths:
        raise InputError("no corpus: name at least one file or folder, or give rows")
    known = ", ".join(sorted(READERS))
    files: list[_File] = []
    for given in paths:
        if isinstance(given, HeldRows):
            files.append(_File(given, READERS[".jsonl"], True))
            continue
        path = expand(given)
        if path.is_dir():
            inside = _walk(path, noted)
            readable = [_File(one, reader, False) for one in inside if (reader := _reader(one))]
            if not readable:
                seen = ", ".join(list(dict.fromkeys(one.name for one in inside))[:5]) or "nothing"
                way = way_to_rows(*(one.name for one in inside)) if inside else "name the folder that has the files"
                raise InputError(f"{path} holds no corpus file ({known}, each also as .gz); it holds {seen}: {way}")
            for one in inside:
                if not _reader(one):
                    noted.add("file of another type passed over", str(one), f"types that are read: {known}")
            files.extend(readable)
        elif not path.exists():
            what = "is a link to what does not exist" if path.is_symlink() else "does not exist"
            raise InputError(f"{path} {what}: check the path of the corpus")
        elif not path.is_file():
            raise InputError(f"{path} is a pipe, a socket or a device: save the rows to a file first, and give that")
        elif reader := _reader(path):
            files.append(_File(path, reader, True))
        else:
            raise InputError(
                f"{path}: cannot tell its format from its name; it must end in {known}, or these with .gz; {way_to_rows(path.name)}"
            )
    return files


def _walk(folder: Path, noted: Tallies) -> list[Path]:
    def refuse(error: OSError) -> None:
        raise InputError(f"{error.filename} cannot be listed ({error.strerror}): check its permissions") from None

    found: list[Path] = []
    for at, folders, names in os.walk(folder, onerror=refuse):
        if RUN_FILES.issubset(names) or (CACHE in names and SNIPPETS in folders):  # what a run keeps, and a store
            folders.clear()
            continue
        own = PAGE_FILES if PAGE_FILES.issubset(names) else frozenset[str]()
        own |= {MANIFEST} if OWN in folders else set()
        folders[:] = sorted(name for name in folders if not name.startswith(".") and name != OWN)
        for name in folders:
            if (Path(at) / name).is_symlink():  # which may lead in a circle
                noted.add("folder behind a link passed over", str(Path(at) / name), "give it as a corpus of its own")
        for one in (Path(at) / name for name in sorted(names) if not name.startswith(".") and name not in own):
            if _is_file(one):
                found.append(one)
            else:
                noted.add("broken link, pipe or device passed over", str(one), "save its rows to a file")
    return sorted(found, key=lambda one: one.relative_to(folder).parts)


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # a link that leads to what may not be looked at, or to no path at all
        return False


def _reader(path: Path) -> Reader | None:
    name = path.name.lower().removesuffix(".gz")
    return READERS.get(Path(name).suffix)


def _snippets(
    files: Sequence[_File],
    names: Mapping[str, tuple[str, ...]],
    named: Mapping[str, str],
    refuse: bool,
    domain: str | None,
    counts: Counts,
) -> Iterator[Snippet]:
    unseen = dict(named)
    addresses = Addresses()
    faults: list[NoRowsError] = []
    for file in files:
        before = counts.rows
        try:
            for number, read in _rows(file, names, as_whole=not (refuse or file.is_named)):
                counts.rows += 1
                row = read if isinstance(read, RowError) else flat_row(read, names["text"])
                if unseen and not isinstance(row, RowError):
                    seen = {name.strip().lower() for name in row}
                    unseen = {ours: theirs for ours, theirs in unseen.items() if theirs not in seen}
                snippet = _made_of(row, file.place(number), names, refuse, domain, counts)
                if snippet is not None:
                    addresses.see(snippet)
                    yield snippet
        except NoRowsError as fault:
            if refuse or file.is_named:
                raise
            faults.append(fault)
            counts.noted.add(f"file passed over that is {fault.reason}", str(file.path), fault.way)
        else:
            if counts.rows == before:
                counts.noted.add("file without rows", str(file.path))
    for ours, theirs in unseen.items():
        counts.noted.add(f"no row has {theirs!r}, named for {ours}", str(files[0].path), "check the name of the field")
    if note := addresses.unread():
        counts.noted.add(note, str(files[0].path))
    if faults and not counts.rows:
        raise faults[0]
    if not counts.kept:
        _nothing_kept([one.path for one in files], counts)


def _made_of(
    row: Row | RowError,
    place: str,
    names: Mapping[str, tuple[str, ...]],
    refuse: bool,
    domain: str | None,
    counts: Counts,
) -> Snippet | None:
    """The snippet that a row holds; ``None`` where it holds none, which is an ``InputError`` where bad rows are
    refused. What is odd about it is counted."""
    made = row if isinstance(row, RowError) else snippet_of(row, names, domain)
    if isinstance(made, RowError):
        if refuse:
            raise InputError(f"{place}: {made}")
        counts.skipped.add(made.reason, place, made.way)
        return None
    snippet, notes = made
    if is_foreign(snippet.text):
        notes.append("not in English, as a corpus has to be")
    for note in notes:
        counts.noted.add(note, place)
    counts.kept += 1
    return snippet


def named_together(paths: Sequence[str | CorpusFile]) -> str:
    """What several paths are called in a line."""
    return first_few([str(one) for one in paths], 1)


def _nothing_kept(paths: Sequence[CorpusFile], counts: Counts) -> None:
    where = named_together(paths)
    if not counts.rows:
        raise InputError(f"{where}: empty, there is no row to read: give a file with one row a snippet")
    faults = sorted(counts.skipped.tallies(), key=lambda one: -one.count)
    shown = "; ".join(f"{one.reason} ({one.count:,})" for one in faults)
    raise InputError(
        f"{where}: none of {counts.rows:,} rows can be used: {shown}; the first at {faults[0].places[0]}: {faults[0].advice}"
    )


def _rows(file: _File, names: Mapping[str, tuple[str, ...]], *, as_whole: bool) -> Iterator[tuple[int, Row | RowError]]:
    """The rows of a file; ``as_whole``: none of one that somewhere is no text in UTF-8."""
    path, seen = file.path, set[str]()

    def has_text(columns: Sequence[str]) -> bool:
        seen.update(given := {column.strip().lower() for column in columns})
        return not given.isdisjoint(names["text"])

    try:
        raw = path.open("rb")
    except OSError as error:
        raise InputError(f"{path} cannot be opened ({error.strerror}): check its permissions") from None
    with raw:
        zipped = raw.peek(2)[:2] == _GZIP
        if path.name.lower().endswith(".gz") and not zipped and raw.peek(1):
            raise InputError(
                f"{path} is not gzip although its name says so: pack it anew, or rename it without .gz if it is text"
            )
        stream: io.BufferedReader = raw
        if zipped:  # a GzipFile is a raw stream in all but its declared type
            _check_archive(raw, path)
            stream = cast("io.BufferedReader", io.BufferedReader(cast("io.RawIOBase", gzip.GzipFile(fileobj=raw))))
        if as_whole:
            check_text(stream, str(path))
        try:
            yield from file.reader(stream, str(path), has_text)
        except NoRowsError as fault:
            if way := unmapped_text(seen, names):
                raise NoRowsError(fault.reason, str(path), way) from None
            raise


def _check_archive(raw: io.BufferedReader, path: CorpusFile) -> None:
    """Read it once to the checksum at its end: a damaged archive gives rows that look like bad rows, or like good
    ones."""
    lines = 0
    try:
        with gzip.GzipFile(fileobj=raw) as archive:
            while part := archive.read1(_PART):  # which gives what there is before the place of the damage
                lines += part.count(b"\n")
    except EOFError:
        where = f"after line {lines:,}" if lines else "in its first line"
        raise InputError(f"{path} is cut short {where} (truncated gzip): copy or compress it again") from None
    except (OSError, zlib.error) as error:
        raise InputError(
            f"{path} cannot be read after line {lines}, the gzip archive is damaged ({error}): copy or compress it again"
        ) from None
    raw.seek(0)
