"""Home parts: the parts of documents in which a topic is defined and told under a heading that does not name it.

Obedience is told under "Stanley Milgram's Experiment", transfection under "Introducing Recombinant Molecules into
Eukaryotic Hosts".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence, Set

from castalia.memory.records import Snippet
from castalia.tools.language.sentences import split_sentences
from castalia.tools.language.words import stem_set
from castalia.tools.topic.definitions import definition_subject
from castalia.tools.topic.source_paths import SourcePath, is_within, path_of

LEAST = 3  # snippets of a part
THROUGHOUT = 0.6  # of them name the topic,
HELD, OFTEN = 0.5, 0.35  # or so many do, and it holds so many of all that do


def home_parts(topic: Set[str], reach: Sequence[Snippet]) -> frozenset[SourcePath]:
    """The parts under a heading, among those of the snippets in ``reach``, that define the topic (its stems) and name
    it ``THROUGHOUT``; else such as name it ``OFTEN`` and hold most of what names it. Of a part and one inside it the
    wider counts."""
    named, size = Counter[SourcePath](), Counter[SourcePath]()
    defining: set[SourcePath] = set()
    for one in reach:
        path = path_of(one)
        parts = [path[:end] for end in range(2, len(path) + 1)]
        size.update(parts)
        if stem_set(one.text) >= topic:
            named.update(parts)
            if any(stem_set(definition_subject(each.text)) == topic for each in split_sentences(one.text)):
                defining.update(parts)
    whole = sum(stem_set(one.text) >= topic for one in reach)
    large = [part for part in defining if size[part] >= LEAST]
    homes = [part for part in large if named[part] >= THROUGHOUT * size[part]] or [
        part for part in large if named[part] >= max(OFTEN * size[part], HELD * whole)
    ]
    return frozenset(one for one in homes if not any(other != one and is_within(one, other) for other in homes))
