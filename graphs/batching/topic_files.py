"""Files of topics: CSV, text or JSONL, and what is wrong with their rows, told before any work is done.

A row that cannot be read is wrong input, and the whole file is refused.
"""

from __future__ import annotations

import csv
import difflib
import gzip
import io
import json
import re
import sys
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from castalia.graphs.batching.topics import Topic, TopicList, check_topics
from castalia.graphs.checks import kept_domain
from castalia.graphs.settings import LEAST_WORDS
from castalia.memory.errors import InputError
from castalia.memory.paths import expand, refuse_pipe
from castalia.tools.corpus.gzip_names import unzipped_name
from castalia.tools.corpus.row_snippets import FIELDS
from castalia.tools.language.counting import count

COLUMNS = ("topic", "domain", "words", "out")
NEAR, LETTERS = 0.75, 1  # likeness and difference in length of a known key and one that is taken for it, misspelt
_KINDS = {".csv": "csv", ".tsv": "csv", ".jsonl": "jsonl", ".ndjson": "jsonl", ".txt": "text"}
_COMMENT = re.compile(r"\s#(?:\s.*|$)")  # behind a topic; "C#" and "Symphony #9" are topics

Cells = Mapping[str, Any]
Row = tuple[int, Cells | str]  # its line, and its cells by column, or what is wrong with it


def read_topics(source: str | Path, domain: str = "", corpus_columns: Sequence[str] = ()) -> TopicList:
    """The topics of a file, or of stdin ("-"); ``domain`` is that of those that name none. ``InputError`` names file
    and line. The first of ``corpus_columns`` that a row has is its topic's ``corpus``. A file may be gzipped.

    CSV has a column ``topic``, and may have ``domain``, ``words`` and ``out``; one column without that header is a
    plain list. Text is a topic a line; lines that begin with ``#`` are comments, and so is what follows `` # ``. JSONL
    is objects with these keys, or strings. A file of another type, and stdin, is what its first line looks like. What
    else a row has is not used, and told; a misspelt column is refused.
    """
    domain = kept_domain(domain)
    if isinstance(corpus_columns, str) or not isinstance(corpus_columns, Sequence):
        raise InputError(f"corpus_columns is {corpus_columns!r}: give a list of the names of columns")
    name = "stdin" if str(source) == "-" else str(source)
    text = _decoded(_bytes(source), name)
    kind = _KINDS.get(Path(unzipped_name(name)).suffix.lower()) or _kind(text)
    rows = list(_csv_rows(text, name) if kind == "csv" else _jsonl_rows(text) if kind == "jsonl" else _text_rows(text))
    _refuse_corpus(rows, name)
    faults: list[str] = []
    unused: set[str] = set()
    found: list[Topic] = []
    for line, cells in rows:
        where = f"{name}:{line}"
        if isinstance(cells, str):
            faults.append(f"{where}: {cells}")
            continue
        unused |= set(cells) - {*COLUMNS, *corpus_columns}
        if misspelt := _misspelt(cells, (*COLUMNS, *corpus_columns)):
            faults.append(f"{where}: {misspelt}")
            continue
        corpus = next((one for column in corpus_columns if (one := cells.get(column))), "")
        try:
            found.append(replace(_topic(cells, where, domain), corpus=_text(corpus, "corpus")))
        except InputError as error:
            faults.append(f"{where}: {error}")
    if faults:
        more = len(faults) - 1
        raise InputError(faults[0] + (f" (and {count(more, 'more such row')})" if more else ""))
    if not found:
        raise InputError(f"{name} holds no topic: write one a line, for example: Glycolysis")
    checked = check_topics(found)
    if unused:
        columns = ", ".join(sorted(unused))
        return replace(
            checked, notices=(f"{name}: not used: {columns} (known are {', '.join(COLUMNS)})", *checked.notices)
        )
    return checked


def _misspelt(cells: Cells, known: Sequence[str]) -> str:
    """What is wrong with the first name of a cell that is near to a known one which this row does not have; "" where
    there is none."""
    absent = [one for one in known if one not in cells]
    for name in cells:
        plain = name.strip().casefold()
        alike = [one for one in absent if abs(len(one) - len(plain)) <= LETTERS and plain[:1] == one[:1]]
        near = [] if name in known else difflib.get_close_matches(plain, alike, 1, NEAR)
        if near:
            return f"there is no {name[:30]}; did you mean {near[0]}?"
    return ""


def _refuse_corpus(rows: Sequence[Row], name: str) -> None:
    """``InputError`` for snippets with the labels of their topics. Gold pages have texts, too, each for a topic of its
    own."""
    labels = [
        str(cells.get("topic"))
        for _, cells in rows
        if not isinstance(cells, str) and any(one in cells for one in FIELDS["text"])
    ]
    if labels and len(labels) >= 2 * len(set(labels)):
        told = f"{count(len(labels), 'row')} with text on {count(len(set(labels)), 'topic')}"
        raise InputError(f"{name} looks like a corpus ({told}): give the topics, each once and without text")


def _topic(cells: Cells, where: str, domain: str) -> Topic:
    name, own, out = (_text(cells.get(one), one) for one in ("topic", "domain", "out"))
    if not name:
        raise InputError("the topic is empty: name what the page should be about, or remove the row")
    return Topic(name, own or domain, _words(cells.get("words")), out, where)


