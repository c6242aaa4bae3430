"""How rules read a sentence: as it stands, in lower case, in pieces and in words."""

from __future__ import annotations

import re
from dataclasses import dataclass

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


def read(sentence: str) -> Reading:
    """A sentence made ready for the rules; linear in its length."""
    lower = sentence.lower().replace("’", "'")
    words = tuple(WORD.findall(lower))
    return Reading(sentence, lower, tuple(sentence.split()), words, frozenset(words))
