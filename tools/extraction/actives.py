"""What an active verb says of its subject: "X V Y", "X V prep Y", "X contains a, b and c", "Xs include a and b"."""

from __future__ import annotations

from dataclasses import replace

from castalia.tools.extraction.enumerations import items
from castalia.tools.extraction.raw_triplets import IS_A, PART_OF, PRECEDES, Predicate, RawTriplet, claim
from castalia.tools.extraction.tails import tail_from
from castalia.tools.language.verb_classes import LOCATED, PARENT_BY_VERB, PLACES

_CLAUSAL = frozenset(
    "than if when because since while whereas although though as where after before until why how".split()
)


def active(one: Predicate) -> list[RawTriplet]:
    """The triplets of an active verb."""
    reading, at, verb = one.reading, one.at, one.verb.verb
    follower, word = reading.kind(at + 1), reading.lower(at + 1)
    if follower == "NP":
        return _object(one)
    if follower in ("P", "S") and reading.kind(at + 2) in ("NP", "G", "J") and word not in _CLAUSAL:
        if verb == "consist" and word == "of":
            return parts(one, at + 2)
        return one.says(one.through(at + 1), tail_from(reading, at + 2), _prepositional(verb, word), -0.05)
    if follower == "G" and reading.kind(at + 2) in ("NP", "P"):
        return one.says(one.through(at), tail_from(reading, at + 1), "other", -0.15)
    return []


def parts(one: Predicate, at: int, more: float = 0.0) -> list[RawTriplet]:
    """A "part of" the subject for each item of the list that begins at chunk ``at``."""
    return [
        triplet
        for item in items(one.reading, at)
        if not one.reading.is_generic(item)
        for triplet in claim(
            one.reading.phrase(item), PART_OF, one.subject, "part_of", one.confidence + more, one.denied
        )
    ]


def _object(one: Predicate) -> list[RawTriplet]:
    """ "X V Y ..." with a noun phrase Y right after the verb."""
    reading, at, verb = one.reading, one.at, one.verb.verb
    target = reading.chunks[at + 1]
    if target.det == "no":
        one = replace(one, denied=True)
    holds = verb in ("contain", "comprise", "include") and not target.det.startswith(("this", "these", "its"))
    if holds and (found := _contained(one)):
        return found
    if verb == "follow":
        return claim(reading.phrase(at + 1), PRECEDES, one.subject, "precedes", one.confidence - 0.2, one.denied)
    more = -0.15 if target.det in ("his", "her", "our") else 0.0
    if verb == "give" and reading.lower(at + 1) == "rise" and reading.lower(at + 2) == "to":
        return one.says(one.through(at + 2), tail_from(reading, at + 3), "causes", more)
    return one.says(one.through(at), tail_from(reading, at + 1), PARENT_BY_VERB.get(verb, "other"), more)


def _contained(one: Predicate) -> list[RawTriplet]:
    """ "X contains a, b and c": parts of X; "Xs include a and b": kinds of X."""
    reading = one.reading
    if one.verb.verb != "include" or not reading.chunks[one.head].plural:
        return parts(one, one.at + 1, -0.05)
    return [
        RawTriplet(reading.phrase(item), IS_A, one.subject, "is_a", one.confidence - 0.1, not one.denied)
        for item in items(reading, one.at + 1)
        if not reading.is_generic(item) and not reading.chunks[item].context_bound
    ]


def _prepositional(verb: str, word: str) -> str:
    """The class of a verb with its preposition."""
    if (verb, word) in (("lead", "to"), ("result", "in")):
        return "causes"
    if verb in LOCATED and word in PLACES:
        return "located_in"
    if verb in ("differ", "contrast"):
        return "contrasts"
    return "other"
