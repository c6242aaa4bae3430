"""The reference list as HTML: each cited snippet with its source, the way back to the text, and what supports the page
in it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from castalia.memory.records import without_chunks
from castalia.tools.pages.citations import join_parts, letters, web_address
from castalia.tools.pages.html_text import marked, safe, shown
from castalia.tools.pages.page_json import PageClaim, PageRecord, PageReference
from castalia.tools.pages.page_text import REFERENCES, paragraphs, printable, section_texts
from castalia.tools.pages.reference_lines import around_name, reference_name, source_beside


def reference_list(record: PageRecord) -> Iterator[str]:
    """The lines of the section; none for a page without references."""
    if not record["references"]:
        return
    citing: dict[int, list[PageClaim]] = defaultdict(list)
    # What is rendered, which on a page edited by hand is not what claims say.
    for section, text in section_texts(record):
        for paragraph in paragraphs(record, section, text):
            for claim in paragraph:
                for number in claim["citations"]:
                    citing[number].append(claim)
    yield f'<section class="references" aria-labelledby="references"><h2 id="references">{REFERENCES}</h2><ol>'
    for reference in record["references"]:
        yield from _reference(reference, citing[reference["number"]])
    yield "</ol></section>"


def _reference(reference: PageReference, citing: Sequence[PageClaim]) -> Iterator[str]:
    number, name = reference["number"], reference_name(reference)
    address = web_address(reference["url"], reference["doi"] or "")
    title = f'<bdi class="title">{shown(name)}</bdi>'
    if address:
        title = f'<a href="{safe(address)}" rel="external nofollow noopener noreferrer">{title}</a>'
    who, year = around_name(reference)
    source, *more = source_beside(reference, name), "" if address else without_chunks(reference["url"]), _doi(reference)
    others = ((one, safe(one)) for one in more if printable(one) != name)
    parts = [(who, _apart(who)), (name + year, title + year), (source, _apart(source)), *others]
    yield f'<li id="ref-{number}" value="{number}">{join_parts(parts)} {_back(number, len(citing))}'
    yield f'<details><summary aria-label="Snippet of reference {number}">Snippet</summary>'
    yield f'<blockquote dir="auto">{marked(reference, citing)}</blockquote></details></li>'


def _apart(text: str) -> str:
    """Text in whatever direction it is written, which turns nothing round beside it."""
    return f"<bdi>{safe(text)}</bdi>"


def _doi(reference: PageReference) -> str:
    doi = (reference["doi"] or "").strip()
    return f"doi:{doi}" if doi and not doi.lower().startswith(("http", "doi")) else doi


def _back(number: int, times: int) -> str:
    if times == 1:
        return f'<span class="back">{_back_link(number, 1, "↑", "the text")}</span>'
    links = " ".join(_back_link(number, place, letters(place), letters(place)) for place in range(1, times + 1))
    return f'<span class="back">↑&nbsp;{links}</span>' if links else ""


def _back_link(number: int, place: int, sign: str, name: str) -> str:
    return f'<a href="#cite-{number}-{place}" aria-label="Reference {number}, back to {name}">{sign}</a>'
