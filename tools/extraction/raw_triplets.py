"""One triplet as a pattern reads it in a sentence, and the relation labels and the limit that all patterns share.

A raw triplet knows no snippet yet; ``memory.records.Triplet`` is what becomes of it. How sentences are read is
elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass

# The relations that need not be words of the sentence.
IS_A = "is a"
PART_OF = "part of"
PRECEDES = "precedes"

FALLBACK = 0.3  # no fallback edge has a higher confidence, no other triplet a lower one


@dataclass(frozen=True, slots=True)
class RawTriplet:
    """Head and tail are substrings of the sentence, the relation too unless it is ``IS_A``, ``PART_OF`` or ``PRECEDES``.

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
