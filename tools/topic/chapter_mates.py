"""Chapter mates: documents that do not have the topic in their title, in a chapter of which others do.

The kidneys are told in a chapter on the urinary system: "Gross anatomy of the kidney" says so, "Tubular reabsorption"
beside it does not. A chapter that is called by the topic needs no such help.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence, Set
from statistics import median

from castalia.memory.records import Snippet
from castalia.tools.topic.central_documents import DocumentUse
from castalia.tools.topic.source_paths import chapter_of
from castalia.tools.topic.titles import is_title

OTHERS = 3  # documents of the chapter that stand under the topic's name, with most of their snippets, LEAST or more
LEAST = 2
SIZE = 4  # snippets of a mate that the relevance model reaches, at least
THROUGHOUT = 0.75  # of these name the topic,
# or so many, where it holds so many times the weight of what goes with it of the median document
OFTEN, ALIKE = 0.25, 2.5


def chapter_mates(
    stems: tuple[str, ...], titled: Set[str], reach: Sequence[Snippet], uses: Mapping[str, DocumentUse]
) -> frozenset[str]:
    """The mates among the documents of the snippets in ``reach``, of which those ``titled`` (ids) have the topic in
    their title, and ``uses_in`` tells the ``uses``."""
    if any(is_title(part, stems) for chapter in {one.topic for one in reach} for part in chapter.split(":")):
        return frozenset()
    named = Counter(one.document for one in reach if one.id in titled)
    whole = {name for name, count in named.items() if count >= LEAST and 2 * count > uses[name].size}
    chapters = {chapter for chapter, count in Counter(map(chapter_of, whole)).items() if count >= OTHERS}
    sized = {name: one for name, one in uses.items() if one.size >= SIZE}
    usual = median(one.likeness for one in sized.values()) if sized else math.inf
    return frozenset(
        name
        for name, one in sized.items()
        if chapter_of(name) in chapters
        and not named[name]
        and one.naming >= (OFTEN if one.likeness >= ALIKE * usual else THROUGHOUT) * one.size
    )
