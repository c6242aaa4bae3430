"""What agents and tools may ask of the memory, as protocols; adapters live in files of their own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

from castalia.memory.records import Scalar, Snippet


@dataclass(frozen=True, slots=True)
class Filters:
    """Which snippets a search may return.

    ``where`` maps a payload field to the value it must have, a list of allowed values, or a ``(low, high)`` tuple of
    numbers (either may be ``None``). ``ids`` limits the search to these snippets (retrieval from K), ``exclude`` leaves
    some out.
    """

    where: Mapping[str, Scalar | Sequence[Scalar | None]] = field(default_factory=dict, hash=False)
    ids: frozenset[str] | None = None
    exclude: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class SearchQuery:
    """One query: ``text`` for BM25 and, where the store has embeddings, for the dense vector.

    ``weights`` (word to weight, at most a few hundred) replaces the text's BM25 query: this is how a relevance model
    searches. A query with weights is answered by BM25 alone.
    """

    text: str = ""
    weights: Mapping[str, float] = field(default_factory=dict, hash=False)

    @classmethod
    def by_words(cls, text: str) -> SearchQuery:
        """A query that is answered by the words of this text alone, also where the store has embeddings: for finding
        what names a thing. Texts that only mean something similar would take the places of those."""
        return cls(weights={text: 1.0})


@dataclass(frozen=True, slots=True)
class Hit:
    """A snippet id and its score: any finite number, the higher the better, which compares within one result list only.

    What counts is its share of the best one; where some are negative, how far it is from the worst to the best.
    """

    snippet_id: str
    score: float


@runtime_checkable
class SnippetStore(Protocol):
    """The corpus C_D: append-only, idempotent, searched in one batched round trip."""

    async def add(self, snippets: Sequence[Snippet]) -> int:
        """Keep these snippets; the number of ids that were new. A snippet whose id is known replaces the one kept."""
        ...

    async def search(self, queries: Sequence[SearchQuery], k: int, filters: Filters | None = None) -> list[list[Hit]]:
        """For each query its ``k`` best hits, best first, ties by snippet id whatever the order of arrival."""
        ...

    async def get(self, ids: Sequence[str]) -> list[Snippet]:
        """The snippets with these ids, in that order; ``KeyError`` names an id that is not there."""
        ...

    async def sample(self, limit: int, filters: Filters | None = None) -> list[Snippet]:
        """Up to ``limit`` of the snippets that pass the filters (of all without), sorted by id: a uniform sample that
        depends on the content alone."""
        ...

    async def count(self, filters: Filters | None = None) -> int:
        """How many snippets pass the filters; without filters, how many there are."""
        ...

    async def close(self) -> None:
        """Write what is pending and let go of files and connections."""
        ...


@runtime_checkable
class ListedStore(SnippetStore, Protocol):
    """A store that can list its snippets, so that a library can tell later which are new. Of any other store it only
    notices that it has changed, by the number of snippets and a sample."""

    async def fingerprint(self) -> str:
        """What stands for the set of snippets, whatever the order of arrival."""
        ...

    async def beginnings(self) -> bytes:
        """The first 8 bytes of every snippet's point id, ascending, end to end: what ``KnownIds`` keeps."""
        ...


@runtime_checkable
class Embedder(Protocol):
    """Text to vectors. Queries and documents differ: some models want a prefix before a query."""

    @property
    def name(self) -> str:
        """The spec that names the model, kept with the store that was built with it."""
        ...

    async def embed_queries(self, texts: Sequence[str]) -> list[list[float]]:
        """One vector for each query, in order."""
        ...

    async def embed_documents(self, texts: Sequence[str]) -> list[list[float]]:
        """One vector for each document, in order."""
        ...


class Recorder(Protocol):
    """Takes events: what happened, as data. A run's ledgers keep them, and ``run.json`` tells them."""

    def event(self, kind: str, /, **detail: Any) -> None:
        """Note that this kind of thing happened, with values of JSON that say more."""
        ...
