"""How the report of a bench reads: the same blocks as Markdown and as one self-contained HTML file.

The words for what was found live in ``bench_words``.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import Literal

from castalia.graphs.benching.bench_report import BenchReport, SystemCosts
from castalia.graphs.benching.bench_systems import FIRST
from castalia.graphs.benching.bench_words import how_to_read, verdict
from castalia.tools.language.counting import count
from castalia.tools.metrics.metric_tables import (
    NONE,
    arrow,
    difference_head,
    difference_row,
    interval,
    markdown_table,
    number,
    once_a_family,
)
from castalia.tools.pages.html_head import html_head

SHOWN_FAILURES = 200
_STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:none;margin:2rem auto;padding:0 1.5rem}p,li{max-width:60rem}"
    "div{overflow-x:auto}table{border-collapse:collapse}th,td{padding:.25rem .5rem;border-bottom:1px solid #8884;font-size:.875rem}"
    "th{text-align:left;vertical-align:bottom}td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}td.n{white-space:nowrap}"
    ":root{color-scheme:light dark}"
)


@dataclass(frozen=True, slots=True)
class Block:
    """A heading, a paragraph, a list (``rows`` of one cell) or a table (the first row its head, ``left`` columns flush
    left)."""

    kind: Literal["heading", "text", "list", "table"]
    text: str = ""
    rows: tuple[tuple[str, ...], ...] = ()
    left: int = 1


def report_markdown(report: BenchReport) -> str:
    """The report as Markdown."""
    level = "#"
    parts = []
    for one in _blocks(report):
        if one.kind == "heading":
            parts.append(f"{level} {one.text}")
            level = "##"
        elif one.kind == "text":
            parts.append(one.text)
        elif one.kind == "list":
            parts.append("\n".join(f"- {row[0]}" for row in one.rows))
        else:
            parts.append(markdown_table(one.rows, one.left))
    return "\n\n".join(parts) + "\n"


def report_html(report: BenchReport) -> str:
    """The report as one HTML file without scripts; everything is escaped."""
    parts = [*html_head("Bench", "en", _STYLE), "<body>"]
    level = 1
    for one in _blocks(report):
        if one.kind == "heading":
            parts.append(f"<h{level}>{escape(one.text)}</h{level}>")
            level = 2
        elif one.kind == "text":
            parts.append(f"<p>{escape(one.text)}</p>")
        elif one.kind == "list":
            parts.append("<ul>" + "".join(f"<li>{escape(row[0])}</li>" for row in one.rows) + "</ul>")
        else:
            parts.append(_table(one))
    return "\n".join([*parts, "</body>\n</html>"]) + "\n"


def _table(block: Block) -> str:
    def cells(row: tuple[str, ...], tag: str) -> str:
        return "".join(
            f"<{tag}{' class=n' if at >= block.left else ''}>{escape(cell)}</{tag}>" for at, cell in enumerate(row)
        )

    head, *body = block.rows
    rows = "".join(f"<tr>{cells(row, 'td')}</tr>\n" for row in body)
    return f"<div><table>\n<thead><tr>{cells(head, 'th')}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table></div>"


def _blocks(report: BenchReport) -> list[Block]:
    blocks = [
        Block("heading", f"{len(report.systems)} systems over {count(report.topics, 'topic')}"),
        *(
            [Block("text", f"Not complete: {_incomplete(report)}")]
            if report.stopped or report.budget or report.not_begun
            else []
        ),
        Block("heading", "What pays for itself"),
        Block("text", how_to_read(report)),
        Block("list", rows=tuple((verdict(one, report),) for one in report.systems if one.system.name != FIRST)),
        Block("heading", "Metrics"),
        _means(report),
    ]
    for one in report.systems:
        if one.system.name != FIRST and one.compared:
            blocks += [Block("heading", f"{one.system.name} − {FIRST}"), *_differences(one, report)]
    blocks += [Block("heading", "Costs"), _costs(report)]
    blocks += [Block("heading", "Failures"), *_failures(report), Block("heading", "Systems"), _systems(report)]
    return [
        one
        for one in [*blocks, Block("heading", "Notes"), Block("list", rows=tuple((one,) for one in report.notes))]
        if one.kind != "list" or one.rows
    ]


def _means(report: BenchReport) -> Block:
    names = [one.system.name for one in report.systems]
    body = []
    for row in report.rows:
        share = row.metric.is_share
        cells = [
            NONE if cell.mean is None else f"{number(cell.mean, share)} ({interval(cell.interval, share)})"
            for cell in (row.cells[name] for name in names)
        ]
        body.append((row.metric.family, row.label + arrow(row.metric), *cells))
    return Block("table", rows=(("family", "metric", *names), *once_a_family(body)), left=2)


def _differences(one: SystemCosts, report: BenchReport) -> list[Block]:
    """The metrics that differ on some topic; the others in one line."""
    body, equal = [], []
    for row in report.rows:
        cell = row.cells[one.system.name]
        if cell.paired is None:
            continue
        if cell.paired.is_idle:
            equal.append(row.label)
            continue
        body.append(difference_row(row.metric, row.label, cell.paired, cell.p_holm))
    head = difference_head(FIRST, one.system.name)
    blocks = [Block("table", rows=(head, *once_a_family(body)), left=2)] if body else []
    return blocks + ([Block("text", f"The same on every topic: {', '.join(equal)}.")] if equal else [])


def _costs(report: BenchReport) -> Block:
    head = (
        "system",
        "pages",
        "failed",
        "calls",
        "from the tape",
        "tokens",
        "cost",
        "seconds",
        "seconds a page",
        f"same as {FIRST}",
    )
    rows = [
        (
            one.system.name,
            f"{one.pages:,}",
            f"{one.failed:,}",
            f"{one.calls:,}",
            f"{one.replayed:,}",
            f"{one.tokens:,}",
            "unknown" if one.cost is None else f"{one.cost:.4f}",
            f"{one.seconds:,.1f}",
            f"{one.seconds / one.pages:.1f}" if one.pages else NONE,
            NONE if one.system.name == FIRST else f"{one.same}/{one.compared}",
        )
        for one in report.systems
    ]
    return Block("table", rows=(head, *rows))


def _failures(report: BenchReport) -> list[Block]:
    if not (report.failures or report.unmeasured):
        return [
            Block("text", "None: every system has its page on every topic." if not report.not_begun else "None so far.")
        ]
    blocks = []
    if report.failures:
        names = [
            one.system.name
            for one in report.systems
            if any(found.system == one.system.name for found in report.failures)
        ]
        topics = list(dict.fromkeys(one.topic for one in report.failures))[:SHOWN_FAILURES]
        marked = {(one.topic, one.system): one.status for one in report.failures}
        blocks.append(
            Block(
                "table",
                rows=(
                    ("topic", *names),
                    *((topic, *(marked.get((topic, name), "") for name in names)) for topic in topics),
                ),
            )
        )
    told = [
        f"{one.system}{f' {one.repeat}' if one.repeat > 1 else ''}, {one.topic}: {one.status}: {one.error}"
        for one in report.failures
    ]
    told += [f"not measured: {one}" for one in report.unmeasured]
    more = len(told) - SHOWN_FAILURES
    return [
        *blocks,
        Block(
            "list",
            rows=tuple((one,) for one in [*told[:SHOWN_FAILURES], *([f"and {more:,} more"] if more > 0 else [])]),
        ),
    ]


def _systems(report: BenchReport) -> Block:
    rows = [
        (
            one.system.name,
            str(one.repeats),
            ", ".join(f"{key}={value}" for key, value in one.system.changes.items()) or NONE,
            one.system.what,
        )
        for one in report.systems
    ]
    return Block("table", rows=(("system", "repeats", "settings", "what it is"), *rows), left=4)


def _incomplete(report: BenchReport) -> str:
    why = f"the budget of {report.budget} is used up" if report.budget else report.stopped or "it was ended"
    return f"{why}; {count(report.not_begun, 'page')} not begun, or not finished. The same command goes on."
