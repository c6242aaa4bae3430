"""Name kinds: what else is called by the last word of a topic's name, and is told with the topic.

Covalent bonds are told elsewhere than hydrogen bonds, though a text on these may name them, too. Of what is only called
after its field, all are kinds: bonds of whatever sort are chemical bonds. So they are in papers, which name what they
are on and no more: abstractive summarization is text summarization.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence, Set
from itertools import pairwise

from castalia.memory.records import Snippet
from castalia.tools.language.topic_names import without_field
from castalia.tools.language.words import content_stems, stand_together

TOLD = 0.2  # of the snippets with a kind's name so many stand under the topic's, or say that in full


def kinds_in(
    topic: str, stems: tuple[str, ...], reach: Sequence[Snippet], titled: Set[str], *, are_papers: bool
) -> frozenset[str]:
    """The stems that stand before the last word of the topic's name (``stems``), in the snippets in ``reach``, and make
    a kind of the topic of it; those ``titled`` (ids) stand under its name."""
    if len(stems) == 1:
        return frozenset()
    held, told = Counter[str](), Counter[str]()
    for one in reach:
        words = content_stems(one.text)
        found = {before for before, word in pairwise(words) if word == stems[-1]}.difference(stems)
        held.update(found)
        if found and (one.id in titled or stand_together(stems, words)):
            told.update(found)
    if are_papers or without_field(topic):
        return frozenset(held)
    return frozenset(name for name, count in told.items() if count >= TOLD * held[name])
