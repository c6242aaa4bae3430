"""The baselines of the product over a search of their own: a BM25 that shares nothing with the product but the stems of
words.

Which snippets are taken in which order, and where they are cut, is the product's own ``tools.baselines``.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Sequence

from castalia.tools.language.words import content_stems
from castalia.tools.metrics.baselines import DEPTH, FACETS, facet_queries, in_turns
from castalia.tools.metrics.baselines import cut as cut_texts

__all__ = ["FACETS", "NAMES", "Bm25", "by_facets", "cut", "top_snippets"]

NAMES = ("bm25", "facets")

K1 = 1.2
B = 0.75


class Bm25:
    """An index over texts (Robertson and Zaragoza 2009, eq. 3.15, with the idf that never turns negative)."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._postings: dict[str, list[tuple[int, int]]] = defaultdict(list)
        lengths = []
        for at, text in enumerate(texts):
            stems = content_stems(text)
            lengths.append(len(stems))
            for one, count in Counter(stems).items():
                self._postings[one].append((at, count))
        mean = sum(lengths) / max(len(lengths), 1) or 1.0
        self._norms = [K1 * (1 - B + B * length / mean) for length in lengths]

    def rank(self, query: str, limit: int) -> list[int]:
        """The places of the best texts, best first, ties by place; texts that share no stem are not listed."""
        scores: dict[int, float] = defaultdict(float)
        for one in sorted(set(content_stems(query))):
            postings = self._postings.get(one, [])
            idf = math.log(1 + (len(self._norms) - len(postings) + 0.5) / (len(postings) + 0.5))
            for at, count in postings:
                scores[at] += idf * count * (K1 + 1) / (count + self._norms[at])
        return sorted(scores, key=lambda at: (-scores[at], at))[:limit]


def top_snippets(index: Bm25, topic: str) -> list[int]:
    """Baseline (a): one search for the topic, in the order of the ranking."""
    return index.rank(topic, DEPTH)


def by_facets(index: Bm25, topic: str) -> list[int]:
    """Baseline (b): one search per facet ("Comet history", ...), the lists taken in turns, no snippet twice."""
    return [at for _, at in in_turns([index.rank(one, DEPTH) for one in facet_queries(topic)])]


def cut(texts: Sequence[str], order: Sequence[int], words: int) -> list[str]:
    """The first texts of an order until they have this number of words together, to the end of a sentence."""
    return [" ".join(one) for one in cut_texts((texts[at] for at in order), words)]
