"""Shown text: what tags show, put together piece by piece (``source_markup`` finds the tags).

Raised text follows a caret ("10^3"), as plain text has it, unless it cites ("in mice<sup>3,4</sup>"). Where it may be
either it is kept, for a power that is lost changes what a sentence says. Lowered text follows ("H2O"), behind "_" where
digits would run together or terms would part. Of MathML that is read which a line can hold: powers, indices, fractions
and roots.
"""

from __future__ import annotations

import re

from castalia.tools.corpus.raised_numbers import CITES, cites
from castalia.tools.language.text_pieces import Pieces, Span

# Each child of these follows its mark; one of several terms stands in parentheses.
_LAYOUT = {
    "msup": ("", "^"),
    "msub": ("", "_"),
    "msubsup": ("", "_", "^"),
    "munder": ("", "_"),
    "mover": ("", ""),
    "munderover": ("", "_", "^"),
    "mfrac": ("", "/"),
    "mroot": ("", "^(1/"),
}
_PLAIN = "math|semantics|annotation|mi|mn|mo|mrow|mtext|mspace|mstyle|mpadded|msqrt|mtable|mtr|mtd"
MATH = f"{_PLAIN}|{'|'.join(_LAYOUT)}"
_MATH = re.compile(MATH)
_LINK = re.compile(r"\b(?:ref-type\s*=\s*[\"']?bibr|href\s*=\s*[\"']?[^\"'\s]{0,300}#)", re.IGNORECASE)
_LINK_ENDS = re.compile(r"\s{0,4}</(?:jats:)?(?:a|xref)>", re.IGNORECASE)
_TERMS = re.compile(r"[\w)]\s?[+−=*/·×–-]\s?[\w(]|\S\s+\S")
_GROUP = re.compile(r"\([^()]*\)")
_STOPS = (".", ",", ";", ":", ")")
_ORDINALS = ("st", "nd", "rd", "th")  # "the 20th century"
_SOURCES = ("tex-math", "annotation")


class ShownText(Pieces):
    """The text so far. ``add`` what stands between tags, ``open`` and ``close`` elements as they come; ``str`` gives
    the text."""

    def __init__(self) -> None:
        super().__init__()
        self._raised: dict[str, list[Span]] = {"sup": [], "sub": []}
        self._math: list[Span] = []
        self._link = -1  # where the last link to a reference began
        self._tex: int | None = None  # where a source in TeX began
        self._beside: slice | None = None  # the source in TeX that stands just before; empty for a formula in MathML

    def add(self, text: str) -> None:
        blank = not text.strip()
        if not text or (blank and self._math):
            return
        if not blank and self._tex is None:
            self._beside = None
        self._push(text)

    def open(self, name: str, rest: str) -> None:
        beside = self._beside
        if not name.endswith("graphic"):  # a picture of the formula may stand between
            self._beside = None
        if name in _SOURCES:
            self._tex, self._beside = len(self._pieces), beside
        elif _MATH.fullmatch(name):
            self._open_math(name, beside)
        else:
            self._math.clear()
        if name in self._raised:
            self._raised[name].append(Span(name, len(self._pieces), linked=self._link == len(self._pieces)))
            self._mark("^" if name == "sup" else "_")
        elif name in ("a", "xref") and _LINK.search(rest):
            self._link = len(self._pieces)
            if self._raised["sup"] and self._raised["sup"][-1].link is None:
                self._raised["sup"][-1].link = self._link

    def close(self, name: str, follows: str) -> None:
        if name in _SOURCES:
            self._close_source(name)
        elif not name.endswith("graphic"):
            self._beside = slice(0, 0) if name == "math" else None
        if self._raised.get(name):
            span = self._raised[name].pop()
            if name == "sub":
                self._close_lowered(span)
            else:
                self._close_raised(span, follows)
        elif self._math and self._math[-1].name == name:
            span = self._math.pop()
            if span.start >= 0:
                inner = self._inner(span.start)
                self._wrap(span, len(inner) > 1 and not _GROUP.fullmatch("".join(inner)))

    def _open_math(self, name: str, beside: slice | None) -> None:
        if name == "math":
            self._math.clear()
            self._apart = True
            if beside:
                self._blank(beside)
        mark = None
        if self._math and (marks := _LAYOUT.get(self._math[-1].name)):
            mark = marks[min(self._math[-1].children, len(marks) - 1)]
            self._math[-1].children += 1
        if name == "msqrt":
            mark = (mark or "") + "√"
        self._math.append(Span(name, -1 if mark is None else len(self._pieces)))
        if mark is not None:
            self._mark(mark)
        elif name in ("mtr", "mtd", "mspace"):
            self._pieces.append(" ")

    def _close_source(self, name: str) -> None:
        """A source in TeX goes where the formula itself stands beside it."""
        if self._tex is None:
            return
        source, self._tex = slice(self._tex, len(self._pieces)), None
        if name == "annotation" or self._beside == slice(0, 0):
            self._blank(source)
        else:
            self._beside = source

    def _close_raised(self, span: Span, follows: str) -> None:
        """From the first link to a reference on, raised text cites: "m<sup>2,<xref>7</xref></sup>" shows "m^2"."""
        first = span.start + 1
        if span.link is not None and CITES.fullmatch("".join(self._inner(span.link - 1)).strip(" ,;")):
            self._blank(slice(span.link, len(self._pieces)))
            if span.link > first:
                self._pieces[span.link - 1] = self._pieces[span.link - 1].rstrip(" ,;[(")
        inner = "".join(self._inner(span.start)).strip()
        linked = span.linked and _LINK_ENDS.match(follows) is not None
        if not inner.strip(" ,;") or (CITES.fullmatch(inner) and (linked or cites(inner, self._before(span.start)))):
            self._blank(slice(span.start, len(self._pieces)))
            self._apart = True
            if span.start and follows.startswith(_STOPS):
                self._pieces[span.start - 1] = self._pieces[span.start - 1].rstrip(" ")
            return
        if inner in _ORDINALS and self._before(span.start)[-1:].isdigit():
            self._pieces[span.start] = ""
        self._pieces[first] = self._pieces[first].lstrip()
        self._pieces[-1] = self._pieces[-1].rstrip()
        self._wrap(span, _is_sum(inner))

    def _close_lowered(self, span: Span) -> None:
        inner = "".join(self._inner(span.start)).strip()
        if not (inner[:1].isdigit() and self._before(span.start)[-1:].isdigit()) and not _is_sum(inner):
            self._pieces[span.start] = ""
        self._wrap(span, _is_sum(inner))


def _is_sum(inner: str) -> bool:
    return _TERMS.search(inner) is not None and not _GROUP.fullmatch(inner)
