"""Points: vectors, conditions and rankings in the words of a Qdrant server's client. Pure, no connection.

What is kept of a snippet is in ``payloads``, what may be filtered in ``conditions``, how texts become sparse vectors in
``bm25``.
"""

from __future__ import annotations

from typing import Any

from castalia.memory import bm25
from castalia.memory.conditions import Absent, Among, AnyOf, Between, Condition, Equals, conditions_of
from castalia.memory.identity import point_id
from castalia.memory.payloads import DENSE, SPARSE, Payload
from castalia.memory.point_search import Ranking
from castalia.memory.protocols import Filters
from castalia.memory.store_vectors import DenseSettings
from qdrant_client import models

OVERSAMPLING = 2.0  # candidates by quantized vectors for each hit, which the original vectors then rank


def point_of(snippet_id: str, payload: Payload, dense: list[float] | None) -> models.PointStruct:
    """A snippet as the server keeps it; without a dense vector, by the sparse one alone."""
    vectors: dict[str, Any] = {SPARSE: sparse_vector(bm25.encode_document(payload["text"]))}
    if dense is not None:
        vectors[DENSE] = dense
    return models.PointStruct(id=point_id(snippet_id), vector=vectors, payload=payload)


def sparse_vector(vector: bm25.Sparse) -> models.SparseVector:
    """A sparse vector as the server takes it."""
    return models.SparseVector(indices=list(vector.indices), values=list(vector.values))


def dense_params(dimension: int, settings: DenseSettings) -> models.VectorParams:
    """How the server keeps dense vectors: HNSW, and scalar quantization to 8 bits held in memory (thesis, Table
    4.2)."""
    return models.VectorParams(
        size=dimension,
        distance=models.Distance.COSINE,
        hnsw_config=models.HnswConfigDiff(m=settings.m, ef_construct=settings.ef_construct),
        quantization_config=models.ScalarQuantization(
            scalar=models.ScalarQuantizationConfig(type=models.ScalarType.INT8, always_ram=True)
        ),
    )


def request_of(
    ranking: Ranking, limit: int, condition: models.Filter | None, settings: DenseSettings
) -> models.QueryRequest:
    """The server's request for the first ``limit`` of a ranking."""
    vector = ranking.vector
    sparse = isinstance(vector, bm25.Sparse)
    return models.QueryRequest(
        query=sparse_vector(vector) if isinstance(vector, bm25.Sparse) else vector,
        using=ranking.using,
        params=None if sparse else _search_params(settings),
        filter=condition,
        limit=limit,
        with_payload=["id"],
    )


def filter_of(filters: Filters | None) -> models.Filter | None:
    """The filters in the server's words; ``InputError`` for what cannot be asked."""
    if (conditions := conditions_of(filters)) is None:
        return None
    excluded = [_condition(Among(conditions.excluded))] if conditions.excluded else None
    return models.Filter(must=[_condition(one) for one in conditions.must], must_not=excluded)


def _search_params(settings: DenseSettings) -> models.SearchParams:
    if settings.exact:  # the server then compares the original vectors, not the quantized ones
        return models.SearchParams(exact=True)
    quantization = models.QuantizationSearchParams(rescore=True, oversampling=OVERSAMPLING)
    return models.SearchParams(hnsw_ef=settings.ef_construct, quantization=quantization)


def _condition(condition: Condition) -> models.Condition:
    match condition:
        case Equals(key, value):
            return models.FieldCondition(key=key, match=models.MatchValue(value=value))
        case Between(key, low, high):
            return models.FieldCondition(key=key, range=models.Range(gte=low, lte=high))
        case Absent(key):
            return models.IsEmptyCondition(is_empty=models.PayloadField(key=key))
        case Among(points):
            return models.HasIdCondition(has_id=list(points))
        case AnyOf(conditions):
            return models.Filter(should=[_condition(one) for one in conditions])
