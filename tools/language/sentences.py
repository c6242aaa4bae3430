"""Sentences: where one ends and the next begins in scientific English, as exact spans of the text.

Nothing is rewritten: a sentence is ``text[start:end]``. Whether it reads well outside its source is the business of
``sentence_rules``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from castalia.tools.language.abbreviations import FIRST_WORD, MAY_END, abbreviates, leads_on, word_before
from castalia.tools.language.abstract_labels import label_end


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence as it stands in a text, and its half-open character span there."""

    text: str
    start: int
    end: int


_BREAKS = re.compile(
    r"(?P<stop>[.!?…。]+)"
    r"|(?P<bullet>[•‣◦▪●■◆▸➢])"
    r"|(?P<blank>\n[ \t\r\f\v]*\n)"
    r"|(?P<line>\n)"
)
_CLOSERS = frozenset("\"'”’)]}»›")
_OPENING = frozenset("\"'“‘([{«‹¿¡")
_CITATION = re.compile(r"\[\d[\d,;–\- ]{0,60}\]")
_SPACED_CITATION = re.compile(r"[ \u00a0]\[\d[\d,;–\- ]{0,60}\](?=\s|$)")
_SUPERSCRIPT = re.compile(r"\d{1,3}(?:[,–-]\d{1,3}){0,12}(?=\s|$)")
_SPACE = re.compile(r"\s+")
_LIST_SEMICOLON = re.compile(r"\s{0,2};")
_LONGEST_ASIDE = 400  # characters; a bracket or quotation that stays open for longer is taken as never closed
_LONGEST_HEADING = 60  # characters of a line without a full stop that is taken as a heading
_LIST_LINE = re.compile(r"[ \t]*(?:[-–*][ \t]|\d{1,3}[.)][ \t])")
_INNER_CASE = re.compile(r"[a-z]{1,3}-?(?:[A-Z]|\d+\b)")


@lru_cache(maxsize=1_024)  # the snippets of a page are split by several rules, at each step of curation
def split_sentences(text: str) -> tuple[Sentence, ...]:
    """The sentences of a text, in order: not overlapping, with nothing but white space between them.

    Time is linear in the length. A list mark (a bullet, or the ``;`` of "first. ; Second") is a piece of its own, so
    that the sentences on its two sides are free of it, and so is the label of a part of a structured abstract
    ("METHODS:"). Brackets and quotations that close stay whole.
    """
    found: list[Sentence] = []
    start = 0
    asides = _closing_asides(text)
    inside = 0  # index into asides: the first one that has not ended yet
    for match in _BREAKS.finditer(text):
        if match.start() < start:
            continue
        end: int | None = match.start()
        is_marked = match.lastgroup == "bullet"  # a list mark of one character follows the break
        if match.lastgroup == "stop":
            end = _end_of_stop(text, match.start(), match.end(), start)
            is_marked = end is not None and _LIST_SEMICOLON.match(text, end) is not None
        elif match.lastgroup == "line" and not _LIST_LINE.match(text, match.end()):
            end = match.start() if _heads(text, start, match.start(), match.end()) else None
        if end is None:
            continue
        if match.lastgroup in ("stop", "line"):
            while inside < len(asides) and asides[inside][1] < end:
                inside += 1
            if not is_marked and inside < len(asides) and asides[inside][0] < end <= asides[inside][1]:
                continue
        _append(found, text, start, end)
        start = end
        if is_marked:
            mark = _after_space(text, end)
            _append(found, text, mark, mark + 1)
            start = mark + 1
    _append(found, text, start, len(text))
    return tuple(found)


def _after_space(text: str, at: int) -> int:
    """Where the white space ends that begins here, if any does."""
    found = _SPACE.match(text, at)
    return found.end() if found else at


def _append(found: list[Sentence], text: str, start: int, end: int) -> None:
    piece = text[start:end]
    stripped = piece.strip()
    if not stripped:
        return
    first = start + len(piece) - len(piece.lstrip())
    end = label_end(stripped)
    if end:
        label = stripped[:end].rstrip()
        found.append(Sentence(label, first, first + len(label)))
        first, stripped = first + end, stripped[end:]
    found.append(Sentence(stripped, first, first + len(stripped)))


