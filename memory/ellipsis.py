"""Texts cut to a length, with an ellipsis where something is missing."""

from __future__ import annotations

import re

_OPENING, _CLOSING = "“([", "”)]"
_ENDS = (r"; ", r": ", r" \(")  # of a clause, the surest first


def abridge(text: str, length: int) -> str:
    """The text if it has at most ``length`` characters; else its beginning and "…", together that many."""
    return text if len(text) <= length else text[: max(0, length - 1)] + "…"


def whole_words(text: str, length: int) -> str:
    """The text on one line, if it has at most ``length`` characters; else the words that fit, and " …"; where these are
    hardly anything, its beginning."""
    line = " ".join(text.split())
    if len(line) <= length:
        return line
    words = line[: length - 1].rpartition(" ")[0]
    return f"{words} …" if length // 3 <= len(words) else abridge(line, length)


def whole_clauses(text: str, length: int) -> str:
    """The text if it has at most ``length`` characters; else the clauses that fit, and " …"; where the first is longer
    or hardly anything, its beginning."""
    if len(text) <= length:
        return text
    inside = _inside(text[:length])
    for end in _ENDS:
        for found in reversed(list(re.finditer(end, text[: length - 1]))):
            if length // 3 <= found.start() and not inside[found.start()]:
                return f"{text[: found.start()]} …"
    return abridge(text, length)


def _inside(text: str) -> list[bool]:
    """Of each character, whether it stands inside quotes or brackets; an opening one does not."""
    depth, is_quoted, inside = 0, False, list[bool]()
    for one in text:
        inside.append(depth > 0 or is_quoted)
        depth = max(depth + (one in _OPENING) - (one in _CLOSING), 0)
        is_quoted ^= one == '"'
    return inside
