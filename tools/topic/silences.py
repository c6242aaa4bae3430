"""Silences: where a document without headings that keeps speaking of the topic does not for so long that this part of
it is on something else.

A chapter "Energy, matter and enzymes" speaks of enzymes in every other sentence once it comes to them, but in none of
the fifty before, which are on energy: by chance, that hardly ever happens. One on antimicrobial drugs that seldom says
"antibiotic" may go on for as long without it, and still be on antibiotics.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from castalia.memory.records import Snippet
from castalia.tools.topic.background import Background
from castalia.tools.topic.relevance import Relevance
from castalia.tools.topic.source_paths import without_headings
from castalia.tools.topic.topic_mentions import speaks

# The log-odds against as many sentences in a row without the topic if each spoke of it as often as those of the rest of
# the document do. Authors do not spread a name evenly: up to 15 there are stretches that tell of the topic all the same.
SILENT = 20.0


def silent_snippets(
    snippets: Iterable[Snippet],
    sentences: Mapping[str, Sequence[frozenset[str]]],
    relevance: Relevance,
    background: Background,
) -> frozenset[str]:
    """The ids of the snippets in a silence; ``sentences`` are the stems of those of each snippet (by id)."""
    found: set[str] = set()
    for document in without_headings(snippets):
        names = [one.id for one in document]
        spoken = {name: sum(speaks(one, relevance, background) for one in sentences[name]) for name in names}
        for is_spoken, row in groupby(names, key=lambda name: spoken[name] > 0):
            stretch = [] if is_spoken else list(row)
            length = sum(len(sentences[name]) for name in stretch)
            rest = sum(len(sentences[name]) for name in names) - length
            if length * -_log_silence(sum(spoken.values()), rest) >= SILENT:
                found.update(stretch)
    return frozenset(found)


def _log_silence(spoken: int, sentences: int) -> float:
    """The logarithm of how likely a sentence is not to speak of the topic where so many of these do."""
    return math.log((sentences - spoken + 1) / (sentences + 1))
