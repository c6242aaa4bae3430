"""One triplet as a pattern reads it in a sentence, the verb and subject that it is read from, and the relation labels
and the limit that all patterns share.

A raw triplet knows no snippet yet; ``memory.records.Triplet`` is what becomes of it. How sentences are read is
elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from castalia.tools.extraction.readings import Reading
from castalia.tools.language.chunks import Chunk

# The relations that need not be words of the sentence.
IS_A = "is a"
PART_OF = "part of"
PRECEDES = "precedes"

FALLBACK = 0.3  # no fallback edge has a higher confidence, no other triplet a lower one


@dataclass(frozen=True, slots=True)
class RawTriplet:
    """Head and tail are substrings of the sentence, the relation too unless it is ``IS_A``, ``PART_OF`` or
    ``PRECEDES``.

    ``parent`` is the closed class of the relation (see ``records.Triplet``); ``positive`` is false where it is denied.
    """

    head: str
    relation: str
    tail: str
    parent: str
    confidence: float
    positive: bool = True


def claim(head: str, relation: str, tail: str, parent: str, confidence: float, denied: bool) -> list[RawTriplet]:
    """The triplet, alone in a list; none where there is no tail, or where head and tail are the same words."""
    if not tail or head.lower() == tail.lower():
        return []
    return [RawTriplet(head, relation, tail, parent, confidence, not denied)]


@dataclass(frozen=True, slots=True)
class Predicate:
    """A verb and its subject: ``verb`` ends with the chunk at ``at``, the subject is the noun phrase at ``head``.

    ``confidence`` is how surely the verb speaks of that subject; ``denied``: it says that something is not so.
    """

    reading: Reading
    at: int
    verb: Chunk
    head: int
    confidence: float
    denied: bool

    @property
    def subject(self) -> str:
        """The words of the subject."""
        return self.reading.phrase(self.head)

    def through(self, last: int) -> str:
        """The words from the verb to the end of the chunk at ``last``."""
        return self.reading.slice(self.verb.first, self.reading.chunks[last].last)

    def goes_on(self, more: float) -> Predicate:
        """The infinitive right behind the verb, said of the same subject: "tends to grow", "is known to grow"."""
        verb = replace(self.reading.chunks[self.at + 1], first=self.verb.first)
        return replace(self, at=self.at + 1, verb=verb, confidence=self.confidence + more)

    def says(self, relation: str, tail: str, parent: str, more: float = 0.0) -> list[RawTriplet]:
        """The triplet with the subject for its head, as ``claim`` makes it; ``more`` is added to the confidence."""
        return claim(self.subject, relation, tail, parent, self.confidence + more, self.denied)
