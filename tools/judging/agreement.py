"""How far judges agree: Cohen's kappa, Krippendorff's alpha, rank correlations, equal answers. Pure; whose answers they
are lives elsewhere.

``None`` stands for what is not defined: too few values, or values that do not vary.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, Literal

Level = Literal["nominal", "ordinal", "interval"]


def equal_share(first: Sequence[Any], second: Sequence[Any]) -> float | None:
    """The share of places with equal answers, 0 to 1."""
    pairs = list(zip(first, second, strict=True))
    return sum(a == b for a, b in pairs) / len(pairs) if pairs else None


def cohen_kappa(first: Sequence[Hashable], second: Sequence[Hashable]) -> float | None:
    """Cohen's kappa of two judges over the same units (Cohen 1960): 1 is all equal, 0 what chance gives, below 0 less.

    ``None`` where both give one and the same answer throughout: then chance explains all.
    """
    return _kappa(first, second, _unequal)


def quadratic_kappa(first: Sequence[float], second: Sequence[float]) -> float | None:
    """Weighted kappa with the squared difference as weight (Cohen 1968): being off by two costs four times as much as
    by one."""
    return _kappa(first, second, _squared)


def krippendorff_alpha(units: Sequence[Sequence[Any]], level: Level) -> float | None:
    """Krippendorff's alpha over units, each with the answers of its judges; ``None`` among them is missing
    (Krippendorff 2011).

    A unit with fewer than two answers says nothing of agreement and is left out. Values of ordinal and interval data
    are numbers. ``None`` where nothing varies, or no unit has two answers.
    """
    told = [[one for one in unit if one is not None] for unit in units]
    told = [unit for unit in told if len(unit) > 1]
    totals = Counter(one for unit in told for one in unit)
    n = sum(totals.values())
    distance = _distance(level, totals)
    observed = math.fsum(
        count * other * distance(a, b) / (len(unit) - 1)
        for unit in told
        for counts in (Counter(unit),)
        for a, count in counts.items()
        for b, other in counts.items()
    )
    expected = math.fsum(totals[a] * totals[b] * distance(a, b) for a in totals for b in totals)
    return 1 - (n - 1) * observed / expected if expected > 0 else None


def spearman(first: Sequence[float], second: Sequence[float]) -> float | None:
    """Spearman's rank correlation, −1 to 1; equal values share the mean of their ranks."""
    ranks_a, ranks_b = _ranks(Counter(first)), _ranks(Counter(second))
    a, b = [ranks_a[one] for one in first], [ranks_b[one] for one in second]
    mean = (len(a) + 1) / 2
    spread = math.sqrt(math.fsum((x - mean) ** 2 for x in a) * math.fsum((y - mean) ** 2 for y in b))
    return math.fsum((x - mean) * (y - mean) for x, y in zip(a, b, strict=True)) / spread if spread else None


def kendall(first: Sequence[float], second: Sequence[float]) -> float | None:
    """Kendall's tau-b, −1 to 1, which allows for ties on either side (Kendall 1945)."""
    pairs = list(zip(first, second, strict=True))
    balance = untied_first = untied_second = 0
    for at, (a, b) in enumerate(pairs):
        for c, d in pairs[:at]:
            here, there = _sign(a - c), _sign(b - d)
            balance += here * there
            untied_first += here != 0
            untied_second += there != 0
    whole = math.sqrt(untied_first * untied_second)
    return balance / whole if whole else None


def _kappa(first: Sequence[Any], second: Sequence[Any], weight: Callable[[Any, Any], float]) -> float | None:
    n = len(first)
    observed = math.fsum(weight(a, b) for a, b in zip(first, second, strict=True))
    mine, theirs = Counter(first), Counter(second)
    expected = math.fsum(mine[a] * theirs[b] * weight(a, b) for a in mine for b in theirs)
    return 1 - n * observed / expected if expected > 0 else None


def _distance(level: Level, totals: Mapping[Any, int]) -> Callable[[Any, Any], float]:
    if level == "nominal":
        return _unequal
    if level == "interval":
        return _squared
    ranks = _ranks(totals)
    return lambda a, b: (ranks[a] - ranks[b]) ** 2


def _unequal(a: Any, b: Any) -> float:
    return float(a != b)


def _squared(a: Any, b: Any) -> float:
    return float(a - b) ** 2


def _ranks(counts: Mapping[Any, int]) -> dict[Any, float]:
    """The rank of each value among all that were counted; equal ones share the mean of their ranks."""
    ranks: dict[Any, float] = {}
    passed = 0
    for value in sorted(counts):
        ranks[value] = passed + (counts[value] + 1) / 2
        passed += counts[value]
    return ranks


def _sign(value: float) -> int:
    return (value > 0) - (value < 0)
