"""The report of the quality benchmark: what was measured over all topics, against the baselines, and against the
project's targets."""

from __future__ import annotations

import statistics
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import baselines

PAIRED = ("rouge1", "rouge2", "rougeL", "terms", "redundancy", "redundancy_own", "objectionable")
LOWER_IS_BETTER = frozenset({"redundancy", "redundancy_own", "objectionable"})
COLUMNS = {
    "words": "words",
    "top_sections": "top",
    "headings": "head",
    "snippets": "snip",
    "claims": "claim",
    "rouge1": "R1",
    "rouge2": "R2",
    "rougeL": "RL",
    "terms": "terms",
    "redundancy": "redun",
    "redundancy_own": "r.own",
    "heading_precision_any": "hP.any",
    "heading_precision_half": "hP.half",
    "heading_precision_stems": "hP.stem",
    "heading_recall_any": "hR.any",
    "heading_recall_half": "hR.half",
    "verbatim": "verb",
    "verbatim_corpus": "v.corp",
    "unbacked": "unback",
    "duplicates": "dup",
    "near_duplicates": "near",
    "lead_reused": "lead",
    "unresolvable": "unres",
    "bad_headings": "badH",
    "objectionable": "objec",
    "objectionable_claims": "o.claim",
    "seconds": "sec",
}

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Target:
    """One acceptance number: what is asked, what was found, whether it is met."""

    name: str
    asked: str
    found: str
    met: bool


def summarise(rows: Sequence[Row]) -> dict[str, Any]:
    """Median, mean, lowest and highest of every measure; for each baseline the mean difference and the wins of the
    page."""
    keys = [key for key, value in rows[0].items() if isinstance(value, int | float)]
    over: dict[str, dict[str, float]] = {}
    for key in keys:
        values = [row[key] for row in rows if key in row]
        over[key] = {
            "median": statistics.median(values),
            "mean": statistics.fmean(values),
            "low": min(values),
            "high": max(values),
        }
    paired: dict[str, dict[str, dict[str, float]]] = {}
    for name in baselines.NAMES:
        paired[name] = {}
        for key in (one for one in PAIRED if one in rows[0]):
            differences = [row[key] - row[name][key] for row in rows]
            sign = -1 if key in LOWER_IS_BETTER else 1
            paired[name][key] = {
                "baseline": statistics.fmean(row[name][key] for row in rows),
                "difference": statistics.fmean(differences),
                "wins": sum(sign * one > 1e-9 for one in differences),
                "ties": sum(abs(one) <= 1e-9 for one in differences),
            }
    return {"topics": len(rows), "measures": over, "paired": paired}


def judge(rows: Sequence[Row], summary: dict[str, Any]) -> list[Target]:
    """The acceptance numbers of the project, each with what was found. Counts are asked of every page, shares on
    average."""
    over, paired = summary["measures"], summary["paired"]
    targets = []
    for name in baselines.NAMES:
        gain = paired[name]["terms"]["difference"]
        targets.append(Target(f"gold terms over {name}", "≥ +3.0", f"{gain:+.1f}", gain >= 3.0))
    mean = over["redundancy"]["mean"]
    targets.append(Target("redundancy", "≤ 8.5", f"{mean:.1f}", mean <= 8.5))
    for name in baselines.NAMES:
        for key in ("rouge1", "rouge2", "rougeL"):
            gain = paired[name][key]["difference"]
            targets.append(Target(f"{key} over {name}", "≥ -0.3", f"{gain:+.2f}", gain >= -0.3))
    mean = over["heading_precision_half"]["mean"]
    targets.append(Target("heading precision (half)", "≥ 38", f"{mean:.1f}", mean >= 38.0))
    targets.append(_every(rows, "top sections", "≥ 5", lambda row: row["top_sections"] >= 5))
    targets.append(_every(rows, "words", "900 to 2,500", lambda row: 900 <= row["words"] <= 2500))
    targets.append(_every(rows, "snippets cited", "≥ 25", lambda row: row["snippets"] >= 25))
    targets.append(_every(rows, "verbatim", "100", lambda row: row["verbatim"] == 100.0))
    targets.append(_every(rows, "duplicates", "0", lambda row: row["duplicates"] == 0))
    return targets


def _every(rows: Sequence[Row], name: str, asked: str, met: Callable[[Row], bool]) -> Target:
    count = sum(met(row) for row in rows)
    return Target(f"{name}, every page", asked, f"{count} of {len(rows)} pages", count == len(rows))


def show(rows: Sequence[Row], summary: dict[str, Any], targets: Sequence[Target], failures: dict[str, str]) -> None:
    """Print it: a row a topic, the comparisons, the targets; and what failed, on stderr."""
    if rows:
        keys = [key for key in COLUMNS if key in rows[0]]
        table = [["topic", *(COLUMNS[key] for key in keys)]]
        table += [[str(row["topic"])[:24], *(_number(row.get(key, 0.0)) for key in keys)] for row in rows]
        for which in ("median", "mean"):
            table.append([which.upper(), *(_number(float(summary["measures"][key][which])) for key in keys)])
        _align(table)
        print()
        head = ["against", *(f"{COLUMNS[key]} (points, wins)" for key in PAIRED if key in rows[0])]
        paired = [head]
        for name, found in summary["paired"].items():
            cells = [
                f"{one['baseline']:.1f} {one['difference']:+.1f}, {one['wins']}/{summary['topics']}"
                for one in found.values()
            ]
            paired.append([name, *cells])
        _align(paired)
        print()
        _align(
            [
                ["target", "asked", "found", ""],
                *([t.name, t.asked, t.found, "ok" if t.met else "MISSED"] for t in targets),
            ]
        )
    for topic, message in failures.items():
        print(f"\n{topic} failed: {message}", file=sys.stderr)


def _number(value: float) -> str:
    return str(value) if isinstance(value, int) else f"{value:.1f}"


def _align(table: Sequence[Sequence[str]]) -> None:
    widths = [max(len(cell) for cell in column) for column in zip(*table, strict=True)]
    for line in table:
        first = line[0].ljust(widths[0])
        print("  ".join([first, *(cell.rjust(width) for cell, width in zip(line[1:], widths[1:], strict=True))]))
