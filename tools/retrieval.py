"""Retrieval for the curation loop: the seed, and each batch past a relevance floor anchored in the topic (eq. 3.1, 3.7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from castalia.memory.memory import Memory
from castalia.memory.protocols import Hit, SearchQuery
from castalia.tools.evidence import filters_for, read_anchor
from castalia.tools.relevance import Relevance, floor_of, rank_hits

DEEP = 30
SAME_DOCUMENT = 0.95


class Batch(NamedTuple):
    """What a round of searches brought: new ``hits``, how many had been ``requested``, and whether with them the run holds all that passes the
    relevance floor, so that no further round can bring anything (``is_last``)."""

    hits: list[Hit]
    requested: int
    is_last: bool


async def seed_hits(memory: Memory, topic: str, domain: str, k: int, anchored: bool = True) -> list[Hit]:
    """The ``k`` snippets that name the topic and stand nearest to it; without the anchor (the thesis' way) the ``k`` best hits of its name.

    Raises ``UnknownTopicError`` where there is none.
    """
    if not anchored:
        (hits,) = await memory.store.search([SearchQuery(topic)], k, filters_for(domain))
        return hits
    relevance, _ = await read_anchor(memory, topic, domain)
    ranked = sorted(relevance.seed, key=lambda one: (-relevance.scores.get(one, 0.0), one))[:k]
    return [Hit(one, relevance.scores.get(one, 0.0)) for one in ranked]


async def batch_hits(
    memory: Memory,
    topic: str,
    domain: str,
    queries: Sequence[str],
    seen: frozenset[str],
    k: int,
    nearest: int,
    floors: tuple[float, float, int],
    anchored: bool = True,
) -> Batch:
    """New snippets for these queries, ``k`` a query, and the ``nearest`` unseen ones of the relevance model itself.

    ``floors`` are the relevance floor, the floor for sparse topics, and how few snippets make a topic sparse. Without the anchor (the
    thesis' way) each query's best ``k`` come in as they are.
    """
    relevance, _ = await read_anchor(memory, topic, domain)
    found = await memory.store.search([SearchQuery(text) for text in queries], DEEP + k, filters_for(domain))
    if not anchored:
        taken: dict[str, Hit] = {}
        for hits in found:
            fresh = [hit for hit in hits if hit.snippet_id not in seen]
            taken |= {hit.snippet_id: hit for hit in fresh[:k] if hit.snippet_id not in taken}
        return Batch(list(taken.values()), k * len(queries), False)
    floor = floor_of(relevance, *floors)
    ranked = rank_hits(found, relevance, floor, k, seen)
    known = seen | {one for one, _ in ranked}
    close = _nearest(relevance, floor, seen, known, nearest)
    taken_ids = [one for one, _ in ranked] + close
    hits = [Hit(one, relevance.scores[one]) for one in taken_ids]
    return Batch(hits, k * len(queries) + nearest, len(close) < nearest)


def _nearest(relevance: Relevance, floor: float, seen: frozenset[str], known: frozenset[str], most: int) -> list[str]:
    """The unseen snippets that the relevance model ranks highest, each further one of a document counting less."""
    taken = Counter(relevance.documents.get(one, one) for one in sorted(seen | known))
    left = {one: score for one, score in relevance.scores.items() if score >= floor and one not in known}
    found: list[str] = []
    while left and len(found) < most:
        best = max(left, key=lambda one: (left[one] * SAME_DOCUMENT ** taken[relevance.documents[one]], one))
        found.append(best)
        taken[relevance.documents[best]] += 1
        del left[best]
    return found
