"""Markup in a writer's answer: HTML and Markdown marks are taken out, scientific text stays as it is.

``p < 0.05``, ``x_i``, ``2*3*4``, ``A* search`` and ``[18]F`` are no markup. Citation keys live in ``draft_keys``, lines
and tables in ``draft_blocks``. Every pattern is linear.
"""

from __future__ import annotations

import html
import re
from typing import NamedTuple

from castalia.memory.identity import WRITTEN_KEY
from castalia.tools.language.hidden import HIDDEN


class Unmarked(NamedTuple):
    """A text without its marks, and the names of what was taken out, each once, in order of appearance."""

    text: str
    removed: tuple[str, ...]


_NEWLINES = re.compile(r"\r\n?|[\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
_HIDDEN = re.compile(f"[{HIDDEN}\x1c-\x1f\x85\ue000]")
_ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")


class _Region(NamedTuple):
    """What goes with all that stands between its marks; ``to_the_end``: also where it never closes."""

    name: str
    opening: re.Pattern[str]
    closing: re.Pattern[str]
    to_the_end: bool = False


def _element(name: str) -> _Region:
    # where reasoning never closes, all that follows is reasoning
    closing = re.compile(rf"</{name}[^<>]{{0,40}}+>", re.IGNORECASE)
    return _Region(name, re.compile(rf"<{name}\b", re.IGNORECASE), closing, name in ("think", "thinking"))


_CONTENT_GOES = ("script", "style", "think", "thinking", "iframe", "object", "svg", "template")
_REGIONS = (_Region("comment", re.compile("<!--"), re.compile("-->")), *map(_element, _CONTENT_GOES))
_TAG = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9:-]{0,30})([^<>]{0,600}+)>")
_SUPERSCRIPT = re.compile(r"<sup>([^<>]{1,40}+)</sup>", re.IGNORECASE)
_RAISED = str.maketrans("0123456789+-−–n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻ⁿ")
_KEYS = re.compile(rf"{WRITTEN_KEY}(?:[,; ]{{1,3}}{WRITTEN_KEY})*+")
_NUMBERS = re.compile(r"[0-9]{1,3}(?:[,–-][0-9]{1,3}){0,20}")
_BREAKS = {
    **{f"h{level}": "\n\n" + "#" * level + " " for level in range(1, 7)},
    **dict.fromkeys(["p", "div", "table", "ul", "ol", "blockquote", "section", "article"], "\n\n"),
    "li": "\n- ",
    "tr": "\n| ",
    "br": " ",
    "hr": "\n\n",
}
_ENDS = {**_BREAKS, **{f"h{level}": "\n\n" for level in range(1, 7)}, "li": "", "tr": "\n", "td": " | ", "th": " | "}
_TAGS = frozenset(
    """a abbr article aside b big blockquote body br button caption center cite code col dd del details div dl dt em figure
    font footer form h1 h2 h3 h4 h5 h6 head header hr html i img input ins kbd label li link main mark meta nav ol p pre q
    s section small span strike strong sub summary sup table tbody td tfoot th thead title tr tt u ul var video""".split()
) | frozenset(_CONTENT_GOES)


def remove_html(text: str) -> Unmarked:
    """The text without tags, comments and hidden characters, entities read; scripts and reasoning go with their
    content.

    Raised digits become Unicode ones, so that a power stays a power; headings, items and rows become their Markdown.
    What is no known tag (``a<b``, ``<x>``) stays. Lines end with ``\\n``. Linear in the length.
    """
    removed: dict[str, None] = {}
    text = _ENTITY.sub(lambda found: html.unescape(found.group()), text)
    text = _NEWLINES.sub("\n", text)
    text, hidden = _HIDDEN.subn("", text)
    if hidden:
        removed["hidden characters"] = None
    text = text.replace("\t", "    ")
    if "<" not in text:
        return Unmarked(text, tuple(removed))
    for region in _REGIONS:
        shorter = _without(region, text)
        if shorter != text:
            removed[region.name] = None
        text = shorter
    text = _SUPERSCRIPT.sub(_raise, text)

    def replace(found: re.Match[str]) -> str:
        end, name, rest = found[1], found[2].lower(), found[3]
        known = name in _TAGS and (not rest.strip(" /\n") or "=" in rest)
        if not known and not ('="' in rest or "='" in rest):
            return found.group()
        removed[name] = None
        return (_ENDS if end else _BREAKS).get(name, "")

    return Unmarked(_TAG.sub(replace, text), tuple(removed))


