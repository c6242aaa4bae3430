"""Strengths from paired comparisons with ties: the model of Davidson (1970), fitted by Newton's method, with bootstrap
intervals.

Who was compared with whom, and how two orders become one outcome, is the business of ``preferences``.
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from castalia.tools.metrics.statistics_paired import Interval, percentile_interval

PSEUDO = 1.0
RESAMPLES = 500
_STEPS = 100
_FARTHEST = 2.0  # of a step, in logs

Outcome = tuple[str, str, Literal["a", "b", "tie"]]  # two names, and which of them won
Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Strengths:
    """``logs`` are the natural logs of the strengths, with mean 0; ``ties`` is Davidson's ν: 0 no ties, 2 as likely as
    both wins together between equals. ``intervals`` of the logs are there where topics could be drawn."""

    logs: Mapping[str, float] = field(hash=False)
    ties: float
    intervals: Mapping[str, Interval] = field(default_factory=dict, hash=False)


def davidson_over_topics(
    topics: Sequence[Sequence[Outcome]], pseudo: float = PSEUDO, resamples: int = RESAMPLES
) -> Strengths | None:
    """The strengths that make the outcomes of these topics most likely, with percentile bootstrap intervals of the
    logs, topics being drawn. ``None`` for no outcomes, or where some systems were never compared, not even by way of
    others: their strengths would mean nothing to each other.

    Of each pair that was compared, ``pseudo`` outcomes are added, a third of them a tie and a third a win for either
    side, so that who never lost stays finite. For two systems this is log((w₁ + p/3) / (w₂ + p/3)) and ν = (t + p/3) /
    √((w₁ + p/3)(w₂ + p/3)). ``ValueError`` for a ``pseudo`` that is not above 0: then a strength may be infinite. The
    order of the topics does not matter. No intervals for fewer than two topics.
    """
    if not pseudo > 0:
        raise ValueError(f"pseudo-outcomes are a number above 0, not {pseudo}")
    groups = sorted(sorted(one) for one in topics if one)
    every = [one for group in groups for one in group]
    counts = _counts(every)
    pairs = sorted(counts)
    if not _connected(pairs):
        return None
    found = _fit(counts, pairs, pseudo, None)
    if len(groups) < 2:
        return found
    counted = [_counts(group) for group in groups]
    draw = random.Random(0)
    drawn = [_fit(_added(draw.choices(counted, k=len(counted))), pairs, pseudo, found).logs for _ in range(resamples)]
    intervals = {name: percentile_interval(logs[name] for logs in drawn) for name in found.logs}
    return Strengths(found.logs, found.ties, intervals)


def _connected(pairs: Sequence[Pair]) -> bool:
    """Whether there are pairs, and a chain of them leads from each name to every other."""
    import networkx as nx

    return bool(pairs) and nx.is_connected(nx.Graph(pairs))


def _counts(outcomes: Sequence[Outcome]) -> dict[Pair, list[float]]:
    """Wins of the first, wins of the second, ties, by pair in alphabetical order."""
    counts: dict[Pair, list[float]] = {}
    for a, b, winner in outcomes:
        if a == b:
            raise ValueError(f"{a!r} was compared with itself")
        three = counts.setdefault((min(a, b), max(a, b)), [0.0, 0.0, 0.0])
        three[2 if winner == "tie" else int((winner == "a") != (a < b))] += 1
    return counts


def _added(counted: Sequence[Mapping[Pair, Sequence[float]]]) -> dict[Pair, list[float]]:
    """The counts of several topics together."""
    total: dict[Pair, list[float]] = {}
    for counts in counted:
        for pair, three in counts.items():
            sums = total.setdefault(pair, [0.0, 0.0, 0.0])
            for place, amount in enumerate(three):
                sums[place] += amount
    return total


def _fit(
    counts: Mapping[Pair, Sequence[float]], pairs: Sequence[Pair], pseudo: float, start: Strengths | None
) -> Strengths:
    """The strengths by Newton's method, from those of ``start`` or from equals."""
    names = sorted({name for pair in pairs for name in pair})
    place = {name: at for at, name in enumerate(names)}
    rows = [
        (place[a], place[b], tuple(one + pseudo / 3 for one in counts.get((a, b), (0.0, 0.0, 0.0)))) for a, b in pairs
    ]
    values = [start.logs[name] for name in names] if start else [0.0] * len(names)
    values.append(math.log(start.ties) if start else 0.0)
    before = _likelihood(rows, values)
    for _ in range(_STEPS):
        gradient, curvature = _derivatives(rows, values)
        if max(map(abs, gradient)) < 1e-9:
            mean = math.fsum(values[:-1]) / len(names)
            return Strengths({name: values[place[name]] - mean for name in names}, math.exp(values[-1]))
        step = _solved(curvature, gradient)
        scale = min(1.0, _FARTHEST / max(map(abs, step)))
        while True:  # the likelihood is concave: a step that is short enough gains
            tried = [value + scale * one for value, one in zip(values, step, strict=True)]
            after = _likelihood(rows, tried)
            if after >= before - 1e-12 or scale < 1e-9:
                break
            scale /= 2
        values, before = tried, after
    raise ValueError(f"no strengths were found in {_STEPS} steps: give more pseudo-outcomes than {pseudo}")


