"""The page as one HTML file: no network, no script, everything escaped. Pure over the record; Markdown lives in ``markdown``.

A citation mark is a link to its reference; over it, a card shows the passage that supports the sentence.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from html import escape as escape_html
from urllib.parse import quote

from castalia.tools.citations import join_parts, web_address
from castalia.tools.page_json import (
    LEAD,
    PageClaim,
    PageRecord,
    PageReference,
    PageSection,
    engine_note,
    find_sentence,
    paragraphs,
    printable,
    walk_sections,
)

_CONTEXT = 140  # characters of a snippet around the sentence that is cited, on each side
_DEEPEST = 6

_STYLE = """
:root {
  color-scheme: light dark;
  --paper: #fdfcf9; --ink: #22252a; --soft: #63676f; --faint: #6e727a; --line: #e4e0d6; --panel: #f6f3ec;
  --link: #2a5d9c; --glow: #fff1c2; --warn: #9a4a1c; --warn-line: #e3b58f; --warn-panel: #fdf4ea;
  --shadow: 0 6px 28px rgb(40 34 20 / .16);
  --serif: Charter, "Bitstream Charter", "Iowan Old Style", "Source Serif 4", "Source Serif Pro", Georgia,
    "Noto Serif", "Liberation Serif", serif;
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", Arial, sans-serif;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #16181c; --ink: #d9d7d1; --soft: #a0a2a6; --faint: #8f9298; --line: #30333a; --panel: #1e2126;
    --link: #8db8ec; --glow: #4a3d12; --warn: #e7a77c; --warn-line: #6b4a33; --warn-panel: #241d18;
    --shadow: 0 6px 28px rgb(0 0 0 / .55);
  }
}
* { box-sizing: border-box; }
html { font-size: 100%; -webkit-text-size-adjust: 100%; text-size-adjust: 100%; scroll-padding-top: 1.5rem; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1.125rem/1.65 var(--serif); overflow-wrap: break-word; }
a { color: var(--link); text-decoration: none; }
a:hover { text-decoration: underline; text-underline-offset: .15em; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 2px; }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; top: 1rem; padding: .5rem 1rem; background: var(--panel); z-index: 3; }
.frame { max-width: 46rem; margin: 0 auto; padding: 2.25rem 1.25rem 4rem; }
.masthead { border-bottom: 1px solid var(--line); padding-bottom: 1rem; margin-bottom: 1.6rem; }
.domain { margin: 0 0 .4rem; font: 600 .75rem/1.4 var(--sans); letter-spacing: .08em; text-transform: uppercase;
  color: var(--faint); }
h1, h2, h3, h4, h5, h6 { font-weight: 600; line-height: 1.25; text-wrap: balance; break-after: avoid; }
h1 { font-size: 2.35rem; letter-spacing: -.012em; margin: 0 0 .6rem; }
h2 { font-size: 1.5rem; margin: 2.6rem 0 .8rem; padding-bottom: .25rem; border-bottom: 1px solid var(--line); }
h3 { font-size: 1.2rem; margin: 1.9rem 0 .5rem; }
h2 + section > h3 { margin-top: 1.1rem; }
h4, h5, h6 { font-size: 1.05rem; margin: 1.5rem 0 .4rem; }
p { margin: 0 0 1rem; }
.note { margin: 0; font: .875rem/1.55 var(--sans); color: var(--soft); }
article { max-width: 70ch; }
.lead p { font-size: 1.1875rem; }
.claim { unicode-bidi: isolate; }
.doubtful { text-decoration: underline dotted var(--warn); text-underline-offset: .2em; }
sup { font: .7em/0 var(--sans); vertical-align: .45em; white-space: nowrap; }
.claim + sup::before { content: "\\2060"; } /* a word joiner: no mark starts a line */
.cite a { padding: 0 .06em; }
.doubt { color: var(--warn); padding-left: .15em; }
.anchor { margin-left: .4em; font-weight: 400; color: var(--faint); opacity: 0; }
:is(h2, h3, h4, h5, h6):hover .anchor, .anchor:focus-visible { opacity: 1; }

