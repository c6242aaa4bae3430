"""Home documents: those in which a corpus speaks of a topic, under the end of its name alone.

Gibbs free energy is told under "Free Energy", special relativity in a chapter on relativity. A chapter on joints is the
home of no elbow joint (``told_kinds``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from castalia.memory.records import Snippet
from castalia.tools.language.words import content_stems, stand_together
from castalia.tools.topic.titles import document_title, narrowest
from castalia.tools.topic.told_kinds import end_in_title, tells_of_kinds

HOME = 0.45  # of the snippets that name the topic in full so many stand in its home
LEAST = 2  # snippets
WHOLE = 0.75  # of all snippets in reach: what stands over more of them is the name of the corpus


def home_documents(stems: tuple[str, ...], reach: Sequence[Snippet]) -> frozenset[str]:
    """The documents, by themselves or as a chapter, that hold most of the snippets in ``reach`` which name the topic
    (its ``stems``, the head last), under a title that begins with the end of its name, is not that of nearly all, and
    is that of no wider thing: a chapter on joints tells of many besides the elbow joint."""
    naming = [one for one in reach if stand_together(stems, content_stems(one.text))]

    def homes(name_of: Callable[[Snippet], str]) -> set[str]:
        counts = Counter(map(name_of, naming))
        often = [name for name, count in counts.items() if count >= max(LEAST, HOME * len(naming))]
        return {name for name in often if _is_home(name, stems, [one for one in reach if name_of(one) == name], reach)}

    documents, chapters = homes(document_title), homes(lambda one: one.topic)
    return frozenset(one.document for one in reach if document_title(one) in documents or one.topic in chapters)


def _is_home(title: str, stems: tuple[str, ...], held: Sequence[Snippet], reach: Sequence[Snippet]) -> bool:
    end = end_in_title(title, stems) if narrowest(title) else ()  # "Rings, Moons, and Pluto" is the home of no rings
    is_first = bool(end) and content_stems(title)[: len(end)] == end
    return is_first and len(held) <= WHOLE * len(reach) and not tells_of_kinds(stems, end, held)