def remove_markdown(text: str) -> Unmarked:
    """One line of text without bold, italics, code marks, links and images; a link leaves its words. Linear in the
    length."""
    removed: dict[str, None] = {}
    for name, pattern in _INLINE:
        text, times = pattern.subn(r"\g<inner>", text)
        if times:
            removed[name] = None
    return Unmarked(_ESCAPED.sub(r"\1", text), tuple(removed))


_ADDRESS = r"\((?:[A-Za-z][A-Za-z0-9+.-]{1,20}+:|www\.|[#/])[^()\s]{0,500}+(?:\([^()\s]{0,200}+\)[^()\s]{0,200}+)?(?: \"[^\"]{0,200}+\")?\)"
_INLINE = (
    ("image", re.compile(r"!\[[^\[\]]{0,300}+\]" + _ADDRESS + r"(?P<inner>)")),
    # the words of a link to a source may be its key or a number: such a bracket is kept, for those who read keys
    ("link", re.compile(rf"(?P<inner>\[(?:{WRITTEN_KEY}|[0-9,; –-]{{1,40}})\])" + _ADDRESS)),
    ("link", re.compile(r"\[(?P<inner>[^\[\]]{0,300}+)\]" + _ADDRESS)),
    ("link", re.compile(r"<(?P<inner>(?:https?://|mailto:)[^<>\s]{1,500}+)>")),
    ("code", re.compile(r"(?P<mark>`{1,3}+)(?P<inner>[^`]{1,500}+)(?P=mark)")),
    ("strike", re.compile(r"~~(?P<inner>[^~]{1,500}+)~~")),
    ("bold italics", re.compile(r"(?<![\w*\\])\*\*\*(?=[^\s*])(?P<inner>[^*]{1,500}+)(?<=[^\s*\\])\*\*\*(?!\*)")),
    ("italics", re.compile(r"(?<![\w*\\])\*(?=[^\s*])(?P<inner>[^*]{1,500}+)(?<=[^\s*\\])\*(?![\w*])")),
    ("bold", re.compile(r"(?<![\w*\\])\*\*(?=[^\s*])(?P<inner>[^*]{1,500}+)(?<=[^\s*\\])\*\*(?!\*)")),
    ("bold", re.compile(r"(?<![^\s(\[“‘\"\'—–/*])__(?=[^\s_])(?P<inner>[^_]{1,500}+)(?<=[^\s_\\])__(?!\w)")),
    ("italics", re.compile(r"(?<![^\s(\[“‘\"\'—–/*])_(?=[^\s_])(?P<inner>[^_]{1,500}+)(?<=[^\s_\\])_(?!\w)")),
)
_ESCAPED = re.compile(r"\\([\[\]*_#`|<>~!])")


def _without(region: _Region, text: str) -> str:
    """The text without what stands between an opening mark and the next closing one, both included."""
    kept, place = [], 0
    while (begin := region.opening.search(text, place)) is not None:
        end = region.closing.search(text, begin.end())
        if end is None and not region.to_the_end:
            break  # nothing that follows closes either
        kept.append(text[place : begin.start()])
        place = end.end() if end is not None else len(text)
    return "".join([*kept, text[place:]])


def _raise(found: re.Match[str]) -> str:
    inside, before = found[1].strip(), found.string[max(0, found.start() - 5) : found.start()]
    if "[" in inside:
        return inside
    if _KEYS.fullmatch(inside):
        return f" [{inside}]"
    in_prose = before[-1:] in _STOPS or (len(before) == 5 and before.isalpha() and before.islower())
    if _NUMBERS.fullmatch(inside) and in_prose and before not in _UNITS:
        return f"[{inside}]"  # a number mark behind a stop or a word
    raised = inside.translate(_RAISED)
    return raised if not any(char.isascii() and char.isalnum() for char in raised) else f"^{inside}"


_STOPS = (".", ",", ";", ":", ")", "]", "”", '"')
_UNITS = frozenset("meter eters metre etres econd conds".split())  # the last five letters of what may be squared
