"""Central documents: those that tell of a topic throughout, in words of their own.

A chapter on antimicrobial drugs tells more of antibiotics than the chapters on infections that name them: what goes
with the topic stands in every paragraph of it. So it does in a chapter on something that the topic is a part of, as
glycolysis is of respiration: that has to keep naming the topic. A chapter on carbohydrate metabolism names glycolysis
in most of its paragraphs, but in each of these it goes on to something else.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence, Set
from statistics import median

from castalia.memory.records import Snippet
from castalia.tools.language.sentences import split_sentences
from castalia.tools.language.words import stem_set
from castalia.tools.topic.relevance import is_subsumed
from castalia.tools.topic.source_paths import chapter_of, slug

# What a central document has at least.
SIZE = 5  # snippets that the relevance model reaches
MENTIONS = 2  # of these, snippets that name the topic
OFTEN = 0.2  # share of these that name the topic
# Where the topic is rather a part of what the document is called by:
MOSTLY = 0.5  # that share
KEPT_UP = 0.25  # share of its sentences that name the topic: else each paragraph goes on to something else
# The weight of what goes with the topic that its snippets hold in the mean:
ALIKE = 0.85  # as a share of that of the best document
STANDS_OUT = 2.5  # as a multiple of that of the median document
# A chapter with so many central documents makes others of it central.
TOGETHER = 2
BESIDE = 0.1  # share of the snippets of such another that name the topic, at least


def central_documents(
    stems: tuple[str, ...],
    synonyms: frozenset[str],
    weights: Mapping[str, float],
    belonging: Mapping[str, float],
    reach: Sequence[Snippet],
) -> frozenset[str]:
    """The ids of the central documents among the snippets in ``reach``; ``weights`` maps the stems that go with the
    topic, and its own, to their weights, ``synonyms`` are the stems of what it is also called, ``belonging`` maps stems
    to the share of the snippets with them that name the topic."""
    held: defaultdict[str, list[float]] = defaultdict(list)
    naming: Counter[str] = Counter()

    def names(found: Set[str]) -> bool:
        return found >= set(stems) or not synonyms.isdisjoint(found)

    for one in reach:
        found = stem_set(one.text)
        held[one.document].append(math.fsum(weights.get(stem, 0.0) for stem in found.difference(stems)))
        naming[one.document] += names(found)
    likeness = {name: math.fsum(those) / len(those) for name, those in held.items() if len(those) >= SIZE}
    shares = {name: naming[name] / len(held[name]) for name in likeness if naming[name] >= MENTIONS}
    parts = {name for name in shares if is_subsumed(slug(name), {*stems, *synonyms}, belonging)}

    def keeps_naming(name: str) -> bool:
        told = [stem_set(each.text) for one in reach if one.document == name for each in split_sentences(one.text)]
        return sum(map(names, told)) >= KEPT_UP * len(told)

    telling = {
        name
        for name, share in shares.items()
        if (share >= BESIDE if name in parts else share >= MOSTLY and keeps_naming(name))
    }
    if not telling:
        return frozenset()
    least = max(ALIKE * max(likeness[name] for name in telling), STANDS_OUT * median(likeness.values()))
    central = {name for name in telling if likeness[name] >= least and shares[name] >= OFTEN}
    chapters = Counter(map(chapter_of, central))
    return frozenset(central | {name for name in telling if chapters[chapter_of(name)] >= TOGETHER})
