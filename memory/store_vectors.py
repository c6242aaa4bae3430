"""The dense vectors of a store, whatever its engine: how they are indexed, asked of an embedder, and checked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from castalia.memory.errors import StoreError
from castalia.memory.protocols import Embedder, SearchQuery


@dataclass(frozen=True, slots=True)
class DenseSettings:
    """How dense vectors are indexed: HNSW with ``m`` edges a node and a candidate list of ``ef_construct`` (thesis,
    Table 4.2).

    A server builds the index by itself, an embedded store when its ``optimize()`` is called. While ``exact`` is true,
    searches compare with every vector all the same: the answer then does not depend on the order in which snippets
    came, which an approximate index cannot promise. Castalia always leaves it true. Somebody who opens a store of their
    own, with so many vectors that comparing with all of them takes too long, may set it to false, and open the library
    over that store with ``Library.over``.
    """

    m: int = 16
    ef_construct: int = 128
    exact: bool = True


def check_embeddings(store: object, built: str | None, given: str | None, elsewhere: str) -> None:
    """``StoreError`` where a store was built with other embeddings; ``elsewhere`` is what to ingest into instead."""
    if built != given:
        known = built or "none"
        raise StoreError(
            f"the store {store} was built with embeddings {known}, not {given or 'none'}: "
            f"open it with {known} (--embeddings {known}), or ingest the corpus into {elsewhere}"
        )


async def document_vectors(embedder: Embedder | None, texts: Sequence[str], length: int | None) -> list[list[float]]:
    """A checked vector for each of these texts; none without an embedder."""
    if embedder is None or not texts:
        return []
    return _check_vectors(await embedder.embed_documents(texts), len(texts), length, embedder.name, "documents")


async def query_vectors(
    embedder: Embedder | None, queries: Sequence[SearchQuery], length: int | None
) -> dict[str, list[float]]:
    """A checked vector for the text of each query that is to be answered by meaning too, each text once. None without
    an embedder, or while the store keeps no vector (``length`` is not known)."""
    texts = sorted({query.text for query in queries if query.text.strip() and not query.weights})
    if embedder is None or length is None or not texts:
        return {}
    vectors = _check_vectors(await embedder.embed_queries(texts), len(texts), length, embedder.name, "queries")
    return dict(zip(texts, vectors, strict=True))


def _check_vectors(
    vectors: Sequence[Sequence[float]], wanted: int, length: int | None, embeddings: str | None, what: str
) -> list[list[float]]:
    """The vectors as lists, or ``StoreError``: an engine keeps NaN and zero vectors in silence.

    There have to be ``wanted`` of them, each of ``length`` numbers (where that is not known yet, as many as the first
    has).
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
