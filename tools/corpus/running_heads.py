"""Running heads: what stands at the top or foot of each page of a book ("244   CHAPTER 6", "— 12 —", "METABOLISM"), and
was taken for a line of its text.

What can only be one goes where it stands apart or beside a full line: between the short lines of a list or a poem it
may be one of them. What may also be a heading, a number or the row of a table goes where a
page begins (a form feed) or in the midst of full lines.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_PAGE = re.compile(
    r"[—–-]{1,3} ?\d{1,4} ?[—–-]{1,3}|(?:Page|PAGE) \d{1,4}(?: (?:of|OF|/) \d{1,4})?"
    r"|Downloaded (?:from|by|on) [^.]{0,60}\S{1,60} .{0,60}"
)
_NUMBERED = re.compile(r"\d{1,4}(?:\t| {3,60})\S.{0,80}|\S.{0,80}?(?:\t| {3,60})\d{1,4}")
_NUMBER = re.compile(r"\d{1,4}")
_WORD = r"(?:[A-Z|\d]\S{0,40}|of|the|and|in|for|to)"
_TITLED = re.compile(rf"\d{{1,4}}(?: {_WORD}){{1,8}}|(?:{_WORD} ){{1,8}}\d{{1,4}}")  # "6.2 Energy of Muscles 245"
_FULL = 40  # characters that a line of running text has at least
_OPEN = frozenset("-‐\xad,;–(")


def without_heads(text: str) -> str:
    """The text without the heads of its pages, so that a sentence around one runs on; linear in its length."""
    if "\n" not in text and "\f" not in text:
        return text
    lines = text.replace("\r\n", "\n").replace("\f", "\n\f").split("\n")
    behind = _next_lines(lines)
    kept: list[str] = []
    last, runs_on = "", False
    for line, following in zip(lines, behind, strict=True):
        shown = line.strip()
        if shown and _is_head(line, last, following, not kept or not kept[-1].strip()):
            runs_on = _is_open(last) and (following[:1].islower() or len(last) >= _FULL)
            while runs_on and kept and not kept[-1].strip():
                kept.pop()
        elif shown or not runs_on:
            kept.append(line)
            last, runs_on = shown or last, False
    return "\n".join(kept) if len(kept) < len(lines) else text


def _next_lines(lines: Sequence[str]) -> list[str]:
    """For each line the next one that says something, which a page number does not."""
    following, found = "", []
    for line in reversed(lines):
        found.append(following)
        shown = line.strip()
        following = shown if shown and not _PAGE.fullmatch(shown) else following
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
