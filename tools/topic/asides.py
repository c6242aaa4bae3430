"""Asides: what a document tells beside its matter, in a box on a career or on a famous case.

Its authors' own summary leaves out what stands aside, and more stands aside towards the end. In three corpora of
textbooks, of which the headings were hidden, three signs tell boxes from the text around them with an area under the
curve of 0.91 (biology), 0.80 (social sciences) and 0.78 (physics; ``tests/benchmarks/parts.py``); their weights were
fitted once, as the means of three logistic regressions that each left one corpus out, and rounded. Readers object to
what is likely to stand aside more often, be it in a box or not.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence, Set
from statistics import fmean

from castalia.memory.records import Snippet
from castalia.tools.language.vectors import cosine
from castalia.tools.language.words import stem_set
from castalia.tools.topic.background import Background
from castalia.tools.topic.source_paths import without_headings

FEWEST = 6  # snippets of a document beside its summary
# The log-odds of standing aside: of the snippet and of its neighbours the logarithm of how much more or less than the
# document's snippets on average it is like the summary, and its place from 0 to 1.
BIAS, LIKE, NEAR, PLACE = -3.33, -1.66, -1.37, 1.75
SMOOTH = 0.15  # added before the logarithm


def asides(snippets: Iterable[Snippet], summaries: Set[str], background: Background) -> dict[str, float]:
    """For each snippet (id) of a document without headings, whose order and summary (ids in ``summaries``) are known,
    the log-odds that it stands aside of the document's matter; nothing for the others."""
    found: dict[str, float] = {}
    for those in without_headings(snippets):
        summary = [one for one in those if one.id in summaries]
        others = [one for one in those if one.id not in summaries]
        if summary and len(others) >= FEWEST:
            found |= _in_document(others, summary, background)
    return found


def _in_document(others: Sequence[Snippet], summary: Sequence[Snippet], background: Background) -> dict[str, float]:
    told = background.profile((stem_set(one.text) for one in summary), frozenset())
    likeness = [cosine(background.profile([stem_set(one.text)], frozenset()), told) for one in others]
    usual = fmean(likeness) or 1.0

    def share(values: Sequence[float]) -> float:
        return math.log(SMOOTH + fmean(values) / usual)

    return {
        one.id: BIAS
        + LIKE * share(likeness[at : at + 1])
        + NEAR * share([*likeness[max(0, at - 1) : at], *likeness[at + 1 : at + 2]])
        + PLACE * at / len(others)
        for at, one in enumerate(others)
    }
