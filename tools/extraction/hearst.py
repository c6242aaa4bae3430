"""Hypernyms by the patterns of Hearst (1992, Automatic acquisition of hyponyms): "X such as a, b", "a, b and other
X"."""

from __future__ import annotations

from collections.abc import Sequence

from castalia.tools.extraction.enumerations import items
from castalia.tools.extraction.raw_triplets import IS_A, RawTriplet
from castalia.tools.extraction.readings import Reading
from castalia.tools.language.tagging import Word

_HYPERNYM_WINDOW = 12  # words
_EXCEPTING = ("besides", "except", "excluding", "beyond", "apart from", "aside from", "other than", "except for")
_BEFORE_OTHER = 3  # noun phrases before "and other X" that are read, the nearest ones


def hyponyms(reading: Reading) -> list[RawTriplet]:
    """ "X such as a, b, and c", "X, including a", "X (e.g., a)", "a, b and other X"."""
    found: list[RawTriplet] = []
    for at, chunk in enumerate(reading.chunks):
        first = chunk.first
        lower = reading.words[first].lower
        begin, upper, confidence = at + 1, at - 1, 0.8
        if lower == "as" and reading.words[first - 1].lower == "such":
            upper = at - 2
        elif lower == "including":
            confidence = 0.75
        elif _cue_before(reading.words, first):
            begin, confidence = at, 0.65
        else:
            continue
        hypernym = _hypernym(reading, upper, first)
        beside = hypernym == upper or reading.kind(upper) in (",", "—", "(")
        if hypernym < 0 or (lower == "including" and (not beside or _is_excepted(reading, hypernym))):
            continue
        found += _members(reading, items(reading, begin), hypernym, confidence)
    return found + _and_other(reading)


def _cue_before(words: Sequence[Word], first: int) -> bool:
    """Whether "especially", "particularly" or "e.g." after a comma or parenthesis introduces the phrase at
    ``first``."""
    place = first - 1
    while place > 0 and words[place].tag in ("D", ","):
        place -= 1
    if words[place].lower not in ("especially", "particularly", "notably", "e.g", "eg"):
        return False
    return place > 0 and words[place - 1].tag in (",", "(", "—")


def _hypernym(reading: Reading, at: int, cue: int) -> int:
    """The nearest plural noun phrase to the left within 12 words, no finite verb between; -1 if none.

    "proteins of cell membranes such as" is about proteins as often as about membranes: the nearest is trusted.
    """
    place = at
    while place >= 0 and not _is_barrier(reading, place) and cue - reading.chunks[place].last <= _HYPERNYM_WINDOW:
        if reading.kind(place) in (";", ":"):
            return -1
        if reading.chunks[place].plural:
            return -1 if reading.is_generic(place) else place
        place -= 1
    return -1


def _is_excepted(reading: Reading, at: int) -> bool:
    """Whether a phrase is what the sentence sets aside: "besides X, including Y" makes Y no kind of X."""
    if reading.kind(at - 1) not in ("P", "S"):
        return False
    last = reading.chunks[at - 1].last
    before = " ".join(word.lower for word in reading.words[max(0, last - 2) : last])
    return before.endswith(_EXCEPTING)


def _is_barrier(reading: Reading, at: int) -> bool:
    """Whether a verb group is surely finite: one word in -ed before a preposition may be a participle ("involved
    in")."""
    chunk = reading.chunks[at]
    if chunk.kind != "VG":
        return False
    single = chunk.last - chunk.first == 1 and reading.lower(at).endswith("ed")
    return not (single and reading.kind(at + 1) == "P")


def _members(reading: Reading, places: Sequence[int], hypernym: int, confidence: float) -> list[RawTriplet]:
    """One "is a" for each noun phrase that can stand alone."""
    counted = reading.chunks[reading.counted(hypernym)]
    upper = reading.slice(counted.first, counted.last)
    return [
        RawTriplet(reading.phrase(item), IS_A, upper, "is_a", confidence)
        for item in places
        if not reading.is_generic(item)
        and not reading.chunks[item].context_bound
        and reading.lower(item) != reading.lower(hypernym)
    ]


def _and_other(reading: Reading) -> list[RawTriplet]:
    """ "a, b, and other X"."""
    found: list[RawTriplet] = []
    for at in range(2, len(reading.chunks)):
        chunk = reading.chunks[at]
        if chunk.det != "other" or not chunk.plural or reading.kind(at - 1) != "C":
            continue
        place = at - 2 - (reading.kind(at - 2) == ",")
        places: list[int] = []
        while reading.kind(place) == "NP" and len(places) < _BEFORE_OTHER:
            places.append(place)
            if reading.kind(place - 1) != ",":
                break
            place -= 2
        if not reading.is_generic(at):
            found += _members(reading, sorted(places), at, 0.7)
    return found
