"""Chapter mates: documents that do not have the topic in their title, in a chapter of which others do.

The kidneys are told in a chapter on the urinary system: "Gross anatomy of the kidney" says so, "Tubular reabsorption"
beside it does not. A chapter that is called by the topic needs no such help.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence, Set
from statistics import median

from castalia.memory.records import Snippet
from castalia.tools.language.words import content_stems
from castalia.tools.topic.source_paths import chapter_of
from castalia.tools.topic.titles import is_title

OTHERS = 3  # documents of the chapter that stand under the topic's name, with most of their snippets, LEAST or more
LEAST = 2
SIZE = 4  # snippets of a mate that the relevance model reaches, at least
THROUGHOUT = 0.75  # of these name the topic,
# or so many, where it holds so many times the weight of what goes with it of the median document
OFTEN, ALIKE = 0.25, 2.5


def chapter_mates(
    stems: tuple[str, ...],
    synonyms: Set[str],
    weights: Mapping[str, float],
    titled: Set[str],
    reach: Sequence[Snippet],
) -> frozenset[str]:
    """The mates among the documents of the snippets in ``reach``, of which those ``titled`` (ids) have the topic in
    their title; ``weights`` maps the stems that go with the topic to their weights, ``synonyms`` are other names."""
    if any(is_title(part, stems) for chapter in {one.topic for one in reach} for part in chapter.split(":")):
        return frozenset()
    held: defaultdict[str, list[float]] = defaultdict(list)
    naming, named = Counter[str](), Counter[str]()
    for one in reach:
        found = set(content_stems(one.text))
        held[one.document].append(math.fsum(weights.get(stem, 0.0) for stem in found.difference(stems)))
        naming[one.document] += found.issuperset(stems) or not synonyms.isdisjoint(found)
        named[one.document] += one.id in titled
    whole = {name for name, count in named.items() if count >= LEAST and 2 * count > len(held[name])}
    chapters = {chapter for chapter, count in Counter(map(chapter_of, whole)).items() if count >= OTHERS}
    sized = {name: math.fsum(those) / len(those) for name, those in held.items() if len(those) >= SIZE}
    usual = median(sized.values()) if sized else math.inf
    shares = {name: naming[name] / len(held[name]) for name in sized}
    return frozenset(
        name
        for name, likeness in sized.items()
        if chapter_of(name) in chapters
        and not named[name]
        and (shares[name] >= THROUGHOUT or (shares[name] >= OFTEN and likeness >= ALIKE * usual))
    )
