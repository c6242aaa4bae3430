"""What a passive verb or a participle says: "X is produced by Y" (turned round), "X is found in Y", "X is used to
V"."""

from __future__ import annotations

from castalia.tools.extraction.actives import active, parts
from castalia.tools.extraction.raw_triplets import Predicate, RawTriplet, claim
from castalia.tools.extraction.tails import tail_from
from castalia.tools.language.verb_classes import LOCATED, OBJECT_CONTROL, PARENT_BY_VERB, PLACES, REPORTING

_USING = ("use", "employ", "utilize", "apply")
_CLAUSAL = ("than", "if", "when", "because", "since", "while")


def passive(one: Predicate) -> list[RawTriplet]:
    """The triplets of a passive verb or a participle, whose grammatical subject is ``one.subject``."""
    reading, at, verb = one.reading, one.at, one.verb.verb
    follower, word = reading.kind(at + 1), reading.lower(at + 1)
    if verb in ("compose", "make", "comprise", "form") and word == "of":  # "up of", too
        return parts(one, at + 2)
    if word == "by" and reading.kind(at + 2) == "NP" and verb not in REPORTING and verb != "divide":
        return _agent(one)
    if follower == "TV":
        return _purpose(one)
    if follower not in ("P", "S") or reading.kind(at + 2) not in ("NP", "G") or word in _CLAUSAL:
        return []
    relation, tail = one.through(at + 1), tail_from(reading, at + 2)
    if word == "by" and reading.kind(at + 2) == "G":
        return one.says(relation, tail, "measures" if verb == "measure" else "other", -0.1)
    parent = _parent(verb, word)
    if verb in REPORTING and parent == "other":
        return []
    return one.says(relation, tail, parent, -0.05)


def _agent(one: Predicate) -> list[RawTriplet]:
    """Passive with "by": the agent is the head."""
    reading, verb, agent = one.reading, one.verb.verb, one.at + 2
    if reading.chunks[agent].context_bound or reading.is_generic(agent):
        return []
    if verb == "follow":
        return one.says(one.through(one.at + 1), reading.phrase(agent), "precedes")
    if verb.startswith(("character", "accompan", "surround")):
        return one.says(one.through(one.at + 1), tail_from(reading, agent), "other")
    participle = reading.slice(one.verb.last - 1, one.verb.last)
    parent = PARENT_BY_VERB.get(verb, "other")
    return claim(reading.phrase(agent), participle, one.subject, parent, one.confidence, one.denied)


def _purpose(one: Predicate) -> list[RawTriplet]:
    """ "X is used to V"; "X is known to V" says that X does it, "X is required to V" says nothing."""
    reading, verb, inner = one.reading, one.verb, one.reading.chunks[one.at + 1]
    if verb.verb in ("know", "think", "believe", "show", "find") and inner.voice == "act":
        return active(one.goes_on(-0.1))
    if verb.verb in REPORTING or verb.verb in OBJECT_CONTROL or verb.verb == "need":
        return []
    relation = reading.slice(verb.first, inner.first + 1)
    tail = tail_from(reading, one.at + 1, skip_to=True)
    return one.says(relation, tail, "uses" if verb.verb in _USING else "other", -0.05)


def _parent(verb: str, word: str) -> str:
    """The class of a participle with its preposition."""
    if word in PLACES and verb in LOCATED:
        return "located_in"
    if verb in _USING:
        return "uses"
    return "measures" if verb == "measure" else "other"