.cite { anchor-name: --mark; anchor-scope: --mark; }
.card { display: none; position: fixed; z-index: 2; left: 1rem; right: 1rem; bottom: 1rem; max-width: 30rem;
  margin: 0 auto; padding: .8rem 1rem; background: var(--paper); color: var(--ink); border: 1px solid var(--line);
  border-radius: 8px; box-shadow: var(--shadow); font: .9rem/1.5 var(--serif); white-space: normal; text-align: left;
  pointer-events: none; }
.card b { display: block; margin-bottom: .3rem; font: 600 .8rem/1.4 var(--sans); color: var(--soft); }
.card q { quotes: none; }
mark { background: var(--glow); color: var(--ink); border-radius: 2px; box-shadow: 0 0 0 2px var(--glow);
  -webkit-box-decoration-break: clone; box-decoration-break: clone; }
@media (hover: hover) { .cite:hover .card { display: block; } }
.cite a:focus-visible + .card { display: block; }
@supports (anchor-scope: --mark) and (position-area: block-end) {
  .card { position-anchor: --mark; position-area: bottom span-all; justify-self: anchor-center; inset: auto;
    width: 26rem; max-width: calc(100vw - 2rem); margin: .4rem 1rem; position-try-fallbacks: flip-block; }
}

.contents { margin: 0 0 1.8rem; font: .9rem/1.5 var(--sans); }
.contents h2 { margin: 0 0 .5rem; padding: 0; border: 0; font: 600 .75rem/1.4 var(--sans); letter-spacing: .08em;
  text-transform: uppercase; color: var(--faint); }
.contents ol { list-style: none; margin: 0; padding: 0; }
.contents li { margin: .28rem 0; }
.contents ol ol { padding-left: .9rem; }
.contents ol ol a { color: var(--soft); }
@media (max-width: 67.99rem) {
  .contents { background: var(--panel); border: 1px solid var(--line); border-radius: 8px; padding: .9rem 1.1rem; }
  .contents ol ol { display: none; }
}
@media (min-width: 68rem) {
  .frame.with-contents { max-width: 66rem; display: grid; grid-template-columns: 14rem minmax(0, 70ch);
    column-gap: 3.5rem; justify-content: center; align-items: start; }
  .with-contents > * { grid-column: 2; }
  .with-contents > .contents { grid-column: 1; grid-row: 1 / span 3; position: sticky; top: 2.25rem; margin: 0;
    max-height: calc(100vh - 4.5rem); overflow-y: auto; padding-right: .5rem; }
}

.gaps { margin: 2.6rem 0 0; padding: 1rem 1.25rem; background: var(--warn-panel); border: 1px solid var(--warn-line);
  border-radius: 8px; font-size: 1rem; }
