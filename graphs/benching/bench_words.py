"""What the numbers of a bench say, in plain words: a line for each system."""

from __future__ import annotations

from castalia.graphs.benching.bench_report import BenchReport, BenchRow, SystemCosts
from castalia.graphs.benching.bench_systems import FIRST
from castalia.tools.language.counting import count
from castalia.tools.metrics.metric_tables import interval, signed
from castalia.tools.metrics.statistics_paired import FEW, LEVEL, RESAMPLES


def how_to_read(report: BenchReport) -> str:
    """What a reader of the table has to know: when a difference counts as one, and what a star means."""
    topics = max((cell.n for row in report.rows for cell in row.cells.values()), default=0)
    few = (
        f" With {count(topics, 'topic')} no p value can reach 0.05, and intervals are too narrow."
        if topics < FEW
        else ""
    )
    return (
        f"Against {FIRST}, over topics: a metric is told apart where the {LEVEL:.0%} bootstrap interval of the mean difference "
        f"({RESAMPLES:,} resamples) leaves out 0; of twenty metrics one does by chance. * marks those whose p stays below 0.05 when it is "
        f"adjusted for all metrics of the system (Holm).{few}"
    )


def verdict(one: SystemCosts, report: BenchReport) -> str:
    """What the metrics say of a system, in words."""
    name = f"{one.system.name} ({one.system.what})"
    if not one.compared:
        return f"{name}: no page to compare."
    if one.same == one.compared:
        return f"{name}: every page is word for word that of {FIRST}: what it leaves out or changes does nothing on these topics.{_price(one, report)}"
    told: dict[str, list[str]] = {"worse": [], "better": [], "other": []}
    apart = 0
    for row in report.rows:
        cell = row.cells[one.system.name]
        if cell.paired is None:
            continue
        if not cell.direction:
            apart += 1
            continue
        sign = {"higher": 1, "lower": -1, "": 0}[row.metric.better] * cell.direction
        told["better" if sign > 0 else "worse" if sign < 0 else "other"].append(_moved(row, one.system.name))
    parts = [
        f"{label} {', '.join(found)}"
        for label, found in (("worse:", told["worse"]), ("better:", told["better"]), ("also different:", told["other"]))
        if found
    ]
    parts.append(f"not told apart: {count(apart, 'metric')}")
    same = f" {one.same} of {one.compared} pages are the same." if one.same else ""
    return (
        f"{name}: {'; '.join(parts)}. {_sum(one, bool(told['worse']), bool(told['better']))}{same}{_price(one, report)}"
    )


def _moved(row: BenchRow, name: str) -> str:
    cell, share = row.cells[name], row.metric.is_share
    assert cell.paired is not None
    star = "*" if cell.p_holm is not None and cell.p_holm < 0.05 else ""
    return f"{row.label}{star} ({signed(cell.paired.difference, share)}; {interval(cell.paired.interval, share, with_sign=True)})"


def _sum(one: SystemCosts, worse: bool, better: bool) -> str:
    if not (worse or better):
        return f"Nothing that is measured here tells it from {FIRST}."
    if worse and better:
        return "A trade: which of the two is better hangs on what the pages are for."
    if one.system.baseline is not None:
        return f"{FIRST} pays for itself against it." if worse else f"{FIRST} does not pay for itself against it."
    if worse:
        return f"What {FIRST} does instead pays for itself."
    return f"What {FIRST} does instead does not pay for itself on these topics."


def _price(one: SystemCosts, report: BenchReport) -> str:
    """Calls a page against those of the first system, whoever paid them."""
    first = next(found for found in report.systems if found.system.name == FIRST)
    if not (one.pages and first.pages and (first.calls + first.replayed)):
        return ""
    mine, theirs = ((found.calls + found.replayed) / found.pages for found in (one, first))
    return f" Calls a page: {mine:,.0f}, {FIRST} {theirs:,.0f}."
