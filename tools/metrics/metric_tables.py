"""Tables of metrics in Markdown: one row a metric, and how numbers look in them. What they mean lives in
``metric_list``."""

from __future__ import annotations

from collections.abc import Sequence

from castalia.tools.metrics.metric_list import Metric
from castalia.tools.metrics.statistics_paired import LEVEL, Interval, Paired

NONE = "–"
SIGNS = "Shares run from 0 to 1 (the papers print them times 100); – is not defined; ↑ higher, ↓ lower is better."


def number(value: float | None, is_share: bool) -> str:
    """A share with three places, a count with as many as it needs; a dash for what is not defined."""
    if value is None:
        return NONE
    if is_share:
        return f"{value:.3f}"
    if float(value).is_integer() and abs(value) >= 1:
        return f"{value:,.0f}"
    places = 1 if abs(value) >= 10 else 2 if abs(value) >= 1 else 3
    return "0" if value == 0 else f"{value:,.{places}f}"


def signed(value: float | None, is_share: bool) -> str:
    """A value as ``number`` shows it, with its sign."""
    if value is None:
        return NONE
    told = number(abs(value), is_share)
    return f"{'−' if value < 0 else '+'}{told}" if float(told.replace(",", "")) else told


def interval(found: Interval | None, is_share: bool, with_sign: bool = False) -> str:
    """Low to high, or a dash."""
    if found is None:
        return NONE
    show = signed if with_sign else number
    return f"{show(found.low, is_share)} to {show(found.high, is_share)}"


def probability(p: float | None) -> str:
    """A p value with three places; what is smaller is told as smaller."""
    return NONE if p is None else "<0.001" if p < 0.001 else f"{p:.3f}"


def aligned(rows: Sequence[Sequence[str]], left: int, least: int = 0) -> list[list[str]]:
    """The cells, each as wide as its column: in the first ``left`` ones flush left, in the others, numbers, flush
    right."""
    widths = [max(least, *map(len, column)) for column in zip(*rows, strict=True)]
    return [
        [
            cell.ljust(width) if at < left else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        for row in rows
    ]


def markdown_table(rows: Sequence[Sequence[str]], left: int = 1) -> str:
    """A Markdown table with columns of one width, so that it reads well raw; the first row is its head."""
    cells = [[" ".join(one.split()).replace("|", "\\|") for one in row] for row in rows]  # a topic may hold line breaks
    lines = aligned(cells, left, least=3)
    rule = ["-" * len(cell) if at < left else "-" * (len(cell) - 1) + ":" for at, cell in enumerate(lines[0])]
    return "\n".join(f"| {' | '.join(line)} |" for line in (lines[0], rule, *lines[1:]))


def arrow(metric: Metric) -> str:
    """Which way is better, behind a metric's name."""
    return {"higher": " ↑", "lower": " ↓", "": ""}[metric.better]


def once_a_family(rows: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """The rows with the family's name in the first of each family only."""
    before = ""
    shown = []
    for family, *rest in rows:
        shown.append((family if family != before else "", *rest))
        before = family
    return shown


def difference_head(first: str, second: str) -> tuple[str, ...]:
    """The head of a table of differences between two systems, by their names."""
    columns = ("difference", f"{LEVEL:.0%} interval", "p", "p (Holm)", "d", "+/−/=", "n")
    return ("family", "metric", first, second, *columns)


def difference_row(metric: Metric, label: str, found: Paired | None, p_holm: float | None) -> tuple[str, ...]:
    """One metric in that table; dashes where no topic has a value on both sides."""
    head, is_share = (metric.family, label + arrow(metric)), metric.is_share
    if found is None:
        return (*head, *[NONE] * 8, "0")
    return (
        *head,
        number(found.first, is_share),
        number(found.second, is_share),
        signed(found.difference, is_share),
        interval(found.interval, is_share, with_sign=True),
        probability(found.p),
        probability(p_holm),
        NONE if found.effect is None else f"{found.effect:+.2f}".replace("-", "−"),
        f"{found.wins}/{found.losses}/{found.ties}",
        str(found.n),
    )


def note_lines(notes: Sequence[str]) -> str:
    """The notes as a list in Markdown."""
    return "\n".join(f"- {one}" for one in notes)
