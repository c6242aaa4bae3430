"""Tagging: each token of a sentence with its class in that place, by what ``word_classes`` knows of each word.

Noun phrases, acronyms and triplet patterns live in files of their own.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import log
from typing import NamedTuple

from castalia.tools.language.noun_classes import is_plural
from castalia.tools.language.word_classes import WordClasses, base_forms, is_adverb
from castalia.tools.language.word_lists import (
    BOTH,
    FINITE,
    NOT_GERUNDS,
    NOT_PARTICIPLES,
    PARTICIPLE,
    PAST,
    PAST_FORMS,
    PAST_OR_PARTICIPLE,
    TAGS,
)
from castalia.tools.language.words import TOKEN, capital_names

READ = 2_048  # sentences that are remembered, of 5 kB each: each is read for its phrases, its subject and its triplets


class Word(NamedTuple):
    """A token of a sentence with its class there; ``tag`` is a letter of ``word_lists``, or a mark of punctuation."""

    text: str
    lower: str
    tag: str
    start: int
    end: int


@lru_cache(maxsize=READ)
def read_sentence(text: str, classes: WordClasses) -> tuple[Word, ...]:
    """The tokens of one sentence, punctuation included, each with its class in that place.

    The best path through the few classes that each word may have, by hand-set transition scores (Viterbi); linear in
    the length of the text. A sentence in which no finite verb was found is read again with verbs made cheaper.
    """
    raw = _marks_and_words(text)
    own = capital_names(text)
    options = [
        _NAME if start in own else _options(word, lower, index == 0, classes)
        for index, (word, lower, start, _) in enumerate(raw)
    ]
    for index in range(1, len(raw)):
        before, lower = raw[index - 1][1], raw[index][1]
        if len(options[index]) == 1:
            if lower == "as" and before == "such":
                options[index - 1] = _LINK
        elif _disagree(before, lower):
            options[index] = tuple((tag, score - 2.0 * (tag == "V")) for tag, score in options[index])
        elif _agree(before, lower):
            options[index] = tuple((tag, score - 2.0 * (tag == "N")) for tag, score in options[index])
    tags = _best_path(options, 0.0)
    if FINITE.isdisjoint(tags):
        tags = _best_path(options, 3.0)
    _mend_participles(raw, tags)
    return tuple([Word(one, lower, tag, start, end) for (one, lower, start, end), tag in zip(raw, tags, strict=True)])


_NAME = (("N", 0.0),)
_LINK = (("S", 0.0),)


def _disagree(before: str, lower: str) -> bool:
    """Whether ``lower`` as a base-form verb would not agree with a singular noun before it: "labor force", "office
    support"."""
    if before in TAGS or not before[-1].isalpha() or before.endswith(("s", "a", "i", "en", "ly", "people", "mice")):
        return False
    return (
        not lower.endswith(("s", "ed")) and lower not in PAST_FORMS and any(form in BOTH for form in base_forms(lower))
    )


def _agree(before: str, lower: str) -> bool:
    """Whether ``lower`` as a base-form verb would agree with a plural before it: "the kidneys help", "cells share"."""
    is_plural_there = before not in TAGS and is_plural(before) and before.isalpha()
    return is_plural_there and lower in BOTH and not lower.endswith("s")


def _mend_participles(raw: list[tuple[str, str, int, int]], tags: list[str]) -> None:
    """A form in -ed read as finite is a participle before "by", and where a finite verb follows in the same clause.

    "Images produced by microscopes require light": only "require" is finite.
    """
    open_clause = -1  # the last such form that may still turn out to be a participle
    in_list = False  # after "such as" or "including": what follows is no new clause
    for index, tag in enumerate(tags):
        lower = raw[index][1]
        if tag == "V" and index > 1 and tags[index - 1] == "C" and tags[index - 2] in "EJ" and lower.endswith("ed"):
            tags[index] = "E"  # "proven and documented skills"
        elif tag == "V" and lower in _NAMED and index and tags[index - 1] == "N":
            tags[index] = "E"
        elif tag in FINITE:
            in_list = False
            if open_clause >= 0 and tags[index - 1] not in ("C", "T", "R", "X", *"MHOB"):
                tags[open_clause] = "E"
            open_clause = -1
            after = tags[index + 1] if index + 1 < len(tags) else "."
            if tag == "V" and lower.endswith(("ed", "nd", "wn", "ld", "pt")) and tags[index - 1] == "N" and index:
                if after == "P" and raw[index + 1][1] in ("by", "via"):
                    tags[index] = "E"
                elif after in ("P", "T", "R"):
                    open_clause = index
        elif lower == "including" or (lower == "as" and raw[index - 1][1] == "such"):
            in_list = True
        elif tag in ("W", "S", ";", ":", "—", ".") or (tag == "C" and not in_list):
            open_clause = -1


