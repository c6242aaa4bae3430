"""Elements of a JSON array, one after the other, so that a large one is never held whole."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

_TOKEN = re.compile(r'["\\{}\[\],]')
_DEEPER = {"{": 1, "[": 1, ",": 0, "]": -1, "}": -1}


def elements(parts: Iterable[str], limit: int) -> Iterator[tuple[int, str | None]]:
    """The line, from 1, on which each element of the array in these parts begins, and its JSON: ``None`` for one of
    more characters than ``limit``. Other arrays may follow (pages of a search, written one behind the other); what else
    stands outside them comes like an element. Linear in the text."""
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
            elif not quoted:
                before, depth = depth, max(0, depth + _DEEPER[sign])
                if before + depth == 1 or (sign == "," and depth < 2):  # where an element or an array begins or ends
                    hold(part[begin:at])
                    if size:
                        yield first, "".join(held) if size <= limit else None
                    line += part.count("\n", begin, at)
                    held.clear()
                    begin, size = at + 1, 0
        hold(part[begin:])
        line += part.count("\n", begin)
        skipped = max(0, skipped - len(part))
    if size:
        yield first, "".join(held) if size <= limit else None
