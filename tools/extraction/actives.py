"""What an active verb says of its subject: "X V Y", "X V prep Y", "X contains a, b and c", "Xs include a and b"."""

from __future__ import annotations

from castalia.tools.extraction.enumerations import items
from castalia.tools.extraction.raw_triplets import IS_A, PART_OF, PRECEDES, RawTriplet, claim
from castalia.tools.extraction.readings import Reading
from castalia.tools.extraction.tails import tail_from
from castalia.tools.language.chunks import Chunk
from castalia.tools.language.verb_classes import LOCATED, PARENT_BY_VERB, PLACES

_CLAUSAL = frozenset(
    "than if when because since while whereas although though as where after before until why how".split()
)


def active(reading: Reading, at: int, verb: Chunk, name: str, confidence: float, denied: bool) -> list[RawTriplet]:
    """The triplets of the active verb ``verb``, which ends with the chunk at ``at``, about the subject ``name``."""
    follower, word = reading.kind(at + 1), reading.lower(at + 1)
    if follower == "NP":
        return _object(reading, at, verb, name, confidence, denied)
    if follower in ("P", "S") and reading.kind(at + 2) in ("NP", "G", "J") and word not in _CLAUSAL:
        if verb.verb == "consist" and word == "of":
            return parts(reading, at + 2, name, confidence, denied)
        relation = reading.slice(verb.first, reading.chunks[at + 1].last)
        parent = _prepositional(verb.verb, word)
        return claim(name, relation, tail_from(reading, at + 2), parent, confidence - 0.05, denied)
    if follower == "G" and reading.kind(at + 2) in ("NP", "P"):
        relation = reading.slice(verb.first, verb.last)
        return claim(name, relation, tail_from(reading, at + 1), "other", confidence - 0.15, denied)
    return []


def parts(reading: Reading, at: int, whole: str, confidence: float, denied: bool) -> list[RawTriplet]:
    """A "part of" for each item of the list that begins at chunk ``at``."""
    return [
        RawTriplet(part, PART_OF, whole, "part_of", confidence, not denied)
        for item in items(reading, at)
        if not reading.is_generic(item) and (part := reading.phrase(item)).lower() != whole.lower()
    ]


def _object(reading: Reading, at: int, verb: Chunk, name: str, confidence: float, denied: bool) -> list[RawTriplet]:
    """ "X V Y ..." with a noun phrase Y right after the verb."""
    target = reading.chunks[at + 1]
    denied = denied or target.det == "no"
    holds = verb.verb in ("contain", "comprise", "include") and not target.det.startswith(("this", "these", "its"))
    if holds and (found := _contained(reading, at, verb, name, confidence, denied)):
        return found
    if verb.verb == "follow":
        return claim(reading.phrase(at + 1), PRECEDES, name, "precedes", confidence - 0.2, denied)
    if target.det in ("his", "her", "our", "my", "your"):
        confidence -= 0.15
    if verb.verb == "give" and reading.lower(at + 1) == "rise" and reading.lower(at + 2) == "to":
        relation = reading.slice(verb.first, reading.chunks[at + 2].last)
        return claim(name, relation, tail_from(reading, at + 3), "causes", confidence, denied)
    parent = PARENT_BY_VERB.get(verb.verb, "other")
    return claim(name, reading.slice(verb.first, verb.last), tail_from(reading, at + 1), parent, confidence, denied)


def _contained(reading: Reading, at: int, verb: Chunk, name: str, confidence: float, denied: bool) -> list[RawTriplet]:
    """ "X contains a, b and c": parts of X; "Xs include a and b": kinds of X."""
    head = reading.subject(at)
    if verb.verb != "include" or head < 0 or not reading.chunks[head].plural:
        return parts(reading, at + 1, name, confidence - 0.05, denied)
    if reading.is_generic(head):
        return []
    return [
        RawTriplet(reading.phrase(item), IS_A, name, "is_a", confidence - 0.1, not denied)
        for item in items(reading, at + 1)
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