_NAMED = frozenset(("called", "named", "termed", "dubbed"))


_ABBREVIATIONS = frozenset("e.g i.e etc vs cf al dr mr mrs ms st no fig approx spp sp".split())


_MARKS = frozenset(',;:()[]—–“”"?!.')
_PIECE = re.compile(TOKEN.pattern + r'|[,;:()\[\]—–“”"?!.]')


def _marks_and_words(text: str) -> list[tuple[str, str, int, int]]:
    """Words and marks of punctuation in order, with their spans."""
    found: list[tuple[str, str, int, int]] = []
    for match in _PIECE.finditer(text):
        piece, (start, end) = match.group(), match.span()
        if piece not in _MARKS:
            found.append((piece, piece.lower().replace("’", "'"), start, end))
        elif piece != "." or not _inner_stop(text, start, found):
            found.append((piece, "—" if piece == "–" else piece, start, end))
    return found


def _inner_stop(text: str, place: int, found: list[tuple[str, str, int, int]]) -> bool:
    """Whether a full stop ends an initial or an abbreviation inside the sentence."""
    rest = text[place + 1 : place + 4].lstrip()
    if not rest:
        return False
    return not rest[0].isupper() or (bool(found) and (len(found[-1][0]) == 1 or found[-1][1] in _ABBREVIATIONS))


@lru_cache(maxsize=20_000)
def _options(text: str, lower: str, is_first: bool, classes: WordClasses) -> tuple[tuple[str, float], ...]:
    """The classes that a token may have, each with the log of its share."""
    return _fixed_options(text, lower, is_first) or _open_options(lower, classes)


def _fixed_options(text: str, lower: str, is_first: bool) -> tuple[tuple[str, float], ...]:
    """The classes of a token that are the same in every corpus; none where the corpus decides."""
    if text in _MARKS:
        return ((lower, 0.0),)
    known = TAGS.get(lower)
    if known:
        return ((known, 0.0),) if lower != "like" else (("P", 0.0), ("V", -3.0))
    if text == "s":  # what is left of a possessive after an initial
        return (("R", 0.0),)
    if lower[0].isdigit() and not any(letter.isalpha() for letter in lower):
        return (("#", 0.0),)
    if is_adverb(lower):
        return (("R", 0.0),)
    # Symbols and names: T, DNA, SARS-CoV-2, E. coli; a capital inside the sentence is a name.
    if len(text) == 1 or any(letter.isupper() for letter in text[1:]) or (text[0].isupper() and not is_first):
        return (("N", 0.0), ("J", -1.5)) if text[0].isupper() and lower.endswith(("an", "ic", "ese")) else (("N", 0.0),)
    return ()


def _open_options(lower: str, classes: WordClasses) -> tuple[tuple[str, float], ...]:
    """The classes of a word, weighed by how the corpus uses it."""
    if lower in PARTICIPLE:
        return (("E", 0.0),)
    if lower in PAST:
        return (("V", 0.0),)
    if lower == "left":
        return (("V", -0.5), ("E", -0.5), ("J", -0.5))
    noun, verb, adjective = classes.shares(lower)
    if lower in PAST_OR_PARTICIPLE:
        return (("V", -0.5), ("E", -0.5), ("N", log(noun))) if noun > 0.1 else (("V", -0.5), ("E", -0.5))
    if lower.endswith("ed") and len(lower) > 3 and lower not in NOT_PARTICIPLES:
        if "-" in lower:
            return (("J", 0.0),)
        return (("V", -0.7), ("E", -0.5))
    if lower.endswith("ing") and len(lower) > 4 and lower not in NOT_GERUNDS:
        if "-" in lower:
            return (("J", -0.4), ("N", -1.0))
        return (("G", -0.3), ("N", log(0.02 + noun * (1 - verb))), ("J", -2.0))
    found = []
    if noun > 0.02:
        found.append(("N", log(noun)))
    if verb > 0.02:
        found.append(("V", log(verb)))
        if lower in _HELPS:
            found.append(("O", log(verb)))
    if adjective > 0.02:
        found.append(("J", log(adjective)))
    return tuple(found)


