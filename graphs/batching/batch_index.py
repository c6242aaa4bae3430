"""The list of a batch's pages as one self-contained HTML file. What is on the pages lives on the pages."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from pathlib import Path
from urllib.parse import quote

from castalia.graphs.batching.ended import Ended
from castalia.graphs.batching.manifest import NAME
from castalia.memory.errors import InputError
from castalia.tools.language.counting import count
from castalia.tools.pages.write_whole import write_file

INDEX = "index.html"
_STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}"
    "table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.3rem .6rem;border-bottom:1px solid #8884}"
    "td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}.failed td{opacity:.75}:root{color-scheme:light dark}"
    "div{overflow-x:auto}td:last-child{min-width:16rem}"
)


def write_index(folder: Path, ended: Iterable[Ended]) -> Path:
    """Write ``index.html`` with a link to each page; ``InputError`` where that cannot be done."""
    write_file(folder / INDEX, render_index(ended))
    return folder / INDEX


def check_index(folder: Path) -> None:
    """``InputError`` where an index stands in this folder that may not be a batch's: no manifest is beside it."""
    if (folder / INDEX).exists() and not (folder / NAME).exists():
        raise InputError(
            f"{folder} holds {INDEX}, but no {NAME} of a batch: choose another folder, move {INDEX} away, or put {NAME} back"
        )


def render_index(ended: Iterable[Ended]) -> str:
    """The file's text; everything from outside is escaped."""
    rows = sorted(ended, key=lambda one: (one.topic.casefold(), one.domain, one.folder))
    pages = sum(bool(one.words) for one in rows)
    title = count(pages, "page")
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n<div><table>\n"
        '<thead><tr><th>Topic</th><th>Domain</th><th class="n">Words</th><th class="n">Sources</th><th>Status</th></tr></thead>\n'
        f"<tbody>\n{''.join(map(_row, rows))}</tbody>\n</table></div>\n</body>\n</html>\n"
    )


def _row(one: Ended) -> str:
    topic = escape(one.topic)
    if one.words:
        topic = f'<a href="{escape(quote(f"./{one.folder}/page.html"))}">{topic}</a>'
    status = escape(one.status + (f": {one.error}" if one.error else ""))
    return (
        f"<tr{' class=failed' if not one.words else ''}><td>{topic}</td><td>{escape(one.domain)}</td>"
        f'<td class="n">{one.words:,}</td><td class="n">{one.sources:,}</td><td>{status}</td></tr>\n'
    )
