"""Told parts: where a document lists what a topic consists of, its snippets on one of those are about the topic.

"There are three branches of the criminal justice system: the police, the courts, and the corrections system": what
comes after tells of police and of courts, and does not name criminal justice again.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Set

from castalia.memory.records import Snippet
from castalia.tools.language.light_nouns import LIGHT
from castalia.tools.language.phrases import subject
from castalia.tools.language.sentences import split_sentences
from castalia.tools.language.word_classes import WordClasses
from castalia.tools.language.words import stem_set
from castalia.tools.topic.type_lists import list_of_parts


def parts_listed(text: str, topic: str, stems: Set[str]) -> set[frozenset[str]]:
    """The stems of each part or type of the topic that a sentence of this text lists, without the topic's own
    ``stems``."""
    names = (name for one in split_sentences(text) for name in list_of_parts(one.text, topic))
    return {own for name in names if (own := stem_set(name) - stems - LIGHT)}


def snippets_on_parts(
    topic: str, stems: Set[str], naming: Iterable[Snippet], reach: Iterable[Snippet], classes: WordClasses
) -> frozenset[str]:
    """The ids of the snippets in ``reach`` without a title of which a sentence has for its subject what their document,
    in one of the snippets ``naming`` the topic, lists as a part of it; a title would say what a snippet is about."""
    parts: defaultdict[str, set[frozenset[str]]] = defaultdict(set)
    for snippet in naming:
        parts[snippet.document] |= parts_listed(snippet.text, topic, stems)

    def is_on_part(snippet: Snippet) -> bool:
        subjects = (subject(one.text, classes) for one in split_sentences(snippet.text))
        named = [frozenset(one.stems) for one in subjects if one is not None]
        return any(part <= those for part in parts[snippet.document] for those in named)

    return frozenset(one.id for one in reach if not one.title and parts.get(one.document) and is_on_part(one))
