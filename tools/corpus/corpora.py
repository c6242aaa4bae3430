"""Corpora: files and folders of rows or notes, read one row at a time into snippets.

Which files are read lives in ``corpus_files``, what the bytes of a format mean in ``rows`` and ``notes``, which fields
of a row are its own in ``row_layers``, the snippet of a row in ``row_snippets``, what became of each row in
``corpus_report``; cutting long texts and finding duplicates live in ``cleaning``.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import zlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, cast

from castalia.memory.errors import InputError
from castalia.memory.records import Snippet
from castalia.tools.corpus.addresses import Addresses
from castalia.tools.corpus.corpus_files import NAME_IT, ReadableFile, readable_files
from castalia.tools.corpus.corpus_report import CorpusReport, Counts
from castalia.tools.corpus.foreign_texts import is_foreign
from castalia.tools.corpus.gzip_names import is_gzip_name
from castalia.tools.corpus.held_rows import CorpusFile, HeldRows
from castalia.tools.corpus.row_errors import RowError
from castalia.tools.corpus.row_layers import flat_row
from castalia.tools.corpus.row_order import RowOrder
from castalia.tools.corpus.row_snippets import check_bad_rows, field_names, snippet_of, unmapped_text
from castalia.tools.corpus.rows import Row
from castalia.tools.corpus.text_streams import NoRowsError, check_text
from castalia.tools.language.listing import first_few

_PART = 1 << 20  # bytes
_GZIP = b"\x1f\x8b"


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
    files = readable_files([paths] if isinstance(paths, str | CorpusFile) else paths, counts.noted)
    named = {ours: names[ours][0] for ours in fields or {}}
    return CorpusReading(_snippets(files, names, named, bad_rows == "refuse", domain, counts), counts)


def corpus_files(paths: Sequence[CorpusFile | str]) -> list[CorpusFile]:
    """The files, and rows in memory, that ``read_corpus`` would read, in its order. Raises ``InputError`` like it."""
    return [one.path for one in readable_files(paths, Counts().noted)]


def corpus_key(paths: Sequence[CorpusFile | str], reading: Mapping[str, Any]) -> str:
    """A digest of the content of the files and rows of a corpus, in order, of how they are read, and of what notes are
    called."""
    files = readable_files(paths, Counts().noted)
    names = [one.source for one in files if one.source]  # which come from their paths
    digest = hashlib.sha256(json.dumps([reading, *names], sort_keys=True).encode())
    for path in (one.path for one in files):
        size = path.size if isinstance(path, HeldRows) else path.stat().st_size
        digest.update(f"\0{size}\0".encode())
        with path.open("rb") as file:
            while block := file.read(_PART):
                digest.update(block)
    return digest.hexdigest()[:16]


def _snippets(
    files: Sequence[ReadableFile],
    names: Mapping[str, tuple[str, ...]],
    named: Mapping[str, str],
    refuse: bool,
    domain: str | None,
    counts: Counts,
) -> Iterator[Snippet]:
    unseen = dict(named)
    addresses, order = Addresses(), RowOrder()
    faults: list[NoRowsError] = []
    has_rows = False  # of files that are not spare: a spare one does not make the next one needless
    for file in files:
        before = counts.rows
        if file.is_spare and has_rows:
            counts.noted.add("text beside files of rows passed over", str(file.path), NAME_IT)
            continue
        try:
            for number, read in _rows(file, names, as_whole=not (refuse or file.is_named)):
                counts.rows += 1
                row = read if isinstance(read, RowError) else flat_row(read, names["text"])
                if file.source and not isinstance(row, RowError):
                    row = {**row, "source": file.source}
                if unseen and not isinstance(row, RowError):
                    seen = {name.strip().lower() for name in row}
                    unseen = {ours: theirs for ours, theirs in unseen.items() if theirs not in seen}
                snippet = _made_of(row, file.place(number), names, refuse, domain, counts)
                if snippet is not None:
                    has_rows = has_rows or not file.is_spare
                    addresses.see(snippet)
                    order.see(snippet)
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
    for note in filter(None, (addresses.unread(), order.unknown())):
        counts.noted.add(note, str(files[0].path))
    if faults and not counts.rows:
        raise faults[0]
    if not counts.kept:
        _nothing_kept(files, counts)


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


def _nothing_kept(files: Sequence[ReadableFile], counts: Counts) -> None:
    where = named_together([one.path for one in files])
    if not counts.rows:
        what = "paragraph to read: give notes" if files[0].source else "row to read: give a file"
        of_what = "with text under their headings" if files[0].source else "with one row a snippet"
        raise InputError(f"{where}: empty, there is no {what} {of_what}")
    faults = sorted(counts.skipped.tallies(), key=lambda one: -one.count)
    shown = "; ".join(f"{one.reason} ({one.count:,})" for one in faults)
    raise InputError(
        f"{where}: none of {counts.rows:,} rows can be used: {shown}; the first at {faults[0].places[0]}: {faults[0].advice}"
    )


def _rows(
    file: ReadableFile, names: Mapping[str, tuple[str, ...]], *, as_whole: bool
) -> Iterator[tuple[int, Row | RowError]]:
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
        if is_gzip_name(path.name) and not zipped and raw.peek(1):
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
