"""The order of rows: whether a corpus tells in which order the rows of a document stand."""

from __future__ import annotations

from collections import defaultdict

from castalia.memory.records import Snippet
from castalia.tools.language.counting import count

ROWS = 3  # of a document, from which on it matters
LOOKED_AT = 10_000  # rows


class RowOrder:
    """The rows of each document, and which of these documents have rows without a number of their own: neither an id
    nor a fragment of a url with one."""

    def __init__(self) -> None:
        self._rows: defaultdict[str, int] = defaultdict(int)
        self._unplaced: set[str] = set()
        self._left = LOOKED_AT

    def see(self, snippet: Snippet) -> None:
        """Look at one more."""
        if self._left:
            self._left -= 1
            self._rows[snippet.document] += 1
            place = f"{snippet.extra.get('row_id', '')}{snippet.url.partition('#')[2]}"
            if not any(map(str.isdecimal, place)):
                self._unplaced.add(snippet.document)

    def unknown(self) -> str:
        """What to tell of documents whose order is not known, if there are any."""
        found = sum(self._rows[one] >= ROWS for one in self._unplaced)
        if not found:
            return ""
        return f"nothing tells the order of the rows of {count(found, 'document')}: give each row an id that counts (1, 2, …)"
