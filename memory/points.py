"""Points: snippets as the engine keeps them, and back; filters as the engine's conditions. Pure, no store.

How texts become sparse vectors is in ``bm25``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import qdrant_edge as edge
from castalia.memory import bm25
from castalia.memory.errors import InputError, StoreError
from castalia.memory.identity import point_id
from castalia.memory.protocols import Filters
from castalia.memory.records import Snippet

SPARSE, DENSE = "bm25", "dense"  # the names of the vectors
SNIPPET_FIELDS = ("authors", "doi", "domain", "id", "source", "text", "title", "topic", "url", "year")


def payload_of(snippet: Snippet) -> dict[str, Any]:
    """What the engine keeps of a snippet; ``StoreError`` for one that it could not give back exactly."""
    payload: dict[str, Any] = {name: getattr(snippet, name) for name in SNIPPET_FIELDS}
    payload["authors"] = list(snippet.authors)
    payload["extra"] = dict(snippet.extra)
    # The engine's Python binding takes True for 1 in a filter, so truth values are kept as words as well.
    payload["flags"] = [_flag(key, value) for key, value in snippet.extra.items() if isinstance(value, bool)]
    refused = f"the snippet {snippet.id!r} cannot be kept"
    if not snippet.id:
        raise StoreError(f"{refused}: its id is empty")
    try:
        json.dumps(payload, ensure_ascii=False, allow_nan=False).encode("utf-8")
    except (TypeError, ValueError) as error:  # a number that is not finite, half a surrogate pair, a foreign type
        raise StoreError(f"{refused}: {error}") from error
    for key, value in (("year", snippet.year), *snippet.extra.items()):
        if not isinstance(key, str) or not isinstance(value, str | int | float | None):
            raise StoreError(f"{refused}: its field {key!r} is neither text nor a number nor a truth value")
        if isinstance(value, int) and not -(2**63) <= value < 2**63:
            raise StoreError(f"{refused}: its field {key!r} does not fit into 64 bits")
    return payload


def snippet_of(payload: Mapping[str, Any]) -> Snippet:
    """The snippet that was kept as this payload."""
    fields = {name: payload[name] for name in SNIPPET_FIELDS}
    return Snippet(**{**fields, "authors": tuple(payload["authors"])}, extra=dict(payload["extra"]))


def vectors_of(text: str, dense: list[float] | None) -> dict[str, Any]:
    """The vectors of a text by their names in the engine; without a dense one, the sparse vector alone."""
    vectors: dict[str, Any] = {SPARSE: sparse_vector(bm25.encode_document(text))}
    if dense is not None:
        vectors[DENSE] = dense
    return vectors


def sparse_vector(vector: bm25.Sparse) -> edge.SparseVector:
    """A sparse vector as the engine takes it."""
    return edge.SparseVector(indices=list(vector.indices), values=list(vector.values))


def check_vectors(
    vectors: Sequence[Sequence[float]], wanted: int, length: int | None, embeddings: str | None, what: str
) -> list[list[float]]:
    """The vectors as lists, or ``StoreError``: the engine keeps NaN and zero vectors in silence.

    There have to be ``wanted`` of them, each of ``length`` numbers (where that is not known yet, as many as the first has).
    """
    told = f"the embeddings {embeddings} gave"
    if len(vectors) != wanted:
        raise StoreError(f"{told} {len(vectors)} vectors for {wanted} {what}: check the embedding model")
    lists = [[float(value) for value in vector] for vector in vectors]
    length = length or len(lists[0])
    for vector in lists:
        if len(vector) != length or not vector:
            raise StoreError(f"{told} a vector of length {len(vector)}, not {length}: check the embedding model")
        # False for NaN and infinity, and for what is zero or infinite as float32.
        if not 1e-30 < sum(value * value for value in vector) < 1e30:
            raise StoreError(f"{told} a vector that is zero or not finite: check the embedding model")
    return lists


def condition_of(filters: Filters | None) -> edge.Filter | None:
    """The engine's filter, or ``None`` where every snippet may be returned; ``InputError`` for what cannot be asked."""
    if filters is None or not (filters.where or filters.exclude or filters.ids is not None):
        return None
    must: list[edge.ConditionType] = [_matches(name, wanted) for name, wanted in sorted(filters.where.items())]
    if filters.ids is not None:
        must.append(_has_id(filters.ids))
    return edge.Filter(must=must, must_not=[_has_id(filters.exclude)] if filters.exclude else None)


def _flag(name: object, value: bool) -> str:
    return f"{name}={value}"


def _has_id(ids: frozenset[str]) -> edge.ConditionType:
    return edge.HasIdCondition({point_id(one) for one in ids})


def _matches(name: str, wanted: Any) -> edge.ConditionType:
    key = _key(name)
    if isinstance(wanted, tuple):
        return edge.FieldCondition(key, range=_range(name, wanted))
    if isinstance(wanted, str) or not isinstance(wanted, Sequence | frozenset | set):
        return _equals(name, key, wanted)
    if not wanted:
        return edge.HasIdCondition(set())
    return edge.Filter(should=[_equals(name, key, value) for value in wanted])


def _key(name: str) -> str:
    if name in SNIPPET_FIELDS:
        return name
    if '"' in name or "\\" in name:
        raise InputError(f"cannot filter by the field {name!r}: its name holds a quote or a backslash")
    return f'extra."{name}"'


def _range(name: str, bounds: tuple[Any, ...]) -> edge.RangeFloat:
    if len(bounds) != 2 or not all(isinstance(bound, int | float | None) for bound in bounds):
        raise InputError(
            f"the range {bounds!r} for {name!r} is no (low, high) pair of numbers: for alternatives give a list"
        )
    low, high = bounds
    return edge.RangeFloat(gte=low, lte=high)


def _equals(name: str, key: str, value: Any) -> edge.ConditionType:
    if value is None:
        return edge.IsEmptyCondition(key)
    if isinstance(value, bool):
        return edge.FieldCondition("flags", match=edge.MatchValue(_flag(name, value)))
    if isinstance(value, str):
        return edge.FieldCondition(key, match=edge.MatchValue(value))
    if not isinstance(value, int | float):
        raise InputError(f"cannot filter {name!r} by {value!r}: give text, a number or a truth value")
    if isinstance(value, int) and abs(value) >= 2**63:
        return edge.HasIdCondition(set())  # no payload holds so large a number
    if isinstance(value, int) and abs(value) >= 2**53:
        return edge.FieldCondition(key, match=edge.MatchValue(value))
    # As a range, so that 1 and 1.0 are one number.
    return edge.FieldCondition(key, range=edge.RangeFloat(gte=value, lte=value))
