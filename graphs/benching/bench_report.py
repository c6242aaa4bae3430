"""The report of a bench: every metric of every system, what differs from the first one, what it costs, and what that
says in words.

Values are worked out here from those of single pages; how they look as text lives in ``bench_text``, as HTML in
``bench_html``, as JSON in ``bench_json``.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from castalia.graphs.batching.batch_index import INDEX
from castalia.graphs.batching.batch_report import BatchReport
from castalia.graphs.benching.bench_legs import Leg
from castalia.graphs.benching.bench_measuring import Measured
from castalia.graphs.benching.bench_systems import FIRST, System
from castalia.graphs.measures.instruments import Instruments
from castalia.graphs.measures.measuring import OF_GOLD
from castalia.tools.language.counting import count
from castalia.tools.metrics.metric_list import METRICS, Metric
from castalia.tools.metrics.statistics_paired import (
    Interval,
    Paired,
    bootstrap_interval,
    compare_paired,
    holm_of,
    mean_of,
    pooled_interval,
    pooled_mean,
)

FILES = ("report.md", "report.json", "report.html")

LegEnd = tuple[Leg, BatchReport]  # a leg, and what became of it


@dataclass(frozen=True, slots=True)
class Cell:
    """One metric of one system over topics (of repeats the mean): ``n`` topics have a value. ``paired`` is against the
    first system, over the topics where both have one, ``p_holm`` its p adjusted for all metrics of the system."""

    mean: float | None
    interval: Interval | None
    n: int
    paired: Paired | None = None
    p_holm: float | None = None

    @property
    def direction(self) -> int:
        """1 where the whole interval of the difference is above 0, −1 where it is below, else 0."""
        found = self.paired.interval if self.paired is not None else None
        return 0 if found is None else int(found.low > 0) - int(found.high < 0)


@dataclass(frozen=True, slots=True)
class BenchRow:
    """One metric, a cell for each system by name."""

    metric: Metric
    label: str
    cells: Mapping[str, Cell] = field(hash=False)


@dataclass(frozen=True, slots=True)
class SystemCosts:
    """What the pages of a system came to, of all its repeats: ``calls`` were paid, ``replayed`` came from the tape that
    all systems share. ``cost`` in US dollars, ``None`` where a price is unknown. ``same`` of ``compared`` pages are
    word for word the first system's. ``indexes`` are the files that list them, one for each repeat and corpus."""

    system: System
    repeats: int
    pages: int
    failed: int
    calls: int
    replayed: int
    tokens: int
    cost: float | None
    seconds: float
    same: int
    compared: int
    indexes: tuple[Path, ...] = ()


@dataclass(frozen=True, slots=True)
class BenchFailure:
    """A topic that has no page in a system, or not the whole of it, and why; ``unknown`` and ``wrong`` as in a batch."""

    system: str
    repeat: int
    topic: str
    status: str
    error: str
    domain: str = ""
    unknown: bool = False
    wrong: bool = False


@dataclass(frozen=True, slots=True)
class BenchReport:
    """What ``bench`` found. ``topics`` is how many were asked for; ``not_begun`` pages are missing because it was
    ``stopped`` (why) or because a ``budget`` (which) is used up; ``unmeasured`` are lines on pages that could not be
    measured."""

    folder: Path
    topics: int
    systems: tuple[SystemCosts, ...]
    rows: tuple[BenchRow, ...]
    pages: tuple[Measured, ...]
    failures: tuple[BenchFailure, ...]
    unmeasured: tuple[str, ...]
    notes: tuple[str, ...]
    instruments: Mapping[str, str] = field(hash=False)
    not_begun: int = 0
    stopped: str = ""
    budget: str = ""

    def markdown(self) -> str:
        """The report as Markdown."""
        from castalia.graphs.benching.bench_text import report_markdown

        return report_markdown(self)

    def html(self) -> str:
        """The report as one self-contained file."""
        from castalia.graphs.benching.bench_html import report_html

        return report_html(self)

    def to_json(self) -> dict[str, Any]:
        """Plain values: all cells, all pages."""
        from castalia.graphs.benching.bench_json import report_json

        return report_json(self)

    def files(self) -> dict[str, str]:
        """What is written into the bench's folder, by name."""
        values = json.dumps(self.to_json(), ensure_ascii=False, indent=1) + "\n"
        return dict(zip(FILES, (self.markdown(), values, self.html()), strict=True))

    def __repr__(self) -> str:
        told = (count(len(self.systems), "system"), count(self.topics, "topic"), count(len(self.failures), "failure"))
        return f"BenchReport({', '.join(told)})"

    def _repr_markdown_(self) -> str:
        return self.markdown()


