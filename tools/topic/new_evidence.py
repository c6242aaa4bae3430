"""New evidence: which of the snippets that came into a store since a page was made belong to its topic."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from castalia.memory.known_ids import KnownIds
from castalia.memory.ledgers import Ban
from castalia.memory.memory import Memory
from castalia.memory.protocols import Hit, SearchQuery
from castalia.tools.topic.evidence import filters_for, read_anchor
from castalia.tools.topic.relevance import Floors
from castalia.tools.topic.retrieval import DEEP

FARTHEST = 0.1  # of the curated


async def new_hits(
    memory: Memory,
    topic: str,
    domain: str,
    queries: tuple[str, ...],
    known: KnownIds,
    curated: frozenset[str],
    banned: Ban,
    floors: Floors,
    most: int,
    anchored: bool,
) -> list[Hit]:
    """At most ``most`` snippets that are not among the ``known``, the curated and the banned, best first.

    They have to pass the relevance floor of the topic. A corpus about little else than the topic has no floor, but what
    is added to it may be about anything: there they have to be as near as all but ``FARTHEST`` of the curated. Those
    that one of the ``queries`` finds among its best come first. Without the anchor (the thesis' way), what queries and
    topic find.
    """
    relevance, _ = await read_anchor(memory, topic, domain)
    wanted = [SearchQuery(one) for one in (*queries, relevance.name)]
    found = await memory.store.search(wanted, DEEP, filters_for(domain))
    hit = {one.snippet_id: one.score for hits in found for one in hits}
    if anchored:
        floor = floors.of(relevance) or _usual(relevance.scores, curated)
        scores = {name: score for name, score in relevance.scores.items() if score >= floor}
    else:
        scores = hit
    fresh = [one for one in known.missing(scores) if one not in curated]
    allowed = [one.id for one in await memory.snippets(fresh) if not banned.covers(one)]
    ranked = sorted(allowed, key=lambda one: (one not in hit, -scores[one], one))
    return [Hit(one, scores[one]) for one in ranked[:most]]


def _usual(scores: Mapping[str, float], curated: Collection[str]) -> float:
    """The score that all but the farthest of the curated snippets reach."""
    ranked = sorted(scores.get(one, 0.0) for one in curated)
    return ranked[int(FARTHEST * len(ranked))] if ranked else 0.0
