"""Emphasis in Markdown ("*in vivo*", "**Methods**", "_ab initio_"), which abstracts are often stored with, read as what
it shows.

Only what is clearly emphasis is: a pair of the same mark around a few words, each touching its word, and standing where
words begin and end. Products ("5 * 3", "a*b*c"), identifiers ("snake_case", "__init__"), stars of footnotes ("0.4*"),
algebras ("C*") and pointers ("*p, *q") stay.
"""

from __future__ import annotations

import re

_MARK = re.compile(r"(?<![*_])(?:\*{1,3}|_)(?![*_])")
_BEFORE = frozenset(" \n\t([{\"'“‘«/–—-")
_BEHIND = frozenset(" \n\t)]}[\"'”’».,;:!?/–—-")
_ENDS = frozenset(".,;:!?)”’\"'")  # what may stand between the last word and its mark
_FORMULA = re.compile(r"[=<>≤≥|\\{}^$+*_]")
_MOST_WORDS = 12


def strip_emphasis(text: str) -> str:
    """The text without marks of emphasis; a second pass changes nothing; linear in its length."""
    if "*" not in text and "_" not in text:
        return text
    opened: dict[str, re.Match[str]] = {}
    marks: list[re.Match[str]] = []
    for mark in _MARK.finditer(text):
        if _opens(mark):
            opened[mark[0]] = mark
        elif _closes(mark) and (first := opened.pop(mark[0], None)) and _is_shown(text[first.end() : mark.start()]):
            marks += [first, mark]
    pieces, end = [], 0
    for mark in sorted(marks, key=re.Match.start):
        pieces.append(text[end : mark.start()])
        end = mark.end()
    return "".join([*pieces, text[end:]])


def _opens(mark: re.Match[str]) -> bool:
    text, start, end = mark.string, mark.start(), mark.end()
    return (not start or text[start - 1] in _BEFORE) and text[end : end + 1].isalnum()


def _closes(mark: re.Match[str]) -> bool:
    text, start, end = mark.string, mark.start(), mark.end()
    touches = start > 0 and (text[start - 1].isalnum() or text[start - 1] in _ENDS)
    return touches and (end == len(text) or text[end] in _BEHIND)


def _is_shown(inside: str) -> bool:
    """Whether what stands between two marks is words, and not a part of a formula; no mark stands inside."""
    words = inside.split(" ", _MOST_WORDS)
    return len(words) <= _MOST_WORDS and _FORMULA.search(inside) is None and any(map(str.isalpha, inside))