def metric_rows(
    systems: Sequence[System], measured: Sequence[Measured], by: Instruments, has_gold: bool
) -> tuple[BenchRow, ...]:
    """A row for each metric. Areas of convex hulls are left out: each is in the plane of its own page (``compare``
    makes a common one)."""
    hidden = frozenset() if has_gold else OF_GOLD
    metrics = [one for one in METRICS if one.name not in hidden and not one.name.startswith("hull_area")]
    groups: dict[str, dict[str, list[Measured]]] = {}
    for one in measured:
        groups.setdefault(one.page.system, {}).setdefault(one.page.key, []).append(one)
    cells = {system.name: _cells(system.name, metrics, groups) for system in systems}
    return tuple(BenchRow(one, by.label(one), {name: cells[name][one.name] for name in cells}) for one in metrics)


def system_costs(
    systems: Sequence[System], ends: Sequence[LegEnd], measured: Sequence[Measured]
) -> tuple[SystemCosts, ...]:
    """What each system came to."""
    return tuple(
        _costs(system, [one for one in ends if one[0].system.name == system.name], measured) for system in systems
    )


def bench_failures(ends: Sequence[LegEnd]) -> tuple[BenchFailure, ...]:
    """What failed, in the order of the legs; a page without sections that it should have counts too."""
    return tuple(
        BenchFailure(
            leg.system.name,
            leg.repeat,
            one.topic,
            one.status,
            f"{one.lost_sections} sections were lost" if one.status == "done" else one.reason,
            one.domain,
            one.unknown,
            one.wrong,
        )
        for leg, found in ends
        for one in found.ended
        if one.status != "done" or one.lost_sections
    )


def _cells(
    name: str, metrics: Sequence[Metric], groups: Mapping[str, Mapping[str, Sequence[Measured]]]
) -> dict[str, Cell]:
    mine, first = groups.get(name, {}), groups.get(FIRST, {})
    common = [key for key in first if key in mine] if name != FIRST else []
    cells: dict[str, Cell] = {}
    for metric in metrics:
        values = [value for those in mine.values() if (value := _value(those, metric)) is not None]
        if metric.is_pooled:
            cells[metric.name] = _pooled(metric, mine, len(values))
            continue
        theirs, ours = ([_value(side[key], metric) for key in common] for side in (first, mine))
        paired = compare_paired(theirs, ours)
        cells[metric.name] = Cell(mean_of(values), bootstrap_interval(values), len(values), paired)
    adjusted = holm_of({one: cell.paired for one, cell in cells.items()})
    return {one: replace(cell, p_holm=adjusted.get(one)) for one, cell in cells.items()}


def _value(those: Sequence[Measured], metric: Metric) -> float | None:
    """Of a topic: the mean of the repeats that have a value."""
    return mean_of([value for one in those if (value := one.values.values[metric.name]) is not None])


def _pooled(metric: Metric, mine: Mapping[str, Sequence[Measured]], n: int) -> Cell:
    shares = [
        (
            sum(one.values.shares[metric.name].part for one in those),
            sum(one.values.shares[metric.name].whole for one in those),
        )
        for those in mine.values()
    ]
    return Cell(pooled_mean(shares), pooled_interval(shares), n)


def _costs(system: System, ends: Sequence[LegEnd], measured: Sequence[Measured]) -> SystemCosts:
    ended = [one for _, found in ends for one in found.ended]
    costs = [one.cost for one in ended]
    texts = {(one.page.key, one.page.repeat): one.text for one in measured if one.page.system == FIRST}
    pairs = [
        (one.text, texts[one.page.key, one.page.repeat])
        for one in measured
        if one.page.system == system.name != FIRST and (one.page.key, one.page.repeat) in texts
    ]
    status = Counter(one.status for one in ended)
    known = [one for one in costs if one is not None]
    return SystemCosts(
        system,
        max((leg.repeat for leg, _ in ends), default=0),
        sum(bool(one.words) for one in ended),
        status["failed"],
        sum(one.calls for one in ended),
        sum(one.replayed for one in ended),
        sum(one.tokens for one in ended),
        sum(known) if len(known) == len(costs) else None,
        round(sum(one.seconds for one in ended), 1),
        sum(mine == theirs for mine, theirs in pairs),
        len(pairs),
        tuple(leg.folder / INDEX for leg, _ in ends),
    )
