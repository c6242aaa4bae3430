"""Repetition: whether sentences, as sets of stems, tell what others have told. Which of two is kept is not decided
here."""

from __future__ import annotations

from collections.abc import Iterable, Set
from math import fsum

from castalia.tools.topic.background import Background

# Two sentences are the same where they share more than this of all their stems (Jaccard), or as much as this of the
# shorter one, if that has as many stems as this.
SAME, WITHIN, SHORTEST = 0.5, 0.75, 5
RETOLD, RETOLD_OF_LONGER = 0.65, 0.45  # of the weight of the shorter and of the longer of two sentences


def is_told(stems: frozenset[str], told: Iterable[frozenset[str]]) -> bool:
    """Whether a sentence says nearly the same as one that is told."""
    return any(repeats(stems, other) for other in told)


def repeats(a: frozenset[str], b: frozenset[str]) -> bool:
    """Whether two sentences say nearly the same."""
    shared = len(a & b)
    smaller, union = min(len(a), len(b)), len(a | b)
    return shared > SAME * union or (shared >= WITHIN * smaller and smaller >= SHORTEST)


def retells(a: Set[str], b: Set[str], background: Background) -> bool:
    """Whether two sentences (without the topic's stems) share so much of what is rare in them that they tell the same
    in other words: by inverse document frequency, most of the shorter one and half of the longer."""
    if a.isdisjoint(b):
        return False
    shared, one, other = (fsum(background.idf(stem) for stem in stems) for stems in (a & b, a, b))
    return shared > RETOLD * min(one, other) and shared > RETOLD_OF_LONGER * max(one, other)
