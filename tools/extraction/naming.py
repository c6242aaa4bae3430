"""Names given in passing: "an enzyme called lipase", "X is known as Y", "X is also called Y"."""

from __future__ import annotations

from castalia.tools.extraction.raw_triplets import IS_A, RawTriplet, claim
from castalia.tools.extraction.readings import Reading
from castalia.tools.language.noun_classes import base_noun
from castalia.tools.language.verb_classes import NAMING

_VAGUE_KINDS = frozenset("thing one other what way fact something example number figure".split())


def namings(reading: Reading) -> list[RawTriplet]:
    """A name is a kind of what it is given to, or the same where "also", "sometimes" or "commonly" says so."""
    found: list[RawTriplet] = []
    for at, chunk in enumerate(reading.chunks):
        passive = chunk.kind == "E" or (chunk.kind == "VG" and chunk.voice == "pas")
        if chunk.verb not in NAMING or chunk.denied or not passive:
            continue
        name = _name(reading, at)
        if reading.kind(name) != "NP" or reading.chunks[name].context_bound or reading.is_generic(name):
            continue
        what = reading.subject(at) if chunk.kind == "VG" else _noun_before(reading, at)
        if reading.kind(what) == "NP":
            found += _named(reading, at, what, name)
    return found


def _name(reading: Reading, at: int) -> int:
    """Where the name stands after the verb; -1 where "known" or "referred to" has no "as"."""
    verb = reading.chunks[at].verb
    name = at + 1
    if verb in ("know", "refer"):
        while reading.lower(name) == "to":
            name += 1
        if reading.lower(name) != "as":
            return -1
        name += 1
    while reading.kind(name) in ("“", '"'):
        name += 1
    return name


def _noun_before(reading: Reading, participle: int) -> int:
    place = participle - 1
    while reading.kind(place) in (",", "C", ")"):
        place -= 1
    return reading.with_of(place)


def _named(reading: Reading, at: int, what: int, name: int) -> list[RawTriplet]:
    thing, label = reading.phrase(what), reading.phrase(name)
    chunk, named = reading.chunks[at], reading.chunks[what]
    between = [word.lower for word in reading.words[named.last : reading.chunks[name].first]]
    if "also" in between or "sometimes" in between or "commonly" in between:
        if reading.is_generic(what) or named.context_bound:
            return []
        last = reading.chunks[name - 1].last if reading.kind(name - 1) in ("P", "S") else chunk.last
        return claim(thing, reading.slice(chunk.first, last), label, "same_as", 0.8, denied=False)
    if named.det in ("its", "their", "these", "those") or base_noun(reading.lower(what)) in _VAGUE_KINDS:
        return []
    return claim(label, IS_A, thing, "is_a", 0.85, denied=False)
