"""Central documents: those that tell of a topic throughout, in words of their own.

A chapter on antimicrobial drugs tells more of antibiotics than the chapters on infections that name them: what goes
with the topic stands in every paragraph of it.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from statistics import median

from castalia.memory.records import Snippet
from castalia.tools.language.words import content_stems
from castalia.tools.topic.source_paths import chapter_of

SIZE = 5  # snippets of such a document that the relevance model reaches,
MENTIONS, OFTEN = 2, 0.1  # of which so many, and this share, name the topic
# of what goes with the topic it holds in the mean so much of what the best one holds, and so many times the usual
ALIKE, STANDS_OUT = 0.85, 2.5
TOGETHER = 2  # of them in a chapter: what else of that names the topic as often counts, too


def central_documents(
    stems: tuple[str, ...], synonyms: frozenset[str], weights: Mapping[str, float], reach: Sequence[Snippet]
) -> frozenset[str]:
    """The ids of the central documents among the snippets in ``reach``; ``weights`` maps the stems that go with the
    topic, and its own, to their weights, ``synonyms`` are the stems of what it is also called."""
    held: defaultdict[str, list[float]] = defaultdict(list)
    naming: Counter[str] = Counter()
    for one in reach:
        found = set(content_stems(one.text))
        held[one.document].append(math.fsum(weights.get(stem, 0.0) for stem in found.difference(stems)))
        naming[one.document] += found.issuperset(stems) or not synonyms.isdisjoint(found)
    likeness = {name: math.fsum(those) / len(those) for name, those in held.items() if len(those) >= SIZE}
    telling = {name for name in likeness if naming[name] >= max(MENTIONS, OFTEN * len(held[name]))}
    if not telling:
        return frozenset()
    least = max(ALIKE * max(likeness[name] for name in telling), STANDS_OUT * median(likeness.values()))
    central = {name for name in telling if likeness[name] >= least}
    chapters = Counter(map(chapter_of, central))
    return frozenset(central | {name for name in telling if chapters[chapter_of(name)] >= TOGETHER})
