"""Appositions: "X, a Y, ..." says that X is a Y."""

from __future__ import annotations

from castalia.tools.extraction.raw_triplets import IS_A, RawTriplet, claim
from castalia.tools.extraction.readings import Reading


def appositions(reading: Reading) -> list[RawTriplet]:
    """ "X, a Y that ...": X is a Y."""
    found: list[RawTriplet] = []
    for at in range(2, len(reading.chunks)):
        named = apposed(reading, at)
        if named < 0 or reading.is_generic(named) or reading.is_generic(at):
            continue
        found += claim(reading.phrase(named), IS_A, reading.phrase(at), "is_a", 0.65, False)
    return found


def apposed(reading: Reading, at: int) -> int:
    """What the phrase "a Y" after a comma says more about: "X" in "X, a Y that ..."; -1 if nothing."""
    if reading.chunks[at].det not in ("a", "an") or reading.kind(at - 1) != ",":
        return -1
    place = at - 2
    if reading.kind(place) == ")":
        place = reading.before_parenthesis(place)
    if reading.kind(place) != "NP" or reading.chunks[place].det not in ("", "the") or reading.chunks[place].plural:
        return -1
    if reading.kind(place - 1) in (",", "C") or (
        reading.kind(place - 1) == "P" and reading.kind(place - 2) in ("", "NP")
    ):
        return -1
    # "X, a Y, and a Z" is a list.
    after = at + 1
    while reading.kind(after) == "P" and reading.kind(after + 1) == "NP":
        after += 2
    if reading.kind(after) == "," and reading.kind(after + 1) in ("C", "NP"):
        return -1
    return place if reading.kind(after) in (",", "W", "E", ".", "", ";") else -1
