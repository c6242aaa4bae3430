"""What a page has to beat: passages that a search finds, one after another, cut to the page's own length. No graph, no
outline, no writer.

Who searches is the caller's business: the lists come in ranked, as places or ids. Making a page of them is
``graphs.benching.baseline_pages``'s.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Literal, TypeVar

from castalia.tools.language.sentences import split_sentences

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
DEPTH = 300  # hits of a search that are looked at; 2,500 words are about 30 snippets

Baseline = Literal["top-snippets", "facet-search"]
BASELINES: Mapping[Baseline, str] = {
    "top-snippets": "the snippets that one search for the topic finds, in the order of their rank",
    "facet-search": "one search for the topic with each of twelve facets, their best hits in turns under the facet's heading",
}

One = TypeVar("One", bound=Hashable)


def facet_queries(topic: str) -> list[str]:
    """The searches of the baseline by facets: "Comet history", "Comet types", …, in the order of ``FACETS``."""
    return [f"{topic} {facet}" for facet in FACETS]


def in_turns(lists: Sequence[Sequence[One]]) -> list[tuple[int, One]]:
    """The best of each list, then the second best of each, and so on, none twice; each with the place of the list that
    gave it."""
    taken: dict[One, int] = {}
    places = [0] * len(lists)
    while any(at < len(one) for at, one in zip(places, lists, strict=True)):
        for which, one in enumerate(lists):
            while places[which] < len(one) and one[places[which]] in taken:
                places[which] += 1
            if places[which] < len(one):
                taken[one[places[which]]] = which
    return [(which, one) for one, which in taken.items()]


def cut(texts: Iterable[str], words: int) -> list[tuple[str, ...]]:
    """The sentences of the first texts until they have this number of words together, a tuple a text.

    The sentence that reaches the number is the last one, and whole: a baseline is never shorter than what it is
    measured against, unless its texts are, and no sentence of it is broken off.
    """
    kept: list[tuple[str, ...]] = []
    left = words
    for text in texts:
        if left <= 0:
            break
        taken: list[str] = []
        for sentence in split_sentences(text):
            if left <= 0:
                break
            taken.append(" ".join(sentence.text.split()))
            left -= len(sentence.text.split())
        kept.append(tuple(taken))
    return kept
