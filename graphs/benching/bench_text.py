"""What the report of a bench says, block by block, and the blocks as Markdown.

The words for what was found live in ``bench_words``, the HTML file in ``bench_html``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal
from urllib.parse import quote

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

SHOWN_FAILURES = 200


@dataclass(frozen=True, slots=True)
class Block:
    """A heading, a paragraph, a list (``rows`` of one cell), links (``rows`` of a text and where it leads) or a table
    (the first row its head, ``left`` columns flush left, the column ``named`` what each row is called; a cell may have
    two lines)."""

    kind: Literal["heading", "text", "list", "links", "table"]
    text: str = ""
    rows: tuple[tuple[str, ...], ...] = ()
    left: int = 1
    named: int = 0


def report_markdown(report: BenchReport) -> str:
    """The report as Markdown."""
    level = "#"
    parts = []
    for one in report_blocks(report):
        if one.kind == "heading":
            parts.append(f"{level} {one.text}")
            level = "##"
        elif one.kind == "text":
            parts.append(one.text)
        elif one.kind == "list":
            parts.append("\n".join(f"- {row[0]}" for row in one.rows))
        elif one.kind == "links":
            parts.append("\n".join(f"- [{text}]({to})" for text, to in one.rows))
        else:
            parts.append(markdown_table(one.rows, one.left))
    return "\n\n".join(parts) + "\n"


def report_blocks(report: BenchReport) -> list[Block]:
    """All that the report says, in its order; the first block is its title."""
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
    if links := _links(report):
        blocks += [Block("heading", "Pages"), Block("links", rows=links)]
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
            NONE if cell.mean is None else f"{number(cell.mean, share)}\n({interval(cell.interval, share)})"
            for cell in (row.cells[name] for name in names)
        ]
        body.append((row.metric.family, row.label + arrow(row.metric), *cells))
    return Block("table", rows=(("family", "metric", *names), *once_a_family(body)), left=2, named=1)


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
    blocks = [Block("table", rows=(head, *once_a_family(body)), left=2, named=1)] if body else []
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


def _links(report: BenchReport) -> tuple[tuple[str, str], ...]:
    """A link to each list of pages, called as the folder it is in; from the bench's folder."""
    places = [path.relative_to(report.folder) for one in report.systems for path in one.indexes]
    return tuple((place.parent.as_posix(), quote(f"./{place.as_posix()}")) for place in places)


def _incomplete(report: BenchReport) -> str:
    why = f"the budget of {report.budget} is used up" if report.budget else report.stopped or "it was ended"
    return f"{why}; {count(report.not_begun, 'page')} not begun, or not finished. The same command goes on."
