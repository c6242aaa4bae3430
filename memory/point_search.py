"""How a store searches: which rankings (BM25, vectors) each query needs, how many hits of each, and how they become its
answer.

No engine here: a store asks its own for what ``Rounds`` wants, one batch a round. How a ranking is settled and how two
are fused is in ``fusion``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from numbers import Integral

from castalia.memory import bm25
from castalia.memory.conditions import check_filters
from castalia.memory.errors import InputError
from castalia.memory.fusion import complete, fuse, rank
from castalia.memory.payloads import DENSE, SPARSE
from castalia.memory.protocols import Filters, Hit, SearchQuery

FUSED = 50  # how deep each ranking goes into a fusion
SPARE = 16  # hits beyond k that a first fetch asks for, so that most ties settle in one round


@dataclass(frozen=True, slots=True)
class Ranking:
    """One ranking that a query (by its place) asks for: the ``depth`` nearest to a sparse or a dense vector."""

    query: int
    depth: int
    vector: bm25.Sparse | list[float]

    @property
    def using(self) -> str:
        """The name of the vectors that are ranked."""
        return SPARSE if isinstance(self.vector, bm25.Sparse) else DENSE


def asks_nothing(queries: Sequence[SearchQuery], k: int, filters: Filters | None) -> bool:
    """Whether the answer to this search is empty whatever a store holds; ``InputError`` where ``k`` is negative, or
    what is given is no query, or no filters."""
    if not isinstance(k, Integral) or k < 0:
        raise InputError(f"k is {k!r}: ask for a whole number of hits, 0 or more")
    for query in [queries] if isinstance(queries, SearchQuery | str) else queries:
        if query is queries or not isinstance(query, SearchQuery) or not isinstance(query.text, str):
            raise InputError(f"a query is {query!r}: give a list of SearchQuery(…)")
    check_filters(filters)
    return not k or not queries or (filters is not None and filters.ids is not None and not filters.ids)


def check_sample(limit: int) -> None:
    """``InputError`` where fewer snippets than none are asked for."""
    if limit < 0:
        raise InputError(f"the sample's limit is {limit}: ask for 0 snippets or more")


def ask(queries: Sequence[SearchQuery], dense: Mapping[str, list[float]], k: int) -> list[Ranking]:
    """The rankings that these queries ask for: none, one or two each. ``dense`` maps a text to its vector."""
    asked: list[Ranking] = []
    for place, query in enumerate(queries):
        sparse = bm25.encode_weights(query.weights) if query.weights else bm25.encode_query(query.text)
        vector = None if query.weights else dense.get(query.text)
        depth = k if vector is None else max(k, FUSED)
        if sparse.indices:
            asked.append(Ranking(place, depth, sparse))
        if vector is not None:
            asked.append(Ranking(place, depth, vector))
    return asked


class Rounds:
    """The rounds of one search. While ``wanted`` is not empty, ask the engine for it in one batch and ``take`` the
    answers; only rankings that end within a tie are wanted again, twice as deep."""

    def __init__(self, asked: Sequence[Ranking]) -> None:
        self._asked = asked
        self._limits = {place: ranking.depth + SPARE for place, ranking in enumerate(asked)}
        self._ranked: dict[int, list[Hit]] = {}

    def wanted(self) -> list[tuple[Ranking, int]]:
        """The rankings to fetch now, each with how many of its hits."""
        return [(self._asked[place], limit) for place, limit in self._limits.items()]

    def take(self, answers: Sequence[Sequence[Hit]]) -> None:
        """Take the engine's answers to ``wanted``, in that order, scores falling."""
        for (place, limit), found in zip(list(self._limits.items()), answers, strict=True):
            depth = self._asked[place].depth
            if complete([hit.score for hit in found], limit, depth):
                self._ranked[place] = rank(found, depth)
                del self._limits[place]
            else:
                self._limits[place] = limit * 2

    def hits(self, number: int, k: int) -> list[list[Hit]]:
        """The ``k`` best hits of each of ``number`` queries; where dense vectors were asked for, by fusion."""
        lists: list[list[list[Hit]]] = [[] for _ in range(number)]
        for place, ranking in enumerate(self._asked):
            lists[ranking.query].append(self._ranked[place])
        fused = {ranking.query for ranking in self._asked if ranking.using == DENSE}
        return [fuse(some, k) if place in fused else (some[0] if some else []) for place, some in enumerate(lists)]
