"""Retrieval for the curation loop: the seed, and each batch past a relevance floor anchored in the topic (eq. 3.1,
3.7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from castalia.memory.memory import Memory
from castalia.memory.protocols import Filters, Hit, SearchQuery
from castalia.tools.topic.evidence import filters_for, read_anchor
from castalia.tools.topic.relevance import Floors, Relevance
from castalia.tools.topic.score_shares import score_shares

DEEP = 30  # hits of a query, beyond what it may bring: most of the best are known already
SAME_DOCUMENT = 0.95  # of its score for each snippet of its document that the run has


class Batch(NamedTuple):
    """What a round of searches brought: new ``hits``, how many had been ``requested``, and whether with them the run
    holds all that passes the relevance floor, so that no further round can bring anything (``is_last``)."""

    hits: list[Hit]
    requested: int
    is_last: bool


async def seed_hits(memory: Memory, topic: str, domain: str, k: int, *, anchored: bool) -> list[Hit]:
    """The ``k`` snippets that name the topic and stand nearest to it; without the anchor (the thesis' way) the ``k``
    best hits of the name that its texts have for it.

    Raises ``UnknownTopicError`` where there is none.
    """
    relevance, _ = await read_anchor(memory, topic, domain)
    if not anchored:
        (hits,) = await memory.store.search([SearchQuery(relevance.name)], k, filters_for(domain))
        return hits
    ranked = sorted(relevance.seed, key=lambda one: (-relevance.scores.get(one, 0.0), one))[:k]
    return [Hit(one, relevance.scores.get(one, 0.0)) for one in ranked]


async def batch_hits(
    memory: Memory,
    topic: str,
    domain: str,
    queries: Sequence[str],
    seen: frozenset[str],
    *,
    k: int,
    nearest: int,
    floors: Floors,
    anchored: bool,
) -> Batch:
    """New snippets for these queries, ``k`` a query, and the ``nearest`` unseen ones of the relevance model itself.

    Queries are searched for among what is unseen and passes the relevance floor: terms leave out the topic's name, and
    in all of a store they find mostly other things. Without the anchor (the thesis' way) each query's best ``k`` come
    in as they are, and nothing else.
    """
    searches = [SearchQuery(text) for text in queries]
    if not anchored:
        unseen = replace(filters_for(domain) or Filters(), exclude=seen)
        taken: dict[str, Hit] = {}
        for hits in await memory.store.search(searches, k, unseen):
            taken |= {hit.snippet_id: hit for hit in hits if hit.snippet_id not in taken}
        return Batch(list(taken.values()), k * len(queries), False)
    relevance, _ = await read_anchor(memory, topic, domain)
    floor = floors.of(relevance)
    open_ids = frozenset(one for one, score in relevance.scores.items() if score >= floor and one not in seen)
    found = await memory.store.search(searches, DEEP + k, Filters(ids=open_ids)) if open_ids else []
    ranked = rank_hits(found, relevance, k)
    close = _nearest(relevance, open_ids.difference(ranked), seen.union(ranked), nearest)
    new = [Hit(one, relevance.scores[one]) for one in (*ranked, *close)]
    return Batch(new, k * len(queries) + nearest, len(new) == len(open_ids))


def rank_hits(found: Sequence[Sequence[Hit]], relevance: Relevance, k: int) -> list[str]:
    """Of each query's hits the ``k`` best that no query before it took, ranked by query and relevance together."""
    taken: list[str] = []
    for hits in found:
        shares = score_shares(hits)
        scored = [(-share - relevance.scores[one], one) for one, share in shares.items() if one not in taken]
        taken += [one for _, one in sorted(scored)[:k]]
    return taken


def _nearest(relevance: Relevance, among: Iterable[str], known: Iterable[str], most: int) -> list[str]:
    """The snippets (ids) under a title that names the topic; then those that the relevance model ranks highest, each
    further one of a document counting less."""
    taken = Counter(relevance.documents.get(one, one) for one in sorted(known))
    left = {one: relevance.scores[one] for one in among}
    found = sorted(relevance.titled & left.keys(), key=lambda one: (-left[one], one))[:most]
    for one in found:
        taken[relevance.documents[one]] += 1
        del left[one]
    while left and len(found) < most:
        best = max(left, key=lambda one: (left[one] * SAME_DOCUMENT ** taken[relevance.documents[one]], one))
        found.append(best)
        taken[relevance.documents[best]] += 1
        del left[best]
    return found
