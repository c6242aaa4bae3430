"""The report of a bench as one self-contained HTML file, for a screen, a keyboard, a screen reader and paper.

What it says lives in ``bench_text``.
"""

from __future__ import annotations

from html import escape

from castalia.graphs.benching.bench_report import BenchReport
from castalia.graphs.benching.bench_text import Block, report_blocks
from castalia.tools.pages.html_head import html_head

_STYLE = """
:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; margin: 2rem auto; padding: 0 1.5rem; overflow-wrap: anywhere; }
h1, h2 { line-height: 1.25; }
h2 { margin: 2.2rem 0 .6rem; break-after: avoid; }
p, li { max-width: 60rem; }
ul { padding-left: 1.2rem; }
nav ul { list-style: none; padding: 0; columns: 14rem; }
.table { overflow-x: auto; }
:focus-visible { outline: 2px solid LinkText; outline-offset: 2px; }
table { border-collapse: collapse; overflow-wrap: normal; }
th, td { padding: .25rem .5rem; border-bottom: 1px solid #8884; font-size: .875rem; text-align: left; vertical-align: top; }
thead th { vertical-align: bottom; }
tbody th { font-weight: inherit; }
.n { text-align: right; font-variant-numeric: tabular-nums; }
td.n { white-space: pre; }
.name { position: sticky; left: 0; background: Canvas; }
@media (max-width: 40rem) { .name { max-width: 9rem; overflow-wrap: anywhere; } }
@page { size: landscape; margin: 10mm; }
@media print {
  body { margin: 0; padding: 0; font-size: 9pt; }
  nav { display: none; }
  .table { overflow: visible; }
  th, td { font-size: 6.5pt; padding: .1rem .2rem; }
  td.n { white-space: pre-line; }
  .name { position: static; }
  tr, li { break-inside: avoid; }
}
"""


def report_html(report: BenchReport) -> str:
    """The report as one HTML file without scripts; everything is escaped."""
    first, *blocks = report_blocks(report)
    contents: list[str] = []
    main: list[str] = []
    place = ""
    for one in blocks:
        if one.kind == "heading":
            place, text = f"part-{len(contents) + 1}", escape(one.text)
            contents.append(f'<li><a href="#{place}">{text}</a></li>')
            main.append(f'<h2 id="{place}">{text}</h2>')
        else:
            main.append(_block(one, place))
    lines = [
        *html_head(f"Bench: {first.text}", "en", _STYLE),
        "<body>",
        f"<header><h1>{escape(first.text)}</h1></header>",
        f'<nav aria-label="Contents"><ul>{"".join(contents)}</ul></nav>',
        "<main>",
        *main,
        "</main>",
        "</body>",
        "</html>",
    ]
    return "\n".join(lines) + "\n"


def _block(block: Block, heading: str) -> str:
    """What is no heading; ``heading`` is the id of the one it stands under."""
    if block.kind == "text":
        return f"<p>{escape(block.text)}</p>"
    if block.kind == "list":
        return "<ul>" + "".join(f"<li>{escape(row[0])}</li>" for row in block.rows) + "</ul>"
    if block.kind == "links":
        return (
            "<ul>" + "".join(f'<li><a href="{escape(to)}">{escape(text)}</a></li>' for text, to in block.rows) + "</ul>"
        )
    return _table(block, heading)


def _table(block: Block, heading: str) -> str:
    """A table that can be scrolled with the keys; the column that names its rows stays in view."""

    def cell(at: int, text: str, scope: str) -> str:
        is_name = at == block.named
        kind = ' class="name"' if is_name else ' class="n"' if at >= block.left else ""
        head = f' scope="{scope}"' if scope == "col" or is_name else ""
        tag = "th" if head else "td"
        return f"<{tag}{kind}{head}>{escape(text)}</{tag}>"

    def row(cells: tuple[str, ...], scope: str) -> str:
        return f"<tr>{''.join(cell(at, text, scope) for at, text in enumerate(cells))}</tr>\n"

    head, *body = block.rows
    rows = "".join(row(one, "row") for one in body)
    return (
        f'<div class="table" role="region" tabindex="0" aria-labelledby="{heading}">\n'
        f"<table>\n<thead>\n{row(head, 'col')}</thead>\n<tbody>\n{rows}</tbody>\n</table>\n</div>"
    )
