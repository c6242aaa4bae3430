"""Contrasts that open a sentence: "Unlike X, Y ..."."""

from __future__ import annotations

from castalia.tools.extraction.raw_triplets import RawTriplet
from castalia.tools.extraction.readings import Reading

_WINDOW = 8  # chunks


def contrasts(reading: Reading) -> list[RawTriplet]:
    """ "Unlike X, Y ...": Y is contrasted with X."""
    if reading.words[0].lower != "unlike" or reading.kind(1) != "NP":
        return []
    for place in range(2, min(_WINDOW, len(reading.chunks))):
        if reading.kind(place) == "," and reading.kind(place + 1) == "NP":
            ends = (1, place + 1)
            if any(reading.is_generic(one) or reading.chunks[one].context_bound for one in ends):
                return []
            return [RawTriplet(reading.phrase(place + 1), reading.slice(0, 1), reading.phrase(1), "contrasts", 0.7)]
    return []