_HELPS = frozenset(("help", "helps"))  # which a bare infinitive may follow: "kidneys help regulate blood pressure"

# How well class b follows class a, as a log score; a pair that is not named costs nothing. Hand-set.
_FOLLOWS: Mapping[str, Mapping[str, float]] = {
    "D": {"N": 0.0, "J": -0.2, "E": -1.2, "G": -1.5, "V": -7.0},
    "J": {"N": 0.0, "J": -1.0, "V": -4.5, "E": -2.0, "G": -2.0, "D": -2.0, "U": -2.0},
    "P": {"N": 0.0, "J": -0.3, "G": -0.4, "E": -1.8, "V": -7.0},
    "N": {"N": -1.0, "V": -0.9, "J": -3.0, "E": -1.3, "G": -1.2, "D": -3.0, "#": -0.3, "U": -3.0},
    "V": {"N": -0.6, "J": -0.7, "V": -4.5, "E": -2.5, "G": -1.2, "B": -4.0, "M": -4.0, "H": -4.0, "O": -4.0},
    "M": {"V": 0.0, "N": -7.0, "J": -7.0, "E": -7.0, "G": -7.0},
    "T": {"V": 0.0, "N": -1.8, "J": -2.0, "G": -1.5, "E": -3.0},
    "B": {"E": 0.0, "G": -0.3, "J": -0.2, "N": -1.2, "V": -8.0},
    "H": {"E": 0.0, "N": -1.2, "J": -0.8, "G": -2.0, "V": -6.0},
    "O": {"V": 0.0, "N": -2.5, "J": -3.0, "E": -5.0, "G": -4.0, "D": -0.5, "P": -0.5, "T": -0.5},
    "U": {"V": 0.0, "N": -4.5, "J": -2.5, "E": -1.8, "G": -1.5},
    "W": {"V": 0.0, "N": -1.0, "J": -1.0, "E": -2.5, "G": -2.0},
    "X": {"V": -0.2, "E": -0.3, "J": -0.3, "N": -1.5, "G": -0.5},
    "C": {"V": -0.9, "N": -0.3, "J": -0.6, "E": -1.0, "G": -0.8},
    "S": {"N": 0.0, "J": -0.4, "G": -1.0, "E": -1.0, "V": -4.5},
    "R": {"V": -0.3, "J": -0.3, "E": -0.2, "G": -0.8, "N": -1.6},
    "#": {"N": 0.0, "J": -0.4, "V": -3.0, "E": -2.0, "G": -2.0},
    "E": {"P": 0.0, "N": -0.8, "J": -1.2, "V": -5.0, "E": -3.0, "G": -2.0, "D": -3.5, "U": -3.0},
    "G": {"N": -0.3, "J": -0.5, "V": -2.5, "E": -2.5, "G": -2.5},
    ",": {"N": -0.3, "J": -0.5, "V": -1.8, "E": -1.0, "G": -0.7},
    "^": {"N": 0.0, "J": -0.4, "V": -4.0, "E": -1.5, "G": -0.8},
}
_NOTHING: Mapping[str, float] = {}
_ALONE = (0,)
# The log of a share of about a sixth: a word that is a verb less often is not made one for want of verbs.
_RARELY = -1.8


def _best_path(options: list[tuple[tuple[str, float], ...]], verb_bonus: float) -> list[str]:
    if not options:
        return []
    scores = [(0.0, _FOLLOWS["^"])]  # of each class the last word may have: that of the best path, and what follows it
    back: list[Sequence[int]] = []
    for choices in options:
        if len(choices) == len(scores) == 1:  # most words
            tag, score = choices[0]
            before, following = scores[0]
            scores = [(before + following.get(tag, 0.0) + score, _FOLLOWS.get(tag, _NOTHING))]
            back.append(_ALONE)
            continue
        row: list[tuple[float, Mapping[str, float]]] = []
        came: list[int] = []
        for tag, score in choices:
            if tag == "V" and score > _RARELY:
                score += verb_bonus
            best, origin = -1e18, 0
            for place, (before, following) in enumerate(scores):
                value = before + following.get(tag, 0.0)
                if value > best:
                    best, origin = value, place
            row.append((best + score, _FOLLOWS.get(tag, _NOTHING)))
            came.append(origin)
        scores = row
        back.append(came)
    place = max(range(len(scores)), key=lambda one: scores[one][0])
    tags: list[str] = []
    for index in range(len(options) - 1, -1, -1):
        tags.append(options[index][place][0])
        place = back[index][place]
    tags.reverse()
    return tags
