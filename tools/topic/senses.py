"""Senses: whether a topic's one word, written with a capital and written small, names two different things.

Mercury is a planet and mercury a metal; but internet and Internet are one thing in two spellings. What tells them apart
is the company that each keeps (a word has one sense in a text: Gale, Church and Yarowsky 1992).
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from castalia.memory.records import Snippet
from castalia.tools.language.sentences import split_sentences
from castalia.tools.language.words import content_stems
from castalia.tools.metrics.metric_vectors import cosine
from castalia.tools.topic.background import Background
from castalia.tools.topic.profiles import profile

FEW = 8  # texts that write it so: fewer tell nothing of what they speak of
LESSER = 0.1  # of the texts, at least, write it in the rarer way
BOTH = 0.1  # of those write it in both ways: above, it is one thing
ALIKE = 0.2  # of how alike sentences of one way of writing it are, those of two: below, they speak of two things


@dataclass(frozen=True, slots=True)
class Namesake:
    """Another thing that bears a topic's name: the word as it is ``written`` where it means that, and the profiles of
    what is said of it (``theirs``) and of the topic (``ours``)."""

    written: str
    theirs: Mapping[str, float]
    ours: Mapping[str, float]

    def is_meant(self, text: str, topic: frozenset[str], background: Background) -> bool:
        """Whether a text speaks of the namesake: by how it writes the word, or else by what goes with it there."""
        if _is_written(text, self.written.capitalize()) or _is_written(text, self.written.lower()):
            return means_namesake(text, self.written)
        company = profile([_stems(text)], topic, background)
        return cosine(company, self.theirs) > cosine(company, self.ours)


def find_namesake(topic: str, texts: Iterable[str], background: Background) -> Namesake | None:
    """The other thing that some of these texts call by the topic's word, the rarer of the two; ``None`` where they mean
    one thing, and for a topic of several words."""
    if not topic.isalpha() or topic[1:] != topic[1:].lower():
        return None
    name, kind = topic.capitalize(), topic.lower()
    held = list(texts)
    proper, small = ({text for text in held if _is_written(text, way)} for way in (name, kind))
    both, rarer = proper & small, min(len(proper), len(small))
    if rarer < max(FEW, LESSER * len(held)) or len(both) > BOTH * rarer:
        return None
    stems = frozenset(content_stems(topic))

    def company(sentences: Sequence[str]) -> dict[str, float]:
        return profile(map(_stems, sentences), stems, background)

    def likeness(a: Sequence[str], b: Sequence[str]) -> float:
        return cosine(company(a), company(b))

    first, second = _sentences(proper - both, name), _sentences(small - both, kind)
    within = math.sqrt(likeness(first[::2], first[1::2]) * likeness(second[::2], second[1::2]))
    if likeness(first, second) >= ALIKE * within:
        return None
    if len(proper) >= len(small):
        return Namesake(kind, company(second), company(first))
    return Namesake(name, company(first), company(second))


def means_namesake(text: str, written: str) -> bool:
    """Whether a text writes the topic's word as its namesake is ``written`` ("" where it has none), and nowhere in the
    other way; a word that begins a sentence shows neither."""
    other = written.capitalize() if written.islower() else written.lower()
    return bool(written) and _is_written(text, written) and not _is_written(text, other)


def other_bearer(topic: str, snippets: Sequence[Snippet]) -> re.Pattern[str] | None:
    """What finds the other subject that bears the topic's name: for one word that is mostly written small that with a
    capital where no sentence begins ("the Galaxy" is no galaxy), for one that is mostly a proper name the others of its
    kind ("moons" are not the Moon). ``None`` unless it is one word, and often written small."""
    if not topic.isalpha() or topic[1:] != topic[1:].lower():
        return None
    kind, name = topic.lower(), topic.capitalize()
    small = sum(f" {kind}" in one.text for one in snippets)
    if small <= len(snippets) / 4:
        return None
    proper = re.compile(rf"(?<=[a-z,] ){name}\b|^The {name}\b")
    if small >= sum(proper.search(one.text) is not None for one in snippets):
        return proper
    return re.compile(rf"\b(?:{kind}e?s|an? {kind})\b", re.IGNORECASE)


def _is_written(text: str, written: str) -> bool:
    """Whether the word stands in a text with a capital where no sentence begins, or small, as it is ``written`` here (by
    its first letter)."""
    return _pattern(written).search(text) is not None


def _sentences(texts: Iterable[str], written: str) -> list[str]:
    """The sentences that hold the word as it is written there, each once, in an order of their own."""
    return sorted({one.text for text in texts for one in split_sentences(text) if _is_written(one.text, written)})


def _stems(sentence: str) -> frozenset[str]:
    return frozenset(content_stems(sentence))


@lru_cache(maxsize=64)
def _pattern(written: str) -> re.Pattern[str]:
    name = re.escape(written.capitalize())
    return re.compile(rf"\b{name.lower()}\b" if written[:1].islower() else rf"(?<=[a-z,] ){name}\b|^The {name}\b")
