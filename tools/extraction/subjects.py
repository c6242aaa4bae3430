"""The subject of each verb group of a sentence: agreement, relative clauses, inserted clauses and shared subjects.

What the verb then says of its subject is the business of ``clauses``. The subject of a sentence as a term is in
``phrases``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from castalia.tools.extraction.appositions import apposed
from castalia.tools.extraction.enumerations import list_owner
from castalia.tools.extraction.readings import CLAUSE_WINDOW, Reading
from castalia.tools.language.chunks import Chunk

_CONJUNCTION_WINDOW = 14  # chunks


def with_subjects(reading: Reading) -> Reading:
    """The reading with the subject of each verb group, or -1; found from left to right, as a later one may ask for an
    earlier one's."""
    found: dict[int, int] = {}
    for at, chunk in enumerate(reading.chunks):
        if chunk.kind == "VG":
            found[at] = _subject(reading, at, found)
    return replace(reading, subjects=found)


def _subject(reading: Reading, at: int, earlier: Mapping[int, int]) -> int:
    """ "a, b and c V", "X (Y) V", "X, which ..., V": the noun phrase that the verb at ``at`` speaks of."""
    place = at - 1
    floor = max(0, at - CLAUSE_WINDOW)
    while place >= floor:
        kind = reading.kind(place)
        if kind == ")":
            place = reading.before_parenthesis(place)
        elif kind == "X":
            place -= 1
        elif kind == "W":
            return _antecedent(reading, place, at, earlier)
        elif kind == "C":
            return _shared_subject(reading, place, at, earlier)
        elif kind == ",":
            place = _before_comma(reading, place, floor)
        elif kind == "NP":
            return _attached(reading, place, floor, reading.chunks[at])
        else:
            return -1
    return -1


def _antecedent(reading: Reading, relative: int, verb: int, earlier: Mapping[int, int]) -> int:
    """What "which", "that" or "who" before the verb stands for: the phrase to its left that agrees with the verb."""
    place = relative - 1
    if reading.kind(place) == ",":
        place -= 1
    if reading.kind(place) == ")":
        place = reading.before_parenthesis(place)
    if reading.kind(place) != "NP":
        return -1
    if reading.lower(relative) == "that" and reading.chunks[verb].denied:
        return -1  # "grains that do not contain X" says which grains, and denies nothing of grains
    number = reading.chunks[verb].number
    if number and (number == "p") != reading.is_plural(place):
        other = place - 2
        hung = reading.kind(place - 1) == "P" and reading.kind(other) == "NP"
        return other if hung and (number == "p") == reading.is_plural(other) else -1
    owner = reading.with_of(place)
    # "an organ that pumps": the predicate's own relative clause speaks of the subject.
    before = owner - 1
    if reading.is_said(before):
        subject = earlier[before]
        return subject if subject >= 0 else owner
    # "DICER, an endonuclease that cleaves RNA"
    named = apposed(reading, owner)
    return named if named >= 0 else place


def _shared_subject(reading: Reading, conjunction: int, at: int, earlier: Mapping[int, int]) -> int:
    """ "X V1 ... and V2": the subject of the verb before, if that is the next clause to the left."""
    if reading.lower(conjunction) not in ("and", "but", "or"):
        return -1
    number = reading.chunks[at].number
    for place in range(conjunction - 1, max(-1, conjunction - _CONJUNCTION_WINDOW), -1):
        kind = reading.kind(place)
        if kind == "VG":
            agrees = not number or reading.chunks[place].number in ("", number)
            return earlier[place] if agrees else -1
        if kind in ("W", "S", ";", ":", "TV"):
            return -1
    return -1


def _before_comma(reading: Reading, comma: int, floor: int) -> int:
    """From the comma that closes an inserted clause to what stands before the one that opens it; -1 if there is
    none."""
    for place in range(comma - 1, floor, -1):
        if reading.kind(place) == ",":
            following = reading.chunks[place + 1]
            inserted = following.kind in ("W", "E", "G", "P") or reading.words[following.first].lower == "or"
            return place - 1 if inserted else -1
    return -1


def _attached(reading: Reading, at: int, floor: int, verb: Chunk) -> int:
    """From the phrase before the verb to the one that it hangs on: "NP1 prep NP2 V" has the subject NP1."""
    place = at
    while True:
        before = reading.kind(place - 1)
        if before == "P" and reading.kind(place - 2) == "NP":
            if reading.lower(place - 1) != "of" and reading.kind(place - 3) == "VG":
                return -1  # "V NP prep NP V": the reading is off
            place -= 2
        elif before == "P":
            # "In most vertebrates bone marrow ...", "with X, Y": a phrase that opens the sentence has no subject.
            return -1
        elif (
            before == "S"
            and reading.words[reading.chunks[place - 1].first - 1].lower == "such"
            and (owner := list_owner(reading, place, floor)) >= 0
        ):
            place = owner
        elif before in ("E", "G") and reading.kind(place - 2) == "NP":
            place -= 2
        elif before == "VG":
            return _relative_owner(reading, place - 1)
        elif before == "C" and _hangs_on_preposition(reading, place):
            place -= 2
        elif before in ("C", ",") and (owner := list_owner(reading, place, floor)) >= 0:
            place = owner
        elif before == "TV":
            return -1
        else:
            break
    return place if _may_be_subject(reading, place, verb) else -1


def _relative_owner(reading: Reading, verb: int) -> int:
    """ "The cells that line the gut secrete": from the inner verb to "cells"."""
    if reading.kind(verb - 1) == "W" and reading.kind(verb - 2) == "NP":
        return verb - 2
    return -1


def _hangs_on_preposition(reading: Reading, at: int) -> bool:
    """ "mutations in a or b V": whether "a or" stands before this phrase and a preposition after a phrase before
    that."""
    return reading.kind(at - 2) == "NP" and reading.kind(at - 3) == "P" and reading.kind(at - 4) == "NP"


def _may_be_subject(reading: Reading, at: int, verb: Chunk) -> bool:
    """Whether the phrase is no object of what stands before it, and agrees with the verb in number."""
    if reading.kind(at - 1) in ("G", "E") or (reading.kind(at - 1) == "C" and reading.kind(at - 2) == "VG"):
        return False
    if verb.number == "s" and reading.chunks[at].plural and not reading.chunks[at].det:
        return False
    if verb.number == "p" and verb.voice == "act" and not _is_many(reading, at):
        return False  # "the enzyme pyruvate kinase": a noun that is read as a verb
    return verb.voice != "cop" or not verb.number or (verb.number == "p") == reading.is_plural(at)


def _is_many(reading: Reading, at: int) -> bool:
    """Whether the phrase, or what it counts or is made of, is plural, or one of several joined by "and" or "or"."""
    of = reading.lower(at + 1) == "of" and reading.kind(at + 2) == "NP" and reading.is_plural(at + 2)
    return of or reading.is_plural(at) or reading.kind(at - 1) in ("C", ",")