def _closing_asides(text: str) -> list[tuple[int, int]]:
    """The outermost spans of brackets and quotations that close within reach, in order of their ends."""
    spans: list[tuple[int, int]] = []
    open_at: dict[str, int] = {}
    for match in _ASIDE_MARKS.finditer(text):
        mark, at = match.group(), match.start()
        is_straight = mark == '"'  # one sign that opens and closes: the characters beside it tell which
        if is_straight and (at == 0 or text[at - 1] in " \n\t([") and not text[at + 1 : at + 2].isspace():
            open_at[mark] = at
            continue
        if mark in _PAIRS:
            open_at[_PAIRS[mark]] = at
            continue
        begin = open_at.pop(mark, None)
        if begin is not None and at - begin <= _LONGEST_ASIDE:
            while spans and spans[-1][0] >= begin:
                spans.pop()
            if not spans or spans[-1][1] < begin:
                spans.append((begin, at))
    return spans


_ASIDE_MARKS = re.compile(r"[()\[\]“”\"]")
_PAIRS = {"(": ")", "[": "]", "“": "”"}


def _end_of_stop(text: str, at: int, end: int, start: int) -> int | None:
    """Where the sentence that this stop closes ends, closing and citation marks included; None if it goes on."""
    mark = text[at:end]
    size = len(text)
    while end < size and text[end] in _CLOSERS:
        end += 1
    cited = False
    while (citation := _CITATION.match(text, end)) is not None:
        end, cited = citation.end(), True
    if text.startswith(";", end):
        return end if mark == "." and not abbreviates(text, at, start, ";") else None
    letters = at >= 2 and ((text[at - 1].islower() and text[at - 2].isalpha()) or text[at - 1] in ")]”’")
    if not cited and mark == "." and letters and (number := _SUPERSCRIPT.match(text, end)) is not None:
        if leads_on(text, at, "1"):
            return None
        end = number.end()
    if end >= size:
        return size
    if not text[end].isspace():
        return end if _space_is_missing(text, at, end, letters or cited, start) else None
    spaced = _SPACED_CITATION.match(text, end)
    if spaced is not None and not abbreviates(text, at, start, "["):
        end = spaced.end()
    begin = _after_space(text, end)
    if begin >= size:
        return end
    if text[begin] == ";":
        return end if mark == "." and not abbreviates(text, at, start, ";") else None
    if not _may_begin(text, begin):
        return None
    if mark == "." and not cited and abbreviates(text, at, start, text[begin : begin + 24]):
        return None
    return end


def _may_begin(text: str, begin: int) -> bool:
    """Whether a sentence may begin here: a capital, a digit, Greek, a mark that opens, a word like mRNA or p53, or what
    a source without its figures has for their numbers ("the figure shows")."""
    first = text[begin]
    if first in _OPENING and begin + 1 < len(text):
        begin += 1
        first = text[begin]
    if first.islower():
        return (
            "α" <= first <= "ω" or _INNER_CASE.match(text, begin) is not None or text.startswith("the figure ", begin)
        )
    return first.isalpha() or first.isdigit() or first in "•‣◦▪●■◆▸➢…−–—~≈+<>±$"


def _space_is_missing(text: str, at: int, end: int, letters: bool, start: int) -> bool:
    """Whether two sentences touch ("…the end.Next one"), rather than the parts of a name, an address or a number."""
    if not letters or not text[end].isupper():
        return False
    following = text[end + 1 : end + 2]
    if not (following.islower() or following.isspace()):
        return False
    chunk = text[max(start, at - 60) : at].rsplit(None, 1)
    if chunk and any(sign in chunk[-1] for sign in ("://", "www", "@", "_")):
        return False
    following_word = FIRST_WORD.match(text, end)
    beyond = text[following_word.end() : following_word.end() + 2] if following_word else ""
    if beyond[:1] in ("(", "/", "_") or (beyond[:1] == "." and beyond[1:].isalpha()):
        return False
    word = word_before(text, at)
    if not word:
        return True
    name = word[0].isupper() and following_word is not None and len(following_word.group()) <= 2  # Node.Js
    return len(word) > 1 and not name and not leads_on(text, at, "A") and word.lower() not in MAY_END


def _heads(text: str, start: int, line_end: int, next_line: int) -> bool:
    """Whether the line that ends here is a heading above its text: short, without a stop, and a capital follows."""
    line = text[start : min(line_end, start + _LONGEST_HEADING + 20)].strip()
    if not line or len(line) > _LONGEST_HEADING or "\n" in line or line[-1] in ",;:-–(":
        return False
    following = text[next_line : next_line + 40].lstrip()
    return line[0].isupper() and following[:1].isupper() and line_end - start <= _LONGEST_HEADING + 20
