"""Running heads: what stands at the top or foot of each page of a book ("244   CHAPTER 6", "— 12 —", "METABOLISM"), and
was taken for a line of its text.

What can only be one goes where it stands apart or beside a full line: between the short lines of a list or a poem it
may be one of them. What may also be a heading, a number or the row of a table goes where a page begins (a form feed),
where several pages begin or end with it, or in the midst of full lines. In a file that is read line by line, what has
the number of a page goes where it stands alone.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from itertools import chain, pairwise

_PAGE = re.compile(
    r"[—–-]{1,3} ?\d{1,4} ?[—–-]{1,3}|(?:Page|PAGE) \d{1,4}(?: (?:of|OF|/) \d{1,4})?"
    r"|Downloaded (?:from|by|on) [^.]{0,60}\S{1,60} .{0,60}"
)
_NUMBERED = re.compile(r"\d{1,4}(?:\t| {3,60})\S.{0,80}|\S.{0,80}?(?:\t| {3,60})\d{1,4}")
_NUMBER = re.compile(r"\d{1,4}")
_WORD = r"(?:[A-Z|\d]\S{0,40}|of|the|and|in|for|to)"
_TITLED = re.compile(rf"\d{{1,4}}(?: {_WORD}){{1,8}}|(?:{_WORD} ){{1,8}}\d{{1,4}}")  # "6.2 Energy of Muscles 245"
# Alone in a file: no section is counted so high, a year is no page, and tables have several rows.
_ALONE = re.compile(
    r"\d{3}(?:\t| {3,60})\S.{0,80}|\d{1,4}[ \t|]{1,60}(?:CHAPTER|Chapter|UNIT|Unit)\b.{0,80}|\S.{0,80}?(?:\t| {3,60})\d{1,3}"
)
MOST_EMPTY = 20  # lines between a sentence and the rest of it
_FULL = 40  # characters that a line of running text has at least
_EDGE = 2  # lines at the top and at the foot of a page that may be such
_DIGITS = re.compile(r"\d+")
_OPEN = frozenset("-‐\xad,;–(")


def without_heads(text: str) -> str:
    """The text without the heads of its pages, so that a sentence around one runs on; linear in its length."""
    if "\n" not in text and "\f" not in text:
        return text
    lines = text.replace("\r\n", "\n").replace("\f", "\n\f").split("\n")
    repeated = _at_several_edges(lines)
    behind = _next_lines(lines, repeated)
    kept: list[str] = []
    last, runs_on = "", False
    for place, (line, following) in enumerate(zip(lines, behind, strict=True)):
        shown = line.strip()
        is_apart = not kept or not kept[-1].strip()
        if shown and (place in repeated or _is_head(line, last, following, is_apart)):
            runs_on = _is_open(last) and (following[:1].islower() or len(last) >= _FULL)
            while runs_on and kept and not kept[-1].strip():
                kept.pop()
        elif shown or not runs_on:
            kept.append(line)
            last, runs_on = shown or last, False
    return "\n".join(kept) if len(kept) < len(lines) else text


def without_head_lines(lines: Iterable[tuple[int, str | None]]) -> Iterator[tuple[int, str | None]]:
    """The numbered lines of a file without those that are the head of a page and stand alone; where a sentence is open
    before one, the empty lines around it go, too."""
    last, is_passed = "", False
    empty: list[tuple[int, str | None]] = []  # behind the last line that says something
    for (number, line), (_, following) in pairwise(chain(lines, ((0, ""),))):
        shown = (line or "").strip()
        if line is not None and not shown:
            empty.append((number, line))
            if len(empty) > MOST_EMPTY:
                yield from empty
                last, empty = "", []
            continue
        is_apart = not last or bool(empty) or (line or "").startswith("\f")
        ends = following is not None and (not following.strip() or following.startswith("\f"))
        if is_apart and ends and (_PAGE.fullmatch(shown) or _ALONE.fullmatch(shown)):
            is_passed = True
            continue
        if not (is_passed and _is_open(last) and shown[:1].islower()):
            yield from empty
        yield number, line
        last, empty, is_passed = shown, [], False
    yield from empty


def _at_several_edges(lines: Sequence[str]) -> set[int]:
    """The places of lines that are the same at the top or the foot of several pages, numbers apart: "Reefs   12",
    "Reefs   13"."""
    pages: list[list[int]] = [[]]
    for place, line in enumerate(lines):
        if line.startswith("\f"):
            pages.append([])
        if line.strip():
            pages[-1].append(place)
    edges = [{place: _shape(lines[place]) for place in (*page[:_EDGE], *page[-_EDGE:])} for page in pages]
    counts = Counter(shape for page in edges for shape in set(page.values()))
    return {place for page in edges for place, shape in page.items() if counts[shape] > 1}


def _shape(line: str) -> str:
    return _DIGITS.sub("0", " ".join(line.split()))


def _next_lines(lines: Sequence[str], heads: Container[int]) -> list[str]:
    """For each line the next one that says something, which a page number, or a line at one of these places, does
    not."""
    following, found = "", []
    for place in reversed(range(len(lines))):
        found.append(following)
        shown = lines[place].strip()
        following = shown if shown and place not in heads and not _PAGE.fullmatch(shown) else following
    return found[::-1]


def _is_head(line: str, last: str, following: str, is_apart: bool) -> bool:
    shown = line.strip()
    begins_page = line.startswith("\f")
    if _PAGE.fullmatch(shown):
        return begins_page or is_apart or not following or max(len(last), len(following)) >= _FULL
    is_numbered = shown[0].isdecimal() or shown[-1].isdecimal()
    if is_numbered and _NUMBERED.fullmatch(shown):
        is_row = _NUMBERED.fullmatch(last) is not None or _NUMBERED.fullmatch(following) is not None
        return begins_page or (not is_row and min(len(last), len(following)) >= _FULL)
    is_inside = _is_open(last) and following[:1].islower() and len(last) >= _FULL
    if is_numbered and _NUMBER.fullmatch(shown):
        return begins_page or (is_inside and is_apart)
    if is_inside and is_numbered and _TITLED.fullmatch(shown) and 2 * len(shown) < len(last):
        return True
    return (
        shown.isupper() and sum(map(str.isalpha, shown)) > 3 and (begins_page or (is_inside and len(shown) < len(last)))
    )


def _is_open(line: str) -> bool:
    return line[-1:].isalnum() or line[-1:] in _OPEN
