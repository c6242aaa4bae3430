"""The page as one HTML file: no network, no script, everything escaped. Pure over the record; Markdown lives in
``markdown``.

A citation mark is a link to its reference; over it, a card shows the passage that supports the sentence.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from urllib.parse import quote

from castalia.tools.language.counting import count
from castalia.tools.pages.engine_note import engine_note
from castalia.tools.pages.html_head import html_head
from castalia.tools.pages.html_references import reference_list
from castalia.tools.pages.html_text import passage, safe, shown, until_word
from castalia.tools.pages.page_json import LEAD, PageClaim, PageRecord, PageSection
from castalia.tools.pages.page_style import STYLE
from castalia.tools.pages.page_text import (
    GAPS,
    ISSUES,
    NOTICES,
    REFERENCES,
    doubt_of,
    headings_of,
    issue_line,
    paragraphs,
    title_of,
)
from castalia.tools.pages.reference_lines import reference_name

_LONGEST = 200  # characters of a title on the card of a citation mark
_READ_OUT = 60  # characters of a title in the name of a citation mark
_DEEPEST = 6


def render_html(record: PageRecord) -> str:
    """The whole page as one self-contained file; ends with a newline."""
    has_contents = len(record["sections"]) > 1
    parts = [
        *html_head(title_of(record), record.get("language", "en"), STYLE),
        "<body>",
        '<a class="skip" href="#text">Skip to the text</a>',
        f'<div class="frame{" with-contents" if has_contents else ""}">',
        *_masthead(record),
        *(_contents(record) if has_contents else ()),
        '<main id="text">',
        *_article(record),
        *_aside("gaps", "gaps", GAPS, record["gaps"]),
        *_aside("notices", "gaps notices", NOTICES, record.get("notices", [])),
        *_issues(record),
        *reference_list(record),
        "</main>",
        *_footer(record),
        "</div>",
        "</body>",
        "</html>",
    ]
    return "\n".join(parts) + "\n"


def _masthead(record: PageRecord) -> Iterator[str]:
    yield '<header class="masthead">'
    if record["domain"].strip():
        yield f'<p class="domain">{safe(record["domain"])}</p>'
    yield f'<h1 dir="auto">{shown(title_of(record))}</h1>'
    yield f'<p class="note">{safe(engine_note(record))}</p>'
    if stub := record.get("stub"):
        yield f'<p class="note"><strong>{safe(stub)}</strong></p>'
    yield "</header>"


def _contents(record: PageRecord) -> Iterator[str]:
    yield '<nav class="contents" aria-labelledby="contents">'
    yield '<h2 id="contents">Contents</h2>'
    yield f"<details><summary>{count(len(record['sections']), 'section')}</summary>"  # folded on a phone alone
    yield from _contents_list(record["sections"], [*_closing_entries(record)])
    yield "</details></nav>"


def _contents_list(sections: Sequence[PageSection], more: Sequence[tuple[str, str]] = ()) -> Iterator[str]:
    yield "<ol>"
    for section in sections:
        yield f'<li><a href="{_place_link(section["id"])}" dir="auto">{shown(section["heading"])}</a>'
        if section["sections"]:
            yield from _contents_list(section["sections"])
        yield "</li>"
    for place, heading in more:
        yield f'<li><a href="#{place}">{heading}</a></li>'
    yield "</ol>"


def _closing_entries(record: PageRecord) -> Iterator[tuple[str, str]]:
    if record["gaps"]:
        yield "gaps", GAPS
    if record.get("notices"):
        yield "notices", NOTICES
    if record["references"]:
        yield "references", REFERENCES


def _article(record: PageRecord) -> Iterator[str]:
    marks = _Marks(record)
    yield "<article>"
    if record["lead"].strip():
        yield '<div class="lead">'
        yield from _prose(record, LEAD, record["lead"], marks)
        yield "</div>"
    for section in record["sections"]:
        yield from _section(record, section, 1, marks)
    yield "</article>"


def _section(record: PageRecord, section: PageSection, depth: int, marks: _Marks) -> Iterator[str]:
    tag, place = f"h{min(depth + 1, _DEEPEST)}", _place(section["id"])
    yield "<section>"
    anchor = f'<a class="anchor" href="{_place_link(section["id"])}" aria-hidden="true" tabindex="-1">#</a>'
    yield f'<{tag} id="{place}" dir="auto">{shown(section["heading"])}{anchor}</{tag}>'
    yield from _prose(record, section["id"], section["text"], marks)
    for one in section["sections"]:
        yield from _section(record, one, depth + 1, marks)
    yield "</section>"


def _prose(record: PageRecord, section: str, text: str, marks: _Marks) -> Iterator[str]:
    for paragraph in paragraphs(record, section, text):
        yield f'<p dir="auto">{" ".join(_sentence(claim, marks) for claim in paragraph)}</p>'


def _sentence(claim: PageClaim, marks: _Marks) -> str:
    cites = "".join(marks.mark(number, claim) for number in claim["citations"])
    doubt = doubt_of(claim)
    style, tail = ("claim doubtful", f'<sup class="doubt">[{doubt}]</sup>') if doubt else ("claim", "")
    return f'<span class="{style}">{shown(claim["sentence"])}</span>{cites}{tail}'


class _Marks:
    """Gives each citation mark its own id while the text is written, in the order in which ``reference_list`` counts
    them."""

    def __init__(self, record: PageRecord) -> None:
        self._references = {reference["number"]: reference for reference in record["references"]}
        self._seen: dict[int, int] = defaultdict(int)

    def mark(self, number: int, claim: PageClaim) -> str:
        reference = self._references.get(number)
        if reference is None:
            return f"<sup>[{number}]</sup>"
        self._seen[number] += 1
        name = reference_name(reference)  # the list of references has all of it
        return (
            f'<sup class="cite"><a href="#ref-{number}" id="cite-{number}-{self._seen[number]}" '
            f'aria-label="{safe(f"Reference {number}: {until_word(name, _READ_OUT)}")}">[{number}]</a>'
            f'<span class="card" hidden><b dir="auto">{shown(until_word(name, _LONGEST))}</b>{passage(claim, reference)}</span></sup>'
        )


def _aside(place: str, style: str, heading: str, items: Sequence[str]) -> Iterator[str]:
    if items:
        yield f'<aside class="{style}" aria-labelledby="{place}"><h2 id="{place}">{heading}</h2>'
        yield f"<ul>{''.join(f'<li>{safe(one)}</li>' for one in items)}</ul></aside>"


def _issues(record: PageRecord) -> Iterator[str]:
    if not record["open_issues"]:
        return
    headings = headings_of(record)
    yield f'<details class="issues"><summary>{ISSUES} ({len(record["open_issues"])})</summary><ul>'
    for issue in record["open_issues"]:
        claim = f' <q dir="auto">{shown(issue["claim"])}</q>' if issue["claim"] else ""
        yield f"<li>{safe(issue_line(issue, headings))}{claim}</li>"
    yield "</ul></details>"


def _footer(record: PageRecord) -> Iterator[str]:
    sentences, references = len(record["claims"]), len(record["references"])
    documents = len({reference["source_id"] for reference in record["references"]})
    counts = [
        count(sentences, "sentence"),
        count(references, "snippet") + " cited",
        count(documents, "document"),
        f"pipeline {record['pipeline']}" if record["pipeline"] else "",
    ]
    yield f'<footer><p class="note">Made with Castalia: {safe(", ".join(one for one in counts if one))}.</p></footer>'


def _place(section: str) -> str:
    """The id of a section in the file: no white space, nothing to escape."""
    return "section-" + _UNSAFE.sub(lambda found: "_" + quote(found.group(), safe="", errors="replace"), section)


def _place_link(section: str) -> str:
    return "#" + quote(_place(section), safe="")


_UNSAFE = re.compile(r"[^A-Za-z0-9-]")
