"""What a page has to beat: snippets of the corpus put one after another, cut to the page's own length.

The search is a BM25 of its own, which shares nothing with the product but the stems of words.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Sequence

from castalia.tools.words import content_stems

K1 = 1.2
B = 0.75
FACETS = (
    "history",
    "types",
    "structure",
    "function",
    "formation",
    "causes",
    "effects",
    "measurement",
    "applications",
    "theories",
    "society",
    "examples",
)
DEPTH = 300  # hits that are looked at; 2,500 words are about 30 snippets


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
    lists = [index.rank(f"{topic} {facet}", DEPTH) for facet in FACETS]
    taken: dict[int, None] = {}
    places = [0] * len(lists)
    while any(at < len(one) for at, one in zip(places, lists, strict=True)):
        for which, one in enumerate(lists):
            while places[which] < len(one) and one[places[which]] in taken:
                places[which] += 1
            if places[which] < len(one):
                taken[one[places[which]]] = None
    return list(taken)


def cut(texts: Sequence[str], order: Sequence[int], words: int) -> list[str]:
    """The first texts of an order, the last one cut so that they have this number of words together."""
    kept: list[str] = []
    left = words
    for at in order:
        if left <= 0:
            break
        split = texts[at].split()
        kept.append(texts[at] if len(split) <= left else " ".join(split[:left]))
        left -= len(split)
    return kept