def _chances(first: float, second: float, ties: float) -> tuple[float, float, float]:
    """Of a win of the first, a win of the second, and a tie, all given as logs; they add up to 1."""
    middle = ties + (first + second) / 2
    highest = max(first, second, middle)
    parts = [math.exp(one - highest) for one in (first, second, middle)]
    whole = math.fsum(parts)
    return parts[0] / whole, parts[1] / whole, parts[2] / whole


def _likelihood(rows: Sequence[tuple[int, int, Sequence[float]]], values: Sequence[float]) -> float:
    """The log likelihood. No chance is 0: a hundred steps of ``_FARTHEST`` lead to no log that is so far off."""
    return math.fsum(
        count * math.log(chance)
        for a, b, counts in rows
        for count, chance in zip(counts, _chances(values[a], values[b], values[-1]), strict=True)
    )


def _derivatives(
    rows: Sequence[tuple[int, int, Sequence[float]]], values: Sequence[float]
) -> tuple[list[float], list[list[float]]]:
    """The gradient of the log likelihood, and minus its second derivatives, made regular along the shift of all
    strengths."""
    size = len(values)
    gradient = [0.0] * size
    curvature = [[1.0 if max(i, j) < size - 1 else 0.0 for j in range(size)] for i in range(size)]
    for a, b, counts in rows:
        chances = _chances(values[a], values[b], values[-1])
        total = math.fsum(counts)
        where = (a, b, size - 1)
        features = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.5, 0.5, 1.0))  # of a win, the other's, a tie
        means = [sum(p * one[k] for p, one in zip(chances, features, strict=True)) for k in range(3)]
        for count, chance, one in zip(counts, chances, features, strict=True):
            apart = [one[k] - means[k] for k in range(3)]
            for k in range(3):
                gradient[where[k]] += (count - total * chance) * one[k]
                for m in range(3):
                    curvature[where[k]][where[m]] += total * chance * apart[k] * apart[m]
    return gradient, curvature


def _solved(matrix: list[list[float]], vector: Sequence[float]) -> list[float]:
    """The solution of a small system of linear equations, by elimination with pivots."""
    rows = [[*row, value] for row, value in zip(matrix, vector, strict=True)]
    size = len(rows)
    for at in range(size):
        pivot = max(range(at, size), key=lambda row: abs(rows[row][at]))
        rows[at], rows[pivot] = rows[pivot], rows[at]
        for row in range(at + 1, size):
            factor = rows[row][at] / rows[at][at]
            rows[row] = [x - factor * y for x, y in zip(rows[row], rows[at], strict=True)]
    solution = [0.0] * size
    for at in reversed(range(size)):
        known = math.fsum(rows[at][k] * solution[k] for k in range(at + 1, size))
        solution[at] = (rows[at][size] - known) / rows[at][at]
    return solution
