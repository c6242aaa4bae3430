"""Statistics over topics: bootstrap intervals, paired tests, effect sizes. Pure, seeded: the same values give the same
numbers.

A topic is the unit; sentences of one page are no independent observations. Values are ``None`` where they are not
defined.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from operator import mul

RESAMPLES = 2_000
PERMUTATIONS = 10_000
EXACT = 12  # differences up to which every change of signs is tried
LEVEL = 0.95
FEW = 6  # topics below which no p value reaches 0.05
_SAME = 1e-12


@dataclass(frozen=True, slots=True)
class Interval:
    """From ``low`` to ``high``."""

    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Paired:
    """Two systems over the same topics; ``difference`` is second minus first."""

    n: int
    first: float
    second: float
    difference: float
    interval: Interval | None
    p: float | None
    p_sign: float | None
    effect: float | None
    wins: int
    losses: int
    ties: int

    @property
    def is_idle(self) -> bool:
        """Whether nothing differs on any topic: there was nothing to test, and Holm's family need not be larger for
        it."""
        return not (self.wins or self.losses)


def ends_of(interval: Interval | None) -> dict[str, float | None]:
    """An interval as plain values."""
    return {"low": interval.low if interval else None, "high": interval.high if interval else None}


def mean_of(values: Sequence[float]) -> float | None:
    """The mean; ``None`` of nothing."""
    return math.fsum(values) / len(values) if values else None


def bootstrap_interval(values: Sequence[float], resamples: int = RESAMPLES) -> Interval | None:
    """The percentile bootstrap interval of the mean (Efron and Tibshirani 1993, chapter 13). ``None`` for fewer than
    two values.

    The order of the values does not matter. With fewer than about ten of them it is too narrow.
    """
    ordered = sorted(values)
    return _interval(len(ordered), lambda places: math.fsum(ordered[at] for at in places) / len(places), resamples)


def pooled_mean(shares: Sequence[tuple[float, float]]) -> float | None:
    """Σ part / Σ whole; ``None`` where all are empty."""
    whole = sum(share for _, share in shares)
    return sum(part for part, _ in shares) / whole if whole else None


def pooled_interval(shares: Sequence[tuple[float, float]]) -> Interval | None:
    """The bootstrap interval of ``pooled_mean``, topics being drawn; ``None`` for fewer than two topics with a whole
    above 0."""
    ordered = sorted(one for one in shares if one[1] > 0)

    def pooled(places: Sequence[int]) -> float:
        return math.fsum(ordered[at][0] for at in places) / math.fsum(ordered[at][1] for at in places)

    return _interval(len(ordered), pooled, RESAMPLES)


def compare_paired(first: Sequence[float | None], second: Sequence[float | None]) -> Paired | None:
    """All about two lists that belong together by place, one value a topic; topics where one of the two is not defined
    are left out. ``None`` where no other is there."""
    pairs = [(a, b) for a, b in zip(first, second, strict=True) if a is not None and b is not None]
    differences = [b - a for a, b in pairs]
    if not differences:
        return None
    wins, losses = sum(one > _SAME for one in differences), sum(one < -_SAME for one in differences)
    return Paired(
        len(differences),
        math.fsum(a for a, _ in pairs) / len(differences),
        math.fsum(b for _, b in pairs) / len(differences),
        math.fsum(differences) / len(differences),
        bootstrap_interval(differences),
        permutation_test(differences),
        sign_test(wins, losses),
        effect_size(differences),
        wins,
        losses,
        len(differences) - wins - losses,
    )


def permutation_test(differences: Sequence[float]) -> float | None:
    """The two-sided p of the paired permutation (sign flip) test of the mean difference (Fisher 1935; Good 2005,
    section 3.2).

    Exact up to twelve differences that are not 0, by sampling (with the observed one among the samples) above.
    Differences of 0 change nothing and are left out; 1 where all are 0, ``None`` without any. It cannot fall below 2 /
    2^n: 0.125 for four topics.
    """
    if not differences:
        return None
    moved = sorted((abs(float(one)) for one in differences if abs(one) > _SAME), reverse=True)
    observed = abs(math.fsum(differences)) * (1 - 1e-9)
    if not moved:
        return 1.0
    if len(moved) <= EXACT:
        signs = product((1.0, -1.0), repeat=len(moved) - 1)  # the first sign fixed: the other half mirrors it
        sums = [abs(moved[0] + math.fsum(map(mul, moved[1:], one))) for one in signs]
        return sum(one >= observed for one in sums) / len(sums)
    draw = random.Random(0)
    whole, size = math.fsum(moved), len(moved)
    hits = 1
    for _ in range(PERMUTATIONS):
        bits = f"{draw.getrandbits(size):0{size}b}"
        kept = sum(one for one, bit in zip(moved, bits, strict=True) if bit == "1")
        hits += abs(2 * kept - whole) >= observed
    return hits / (PERMUTATIONS + 1)


def sign_test(wins: int, losses: int) -> float | None:
    """The two-sided p of the sign test, exact binomial, ties left out; ``None`` where all are ties."""
    n = wins + losses
    if not n:
        return None
    tail = sum(math.comb(n, k) for k in range(min(wins, losses) + 1))
    return min(1.0, 2 * tail / (1 << n))


def effect_size(differences: Sequence[float]) -> float | None:
    """Cohen's d for pairs, d_z: the mean difference over the standard deviation of the differences (Cohen 1988, section
    2.3.5).

    ``None`` for fewer than two differences, or where they are all the same: 0.2 is called small, 0.5 medium, 0.8 large.
    """
    if len(differences) < 2:
        return None
    mean = math.fsum(differences) / len(differences)
    deviation = math.sqrt(math.fsum((one - mean) ** 2 for one in differences) / (len(differences) - 1))
    return mean / deviation if deviation > _SAME else None


def holm(ps: Mapping[str, float]) -> dict[str, float]:
    """The p values adjusted for being many (Holm 1979): the chance of a single false alarm among them all is kept."""
    adjusted: dict[str, float] = {}
    highest = 0.0
    for rank, name in enumerate(sorted(ps, key=lambda one: (ps[one], one))):
        highest = max(highest, min(1.0, ps[name] * (len(ps) - rank)))
        adjusted[name] = highest
    return adjusted


def holm_of(found: Mapping[str, Paired | None]) -> dict[str, float]:
    """The p values of comparisons, adjusted by ``holm``; those in which there was nothing to test have none."""
    return holm({name: one.p for name, one in found.items() if one and one.p is not None and not one.is_idle})


def _interval(size: int, statistic: Callable[[Sequence[int]], float], resamples: int) -> Interval | None:
    if size < 2:
        return None
    draw = random.Random(0)
    found = [statistic(draw.choices(range(size), k=size)) for _ in range(resamples)]
    return percentile_interval(found)


def percentile_interval(values: Iterable[float]) -> Interval:
    """The middle part of some values, ``LEVEL`` of them, as many being left out below as above."""
    ordered = sorted(values)
    tail = (1.0 - LEVEL) / 2
    return Interval(_quantile(ordered, tail), _quantile(ordered, 1.0 - tail))


def _quantile(ordered: Sequence[float], share: float) -> float:
    """The value below which this share of some ordered values lies, between two of them by proportion."""
    place = share * (len(ordered) - 1)
    low = math.floor(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (place - low)
