"""Wins, ties and losses of each pair of systems by each criterion, counted from judgements. How they are drawn lives in
``figure_wins``."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from castalia.tools.judging.judgements import Judgement, Preference, Score
from castalia.tools.judging.preferences import criterion_place, plain_topic, settle


@dataclass(frozen=True, slots=True)
class Wins:
    """How often the first system of a pair won, neither did, and the second did."""

    first: int = 0
    ties: int = 0
    second: int = 0

    @property
    def n(self) -> int:
        """All judgements."""
        return self.first + self.ties + self.second


WinTable = Mapping[
    tuple[str, str], Mapping[str, Wins]
]  # by pair of systems (in the order of their names), then by criterion


def wins_of_preferences(judgements: Sequence[Judgement]) -> WinTable:
    """Each pair of pages counts once a judge and criterion, as ``preferences.settle`` has it: asked in both orders, a
    win counts only where both answers agree, else it is a tie; what a judge says again replaces what it said."""
    settled = settle([one for one in judgements if isinstance(one, Preference)])
    return _table([(one.a, one.b, one.criterion, {"a": 1, "tie": 0, "b": -1}[one.winner]) for one in settled])


def wins_of_scores(judgements: Sequence[Judgement]) -> WinTable:
    """Where one judge scored two systems on the same topic by the same criterion, the higher score wins; one who scored
    a page more than once counts with the mean."""
    given: dict[tuple[str, str, str], dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for one in judgements:
        if isinstance(one, Score):
            share = (one.score - one.low) / (one.high - one.low)
            given[one.judge, plain_topic(one.topic), one.criterion][one.system].append(share)
    found = []
    for (_, _, criterion), scores in given.items():
        means = {system: math.fsum(shares) / len(shares) for system, shares in scores.items()}
        for a, b in combinations(sorted(means), 2):
            found.append((a, b, criterion, round(means[a] - means[b], 9)))
    return _table(found)


def _table(found: Sequence[tuple[str, str, str, float]]) -> WinTable:
    counts: dict[tuple[str, str], dict[str, list[int]]] = defaultdict(lambda: defaultdict(lambda: [0, 0, 0]))
    for a, b, criterion, lead in found:
        pair, lead = ((a, b), lead) if a < b else ((b, a), -lead)
        counts[pair][criterion][0 if lead > 0 else 2 if lead < 0 else 1] += 1
    return {
        pair: {criterion: Wins(*counts[pair][criterion]) for criterion in sorted(counts[pair], key=criterion_place)}
        for pair in sorted(counts)
    }
