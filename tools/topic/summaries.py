"""Summaries: the snippets that say once more, in sum, what their document has said.

A heading tells of them ("Chapter Review"). Where no heading of a document says more than its title, its end does, if it
says little that is new. In three corpora of textbooks whose headings were hidden, 64 to 85 % of the summaries are found
so, and 3 to 16 % of the documents without one end in what is taken for one (``tests/benchmarks/parts.py``).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from castalia.memory.records import Snippet
from castalia.tools.language.words import content_stems
from castalia.tools.topic.background import Background
from castalia.tools.topic.source_paths import without_headings

FEWEST = 4  # snippets of a document before its summary
MOST = 3  # snippets of a summary
# share of its words, by their inverse document frequency, and of its pairs of neighbouring words that stand before it
KNOWN, WORDED = 0.7, 0.25


def inferred_summaries(snippets: Sequence[Snippet], background: Background) -> frozenset[str]:
    """The ids of the snippets that end a document without headings, whose order is known, and sum it up."""
    return frozenset(name for one in without_headings(snippets) for name in _summary(one, background))


def _summary(document: Sequence[Snippet], background: Background) -> list[str]:
    if len(document) <= FEWEST:
        return []
    stems = [content_stems(one.text) for one in document]
    first = len(document)
    while first > max(FEWEST, len(document) - MOST) and _sums_up(stems[first - 1], stems[: first - 1], background):
        first -= 1
    return [one.id for one in document[first:]]


def _sums_up(own: Sequence[str], before: Sequence[Sequence[str]], background: Background) -> bool:
    """Whether these stems, and how they stand together, were mostly read before."""
    words, pairs = set(own), set(pairwise(own))
    read = words & frozenset[str]().union(*before)
    worded = pairs.intersection(pair for one in before for pair in pairwise(one))
    weight = math.fsum(map(background.idf, words))
    return len(worded) >= WORDED * len(pairs) and math.fsum(map(background.idf, read)) >= KNOWN * weight > 0
