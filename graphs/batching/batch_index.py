"""The list of a batch's pages as one self-contained HTML file. What is on the pages lives on the pages."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from pathlib import Path
from urllib.parse import quote

from castalia.graphs.batching.ended import Ended
from castalia.graphs.checks import LONGEST_TOPIC
from castalia.memory.ellipsis import abridge
from castalia.memory.errors import InputError
from castalia.tools.corpus.batch_files import MANIFEST
from castalia.tools.language.counting import count
from castalia.tools.pages.html_head import html_head
from castalia.tools.pages.html_text import safe
from castalia.tools.pages.page_style import STYLE
from castalia.tools.pages.write_whole import write_file

INDEX = "index.html"
_STYLE = (
    STYLE
    + """
.frame { max-width: 60rem; }
main { font: 1rem/1.5 var(--sans); overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .3rem .5rem .3rem 0; }
thead, tbody { border-bottom: 1px solid var(--line); }
th { font-size: .875rem; color: var(--soft); }
.n { text-align: right; font-variant-numeric: tabular-nums; }
th:first-child { width: 60%; min-width: 8.75rem; }
td:not(:first-child), th { overflow-wrap: normal; }
td { overflow-wrap: anywhere; }
.why, small { color: var(--soft); }
td.why { padding-top: 0; font-size: .9375rem; overflow-wrap: anywhere; }
th:last-child, td:last-child { padding-right: 0; }
@media (min-width: 40rem) { .n + :not(.n) { padding-left: .5rem; } }
"""
)


def write_index(folder: Path, ended: Iterable[Ended], source: str = "") -> Path:
    """Write ``index.html`` with a link to each page; ``InputError`` where that cannot be done."""
    write_file(folder / INDEX, render_index(ended, source))
    return folder / INDEX


def check_index(folder: Path) -> None:
    """``InputError`` where an index stands in this folder that may not be a batch's: no manifest is beside it."""
    if (folder / INDEX).exists() and not (folder / MANIFEST).exists():
        raise InputError(
            f"{folder} holds {INDEX}, but no {MANIFEST} of a batch: choose another folder, move {INDEX} away, or put {MANIFEST} back"
        )


def render_index(ended: Iterable[Ended], source: str = "") -> str:
    """The file's text, with what the pages were made from in its title where that is known (``source``); everything
    from outside is escaped."""
    rows = sorted(ended, key=lambda one: (one.topic.casefold(), one.domain, one.folder))
    title = count(sum(bool(one.words) for one in rows), "page")
    if source:
        title += f" from {source}"
    if failed := sum(one.status == "failed" for one in rows):
        title += f", {count(failed, 'topic')} failed"
    head = "\n".join(html_head(title, "en", _STYLE))
    return (
        f'{head}\n<body>\n<div class="frame">\n<header class="masthead"><h1>{safe(title)}</h1></header>\n<main>\n<table>\n'
        f'<thead><tr><th>Topic</th><th class="n">Words</th><th class="n">Snippets cited</th><th>Status</th></tr></thead>\n'
        f"{''.join(map(_topic, rows))}</table>\n</main>\n</div>\n</body>\n</html>\n"
    )


def _topic(one: Ended) -> str:
    """A row, and where there is something to say of it one more, as wide as the table. Numbers are those of a page."""
    topic, words, snippets = escape(abridge(one.topic, LONGEST_TOPIC)), "", ""
    if one.words:
        topic = f'<a href="{escape(quote(f"./{one.folder}/page.html"))}">{topic}</a>'
        words, snippets = f"{one.words:,}", f"{one.sources:,}"
    if one.domain:
        topic += f"<br><small>{escape(abridge(one.domain, LONGEST_TOPIC))}</small>"
    cells = f'<td>{topic}</td><td class="n">{words}</td><td class="n">{snippets}</td><td>{escape(one.outcome)}</td>'
    told = one.error or one.stub
    why = f'<tr><td class="why" colspan="4">{escape(told)}</td></tr>\n' if told else ""
    return f"<tbody{' class=failed' if not one.words else ''}>\n<tr>{cells}</tr>\n{why}</tbody>\n"
