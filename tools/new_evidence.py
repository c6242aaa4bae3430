"""New evidence: which of the snippets that came into a store since a page was made belong to its topic."""

from __future__ import annotations

from castalia.memory.known_ids import KnownIds
from castalia.memory.ledgers import Ban
from castalia.memory.memory import Memory
from castalia.memory.protocols import Hit, SearchQuery
from castalia.tools.evidence import filters_for, read_anchor
from castalia.tools.relevance import floor_of
from castalia.tools.retrieval import DEEP


async def new_hits(
    memory: Memory,
    topic: str,
    domain: str,
    queries: tuple[str, ...],
    known: KnownIds,
    curated: frozenset[str],
    banned: Ban,
    floors: tuple[float, float, int],
    most: int,
    anchored: bool = True,
) -> list[Hit]:
    """At most ``most`` snippets that are not among the ``known``, the curated and the banned, best first.

    Past the relevance floor of the topic, ``floors`` as in ``batch_hits``: the floor of sparse topics holds even where a corpus is about
    little else than the topic, for what is added to it may be about anything. Those that one of the run's ``queries`` finds among its best
    come first. Without the anchor (the thesis' way), what queries and topic find.
    """
    found = await memory.store.search([SearchQuery(one) for one in (*queries, topic)], DEEP, filters_for(domain))
    hit = {one.snippet_id: one.score for hits in found for one in hits}
    if anchored:
        relevance, _ = await read_anchor(memory, topic, domain)
        floor = max(floor_of(relevance, *floors), floors[1])
        scores = {name: score for name, score in relevance.scores.items() if score >= floor}
    else:
        scores = hit
    fresh = [one for one in known.missing(scores) if one not in curated]
    allowed = [one.id for one in await memory.store.get(fresh) if not banned.covers(one)]
    ranked = sorted(allowed, key=lambda one: (one not in hit, -scores[one], one))
    return [Hit(one, scores[one]) for one in ranked[:most]]
