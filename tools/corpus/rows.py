"""Rows: from the bytes of a file to one mapping a row, in bounded memory.

The formats live here (JSON lines and arrays, tables of separated values), bytes in ``text_streams``. Which fields a
snippet takes from a row lives in ``row_snippets``, directories and counting in ``corpora``. A fault of one row is a
``RowError`` that is yielded in its place; a fault of the whole file is an ``InputError`` that is raised, a
``NoRowsError`` where the file holds something else than rows, or no text in UTF-8.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from io import BufferedReader
from pathlib import PurePath

from castalia.memory.errors import InputError
from castalia.tools.corpus.json_arrays import elements
from castalia.tools.corpus.text_streams import HEAD, ROW_LIMIT, NoRowsError, lines_of, parts_of
from castalia.tools.language.counting import count

DELIMITERS = (",", "\t", ";", "|")

_DEEPEST = 6  # lists and objects in each other that are looked through for rows
_NO_HEADER = re.compile(r"\s*(?:\"?sep=.\"?\s*)?")  # an empty line, or how Excel says what divides the cells
_ARRAY = re.compile(rb"(?:\xef\xbb\xbf)?\s*\[\s*\{")


class RowError(InputError):
    """One row that cannot be used: ``reason`` is the same for all of its kind, the message says how to mend this
    one; ``way`` is the message without the reason, where it begins with that."""

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason, self.way = reason, message.removeprefix(f"{reason}; ")


Row = dict[str, object]
Rows = Iterator[tuple[int, Row | RowError]]
# A reader takes the binary stream, the name to show in messages, and a test whether these columns hold a text; it
# gives (line number from 1, row). A new format is one such function and one line in READERS.
Reader = Callable[[BufferedReader, str, Callable[[Sequence[str]], bool]], Rows]


def read_json_lines(stream: BufferedReader, name: str, has_text: Callable[[Sequence[str]], bool]) -> Rows:
    """One JSON object a line, with a comma behind it or not, an array of objects, or one object over all lines; blank
    lines are no rows."""
    if _ARRAY.match(stream.peek(HEAD)[:HEAD]):
        for number, element in elements(parts_of(stream, name), ROW_LIMIT):
            yield number, _too_long() if element is None else _parse(element)
        return
    first = True
    lines = lines_of(stream, name)
    for number, line in lines:
        if line is None:
            yield number, _too_long()
            continue
        line = line.strip()
        if not line:
            continue
        if first and line == "{":
            yield number, _document(lines, name, has_text)
            return
        first = False
        yield number, _parse(line)


def _document(lines: Iterator[tuple[int, str | None]], name: str, has_text: Callable[[Sequence[str]], bool]) -> Row:
    """The object whose first line was read, where it is a row, or holds some."""
    parts, size = ["{"], 0
    for _, line in lines:
        parts.append(line or "")
        size += len(parts[-1]) if line else ROW_LIMIT
        if size > ROW_LIMIT:
            parts.clear()
            break
    row = _parse("".join(parts))
    if isinstance(row, RowError) or not any(has_text(list(one)) for one in _objects(row, _DEEPEST)):
        kind = "one JSON document, not JSON lines"
        way = "write its rows one a line, or as an array (jq '.NAME', where they stand under a name)"
        raise NoRowsError(kind, f"{name} is {kind}", way)
    return row


def _objects(value: object, deep: int) -> Iterator[Row]:
    """The objects in a value of JSON, of lists the first."""
    inner: Iterable[object] = value[:1] if isinstance(value, list) else ()
    if isinstance(value, dict):
        yield value
        inner = value.values()
    for one in inner if deep else ():
        yield from _objects(one, deep - 1)


def read_table(stream: BufferedReader, name: str, has_text: Callable[[Sequence[str]], bool]) -> Rows:
    """Separated values with a header row: comma, tab, semicolon or bar, cells in double quotes where they need it.

    All cells are strings. The standard library's reader is not used: its limit on a cell is one for the whole process.
    """
    lines = _Lines(lines_of(stream, name))
    header, delimiter = _header(lines, name, has_text)
    for number, cells in _records(lines, delimiter, len(header)):
        if isinstance(cells, RowError):
            yield number, cells
        elif len(cells) != len(header):
            message = (
                f"{len(cells)} cells under {len(header)} columns: quote a cell that holds the delimiter or a quote"
            )
            yield number, RowError("wrong number of cells", message)
        else:
            yield number, dict(zip(header, cells, strict=True))


READERS: Mapping[str, Reader] = {
    ".csv": read_table,
    ".json": read_json_lines,
    ".jsonl": read_json_lines,
    ".ndjson": read_json_lines,
    ".tsv": read_table,
}


_WAYS: Mapping[str, str] = {  # to rows, from files that are not read
    "": "if it holds JSON lines, name it so (.jsonl, or .jsonl.gz)",
    **dict.fromkeys(
        (".bib", ".ciw", ".enw", ".nbib", ".ris"),  # which hold abstracts, as a rule
        "import it into Zotero, and export a CSV from there, which is read as it is",
    ),
    **dict.fromkeys((".ods", ".xls", ".xlsx"), "save its table as CSV in UTF-8 first"),
    **dict.fromkeys((".7z", ".bz2", ".rar", ".tar", ".tgz", ".xz", ".zip", ".zst"), "unpack it first"),
    ".parquet": "write its rows as JSON lines first (with pandas: to_json(orient='records', lines=True))",
}


def way_to_rows(*names: str) -> str:
    """What to do with the files of these names, whose format is not read: the way for one that has a known format."""
    suffixes = sorted((PurePath(name.lower().removesuffix(".gz")).suffix for name in names), key=lambda one: one == "")
    ways = (_WAYS[suffix] for suffix in suffixes if suffix in _WAYS)
    return next(ways, "of any other text write the passages into such a file first, one a row")


def _parse(line: str) -> Row | RowError:
    try:
        row = json.loads(line.removesuffix(","))
    except ValueError as error:  # also a number with thousands of digits
        return RowError("invalid JSON", f"invalid JSON; write one object a line ({error})")
    except RecursionError:
        return RowError("invalid JSON", "invalid JSON; write one flat object a line (it is nested too deeply)")
    if not isinstance(row, dict):
        return RowError("not an object", f"a JSON {_kind(row)} where an object with a text field is expected")
    return row


def _kind(value: object) -> str:
    kinds = {list: "array", str: "string", bool: "boolean", int: "number", float: "number", type(None): "null"}
    return kinds.get(type(value), "value")


class _Lines(Iterator[tuple[int, str | None]]):
    """Numbered lines (``None`` for one that is too long), the next of which may be looked at."""

    def __init__(self, lines: Iterable[tuple[int, str | None]]) -> None:
        self._lines = iter(lines)
        self._ahead: list[tuple[int, str | None]] = []

    def __next__(self) -> tuple[int, str | None]:
        return self._ahead.pop() if self._ahead else next(self._lines)

    def peek(self) -> str:
        """The next line, "" where there is none."""
        self._ahead = self._ahead or [one for one in [next(self._lines, None)] if one is not None]
        return (self._ahead[0][1] or "") if self._ahead else ""


def _header(lines: _Lines, name: str, has_text: Callable[[Sequence[str]], bool]) -> tuple[list[str], str]:
    """The column names (made unique: ``x``, ``x_2``; a nameless one is ``column1``) and the delimiter."""
    line = next((line for _, line in lines if line is None or not _NO_HEADER.fullmatch(line)), "")
    if line is None:
        raise InputError(f"{name}: the header row is longer than {ROW_LIMIT:,} bytes; is this a table?")
    if not line:
        return [], ","
    cells, delimiter = _split(line, has_text)
    if not has_text(cells):  # a name of a column may run over lines
        whole = line
        while whole.count('"') % 2 and len(whole) < HEAD and (more := lines.peek()):
            next(lines)
            whole += more
        cells, delimiter = max(
            (cells, delimiter), _split(whole, has_text), key=lambda one: (has_text(one[0]), bool(one[0]))
        )
    if not cells:
        raise InputError(f"{name}: a quote in the header row is never closed; mend the header")
    if not has_text(cells):
        seen = ", ".join(" ".join(cell.split())[:40] for cell in cells[:12])
        raise NoRowsError(
            "a table without a text column",
            f"{name}: no column of the first row is a text column (it reads: {seen})",
            'if it is a header, map the column with --field text=COLUMN (in Python fields={"text": "<column>"}), if it is '
            "data, add a header row such as text,title,year",
        )
    # nothing divides the cells of a single column: a comma in one is its text's
    return _unique([" ".join(cell.split()) for cell in cells]), delimiter if len(cells) > 1 else "\t"


def _split(line: str, has_text: Callable[[Sequence[str]], bool]) -> tuple[list[str], str]:
    """The cells of a header and what divides them; none where a quote is never closed. Most columns win, among those
    that name a text if any does; the first of equals."""
    splits = [(next(_records(_Lines([(1, line)]), mark, 0))[1], mark) for mark in DELIMITERS]
    rows = [(cells, mark) for cells, mark in splits if not isinstance(cells, RowError)]
    return max(rows, key=lambda one: (has_text(one[0]), len(one[0])), default=([], ","))


def _unique(names: Sequence[str]) -> list[str]:
    unique: dict[str, None] = {}  # in order, and quick to ask, for a table may have many thousand columns
    taken = set(names)
    for place, name in enumerate(names, 1):
        fresh = name or f"column{place}"
        count = 1
        while fresh in unique or (fresh != name and fresh in taken):
            count += 1
            fresh = f"{name or 'column'}_{count}"
        unique[fresh] = None
    return list(unique)


def _records(lines: _Lines, delimiter: str, width: int) -> Iterator[tuple[int, list[str] | RowError]]:
    """Records of cells, of which there should be ``width`` (0: nobody knows yet); a quoted cell may run over lines, and
    ``""`` in it is a quote. Linear in the text."""
    for first, line in lines:
        if line is None:
            yield first, _too_long()
        elif line.strip():
            yield first, _record(line, lines, delimiter, width)


def _record(line: str, lines: _Lines, delimiter: str, width: int) -> list[str] | RowError:
    cells: list[str] = []
    size = len(line)
    at = behind = 0
    while at >= 0:
        quoted = ""
        if line.startswith('"', at) and not (delimiter == "\t" and _is_text(line, at, lines, width)):
            parts: list[str] = []
            at += 1
            while (close := _closing_quote(line, at)) < 0:
                parts.append(line[at:])
                line, at = next(lines, (0, ""))[1] or "", 0
                size += len(line)
                if not line:
                    return _never_closed(behind)
                behind += 1
                if size > ROW_LIMIT:
                    parts.clear()  # keep looking for the end, hold nothing
            quoted = ("".join(parts) + line[at:close]).replace('""', '"')
            at = close + 1
        end = line.find(delimiter, at)
        cells.append(quoted + (line[at:end] if end >= 0 else line[at:].rstrip("\r\n")))
        at = end + 1 if end >= 0 else -1
    return cells if size <= ROW_LIMIT else _too_long()


def _is_text(line: str, at: int, lines: _Lines, width: int) -> bool:
    """Whether a quote that opens a cell between tabs belongs to its text, for such tables often quote no cell (those of
    Web of Science): it closes inside the cell, or not in this line, which has all its cells as has the next, and that
    closes none."""
    if (close := _closing_quote(line, at + 1)) >= 0:
        return not _ends_cell(line, close)
    following = lines.peek() or line
    is_row = width > 1 and all(one.count("\t") == width - 1 for one in (line, following))
    close = _closing_quote(following, 0)
    return is_row and (close < 0 or not _ends_cell(following, close))


def _ends_cell(line: str, close: int) -> bool:
    return line[close + 1 : close + 2] in ("\t", "\r", "\n", "")


def _never_closed(behind: int) -> RowError:
    """``behind`` lines were taken for the rest of the cell."""
    lost = f", so that {count(behind, 'line')} behind it went unread" if behind else ""
    return RowError(
        f"quote never closed{lost}", f"a quoted cell starts in this row and is never closed{lost}: close it"
    )


def _closing_quote(line: str, at: int) -> int:
    """Where the quoted cell ends in this line, -1 if it runs on; a doubled quote does not end it."""
    while (at := line.find('"', at)) >= 0 and line.startswith('"', at + 1):
        at += 2
    return at


def _too_long() -> RowError:
    return RowError("row over 5 MB", f"longer than {ROW_LIMIT:,} bytes: cut the text into passages")
