"""Rules: how they read a sentence, what one objection to it is, and the few ways to say when that applies.

The rules themselves live in one file for each family (``form_rules``, ``pointer_rules``, …), their table in
``sentence_rules``. Every pattern is linear: where a repeat holds a repeat, a space parts its rounds. One with cues is
tried only where a cue occurs.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

WORD = re.compile(r"[^\W_]+(?:['\-–][^\W_]+)*")


@dataclass(frozen=True, slots=True)
class Reading:
    """A sentence made ready for the rules: as it stands, in lower case, its pieces between spaces, its words.

    ``words`` are lower-case runs of letters, digits, inner apostrophes and hyphens; ``bag`` is their set, in which a
    hyphenated word counts whole.
    """

    text: str
    lower: str
    pieces: tuple[str, ...]
    words: tuple[str, ...]
    bag: frozenset[str]


@lru_cache(maxsize=2_048)  # hard rules, soft ones and what it leans on are asked one after the other
def read(sentence: str) -> Reading:
    """A sentence made ready for the rules; linear in its length."""
    lower = sentence.lower().replace("’", "'")
    words = tuple(WORD.findall(lower))
    return Reading(sentence, lower, tuple(sentence.split()), words, frozenset(words))


@dataclass(frozen=True, slots=True)
class Rule:
    """One objection: its name, one line that says why, and when it applies.

    ``cues``, where given, are words of which one has to occur before ``trips`` is asked at all. A ``soft`` rule is a
    reservation: it costs a sentence some of its rank, not its place. An ``alone`` rule speaks only against a sentence
    that stands alone: behind the sentence that comes before it in its text it is waived.
    """

    name: str
    reason: str
    trips: Callable[[Reading], bool]
    cues: frozenset[str] | None = None
    soft: bool = False
    alone: bool = False


def cues(words: str) -> frozenset[str]:
    """Words parted by white space."""
    return frozenset(words.split())


def pairs(phrases: str) -> frozenset[tuple[str, str]]:
    """Two-word phrases, parted by slashes or lines."""
    return frozenset((first, second) for first, second in map(str.split, re.split(r"[/\n]", phrases)))


def either(*alternatives: str) -> str:
    """One pattern of several."""
    return "|".join(alternatives)


def finds(pattern: str) -> Callable[[Reading], bool]:
    """Whether the sentence in lower case holds the pattern."""
    search = re.compile(pattern).search
    return lambda reading: search(reading.lower) is not None


def finds_as_written(pattern: str) -> Callable[[Reading], bool]:
    """Whether the sentence as it stands holds the pattern."""
    search = re.compile(pattern).search
    return lambda reading: search(reading.text) is not None


def holds(wanted: frozenset[tuple[str, str]]) -> Callable[[Reading], bool]:
    """Whether two words of the sentence that follow each other are one of these pairs."""
    return lambda reading: has_pair(reading, wanted)


def has_pair(reading: Reading, wanted: frozenset[tuple[str, str]]) -> bool:
    """Whether two words of the sentence that follow each other are one of these pairs."""
    return not wanted.isdisjoint(zip(reading.words, reading.words[1:], strict=False))


def always(_: Reading) -> bool:
    """For rules whose cue words are all there is to see: they are asked only where one stands."""
    return True
