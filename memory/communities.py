"""Communities and importance of the nodes of an undirected graph with whole-numbered weights.

A graph is a list with one row for each node: its neighbours with the weights, both ways. Names of nodes are the
caller's.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from operator import mul

_DAMPING, _POWER_STEPS = 0.85, 50  # of the power iteration
_LEVELS, _SWEEPS = 12, 30  # caps of the community search; it converges within a few


def louvain(weights: Sequence[Mapping[int, int]]) -> list[int]:
    """A community number for each node, by modularity (Blondel et al. 2008), in the order of the nodes.

    Gains are compared in integers and passes are capped, so it always ends, and with the same groups.
    """
    groups = list(range(len(weights)))
    level: list[dict[int, int]] = [dict(row) for row in weights]
    for _ in range(_LEVELS):
        moved_to = _one_level(level)
        numbers = {group: number for number, group in enumerate(dict.fromkeys(moved_to))}
        if len(numbers) == len(level):
            break
        places = [numbers[group] for group in moved_to]
        groups = [places[group] for group in groups]
        folded: list[dict[int, int]] = [{} for _ in numbers]
        for node, row in enumerate(level):
            for other, weight in row.items():
                a, b = places[node], places[other]
                folded[a][b] = folded[a].get(b, 0) + weight  # inside a group each edge counts from both ends
        level = folded
    return groups


def random_walk(weights: Sequence[Mapping[int, int]]) -> list[float]:
    """The share of a random walk that each node holds: PageRank by power iteration, damping 0.85; the shares add up to
    1."""
    n = len(weights)
    if not n:
        return []
    total = [sum(row.values()) for row in weights]
    rows = [(tuple(row), tuple(row.values())) for row in weights]
    ranks = [1.0 / n] * n
    for _ in range(_POWER_STEPS):
        stuck = math.fsum(rank for rank, mass in zip(ranks, total, strict=True) if not mass)
        base = (1 - _DAMPING + _DAMPING * stuck) / n
        per_weight = [rank / mass if mass else 0.0 for rank, mass in zip(ranks, total, strict=True)]
        held = per_weight.__getitem__
        ranks = [base + _DAMPING * math.fsum(map(mul, map(held, others), masses)) for others, masses in rows]
    return ranks


def _one_level(weights: Sequence[Mapping[int, int]]) -> list[int]:
    """Move single nodes to the neighbouring group that raises modularity most, until none moves (or the cap is met)."""
    degrees = [sum(row.values()) for row in weights]
    mass = sum(degrees)
    groups, totals = list(range(len(weights))), list(degrees)
    for _ in range(_SWEEPS):
        moved = False
        for node, row in enumerate(weights):
            home, degree = groups[node], degrees[node]
            totals[home] -= degree
            links: dict[int, int] = {}
            for other, weight in row.items():
                if other != node:
                    links[groups[other]] = links.get(groups[other], 0) + weight
            best, gain = home, links.get(home, 0) * mass - degree * totals[home]
            for group in sorted(links):
                if (other_gain := links[group] * mass - degree * totals[group]) > gain:
                    best, gain = group, other_gain
            totals[best] += degree
            groups[node] = best
            moved = moved or best != home
        if not moved:
            break
    return groups
