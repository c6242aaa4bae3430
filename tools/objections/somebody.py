"""Somebody: whom he and she stand for, told by names and by words for people."""

from __future__ import annotations

import re

from castalia.tools.language.words import FUNCTION_WORDS
from castalia.tools.objections.rule_words import FINITE_VERBS
from castalia.tools.objections.rules import Reading

_PERSONAL = frozenset("he she him his her hers himself herself".split())
_NAME_FOLLOWS = re.compile(r", (?:the [a-z ]{1,40})?[A-Z][a-z]+ [A-Z][a-z]")
_SOMEBODY = frozenset(
    """person individual patient someone somebody anyone everyone one child infant baby mother father parent woman man
    girl boy student worker adult consumer employee teacher physician doctor scientist researcher user speaker
    listener learner writer reader author observer therapist client victim offender president king queen emperor
    human fetus newborn toddler adolescent teenager husband wife son daughter member participant subject host
    carrier leader driver buyer seller owner player monk priest pope philosopher physicist chemist
    astronomer biologist psychologist economist sociologist naturalist""".split()
)


def stands_for_nobody(reading: Reading) -> bool:
    """Whether a he or she in the sentence stands for nobody whom the sentence names."""
    if reading.bag.isdisjoint(_PERSONAL):
        return False
    for place, piece in enumerate(reading.pieces):
        bare = piece.strip("(“\"'").lower().replace("’", "'")
        if place and piece[:1].isupper() and piece[1:2].islower() and bare not in _PERSONAL:
            return False  # a name comes first
        word = bare.rstrip('.,;:)"”')
        if word.removesuffix("'s") in _SOMEBODY:
            return False
        if word in _PERSONAL:
            return not (
                place <= 6 and _NAME_FOLLOWS.search(" ".join(reading.pieces[place + 1 : place + 12])) is not None
            )
    return False


def names_somebody(sentence: str) -> bool:
    """Whether he or she may stand, in the next sentence, for somebody in this one: a name, or a person by what they
    do."""
    words = sentence.split()
    people = _SOMEBODY | _PERSONAL
    named = (
        (place and word[:1].isupper() and word[1:2].islower())
        or word.strip("(“\"'.,;:)”’").lower().removesuffix("'s").removesuffix("’s") in people
        for place, word in enumerate(words)
    )
    return any(named) or (
        len(words) > 1
        and words[0][:1].isupper()
        and words[1].lower().rstrip(",") in FINITE_VERBS
        and words[0].lower() not in FUNCTION_WORDS
    )