.gaps h2 { margin: 0 0 .5rem; padding: 0; border: 0; font-size: 1.1rem; color: var(--warn); }
.gaps ul { margin: 0; padding-left: 1.2rem; }
.gaps li { margin: .25rem 0; }
.issues { margin: 1.5rem 0 0; font-size: 1rem; }
summary { cursor: pointer; font: .85rem/1.5 var(--sans); color: var(--link); width: fit-content; }
.references ol { margin: 0; padding-left: 2.1rem; font-size: .95rem; line-height: 1.5; }
.references li { margin: 0 0 .9rem; padding-left: .25rem; }
.references li::marker { font: .85rem var(--sans); color: var(--faint); font-variant-numeric: tabular-nums; }
.references li:target { background: var(--glow); box-shadow: 0 0 0 .4rem var(--glow); border-radius: 2px; }
.title { font-style: italic; }
.back { font: .8rem var(--sans); color: var(--faint); white-space: normal; }
.back a { padding: 0 .12em; }
blockquote { margin: .5rem 0 .3rem; padding: .1rem 0 .1rem 1rem; border-left: 3px solid var(--line); color: var(--soft); }
footer { margin-top: 3rem; padding-top: 1rem; border-top: 1px solid var(--line); }
@media (max-width: 40rem) {
  body { font-size: 1.0625rem; line-height: 1.6; }
  .frame { padding: 1.4rem 1.1rem 3rem; }
  h1 { font-size: 1.9rem; }
  h2 { font-size: 1.35rem; margin-top: 2.1rem; }
  .lead p { font-size: 1.125rem; }
  sup a { padding: .5em .12em; }
}
@media print {
  :root { color-scheme: light; --paper: #fff; --ink: #000; --soft: #333; --faint: #555; --line: #bbb; --panel: #fff;
    --link: #000; --glow: transparent; --warn: #000; --warn-line: #bbb; --warn-panel: #fff; }
  body { font-size: 10.5pt; line-height: 1.45; }
  .frame, .frame.with-contents { display: block; max-width: none; padding: 0; }
  .contents, .skip, .card, .back, .anchor, .references details { display: none; }
  .references a[href^="http"]::after { content: " (" attr(href) ")"; font-style: normal; font-size: .85em; }
  p { orphans: 3; widows: 3; }
  li, .gaps { break-inside: avoid; }
}
"""


def render_html(record: PageRecord) -> str:
    """The whole page as one self-contained file; ends with a newline."""
    has_contents = len(record["sections"]) > 1
    policy = f"default-src 'none'; style-src 'sha256-{_style_hash()}'; base-uri 'none'; form-action 'none'"
    parts = [
        "<!DOCTYPE html>",
        f'<html lang="{_safe(record.get("language", "en"))}">',
        "<head>",
        '<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="referrer" content="no-referrer">',
        '<meta name="color-scheme" content="light dark">',
        '<meta name="generator" content="Castalia">',
        f"<title>{_safe(record['topic'])}</title>",
        f"<style>{_STYLE}</style>",
        "</head>",
        "<body>",
        '<a class="skip" href="#text">Skip to the text</a>',
        f'<div class="frame{" with-contents" if has_contents else ""}">',
        *_masthead(record),
        *(_contents(record) if has_contents else ()),
        '<main id="text">',
        *_article(record),
        *_gaps(record["gaps"]),
        *_issues(record),
        *_references(record),
        "</main>",
        *_footer(record),
        "</div>",
        "</body>",
        "</html>",
    ]
    return "\n".join(parts) + "\n"


def _safe(text: str) -> str:
    """Text for an element or a quoted attribute: escaped, on one line, with nothing that a browser cannot print."""
    return escape_html(printable(text), quote=True)


def _style_hash() -> str:
    return base64.b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()


def _masthead(record: PageRecord) -> Iterator[str]:
    yield '<header class="masthead">'
    if record["domain"].strip():
        yield f'<p class="domain">{_safe(record["domain"])}</p>'
    yield f"<h1>{_safe(record['topic'])}</h1>"
    yield f'<p class="note">{_safe(engine_note(record))}</p>'
    yield "</header>"


def _contents(record: PageRecord) -> Iterator[str]:
    yield '<nav class="contents" aria-labelledby="contents">'
    yield '<h2 id="contents">Contents</h2>'
    yield from _contents_list(record["sections"], [*_closing_entries(record)])
    yield "</nav>"


def _contents_list(sections: Sequence[PageSection], more: Sequence[tuple[str, str]] = ()) -> Iterator[str]:
    yield "<ol>"
    for section in sections:
        yield f'<li><a href="{_place_link(section["id"])}">{_safe(section["heading"])}</a>'
        if section["sections"]:
            yield from _contents_list(section["sections"])
        yield "</li>"
    for place, heading in more:
        yield f'<li><a href="#{place}">{heading}</a></li>'
    yield "</ol>"


def _closing_entries(record: PageRecord) -> Iterator[tuple[str, str]]:
    if record["gaps"]:
        yield "gaps", "What is missing"
    if record["references"]:
        yield "references", "References"


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
    yield f'<section aria-labelledby="{place}">'
    anchor = f'<a class="anchor" href="{_place_link(section["id"])}" aria-label="Link to this section">#</a>'
    yield f'<{tag} id="{place}">{_safe(section["heading"])}{anchor}</{tag}>'
    yield from _prose(record, section["id"], section["text"], marks)
    for one in section["sections"]:
        yield from _section(record, one, depth + 1, marks)
    yield "</section>"


def _prose(record: PageRecord, section: str, text: str, marks: _Marks) -> Iterator[str]:
    for paragraph in paragraphs(record, section, text):
        yield f"<p>{' '.join(_sentence(claim, marks) for claim in paragraph)}</p>"


def _sentence(claim: PageClaim, marks: _Marks) -> str:
    cites = "".join(marks.mark(number, claim) for number in claim["citations"])
    doubt = "not supported by what it cites" if claim["verdict"] == "unsupported" else ""
    doubt = doubt if claim["citations"] else "no source"
    style = "claim doubtful" if doubt else "claim"
    tail = f'<sup class="doubt">[{doubt}]</sup>' if doubt else ""
    return f'<span class="{style}">{_safe(claim["sentence"])}</span>{cites}{tail}'


class _Marks:
    """Gives each citation mark its own id while the text is written, in the order in which ``_references`` counts them."""

    def __init__(self, record: PageRecord) -> None:
        self._references = {reference["number"]: reference for reference in record["references"]}
        self._seen: dict[int, int] = defaultdict(int)

    def mark(self, number: int, claim: PageClaim) -> str:
        reference = self._references.get(number)
        if reference is None:
            return f"<sup>[{number}]</sup>"
        self._seen[number] += 1
        title = _name(reference)
        return (
            f'<sup class="cite"><a href="#ref-{number}" id="cite-{number}-{self._seen[number]}" '
            f'aria-label="{_safe(f"Reference {number}: {title}")}">[{number}]</a>'
            f'<span class="card" role="tooltip"><b>{_safe(title)}</b>{_passage(claim, reference)}</span></sup>'
        )


def _passage(claim: PageClaim, reference: PageReference) -> str:
    """The snippet around what supports the claim; its beginning, where that is not known."""
    text = printable(reference["text"])
    span = _support(claim, reference)
    if span is None:
        return f"<q>{_safe(_until_word(text, 2 * _CONTEXT))}</q>"
    start, end = span
    before, after = text[:start], text[end:]
    if len(before) > _CONTEXT:
        before = "…" + before[-_CONTEXT:].partition(" ")[2]
    return f"<q>{_safe_edge(before)}<mark>{_safe(text[start:end])}</mark>{_safe_edge(_until_word(after, _CONTEXT))}</q>"


def _support(claim: PageClaim, reference: PageReference) -> tuple[int, int] | None:
    return find_sentence(claim["quote"], reference["text"]) or find_sentence(claim["sentence"], reference["text"])


def _until_word(text: str, length: int) -> str:
    return text if len(text) <= length else text[:length].rpartition(" ")[0] + "…"


def _safe_edge(text: str) -> str:
    """Like ``_safe`` for a piece of a printable text, whose outer spaces count."""
    return escape_html(text, quote=True)


def _gaps(gaps: Sequence[str]) -> Iterator[str]:
    if gaps:
        yield '<aside class="gaps" aria-labelledby="gaps"><h2 id="gaps">What the corpus could not answer</h2>'
        yield f"<ul>{''.join(f'<li>{_safe(gap)}</li>' for gap in gaps)}</ul></aside>"


def _issues(record: PageRecord) -> Iterator[str]:
    if not record["open_issues"]:
        return
    headings = {section["id"]: section["heading"] for section, _ in walk_sections(record["sections"])} | {LEAD: "Lead"}
    yield f'<details class="issues"><summary>Open issues ({len(record["open_issues"])})</summary><ul>'
    for issue in record["open_issues"]:
        place = headings.get(issue["section"], issue["section"])
        claim = f" <q>{_safe(issue['claim'])}</q>" if issue["claim"] else ""
        yield f"<li>{_safe(place)}: {_safe(issue['reason'].rstrip('.'))}.{claim}</li>"
    yield "</ul></details>"


def _references(record: PageRecord) -> Iterator[str]:
    if not record["references"]:
        return
    citing: dict[int, list[PageClaim]] = defaultdict(list)
    texts = [(LEAD, record["lead"]), *((one["id"], one["text"]) for one, _ in walk_sections(record["sections"]))]
    for section, text in texts:  # what is rendered, which on a page edited by hand is not what claims say
        for paragraph in paragraphs(record, section, text):
            for claim in paragraph:
                for number in claim["citations"]:
                    citing[number].append(claim)
    yield '<section class="references" aria-labelledby="references"><h2 id="references">References</h2><ol>'
    for reference in record["references"]:
        yield from _reference(reference, citing[reference["number"]])
    yield "</ol></section>"


def _reference(reference: PageReference, citing: Sequence[PageClaim]) -> Iterator[str]:
    number, name = reference["number"], _name(reference)
    address = web_address(reference["url"], reference["doi"] or "")
    title = f'<span class="title">{_safe(name)}</span>'
    if address:
        title = f'<a href="{_safe(address)}" rel="external nofollow noopener noreferrer">{title}</a>'
    year = f"({reference['year']})" if reference["year"] is not None else ""
    who = " ".join(one for one in (", ".join(reference["authors"]), year) if one)
    more = [reference.get("source", ""), "" if address else reference["url"], _doi(reference)]
    parts = [(who, _safe(who)), (name, title), *((one, _safe(one)) for one in more if printable(one) != name)]
    yield f'<li id="ref-{number}" value="{number}">{join_parts(parts)} {_back(number, len(citing))}'
    yield f"<details><summary>Snippet</summary><blockquote>{_marked(reference, citing)}</blockquote></details></li>"


def _name(reference: PageReference) -> str:
    """What to call a reference: its title, else its source, else what it is cited from."""
    named = (reference["title"], reference.get("source", ""), reference["url"], reference["doi"] or "")
    return next((one for one in map(printable, named) if one), f"Snippet {reference['key']}")


def _doi(reference: PageReference) -> str:
    doi = (reference["doi"] or "").strip()
    return f"doi:{doi}" if doi and not doi.lower().startswith(("http", "doi")) else doi


def _back(number: int, times: int) -> str:
    links = "".join(
        f'<a href="#cite-{number}-{place}" aria-label="Back to the text, place {place}">{_letter(place, times)}</a>'
        for place in range(1, times + 1)
    )
    return f'<span class="back">{"" if times == 1 else "↑&nbsp;"}{links}</span>' if times else ""


def _letter(place: int, times: int) -> str:
    if times == 1:
        return "↑"
    letters = ""
    while place:
        place, rest = divmod(place - 1, 26)
        letters = chr(ord("a") + rest) + letters
    return letters + " "


def _marked(reference: PageReference, citing: Sequence[PageClaim]) -> str:
    """The snippet with every passage that the page takes from it marked."""
    text = printable(reference["text"])
    spans = sorted({span for claim in citing if (span := _support(claim, reference))})
    out, place = [], 0
    for start, end in spans:
        if end > place:
            start = max(start, place)
            out.append(f"{_safe_edge(text[place:start])}<mark>{_safe_edge(text[start:end])}</mark>")
            place = end
    return "".join(out) + _safe_edge(text[place:])


def _footer(record: PageRecord) -> Iterator[str]:
    sentences, references = len(record["claims"]), len(record["references"])
    documents = len({reference["source_id"] for reference in record["references"]})
    counts = [
        _count(sentences, "sentence"),
        _count(references, "cited snippet"),
        _count(documents, "document"),
        f"pipeline {record['pipeline']}" if record["pipeline"] else "",
    ]
    yield f'<footer><p class="note">Made with Castalia: {_safe(", ".join(one for one in counts if one))}.</p></footer>'


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _place(section: str) -> str:
    """The id of a section in the file: no white space, nothing to escape."""
    return "section-" + _UNSAFE.sub(lambda found: "_" + quote(found.group(), safe="", errors="replace"), section)


def _place_link(section: str) -> str:
    return "#" + quote(_place(section), safe="")


_UNSAFE = re.compile(r"[^A-Za-z0-9-]")
