"""Points: vectors, conditions and rankings in the words of the embedded engine (qdrant-edge). Pure, no store.

What is kept of a snippet is in ``payloads``, what may be filtered in ``conditions``, how texts become sparse vectors in
``bm25``.
"""

from __future__ import annotations

from typing import Any

import qdrant_edge as edge
from castalia.memory import bm25
from castalia.memory.conditions import Absent, Among, AnyOf, Between, Condition, Equals, conditions_of
from castalia.memory.payloads import DENSE, SPARSE
from castalia.memory.point_search import Ranking
from castalia.memory.protocols import Filters
from castalia.memory.store_vectors import DenseSettings


def vectors_of(text: str, dense: list[float] | None) -> dict[str, Any]:
    """The vectors of a text by their names in the engine; without a dense one, the sparse vector alone."""
    vectors: dict[str, Any] = {SPARSE: sparse_vector(bm25.encode_document(text))}
    if dense is not None:
        vectors[DENSE] = dense
    return vectors


def sparse_vector(vector: bm25.Sparse) -> edge.SparseVector:
    """A sparse vector as the engine takes it."""
    return edge.SparseVector(indices=list(vector.indices), values=list(vector.values))


def request_of(
    ranking: Ranking, limit: int, condition: edge.Filter | None, settings: DenseSettings
) -> edge.QueryRequest:
    """The engine's request for the first ``limit`` of a ranking."""
    vector = ranking.vector
    sparse = isinstance(vector, bm25.Sparse)
    return edge.QueryRequest(
        limit=limit,
        query=edge.Query.Nearest(
            sparse_vector(vector) if isinstance(vector, bm25.Sparse) else vector, using=ranking.using
        ),
        params=None if sparse else edge.SearchParams(hnsw_ef=settings.ef_construct, exact=settings.exact),
        filter=condition,
        with_payload=["id"],
    )


def filter_of(filters: Filters | None) -> edge.Filter | None:
    """The filters in the engine's words; ``InputError`` for what cannot be asked."""
    if (conditions := conditions_of(filters)) is None:
        return None
    excluded = [_condition(Among(conditions.excluded))] if conditions.excluded else None
    return edge.Filter(must=[_condition(one) for one in conditions.must], must_not=excluded)


def _condition(condition: Condition) -> edge.ConditionType:
    match condition:
        case Equals(key, value):
            return edge.FieldCondition(key, match=edge.MatchValue(value))
        case Between(key, low, high):
            return edge.FieldCondition(key, range=edge.RangeFloat(gte=low, lte=high))
        case Absent(key):
            return edge.IsEmptyCondition(key)
        case Among(points):
            return edge.HasIdCondition(set(points))
        case AnyOf(conditions):
            return edge.Filter(should=[_condition(one) for one in conditions])
