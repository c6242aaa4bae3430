"""Exercises in a note: what a book of HTML in Markdown asks of its readers ("<div data-type="exercise">"), with the
answers. An answer says what is true, but to a question that nobody sees on a page of ours."""

from __future__ import annotations

import re
from collections.abc import Iterator

_BEGINS = re.compile(
    r"\s{0,40}<div\b[^<>]{0,200}\b(?:data-type|class)\s{0,3}=\s{0,3}[\"'](?:exercise|problem|solution)[\"'][^<>]{0,200}>"
)
_DIVISION = re.compile(r"<(/?)div\b[^<>]{0,400}>")
_HEADING = re.compile(r" {0,3}#{1,6}\s")
_MOST_LINES = 500  # of one that ends


def without_exercises(lines: Iterator[tuple[int, str | None]]) -> Iterator[tuple[int, str | None]]:
    """The lines without those of exercises; one that does not end before the next heading is none."""
    held: list[tuple[int, str | None]] = []
    depth = 0
    for number, line in lines:
        if not held and not (line and _BEGINS.match(line)):
            yield number, line
            continue
        held.append((number, line))
        depth += sum(-1 if one[1] else 1 for one in _DIVISION.finditer(line or ""))
        is_open = line is None or _HEADING.match(line) is not None or len(held) > _MOST_LINES
        if is_open:
            yield from held
        if is_open or depth <= 0:
            held, depth = [], 0
    yield from held
