"""Keywords: what a document is on, told from its words where it has no title, or one that says nothing.

By the likelihood ratio (Dunning 1993, *Accurate Methods for the Statistics of Surprise and Coincidence*) "mammal" stands
more above its share of the corpus in a chapter on mammals than any other word.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence, Set

from castalia.memory.records import Snippet
from castalia.tools.language.sentences import split_sentences
from castalia.tools.language.words import stem_set
from castalia.tools.topic.background import Background
from castalia.tools.topic.titles import document_title

KEY = 0.8  # the ratio of a keyword, as a share of the highest
# What a document of which a topic is the keyword has at least:
MENTIONS = 5  # snippets that name it
KEPT_UP = 0.15  # share of its sentences that name it: drugs stand in every paragraph on infections, at its end


def keywords(texts: Sequence[str], background: Background) -> frozenset[str]:
    """The stems that tell these texts best from the others of a corpus."""
    ratios = _ratios(texts, background)
    most = max(ratios.values(), default=0.0)
    return frozenset(stem for stem, ratio in ratios.items() if ratio > 0 and ratio >= KEY * most)


def keyed_documents(
    stems: Sequence[str], synonyms: Set[str], reach: Sequence[Snippet], background: Background
) -> frozenset[str]:
    """The ids of those documents without a name among the snippets in ``reach`` of which the topic (its ``stems``, or the
    stem of a synonym) is a keyword."""
    own = frozenset(stems)

    def named(texts: Iterable[str]) -> list[bool]:
        return [one >= own or not synonyms.isdisjoint(one) for one in map(stem_set, texts)]

    share = background.share(stems[0]) if len(stems) == 1 else background.phrase_share(" ".join(stems))

    def is_keyed(held: Sequence[str]) -> bool:
        naming = sum(named(held))
        if naming < MENTIONS:
            return False
        others = (ratio for stem, ratio in _ratios(held, background).items() if stem not in own | synonyms)
        if likelihood_ratio(naming, len(held), share) < KEY * max(others, default=0.0):
            return False
        sentences = named(sentence.text for one in held for sentence in split_sentences(one))
        return sum(sentences) >= KEPT_UP * len(sentences)

    held: defaultdict[str, list[str]] = defaultdict(list)
    for one in reach:
        if not document_title(one):
            held[one.document].append(one.text)
    return frozenset(name for name, texts in held.items() if is_keyed(texts))


def likelihood_ratio(count: int, size: int, share: float) -> float:
    """The log likelihood ratio of ``count`` texts of ``size`` against a ``share`` of all; 0 if they are no more."""
    if count <= share * size:
        return 0.0
    others = size - count
    rest = others * math.log(others / (size * (1 - share))) if others else 0.0
    return count * math.log(count / (size * share)) + rest


def _ratios(texts: Sequence[str], background: Background) -> dict[str, float]:
    counts = Counter(stem for one in texts for stem in stem_set(one))
    return {stem: likelihood_ratio(count, len(texts), background.share(stem)) for stem, count in counts.items()}
