"""Searches among the points of a store: rankings asked of the engine in one batch, settled where they tie, fused where there are two.

How a ranking is settled and how two are fused is in ``fusion``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import qdrant_edge as edge
from castalia.memory import bm25
from castalia.memory.fusion import complete, fuse, rank
from castalia.memory.points import DENSE, SPARSE, sparse_vector
from castalia.memory.protocols import Hit, SearchQuery
from castalia.memory.store_files import DenseSettings

FUSED = 50  # how deep each ranking goes into a fusion
SPARE = 16  # hits beyond k that a first fetch asks for, so that most ties settle in one round


@dataclass(frozen=True, slots=True)
class Ranking:
    """One ranking that a query (by its place) asks for; those by dense vectors, and only those, have parameters."""

    query: int
    depth: int
    nearest: edge.Query
    params: edge.SearchParams | None


def ask(
    queries: Sequence[SearchQuery], dense: Mapping[str, list[float]], k: int, settings: DenseSettings
) -> list[Ranking]:
    """The rankings that these queries ask for: none, one or two each. ``dense`` maps a text to its vector."""
    params = edge.SearchParams(hnsw_ef=settings.ef_construct, exact=settings.exact)
    asked: list[Ranking] = []
    for place, query in enumerate(queries):
        sparse = bm25.encode_weights(query.weights) if query.weights else bm25.encode_query(query.text)
        vector = None if query.weights else dense.get(query.text)
        depth = k if vector is None else max(k, FUSED)
        if sparse.indices:
            asked.append(Ranking(place, depth, edge.Query.Nearest(sparse_vector(sparse), using=SPARSE), None))
        if vector is not None:
            asked.append(Ranking(place, depth, edge.Query.Nearest(vector, using=DENSE), params))
    return asked


def answer(
    shard: edge.EdgeShard, asked: Sequence[Ranking], number: int, k: int, condition: edge.Filter | None
) -> list[list[Hit]]:
    """The ``k`` best hits of each of ``number`` queries; where dense vectors were asked for, by fusion."""
    hits: list[list[list[Hit]]] = [[] for _ in range(number)]
    for ranking, ranked in zip(asked, _rank_all(shard, asked, condition), strict=True):
        hits[ranking.query].append(ranked)
    fused = {ranking.query for ranking in asked if ranking.params is not None}
    return [fuse(lists, k) if place in fused else (lists[0] if lists else []) for place, lists in enumerate(hits)]


def _rank_all(shard: edge.EdgeShard, asked: Sequence[Ranking], condition: edge.Filter | None) -> list[list[Hit]]:
    """One batch for all; only rankings that end within a tie are fetched again, twice as deep."""
    ranked: dict[int, list[Hit]] = {}
    limits = {place: ranking.depth + SPARE for place, ranking in enumerate(asked)}
    while limits:
        requests = [
            edge.QueryRequest(
                limit=limit,
                query=asked[place].nearest,
                params=asked[place].params,
                filter=condition,
                with_payload=["id"],
            )
            for place, limit in limits.items()
        ]
        answers = shard.query_batch(edge.QueryBatchRequest(requests))
        for (place, limit), found in zip(list(limits.items()), answers, strict=True):
            depth = asked[place].depth
            if complete([point.score for point in found], limit, depth):
                ranked[place] = rank((Hit((point.payload or {})["id"], point.score) for point in found), depth)
                del limits[place]
            else:
                limits[place] = limit * 2
    return [ranked[place] for place in range(len(asked))]
