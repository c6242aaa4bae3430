"""Elements of a JSON array, one after the other, so that a large one is never held whole."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

_TOKEN = re.compile(r'["\\{}\[\],]')
_OPENS = frozenset("{[")


def elements(parts: Iterable[str], limit: int) -> Iterator[tuple[int, str | None]]:
    """The line, from 1, on which each element of the array in these parts begins, and its JSON: ``None`` for one of
    more characters than ``limit``. What follows the array is not read; linear in the text."""
    held: list[str] = []
    depth = size = skipped = 0  # a backslash skips the place behind it
    line = first = 1
    quoted = False

    def hold(piece: str) -> None:
        nonlocal size, first
        if not size:
            bare = piece.lstrip()
            first = line + piece[: len(piece) - len(bare)].count("\n")
            piece = bare
        size += len(piece)
        held.append(piece)
        if size > limit:
            held.clear()

    for part in parts:
        begin = 0
        for token in _TOKEN.finditer(part):
            at, sign = token.start(), token[0]
            if at < skipped:
                continue
            if sign == "\\":
                skipped = at + 2
            elif sign == '"':
                quoted = not quoted
            elif not quoted and sign in _OPENS:
                depth += 1
                if depth == 1:
                    line += part.count("\n", begin, at)
                    begin = at + 1
            elif not quoted and (sign != "," or depth == 1):
                depth -= sign != ","
                if depth == 0 or sign == ",":
                    hold(part[begin:at])
                    if size:
                        yield first, "".join(held) if size <= limit else None
                    line += part.count("\n", begin, at)
                    held.clear()
                    begin, size = at + 1, 0
                if depth == 0:
                    return
        hold(part[begin:])
        line += part.count("\n", begin)
        skipped = max(0, skipped - len(part))
    if size:
        yield first, "".join(held) if size <= limit else None
