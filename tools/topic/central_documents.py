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
from statistics import fmean, median
from typing import NamedTuple

from castalia.memory.records import Snippet
from castalia.tools.language.sentences import split_sentences
from castalia.tools.language.words import stem_set
from castalia.tools.topic.background import Background
from castalia.tools.topic.keywords import keywords
from castalia.tools.topic.relevance import SUBSUMED, is_subsumed
from castalia.tools.topic.siblings import is_sibling, naming
from castalia.tools.topic.source_paths import are_placed, chapter_of, place_in_source
from castalia.tools.topic.titles import document_title
from castalia.tools.topic.told_kinds import end_in_title, tells_of_kinds

# What a central document has at least.
SIZE = 5  # snippets that the relevance model reaches
MENTIONS = 2  # of these, snippets that name the topic
OFTEN = 0.2  # share of these that name the topic
# Where the topic is rather a part of what the document is called by:
MOSTLY = 0.5  # that share
KEPT_UP = 0.25  # share of its sentences that name the topic: else each paragraph goes on to something else
# A document without a title may be a part of the topic:
KEYED = 0.4  # where so many of the snippets with a keyword of it name the topic
EARLY = 3  # and one of so many at its beginning does: else it turns to the topic from something else
# The weight of what goes with the topic that its snippets hold in the mean:
ALIKE = 0.85  # as a share of that of the best document
STANDS_OUT = 2.5  # as a multiple of that of the median document
# A chapter with so many central documents makes others of it central.
TOGETHER = 2
BESIDE = 0.1  # share of the snippets of such another that name the topic, at least


class DocumentUse(NamedTuple):
    """How a document uses the topic's name: of its ``size`` snippets in reach so many are ``naming`` it. ``likeness``
    is the weight of what goes with the topic that they hold in the mean."""

    size: int
    naming: int
    likeness: float


def uses_in(
    reach: Sequence[Snippet], stems: tuple[str, ...], synonyms: Set[str], weights: Mapping[str, float]
) -> dict[str, DocumentUse]:
    """How each document of the snippets in ``reach`` uses the topic's name; ``synonyms`` are the stems of what it is
    also called, ``weights`` maps the stems that go with it, and its own, to their weights."""
    held: defaultdict[str, list[float]] = defaultdict(list)
    naming: Counter[str] = Counter()
    for one in reach:
        held[one.document].append(weight_beside(one, stems, weights))
        naming[one.document] += _names(stem_set(one.text), stems, synonyms)
    return {name: DocumentUse(len(those), naming[name], fmean(those)) for name, those in held.items()}


def weight_beside(snippet: Snippet, stems: tuple[str, ...], weights: Mapping[str, float]) -> float:
    """The weight of what a snippet holds of the words that go with the topic."""
    return math.fsum(weights.get(stem, 0.0) for stem in stem_set(snippet.text).difference(stems))


def _names(found: Set[str], stems: tuple[str, ...], synonyms: Set[str]) -> bool:
    return found >= set(stems) or not synonyms.isdisjoint(found)


def central_documents(
    stems: tuple[str, ...],
    synonyms: Set[str],
    belonging: Mapping[str, float],
    reach: Sequence[Snippet],
    uses: Mapping[str, DocumentUse],
    background: Background,
) -> frozenset[str]:
    """The ids of the central documents among the snippets in ``reach``, of which ``uses_in`` tells the ``uses``;
    ``synonyms`` are the stems of what the topic is also called, ``belonging`` maps stems to the share of the snippets
    with them that name it. What a document is called by are its keywords where it has no title."""

    def held_by(name: str) -> list[Snippet]:
        return [one for one in reach if one.document == name]

    def is_part(name: str) -> bool:
        held = held_by(name)
        title = stem_set(document_title(held[0]))
        called = title or keywords([one.text for one in held], background)
        if not is_subsumed(called, own, belonging, SUBSUMED if title else KEYED):
            return False
        is_beside = called.isdisjoint(own) and any(is_sibling((one,), stems, sentences) for one in called)
        return not is_beside and (bool(title) or _names_early(held, stems, synonyms))

    sentences = naming((one.text for one in reach if _names(stem_set(one.text), stems, synonyms)), stems)
    likeness = {name: one.likeness for name, one in uses.items() if one.size >= SIZE}
    shares = {name: uses[name].naming / uses[name].size for name in likeness if uses[name].naming >= MENTIONS}
    own = {*stems, *synonyms}
    parts = set(filter(is_part, shares))

    def keeps_naming(name: str) -> bool:
        told = [stem_set(each.text) for one in held_by(name) for each in split_sentences(one.text)]
        return sum(_names(one, stems, synonyms) for one in told) >= KEPT_UP * len(told)

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
    central |= {name for name in telling if chapters[chapter_of(name)] >= TOGETHER}
    return frozenset(name for name in central if not _is_on_wider(stems, held_by(name)))


def _names_early(held: Sequence[Snippet], stems: tuple[str, ...], synonyms: Set[str]) -> bool:
    """Whether one of the first snippets of a document names the topic, as far as their order is known."""
    if not are_placed(held):
        return True
    first = sorted(held, key=place_in_source)[:EARLY]
    return any(_names(stem_set(one.text), stems, synonyms) for one in first)


def _is_on_wider(stems: tuple[str, ...], held: Sequence[Snippet]) -> bool:
    """Whether a document, of which these are the snippets in reach, is on a wider thing than the topic."""
    end = end_in_title(document_title(held[0]), stems)
    return bool(end) and tells_of_kinds(stems, end, held)
