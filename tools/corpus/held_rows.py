"""A corpus that is held in memory: rows, or snippets, read as the lines of a file would be that holds them as JSON."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from io import BufferedReader, BytesIO
from pathlib import Path
from typing import Any, ClassVar

from castalia.memory.errors import InputError
from castalia.memory.records import Snippet
from castalia.tools.corpus.row_snippets import row_of


@dataclass(frozen=True, slots=True)
class HeldRows:
    """Rows as JSON lines in UTF-8, the n-th row on line n. It is opened, named and measured like a file."""

    lines: bytes = field(repr=False)
    name: ClassVar[str] = "the rows given"

    @classmethod
    def of(cls, rows: Sequence[object]) -> HeldRows:
        """Rows (mappings) and snippets; what is neither is a bad row, as it is in a file. ``InputError`` for a path
        among them, and for a row that no JSON can tell."""
        return cls(b"".join(_line(number, row) for number, row in enumerate(rows, 1)))

    def __str__(self) -> str:
        return self.name

    @property
    def size(self) -> int:
        """In bytes."""
        return len(self.lines)

    def open(self, mode: str = "rb") -> BufferedReader:
        """The lines as a file that is read, always in bytes (``mode`` as a path has it)."""
        return BufferedReader(BytesIO(self.lines))


CorpusFile = Path | HeldRows


def held(corpus: Any) -> Any:
    """``HeldRows`` for a list in which there are rows or snippets; anything else as it is."""
    if isinstance(corpus, Sequence) and any(isinstance(one, Mapping | Snippet) for one in corpus):
        return HeldRows.of(corpus)
    return corpus


def recorded(corpus: CorpusFile) -> str:
    """What a record says of a part of a corpus: its path, or what stands for the content of rows."""
    return hashlib.sha256(corpus.lines).hexdigest()[:16] if isinstance(corpus, HeldRows) else str(corpus)


def _line(number: int, row: object) -> bytes:
    if isinstance(row, str | Path):
        raise InputError(f"row {number} of the corpus is a {type(row).__name__}: give rows, or paths, not both")
    told = row_of(row) if isinstance(row, Snippet) else row
    try:
        line = json.dumps(told, default=_like, skipkeys=True, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError) as error:  # such as a dict that holds itself
        raise InputError(
            f"row {number} of the corpus is not to be written as JSON ({error}): give a flat dict"
        ) from None
    return line.encode("utf-8", "backslashreplace") + b"\n"  # half a surrogate pair as JSON writes it


def _like(value: Any) -> object:
    """What JSON can hold in place of a value that it cannot; an object with nothing in it to read where there is none,
    which is left out and noted like any other object."""
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    if isinstance(value, Decimal):
        return float(value)
    if hasattr(value, "tolist"):  # numpy's numbers and arrays
        return value.tolist()
    return {type(value).__name__: None}