def _text(value: object, column: str) -> str:
    if value is None:
        return ""
    if not isinstance(value, str):
        raise InputError(f"{column} is {str(value)[:80]!r}: give text")
    return " ".join(value.split()) if column != "out" else value.strip()


def _words(value: object) -> int | None:
    if value is None or (isinstance(value, str) and not value.strip()):
        return None
    if isinstance(value, str) and re.fullmatch(r"[0-9]{1,6}", value.strip()):
        value = int(value)
    if not isinstance(value, int) or isinstance(value, bool) or not LEAST_WORDS <= value < 1_000_000:
        raise InputError(f"words is {str(value)[:80]!r}: give a whole number from {LEAST_WORDS} up, or nothing")
    return value


def _bytes(source: str | Path) -> bytes:
    if str(source) == "-":
        if sys.stdin is None:
            raise InputError("there is no stdin to read topics from: name a file")
        return sys.stdin.buffer.read()
    path = expand(source)
    if not str(source).strip() or not path.exists():
        raise InputError(
            f"{str(source) or 'the file of topics'} does not exist: give a file of topics (.csv, .txt, .jsonl), or - for stdin"
        )
    if path.is_dir():
        raise InputError(f"{source} is a folder: give a file of topics (.csv, .txt, .jsonl), or - for stdin")
    refuse_pipe(path)
    try:
        data = path.read_bytes()
        return gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise InputError(f"{source} is no whole gzip file ({error}): pack it again") from error
    except OSError as error:
        raise InputError(f"cannot read {source} ({error.strerror}): choose a file that you may read") from error


def _decoded(data: bytes, name: str) -> str:
    encoding = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise InputError(f"{name}:{line}: this is not UTF-8: save the file as UTF-8 text") from error


def _kind(text: str) -> str:
    first = next((line.strip() for line in text.splitlines() if line.strip()), "")
    if first.startswith(("{", '"')) and _is_json(first):
        return "jsonl"
    return "csv" if _separator(first) else "text"


def _separator(header: str) -> str:
    """What stands between the cells of this header: a comma, or what spreadsheets put in its place; "" where no column
    is ``topic``."""
    found = (one for one in ",;\t" if "topic" in (cell.strip(' "\ufeff').casefold() for cell in header.split(one)))
    return next(found, "")


def _is_json(line: str) -> bool:
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return False
    return True


def _text_rows(text: str) -> Iterator[Row]:
    for number, line in enumerate(_lines(text), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            yield number, {"topic": _COMMENT.sub("", line)}


def _jsonl_rows(text: str) -> Iterator[Row]:
    for number, line in enumerate(_lines(text), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except (ValueError, RecursionError) as error:
            yield number, f"this is no JSON ({str(error)[:80]}): give an object a line"
            continue
        if isinstance(row, str):
            row = {"topic": row}
        if not isinstance(row, dict):
            yield number, 'this is no object: write {"topic": "Glycolysis"}'
        elif "topic" not in row:
            yield number, f'there is no "topic" ({_some(row)}): write {{"topic": "Glycolysis"}}'
        else:
            yield number, row


def _csv_rows(text: str, name: str) -> Iterator[Row]:
    separator = _separator(next((one for one in text.splitlines() if one.strip()), "")) or ","
    reader = csv.reader(io.StringIO(text, newline=""), strict=True, skipinitialspace=True, delimiter=separator)
    header: list[str] | None = None
    line = 1
    try:
        for row in reader:
            cells, line, begun = [cell.strip() for cell in row], reader.line_num + 1, line
            if not any(cells):
                continue
            if header is None:
                header = _header(cells, f"{name}:{begun}")
                if header == [cell.casefold() for cell in cells]:
                    continue
            if len(cells) > len(header):
                quote = "quote a topic that holds a comma" if header == ["topic"] else "quote what holds a comma"
                yield begun, f"{len(cells)} cells, and the header has {len(header)}: {quote}"
            elif header == ["topic"] and ";" in cells[0]:
                yield begun, "a row of several cells: name the columns in a first line such as topic;domain"
            else:
                yield begun, {column: cell for column, cell in zip(header, cells, strict=False) if column}
    except csv.Error as error:
        raise InputError(
            f"{name}:{line}: this is no CSV from here on ({error}): look for a quote that is not closed"
        ) from error


def _header(cells: list[str], where: str) -> list[str]:
    """The columns that the first row names; of a plain list, which names none, ``topic``."""
    names = [cell.casefold() for cell in cells]
    if twice := [one for one in COLUMNS if "topic" in names and names.count(one) > 1]:
        raise InputError(f"{where}: the column {twice[0]} is there twice: keep one")
    if "topic" not in names and len(cells) > 1:
        raise InputError(
            f"{where}: there is no column topic ({_some(cells)}): the first line names the columns, with commas between"
        )
    return names if "topic" in names else ["topic"]


def _lines(text: str) -> list[str]:
    return re.split(r"\r\n|\r|\n", text)


def _some(names: Iterable[str]) -> str:
    shown = [str(one)[:30] for one in names]
    return "it has " + (", ".join(shown[:5]) + (", …" if len(shown) > 5 else "") or "nothing")
