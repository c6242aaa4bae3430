"""Loose edges for a sentence in which no pattern found a triplet; they are never trusted, only better than nothing."""

from __future__ import annotations

from castalia.tools.extraction.raw_triplets import FALLBACK, RawTriplet
from castalia.tools.extraction.readings import Reading
from castalia.tools.extraction.tails import tail_from

_MOST = 4
_LONGEST_RELATION = 6  # words


def fallback_edges(reading: Reading) -> list[RawTriplet]:
    """Edges "NP, verb, clause", at most four; the head may be generic, the reading wrong."""
    found: list[RawTriplet] = []
    denied = reading.words[0].lower in ("no", "not", "neither")
    last = -1
    for at, chunk in enumerate(reading.chunks):
        if chunk.kind == "NP":
            last = at
        if chunk.kind not in ("VG", "TV", "G", "E") or last < 0 or len(found) >= _MOST:
            continue
        start = at + 2 if reading.kind(at + 1) in ("P", "S") else at + 1
        tail = tail_from(reading, start)
        if not tail:
            continue
        head = reading.with_of(last)
        relation = reading.slice(chunk.first, reading.chunks[start - 1].last)
        confidence = FALLBACK if chunk.kind == "VG" and head == last == at - 1 else 0.2
        found.append(
            RawTriplet(reading.phrase(head), relation, tail, "other", confidence, not (denied or chunk.denied))
        )
    return [one for one in found if len(one.relation.split()) <= _LONGEST_RELATION]
