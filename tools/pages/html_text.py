"""Text as HTML: escaped, its formulas set, and the passages of a snippet that a page takes from it marked."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape as escape_html

from castalia.tools.pages.bidi_text import isolated
from castalia.tools.pages.indices import with_indices
from castalia.tools.pages.page_json import PageClaim, PageReference
from castalia.tools.pages.page_text import find_sentence, printable

_CONTEXT = 140  # characters of a snippet around the sentence that is cited, on each side


def safe(text: str) -> str:
    """Text for an element or a quoted attribute: escaped, on one line, with nothing that a browser cannot print, or
    that turns round what follows."""
    return _safe_edge(printable(text))


def shown(text: str) -> str:
    """Like ``safe`` for an element alone: powers, charges and indices stand above and below the line."""
    return with_indices(safe(text))


def until_word(text: str, length: int) -> str:
    """A printable text of this length at most, cut behind a word where it has spaces."""
    cut = text[:length]
    return text if text == cut else (cut.rpartition(" ")[0] or cut) + "…"


def passage(claim: PageClaim, reference: PageReference) -> str:
    """The snippet around what supports the claim; its beginning, where that is not known."""
    text = printable(reference["text"])
    span = _support(claim, reference)
    if span is None:
        return _quoted(shown(until_word(text, 2 * _CONTEXT)))
    start, end = span
    before, after = text[:start], text[end:]
    if len(before) > _CONTEXT:
        before = "…" + before[-_CONTEXT:].partition(" ")[2]
    return _quoted(f"{_edge(before)}<mark>{_edge(text[start:end])}</mark>{_edge(until_word(after, _CONTEXT))}")


def _quoted(html: str) -> str:
    return f'<q dir="auto">{html}</q>'


def marked(reference: PageReference, citing: Sequence[PageClaim]) -> str:
    """The snippet with every passage that the page takes from it marked."""
    text = printable(reference["text"])
    spans = sorted({span for claim in citing if (span := _support(claim, reference))})
    out, place = [], 0
    for start, end in spans:
        if end > place:
            start = max(start, place)
            out.append(f"{_edge(text[place:start])}<mark>{_edge(text[start:end])}</mark>")
            place = end
    return "".join(out) + _edge(text[place:])


def _support(claim: PageClaim, reference: PageReference) -> tuple[int, int] | None:
    return find_sentence(claim["quote"], reference["text"]) or find_sentence(claim["sentence"], reference["text"])


def _edge(text: str) -> str:
    """Like ``shown`` for a piece of a printable text, whose outer spaces count."""
    return with_indices(_safe_edge(text))


def _safe_edge(text: str) -> str:
    """Like ``safe`` for a piece of a printable text, whose outer spaces count."""
    return escape_html(isolated(text), quote=True)
