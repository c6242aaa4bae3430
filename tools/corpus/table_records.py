"""Records of a table of separated values: its lines, cut into cells.

What the cells mean lives in ``rows``.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator

from castalia.tools.corpus.row_errors import RowError, too_long
from castalia.tools.corpus.text_streams import HEAD, ROW_LIMIT
from castalia.tools.language.counting import count

NOTHING = "\0"  # divides the cells of a table that has one column
BARE = ("\t", NOTHING)  # between which nothing has to be quoted


class Lines(Iterator[tuple[int, str | None]]):
    """Numbered lines (``None`` for one that is too long), of which the next may be looked at."""

    def __init__(self, lines: Iterable[tuple[int, str | None]]) -> None:
        self._lines = iter(lines)
        self._ahead: deque[tuple[int, str | None]] = deque()

    def __next__(self) -> tuple[int, str | None]:
        return self._ahead.popleft() if self._ahead else next(self._lines)

    def ahead(self) -> Iterator[str]:
        """The next lines, up to ``HEAD`` characters of them, or to one that is too long."""
        size = place = 0
        while size < HEAD:
            if place == len(self._ahead):
                if (one := next(self._lines, None)) is None:
                    return
                self._ahead.append(one)
            line = self._ahead[place][1]
            if line is None:
                return
            yield line
            size, place = size + len(line), place + 1


def records(lines: Lines, delimiter: str, width: int) -> Iterator[tuple[int, list[str] | RowError]]:
    """Records of cells, of which there should be ``width`` (0: nobody knows yet); a quoted cell may run over lines, and
    ``""`` in it is a quote. Linear in the text."""
    for first, line in lines:
        if line is None:
            yield first, too_long()
        elif line.strip():
            yield first, _record(line, lines, delimiter, width)


def _record(line: str, lines: Lines, delimiter: str, width: int) -> list[str] | RowError:
    cells: list[str] = []
    size = len(line)
    at = behind = 0
    while at >= 0:
        quoted = ""
        at = _quote_behind_blanks(line, at, delimiter)
        if line.startswith('"', at) and not (delimiter in BARE and _is_text(line, at, lines, width)):
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
    return cells if size <= ROW_LIMIT else too_long()


def _quote_behind_blanks(line: str, at: int, delimiter: str) -> int:
    """Where the quote stands that opens this cell behind blanks (`reefs, "fringing, barrier"`), as somebody writes who
    sets them for the eye; where the cell begins, if none does that closes at its end."""
    begin = _behind_blanks(line, at)
    if begin == at or delimiter in BARE or not line.startswith('"', begin):
        return at
    close = _closing_quote(line, begin + 1)
    behind = _behind_blanks(line, close + 1)
    return begin if close >= 0 and (line[behind : behind + 1] in (delimiter, "\r", "\n", "")) else at


def _behind_blanks(line: str, at: int) -> int:
    while line.startswith(" ", at):
        at += 1
    return at


def _is_text(line: str, at: int, lines: Lines, width: int) -> bool:
    """Whether a quote that opens a cell between tabs belongs to its text, for such tables often quote no cell (those of
    Web of Science). It does where it closes inside the cell. Where this line does not close it, it does if this line
    and those behind it are whole rows, as far as the first other quote, and the next line ends no cell with that."""
    if (close := _closing_quote(line, at + 1)) >= 0:
        return not _ends_cell(line, close)
    if width < 2 or line.count("\t") != width - 1:
        return False
    for place, one in enumerate(lines.ahead()):
        if one.count("\t") != width - 1:
            return False
        if (close := _closing_quote(one, 0)) >= 0:
            return place > 0 or not _ends_cell(one, close)
    return True


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
