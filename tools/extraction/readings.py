"""A sentence as it has been read: its text, words and chunks, and what can be asked of a chunk by its place.

Nothing is claimed here. Chunks are made in ``chunks``, the subjects of the verbs found in ``subjects``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from castalia.tools.language.chunks import Chunk
from castalia.tools.language.noun_classes import BLAND, GENERIC, NAMES_WITH_OF, PARTITIVE, PERSONS, base_noun
from castalia.tools.language.tagging import Word

_LONGEST_HEAD = 7  # words, "of" included
CLAUSE_WINDOW = 24  # chunks within which what belongs to a verb is looked for
_ASIDE_WINDOW = 16  # chunks


@dataclass(frozen=True, slots=True)
class Reading:
    """One sentence. ``subjects`` maps the place of a verb group to the place of its subject.

    A place is an index into ``chunks``; ``kind`` and ``lower`` take any number and answer "" outside the sentence.
    """

    text: str
    words: Sequence[Word]
    chunks: Sequence[Chunk]
    subjects: Mapping[int, int] = field(default_factory=dict)

    def kind(self, at: int) -> str:
        """The kind of the chunk."""
        return self.chunks[at].kind if 0 <= at < len(self.chunks) else ""

    def lower(self, at: int) -> str:
        """The last word of the chunk, lower-case."""
        return self.words[self.chunks[at].last - 1].lower if 0 <= at < len(self.chunks) else ""

    def slice(self, first: int, last: int) -> str:
        """The text from the first to before the last word."""
        return self.text[self.words[first].start : self.words[last - 1].end] if last > first else ""

    def phrase(self, at: int) -> str:
        """A noun phrase with the "of" phrase that belongs to it; a partitive gives way to what it counts."""
        at = self.counted(at)
        chunk = self.chunks[at]
        of = self.lower(at + 1) == "of" and self.kind(at + 2) == "NP"
        if of and not self.chunks[at + 2].det.startswith(("this", "these", "its", "their", "our")):
            last = self.chunks[at + 2].last
            if last - chunk.first <= _LONGEST_HEAD:
                return self.slice(chunk.first, last)
        return self.slice(chunk.first, chunk.last)

    def counted(self, at: int) -> int:
        """From "a number of cells" to "cells", at most twice; the phrase itself where it counts nothing."""
        for _ in range(2):
            if self.lower(at + 1) != "of" or self.kind(at + 2) != "NP" or base_noun(self.lower(at)) not in PARTITIVE:
                break
            at += 2
        return at

    def is_plural(self, at: int) -> bool:
        """Whether a noun phrase is plural, alone or as the last of "a and b"."""
        chunk = self.chunks[at]
        return chunk.plural or (self.lower(at - 1) == "and" and self.kind(at - 2) == "NP")

    def is_generic(self, at: int) -> bool:
        """Whether a noun phrase says too little to be a node: a generic noun without a modifier of its own, or a
        symbol."""
        at = self.counted(at)
        chunk = self.chunks[at]
        noun = self.words[chunk.last - 1]
        if noun.end - self.words[chunk.first].start < 2:
            return True
        base = base_noun(noun.lower)
        alone = chunk.last - chunk.first == 1
        if base not in GENERIC or (base in PERSONS and not alone):
            return not any(letter.isalpha() for letter in noun.text)
        if base in NAMES_WITH_OF and self.lower(at + 1) == "of" and self.kind(at + 2) == "NP":
            return False
        return all(_is_bland(self.words[place]) for place in range(chunk.first, chunk.last - 1))

    def with_of(self, at: int) -> int:
        """The phrase that "of" hangs this one on, if any: "walls" for "walls of the heart"."""
        for _ in range(3):
            if self.lower(at - 1) != "of" or self.kind(at - 2) != "NP":
                break
            at -= 2
        return at

    def before_parenthesis(self, closing: int) -> int:
        """The place before the parenthesis that closes here; -1 if none opens near."""
        for place in range(closing - 1, max(-1, closing - _ASIDE_WINDOW), -1):
            if self.kind(place) == "(":
                return place - 1
        return -1

    def past_parenthesis(self, opening: int) -> int:
        """The place after the parenthesis that opens here; the same place if none closes near."""
        for place in range(opening + 1, min(opening + _ASIDE_WINDOW, len(self.chunks))):
            if self.kind(place) == ")":
                return place + 1
        return opening

    def clause_begins(self, at: int) -> bool:
        """Whether a finite verb, with or without a subject before it, follows here."""
        for place in range(at, min(at + 6, len(self.chunks))):
            kind = self.kind(place)
            if kind in ("VG", "U"):
                return True
            if kind not in ("NP", "P"):
                return False
        return False

    def is_said(self, at: int) -> bool:
        """Whether the chunk is a copula that is not denied: what follows it is said of its subject."""
        return self.kind(at) == "VG" and self.chunks[at].voice == "cop" and not self.chunks[at].denied

    def subject(self, verb: int) -> int:
        """The place of the subject of a verb group; -1 if there is none to trust."""
        return self.subjects.get(verb, -1)


def _is_bland(word: Word) -> bool:
    return word.lower in BLAND or word.lower.endswith("est")
