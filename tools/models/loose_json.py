"""Loose JSON: objects and lists read from text that nearly is JSON, in one pass and in linear time.

What is missing is never made up: a value that breaks off is left out. What the values mean lives in ``answers``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

DEEPEST = 60  # brackets in brackets

_SKIP = re.compile(r"(?:\s+|//[^\n]*|/\*(?:[^*]|\*(?!/))*+(?:\*/|\Z))")
_COLON = re.compile(r"\s*:")
# What a quotation mark is followed by if it ends a string; any other one is a character of the string.
_NEXT = r"""["'“{\[}\]\d-]|(?:true|false|null|True|False|None|NaN)\b"""
_AFTER_VALUE = (
    rf"(?:\s{{0,40}}(?:\Z|[}}\]]|//|/\*|,\s{{0,40}}(?:\Z|//|{_NEXT}|\w{{1,40}}\s{{0,9}}:)|[\"'“]\w[\w -]{{0,40}}[\"'”]\s{{0,9}}:)"
    r"|\s{0,40}\n\s{0,40}[\"'“{\[])"
)
_QUOTES = {'"': '"', "'": "'", "“": "”", "‘": "’"}
_VALUES = {
    mark: re.compile(rf"(?:[^\\{end}]|\\.|{end}(?!{_AFTER_VALUE}))*+{end}", re.DOTALL) for mark, end in _QUOTES.items()
}
_NAMES = {mark: re.compile(rf"(?:[^\\{end}\n]|\\.){{0,200}}+{end}(?=\s{{0,40}}:)") for mark, end in _QUOTES.items()}
_WORD = re.compile(r"[^\s,:{}\[\]\"]++(?:[ \t]++[^\s,:{}\[\]\"]++)*+")
_NUMBER = re.compile(r"[-+]?\d{1,18}(?:\.\d{0,18})?(?:[eE][-+]?\d{1,3})?")
_FILLER = re.compile(r"[.…`]+")
_CONSTANTS = {
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
    **dict.fromkeys(("null", "None", "NULL", "NaN", "nan", "undefined", "Infinity", "-Infinity"), None),
}
_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|.)", re.DOTALL)
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", '"': '"', "'": "'", "\\": "\\", "/": "/"}
_OPEN = object()  # where a value is missing


@dataclass(slots=True)
class _Bracket:
    """A bracket that is open: what it holds so far and, of an object, the field that waits for its value."""

    holder: dict[str, Any] | list[Any]
    name: str | None = None

    def put(self, value: Any) -> None:
        """Append to a list, or set the field that waits; a value without a field is left out."""
        if isinstance(self.holder, list):
            self.holder.append(value)
        elif self.name is not None:
            self.holder[self.name] = value
            self.name = None


@dataclass(frozen=True, slots=True)
class Loose:
    """What was read; ``cut_off`` says that the text ended before the value did."""

    value: dict[str, Any] | list[Any]
    cut_off: bool


def read_loose(text: str) -> Loose | None:
    """The object or list that the text begins with (``{`` or ``[``); None if brackets nest deeper than ``DEEPEST``.

    Copes with commas too many or too few, other quotation marks, quotation marks inside strings, bare words, comments,
    single backslashes, Python's constants, brackets that are closed in the wrong order, and an end that is missing.
    """
    root: dict[str, Any] | list[Any] | None = None
    opened: list[_Bracket] = []
    at = 0
    while at < len(text):
        skipped = _SKIP.match(text, at)
        if skipped:
            at = skipped.end()
            continue
        mark = text[at]
        if mark in "{[":
            inner: dict[str, Any] | list[Any] = {} if mark == "{" else []
            if root is None:
                root = inner
            else:
                opened[-1].put(inner)
            opened.append(_Bracket(inner))
            if len(opened) > DEEPEST:
                return None
            at += 1
        elif mark in "}]":
            _close(opened, dict if mark == "}" else list)
            if not opened and root is not None:
                return Loose(root, cut_off=False)
            at += 1
        elif mark in ",:":
            if mark == "," and opened:
                opened[-1].name = None
            at += 1
        elif not opened:
            return None
        else:
            at = _take(text, at, opened)
    return None if root is None else Loose(root, cut_off=True)


def _close(opened: list[_Bracket], kind: type) -> None:
    """Close the innermost bracket of this kind with all inside it; nothing where none of the kind is open."""
    if any(isinstance(one.holder, kind) for one in opened):
        while not isinstance(opened.pop().holder, kind):
            pass  # one that nobody closed


def _take(text: str, at: int, opened: list[_Bracket]) -> int:
    """Read the name or the value that stands here into the innermost open bracket; where the text goes on."""
    if [type(one.holder) for one in opened[-2:]] == [dict, list] and _is_field(text, at):
        opened.pop()  # a list that was not closed before the next field
    inner = opened[-1]
    is_name = isinstance(inner.holder, dict) and inner.name is None
    value, at = _scalar(text, at, is_name)
    if value is _OPEN:
        return at
    if not is_name:
        inner.put(value)
    elif colon := _COLON.match(text, at):
        inner.name = str(value)
        return colon.end()
    return at


def _is_field(text: str, at: int) -> bool:
    """Does a name in quotation marks and a colon stand here?"""
    return text[at] in _QUOTES and _NAMES[text[at]].match(text, at + 1) is not None


def _scalar(text: str, at: int, is_name: bool) -> tuple[Any, int]:
    """A string, number, constant or bare word from here, and where it ends; ``_OPEN`` if it does not, or says
    nothing."""
    mark = text[at]
    if mark in _QUOTES:
        found = (_NAMES if is_name else _VALUES)[mark].match(text, at + 1)
        if found is None:
            return (_OPEN, at + 1) if is_name else (_OPEN, len(text))
        return _unescaped(found[0][:-1]), found.end()
    found = _WORD.match(text, at)
    assert found is not None  # what no word begins with was looked for before
    word = found[0]
    if found.end() == len(text) or _FILLER.fullmatch(word):
        return _OPEN, found.end()
    if is_name:
        return word, found.end()
    if word in _CONSTANTS:
        return _CONSTANTS[word], found.end()
    if _NUMBER.fullmatch(word):
        return (int(word) if word.lstrip("+-").isdigit() else float(word)), found.end()
    return word, found.end()


def _unescaped(text: str) -> str:
    """The characters that escapes stand for; a backslash before anything else is a backslash (LaTeX)."""
    if "\\" not in text:
        return text
    text = _ESCAPE.sub(_character, text)
    if text.isascii():
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "ignore")


def _character(match: re.Match[str]) -> str:
    sign = match[1]
    return chr(int(sign[1:], 16)) if len(sign) == 5 else _ESCAPES.get(sign, "\\" + sign)
