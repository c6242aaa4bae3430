"""Triplets from one sentence by patterns over its noun phrases and verb groups; no model, no parser.

Hearst (1992) patterns give hypernyms, copulas and "called" give classes, verbs give the rest; a sentence that yields
nothing gives fallback edges of low confidence. Everything is a walk over chunks with bounded windows, linear in the
length of the sentence. Each pattern lives in a file of its own; merging names is the graph's business.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from castalia.tools.extraction.appositions import appositions
from castalia.tools.extraction.clauses import clauses
from castalia.tools.extraction.contrasts import contrasts
from castalia.tools.extraction.fallback_edges import fallback_edges
from castalia.tools.extraction.hearst import hyponyms
from castalia.tools.extraction.naming import namings
from castalia.tools.extraction.raw_triplets import FALLBACK, RawTriplet
from castalia.tools.extraction.readings import Reading
from castalia.tools.extraction.subjects import with_subjects
from castalia.tools.language.chunks import chunks_of
from castalia.tools.language.tagging import read_sentence
from castalia.tools.language.word_classes import WordClasses

# What begins like this claims nothing, or denies it in a way that no pattern reads.
_OPENINGS = frozenset("not no few if once unless whether neither suppose imagine consider".split())


def extract_triplets(sentence_text: str, classes: WordClasses) -> tuple[RawTriplet, ...]:
    """The triplets of one sentence, in order of appearance, each once; linear in its length.

    Questions give none. Fallback edges (confidence at most 0.3) only where nothing better was found.
    """
    if sentence_text.rstrip().endswith("?"):
        return ()
    words = read_sentence(sentence_text, classes)
    if len(words) < 3:
        return ()
    reading = with_subjects(Reading(sentence_text, words, chunks_of(sentence_text, words, classes)))
    found: list[RawTriplet] = []
    if words[0].lower not in _OPENINGS:
        for pattern in (hyponyms, namings, clauses, appositions, contrasts):
            found += pattern(reading)
    kept = _distinct(one for one in found if one.confidence > FALLBACK)
    return kept or _distinct([*(replace(one, confidence=FALLBACK) for one in found), *fallback_edges(reading)])


def _distinct(found: Iterable[RawTriplet]) -> tuple[RawTriplet, ...]:
    """Each (head, relation, tail) once, in order, as the first pattern reads it."""
    best: dict[tuple[str, str, str], RawTriplet] = {}
    for one in found:
        key = (one.head.lower(), one.relation.lower(), one.tail.lower())
        best.setdefault(key, replace(one, confidence=round(one.confidence, 2)))
    return tuple(best.values())
