"""Rows: from the bytes of a file to one mapping a row, in bounded memory.

The formats live here (JSON lines and arrays, tables of separated values), the lines and cells of a table in
``table_records``, bytes in ``text_streams``. Which fields a snippet takes from a row lives in ``row_snippets``,
directories and counting in ``corpora``. A fault of one row is a ``RowError`` that is yielded in its place; a fault of
the whole file is an ``InputError`` that is raised, a ``NoRowsError`` where the file holds something else than rows, or
no text in UTF-8.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from io import BufferedReader
from pathlib import PurePath

from castalia.memory.errors import InputError
from castalia.tools.corpus.gzip_names import unzipped_name
from castalia.tools.corpus.json_arrays import elements
from castalia.tools.corpus.row_errors import RowError, too_long
from castalia.tools.corpus.table_records import NOTHING, Lines, records
from castalia.tools.corpus.text_streams import HEAD, ROW_LIMIT, NoRowsError, lines_of, parts_of

DELIMITERS = (",", "\t", ";", "|")

_DEEPEST = 6  # lists and objects in each other that are looked through for rows
_NO_HEADER = re.compile(r"\s*(?:\"?sep=.\"?\s*)?")  # an empty line, or how Excel says what divides the cells
_ARRAY = re.compile(rb"(?:\xef\xbb\xbf)?\s*\[\s*\{")


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
            if element is None or _bare(element):
                yield number, too_long() if element is None else _parse(element)
        return
    first = True
    lines = lines_of(stream, name)
    for number, line in lines:
        if line is None:
            yield number, too_long()
            continue
        line = _bare(line)
        if not line:
            continue
        if first and line == "{":
            yield number, _document(lines, name, has_text)
            return
        first = False
        yield number, _parse(line)


def _bare(text: str) -> str:
    """Without the blanks around it, and the mark that a file begins with which was put behind another one."""
    return text.strip().lstrip("\ufeff").lstrip()


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
    lines = Lines(lines_of(stream, name))
    header, delimiter = _header(lines, name, has_text)
    for number, cells in records(lines, delimiter, len(header)):
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

BY_ZOTERO = "import it into Zotero, and export a CSV from there, which is read as it is"
_WAYS: Mapping[str, str] = {  # to rows, from files that are not read
    "": "if it holds JSON lines, name it so (.jsonl, or .jsonl.gz)",
    **dict.fromkeys((".bib", ".ciw", ".enw", ".nbib", ".ris"), BY_ZOTERO),  # which hold abstracts, as a rule
    **dict.fromkeys((".ods", ".xls", ".xlsx"), "save its table as CSV in UTF-8 first"),
    **dict.fromkeys(
        (".docx", ".epub", ".htm", ".html", ".ipynb", ".odt", ".rtf"),
        "make Markdown of it first (pandoc -t markdown), which is read as notes",
    ),
    ".pdf": "make plain text of it first (pdftotext), which is read as notes",
    **dict.fromkeys((".7z", ".bz2", ".rar", ".tar", ".tgz", ".xz", ".zip", ".zst"), "unpack it first"),
    ".parquet": "write its rows as JSON lines first (with pandas: to_json(orient='records', lines=True))",
}


def way_to_rows(*names: str) -> str:
    """What to do with the files of these names, whose format is not read: the way for one that has a known format."""
    suffixes = sorted((PurePath(unzipped_name(name)).suffix.lower() for name in names), key=lambda one: one == "")
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


def _header(lines: Lines, name: str, has_text: Callable[[Sequence[str]], bool]) -> tuple[list[str], str]:
    """The column names (made unique: ``x``, ``x_2``; a nameless one is ``column1``) and the delimiter."""
    line = next((line for _, line in lines if line is None or not _NO_HEADER.fullmatch(line)), "")
    if line is None:
        raise InputError(f"{name}: the header row is longer than {ROW_LIMIT:,} bytes; is this a table?")
    if not line:
        return [], ","
    cells, delimiter = _split(line, has_text)
    if not has_text(cells):  # a name of a column may run over lines
        whole = line
        while whole.count('"') % 2 and len(whole) < HEAD and (more := next(lines.ahead(), "")):
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
            'if it is a header, map one of these columns, as it is written there, with --field "text=COLUMN" (in Python '
            'fields={"text": "<column>"}), if it is data, add a header row such as text,title,year',
        )
    # nothing divides the cells of a single column: a comma in one is its text's
    return _unique([" ".join(cell.split()) for cell in cells]), delimiter if len(cells) > 1 else NOTHING


def _split(line: str, has_text: Callable[[Sequence[str]], bool]) -> tuple[list[str], str]:
    """The cells of a header and what divides them; none where a quote is never closed. Most columns win, among those
    that name a text if any does; the first of equals."""
    splits = [(next(records(Lines([(1, line)]), mark, 0))[1], mark) for mark in DELIMITERS]
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
