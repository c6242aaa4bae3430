"""Markdown in a text, read as what it shows: fences of code ("```python … ```"), links ("[the page](https://…)") and
emphasis ("*in vivo*", "**Methods**", "_ab initio_"). What it says by lines lives in ``text_lines``, pictures in
``source_pictures``.

What stands in a fence of code is no prose, and nothing in it is Markdown, so it goes before anything else is read;
where a sentence goes on behind it, "…" says that something is missing. A fence that says that it holds text is read as
text; one without an end stays, and so does one before another with a name, which ended what began before the text.

Only what is clearly a link is: what stands in its parentheses is an address, a path or the name of a section. A number
stays in its brackets, as a mark of citation ("[12](#ref-12)"). Of attributes behind a link nothing is left.

Only what is clearly emphasis is: a pair of the same mark around a few words, each touching its word, and standing where
words begin and end. Products ("5 * 3", "a*b*c"), identifiers ("snake_case", "__init__"), stars of footnotes ("0.4*"),
algebras ("C*") and pointers ("*p, *q") stay.
"""

from __future__ import annotations

import re

from castalia.tools.corpus.source_pointers import FIGURE, TABLE

_FENCE = re.compile(r"\s{0,3}(`{3,20})\s{0,3}([\w+.#-]{0,40})[^`]*+")
_TEXTS = frozenset("markdown md plain plaintext quote text txt".split())
_LINK = re.compile(
    r"\[(?P<shown>(?:[^\[\]\\]|\\.|\[[^\[\]]{0,100}\]){0,300}+)\]"
    r"\((?P<place>(?:https?://|mailto:|#|\.{0,2}/|[\w/-]{1,200}\.(?:html?|md|pdf|png|jpe?g|gif|svg|webp)\b)(?:[^()\s]|\([^()\s]{0,100}\)){0,500}|<[^<>\n]{1,500}>)"
    r"(?:\s{1,9}(?:\"[^\"]{0,300}\"|'[^']{0,300}'))?\)"
    r"(?:\{(?:[:.#][^{}\n]{0,300}|[a-z][\w-]{0,30}=[^{}\n]{1,300})\})?"
)
_NESTED = 4  # a link in a link, and a few more
_ESCAPED = re.compile(r"\\([\[\]])")
_UNKNOWN = "[link]"  # what a book writes for the number of a figure
_NUMBERS = re.compile(r"[\d,;–\- ]+")
_RUN = re.compile(r"[*_]+")
_MARKS = frozenset("* ** *** _ __".split())
_UNDER = "__"
_BEFORE = frozenset(" \n\t([{\"'“‘«/–—-")
_BEHIND = frozenset(" \n\t)]}[\"'”’».,;:!?/–—-")
_ENDS = frozenset(".,;:!?)”’\"'")  # what may stand between the last word and its mark
_FORMULA = re.compile(r"[=<>≤≥|\\{}^$+*_]")
_MOST_WORDS = 12


def without_code(text: str) -> str:
    """The text without what stands in fences of code; linear in its length."""
    if "```" not in text:
        return text
    kept: list[str] = []
    opened, mark, name = -1, "", ""
    lines = text.splitlines()
    for at, line in enumerate(lines):
        fence = _FENCE.fullmatch(line.rstrip())
        if fence and opened >= 0 and line.strip() == fence[1] and fence[1].startswith(mark):
            kept[opened] = ""
            if name not in _TEXTS:
                del kept[opened + 1 :]
                follows = next((one for one in lines[at + 1 : at + 3] if one.strip()), "").lstrip()
                kept.append("…" if follows[:1].islower() else "")  # a sentence that goes on misses something
            kept.append("")
            opened = -1
            continue
        if fence and (opened < 0 or (fence[2] and fence[1].startswith(mark))):
            opened, mark, name = len(kept), fence[1], fence[2].lower()
        kept.append(line)
    return "\n".join(kept)


def strip_links(text: str) -> str:
    """The text without the addresses of its links; linear in its length."""
    for _ in range(_NESTED):
        if "](" not in text:
            break
        text = _LINK.sub(_linked, text)
    return text


def _linked(link: re.Match[str]) -> str:
    shown = _ESCAPED.sub(r"\1", link["shown"])
    if shown == _UNKNOWN:
        return TABLE if "#tab" in link["place"] else FIGURE
    return f"[{shown}]" if _NUMBERS.fullmatch(shown) else shown


def strip_emphasis(text: str) -> str:
    """The text without marks of emphasis; a second pass changes nothing; linear in its length."""
    if "*" not in text and "_" not in text:
        return text
    opened: dict[str, re.Match[str]] = {}
    marks: list[re.Match[str]] = []
    for mark in _RUN.finditer(text):
        if mark[0] not in _MARKS:
            continue
        if _opens(mark):
            opened[mark[0]] = mark
        elif _closes(mark) and (first := opened.pop(mark[0], None)) and _is_shown(text[first.end() : mark.start()]):
            marks += [first, mark]
    if not any(_is_bold(text, *pair) for pair in zip(marks[::2], marks[1::2], strict=True)):
        marks = [mark for mark in marks if mark[0] != _UNDER]
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


def _is_bold(text: str, first: re.Match[str], last: re.Match[str]) -> bool:
    """Whether two marks that names are written with, too ("__init__"), hold words: a name has neither space nor
    capital."""
    inside = text[first.end() : last.start()]
    return first[0] == _UNDER and (" " in inside or not inside.islower())


def _is_shown(inside: str) -> bool:
    """Whether what stands between two marks is words, and not a part of a formula; no mark stands inside."""
    words = inside.split(" ", _MOST_WORDS)
    return len(words) <= _MOST_WORDS and _FORMULA.search(inside) is None and any(map(str.isalpha, inside))
