"""Presuppositions: what a sentence speaks of as if it had been named before it."""

from __future__ import annotations

import re

from castalia.tools.language.phrases import Phrase
from castalia.tools.language.words import content_stems, stem_set
from castalia.tools.objections.first_mentions import coined_subject
from castalia.tools.topic.presumed_subjects import presumed_subject


def points_at(sentence: str, phrases: tuple[Phrase, ...]) -> bool:
    """Whether it says "these", "such a", "the two", or "of that energy", of something that it has not named before."""
    return _points(sentence) or _points_with_that(sentence, phrases)


def _points(sentence: str) -> bool:
    for match in _POINTS.finditer(sentence):
        named = stem_set(sentence[: match.start()])
        if not named & stem_set(match[1]) and match[1].lower() not in _EXPLAINS:
            return True
    return False


_POINTS = re.compile(r"\b(?:these|those|such an?|the two|the latter|the former) ([^\W\d_]+)")


def _points_with_that(sentence: str, phrases: tuple[Phrase, ...]) -> bool:
    ends = {match.end() for match in _PREPOSITION_THAT.finditer(sentence)}
    return any(
        phrase.start in ends
        and phrase.stems[-1] not in content_stems(sentence[: phrase.start])
        and not _WHENEVER.search(phrase.text)
        for phrase in phrases
    )


_PREPOSITION_THAT = re.compile(
    r"\b(?:about|after|at|before|by|during|for|from|in|into|of|on|over|than|through|to|under|with) that "
)
_WHENEVER = re.compile(r"(?:case|day|effect|end|kind|moment|order|period|point|reason|respect|sense|time|way|year)$")


def definites_in(sentence: str, phrases: tuple[Phrase, ...]) -> tuple[tuple[int, str], ...]:
    """The noun phrases (as stems) that are called "the …" and that nothing in the sentence explains, each with the
    words before it."""
    found = []
    for phrase in phrases:
        following = sentence[phrase.end :].split(maxsplit=1)[:1]
        explained = following and following[0].lower().strip(",;:.()") in _EXPLAINS
        words = phrase.text.split()
        named = any(word[:1].isupper() or word[:1].isdigit() for word in words)
        unique = words[0].lower() in _UNIQUE or words[0].lower().endswith("est")
        is_bare = phrase.is_definite_in(sentence) and not (explained or named or unique)
        if is_bare and phrase.stems[-1] not in content_stems(sentence[: phrase.start]):
            found.append((sentence.count(" ", 0, phrase.start), " ".join(phrase.stems)))
    return tuple(found)


def presumed_names(sentence: str, head: Phrase | None) -> frozenset[str]:
    """The names of a definite or coined subject that the sentence does not explain."""
    stems = (content_stems(name or "") for name in (presumed_subject(sentence, head), coined_subject(sentence)))
    return frozenset(" ".join(name) for name in stems if name)


_EXPLAINS = frozenset("of that which who whose in for from between where when to on with at by".split())
_UNIQUE = frozenset(
    "same first second third last next only most least main other world sun earth moon universe".split()
)
