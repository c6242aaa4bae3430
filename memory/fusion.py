"""Ranked lists: ties put in order, and several lists made one. Pure; knows neither stores nor vectors."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from castalia.memory.protocols import Hit

RANK_CONSTANT = 60  # Cormack, Clarke and Büttcher (2009): damps the lead of the first ranks
DIGITS = 5  # significant: float32 sums agree to about six, so what differs below is noise of the summing order


def settled_score(score: float) -> float:
    """The score without the digits that depend on the order of arrival."""
    return float(f"{score:.{DIGITS}g}")


def rank(hits: Iterable[Hit], k: int) -> list[Hit]:
    """The ``k`` best of these hits, scores settled, best first, ties by snippet id: whatever order they come in."""
    settled = (Hit(hit.snippet_id, settled_score(hit.score)) for hit in hits)
    return sorted(settled, key=lambda hit: (-hit.score, hit.snippet_id))[:k]


def complete(scores: Sequence[float], limit: int, k: int) -> bool:
    """Whether these scores are sure to include the ``k`` best and all that tie with them. They are a store's answer
    when it was asked for ``limit`` hits, best first."""
    if len(scores) < limit:
        return True
    return k < len(scores) and settled_score(scores[-1]) < settled_score(scores[k - 1])


def fuse(rankings: Sequence[Sequence[Hit]], k: int) -> list[Hit]:
    """Reciprocal rank fusion: the ``k`` best by the sum of 1 / (60 + rank) over the rankings, rank 1 first.

    The order of the rankings does not matter; within each the order given is the rank. Ties go by snippet id.
    """
    ranks: dict[str, list[int]] = {}
    for ranking in rankings:
        for place, hit in enumerate(ranking, start=1):
            ranks.setdefault(hit.snippet_id, []).append(place)
    scores = {one: sum(1.0 / (RANK_CONSTANT + place) for place in sorted(places)) for one, places in ranks.items()}
    return rank((Hit(one, score) for one, score in scores.items()), k)
