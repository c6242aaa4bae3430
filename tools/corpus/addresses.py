"""Addresses of a corpus: whether its rows lead anywhere, and under which name of theirs if not under ours."""

from __future__ import annotations

import re

from castalia.memory.records import Snippet

_ADDRESS = re.compile(r"(?:https?://|www\.)\S")


class Addresses:
    """Whether any row leads somewhere, and else which of its other fields hold addresses."""

    def __init__(self) -> None:
        self._is_known = False
        self._names: dict[str, None] = {}

    def see(self, snippet: Snippet) -> None:
        """Look at one more."""
        self._is_known = self._is_known or bool(snippet.url or snippet.doi)
        if not self._is_known:
            self._names |= {name: None for name, value in snippet.extra.items() if _ADDRESS.match(str(value))}

    def unread(self) -> str:
        """What to tell of addresses that no reference will have, if there are any."""
        if self._is_known or not self._names:
            return ""
        names, first = ", ".join(map(repr, self._names)), next(iter(self._names))
        return f'no row has a url, but addresses stand under {names}: --field url={first} (in Python fields={{"url": "{first}"}})'
