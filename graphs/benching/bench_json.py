"""The report of a bench as plain values, for ``report.json``: all cells, all pages. How it reads lives in
``bench_text``."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

from castalia.graphs.benching.bench_report import BenchReport, BenchRow, SystemCosts
from castalia.graphs.measures.evaluation import metric_json
from castalia.tools.metrics.statistics_paired import ends_of


def report_json(report: BenchReport) -> dict[str, Any]:
    """The report as values of JSON; paths inside its folder are relative to it."""
    return {
        "schema": 1,
        "topics": report.topics,
        "instruments": dict(report.instruments),
        "systems": [_system_json(one) for one in report.systems],
        "metrics": [_row_json(one) for one in report.rows],
        "pages": [
            {
                "system": one.page.system,
                "repeat": one.page.repeat,
                "topic": one.page.topic,
                "folder": _inside(one.page.folder, report.folder),
                "has_gold": one.values.has_gold,
                "values": dict(one.values.values),
            }
            for one in report.pages
        ],
        "failures": [asdict(one) for one in report.failures],
        "unmeasured": list(report.unmeasured),
        "notes": list(report.notes),
        "not_begun": report.not_begun,
        "stopped": report.stopped,
        "budget": report.budget,
    }


def _system_json(one: SystemCosts) -> dict[str, Any]:
    names = "repeats pages failed calls replayed tokens cost seconds same compared".split()
    system = {"name": one.system.name, "what": one.system.what, "changes": dict(one.system.changes)}
    return {**system, **{name: getattr(one, name) for name in names}}


def _row_json(row: BenchRow) -> dict[str, Any]:
    cells: dict[str, dict[str, Any]] = {}
    for name, cell in row.cells.items():
        found = cell.paired
        cells[name] = {"mean": cell.mean, **ends_of(cell.interval), "n": cell.n}
        if found is not None:
            cells[name]["difference"] = {
                "n": found.n,
                "mean": found.difference,
                **ends_of(found.interval),
                "p": found.p,
                "p_holm": cell.p_holm,
                "d": found.effect,
                "wins": found.wins,
                "losses": found.losses,
                "ties": found.ties,
            }
    return {**metric_json(row.metric, row.label), "systems": cells}


def _inside(path: Path, folder: Path) -> str:
    return path.relative_to(folder).as_posix() if path.is_relative_to(folder) else str(path)
