"""Home documents: those in which a corpus speaks of a topic, under the end of its name alone.

Gibbs free energy is told under "Free Energy", special relativity in a chapter on relativity.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from castalia.memory.records import Snippet
from castalia.tools.language.words import content_stems
from castalia.tools.topic.titles import document_title, narrowest

HOME = 0.45  # of the snippets that name the topic in full so many stand in its home
LEAST = 2  # snippets
WHOLE = 0.75  # of all snippets in reach: what stands over more of them is the name of the corpus


def home_documents(stems: tuple[str, ...], reach: Sequence[Snippet]) -> frozenset[str]:
    """The documents, by themselves or as a chapter, that hold most of the snippets in ``reach`` which name the topic
    (its ``stems``, the head last), under a title that begins with the end of its name and is not that of nearly
    all."""
    naming = [one for one in reach if set(stems) <= set(content_stems(one.text))]
    tails = [stems[at:] for at in range(1, len(stems))]

    def is_home(title: str, count: int) -> bool:
        words = content_stems(title) if narrowest(title) else ()  # "Rings, Moons, and Pluto" is the home of no rings
        return count >= max(LEAST, HOME * len(naming)) and any(words[: len(tail)] == tail for tail in tails)

    def homes(name_of: Callable[[Snippet], str]) -> set[str]:
        counts, held = Counter(map(name_of, naming)), Counter(map(name_of, reach))
        return {name for name, count in counts.items() if is_home(name, count) and held[name] <= WHOLE * len(reach)}

    documents, chapters = homes(document_title), homes(lambda one: one.topic)
    return frozenset(one.document for one in reach if document_title(one) in documents or one.topic in chapters)
