"""Loose edges for a sentence in which no pattern found a triplet; they are never trusted, only better than nothing."""

from __future__ import annotations

from castalia.tools.extraction.raw_triplets import FALLBACK, RawTriplet
from castalia.tools.extraction.readings import Reading
from castalia.tools.extraction.tails import tail_from

_MOST = 4
_LONGEST_RELATION = 6  # words
_GOVERNS = ("P", "TV", "G", "VG")  # a phrase behind one of these is no subject: "the coupling in later stages is …"


def fallback_edges(reading: Reading) -> list[RawTriplet]:
    """Edges "NP, verb, clause", at most four; the head may be generic, the reading wrong.

    The phrase stands right before the verb: past a comma or an "and" it is seldom what the verb speaks of.
    """
    found: list[RawTriplet] = []
    denied = reading.words[0].lower in ("no", "not", "neither")
    for at, chunk in enumerate(reading.chunks):
        if chunk.kind not in ("VG", "TV", "G", "E") or reading.kind(at - 1) != "NP" or len(found) >= _MOST:
            continue
        start = at + 2 if reading.kind(at + 1) in ("P", "S") else at + 1
        # "produced by bacteria" speaks of what is nearest; "the rate of impacts falls", of the rate
        head = at - 1 if chunk.kind == "E" else reading.with_of(at - 1)
        if (chunk.kind == "VG" and reading.kind(head - 1) in _GOVERNS) or reading.kind(start) == "TV":
            continue
        tail = tail_from(reading, start)
        if not tail:
            continue
        relation = reading.slice(chunk.first, reading.chunks[start - 1].last)
        confidence = FALLBACK if chunk.kind == "VG" and head == at - 1 else 0.2
        found.append(
            RawTriplet(reading.phrase(head), relation, tail, "other", confidence, not (denied or chunk.denied))
        )
    return [one for one in found if len(one.relation.split()) <= _LONGEST_RELATION]
