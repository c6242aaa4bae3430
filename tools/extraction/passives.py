"""What a passive verb or a participle says: "X is produced by Y" (turned round), "X is found in Y", "X is used to
V"."""

from __future__ import annotations

from dataclasses import replace

from castalia.tools.extraction.actives import active, parts
from castalia.tools.extraction.raw_triplets import RawTriplet, claim
from castalia.tools.extraction.readings import Reading
from castalia.tools.extraction.tails import tail_from
from castalia.tools.language.verb_classes import LOCATED, NAMING, OBJECT_CONTROL, PARENT_BY_VERB, PLACES, REPORTING

_USING = ("use", "employ", "utilize", "apply")
_CLAUSAL = ("than", "if", "when", "because", "since", "while")


def passive(reading: Reading, at: int, name: str, confidence: float, denied: bool) -> list[RawTriplet]:
    """The triplets of the passive verb or participle at ``at``, whose grammatical subject is ``name``."""
    verb = reading.chunks[at]
    follower, word = reading.kind(at + 1), reading.lower(at + 1)
    if verb.verb in NAMING and (word == "as" or follower in ("NP", "“", '"')):
        return []  # read in ``naming``
    if verb.verb in ("compose", "make", "comprise", "form") and word == "of":  # "up of", too
        return parts(reading, at + 2, name, confidence, denied)
    if word == "by" and reading.kind(at + 2) == "NP" and verb.verb not in REPORTING and verb.verb != "divide":
        return _agent(reading, at, name, confidence, denied)
    if follower == "TV":
        return _purpose(reading, at, name, confidence, denied)
    if follower not in ("P", "S") or reading.kind(at + 2) not in ("NP", "G") or word in _CLAUSAL:
        return []
    relation = reading.slice(verb.first, reading.chunks[at + 1].last)
    tail = tail_from(reading, at + 2)
    if word == "by" and reading.kind(at + 2) == "G":
        parent = "measures" if verb.verb == "measure" else "other"
        return claim(name, relation, tail, parent, confidence - 0.1, denied)
    parent = _parent(verb.verb, word)
    if verb.verb in REPORTING and parent == "other":
        return []
    return claim(name, relation, tail, parent, confidence - 0.05, denied)


def _agent(reading: Reading, at: int, name: str, confidence: float, denied: bool) -> list[RawTriplet]:
    """Passive with "by": the agent is the head."""
    verb, agent = reading.chunks[at], at + 2
    if reading.chunks[agent].context_bound or reading.is_generic(agent):
        return []
    relation = reading.slice(verb.first, reading.chunks[at + 1].last)
    participle = reading.slice(verb.last - 1, verb.last)
    if verb.verb == "follow":
        return claim(name, relation, reading.phrase(agent), "precedes", confidence, denied)
    if verb.verb.startswith(("character", "accompan", "surround")):
        return claim(name, relation, tail_from(reading, agent), "other", confidence, denied)
    parent = PARENT_BY_VERB.get(verb.verb, "other")
    return claim(reading.phrase(agent), participle, name, parent, confidence, denied)


def _purpose(reading: Reading, at: int, name: str, confidence: float, denied: bool) -> list[RawTriplet]:
    """ "X is used to V"; "X is known to V" says that X does it, "X is required to V" says nothing."""
    verb, inner = reading.chunks[at], reading.chunks[at + 1]
    if verb.verb in ("know", "think", "believe", "show", "find") and inner.voice == "act":
        return active(reading, at + 1, replace(inner, first=verb.first), name, confidence - 0.1, denied)
    if verb.verb in REPORTING or verb.verb in OBJECT_CONTROL or verb.verb == "need":
        return []
    tail = tail_from(reading, at + 1, skip_to=True)
    relation = reading.slice(verb.first, inner.first + 1)
    parent = "uses" if verb.verb in _USING else "other"
    return claim(name, relation, tail, parent, confidence - 0.05, denied)


def _parent(verb: str, word: str) -> str:
    """The class of a participle with its preposition."""
    if word in PLACES and verb in LOCATED:
        return "located_in"
    if verb in _USING:
        return "uses"
    return "measures" if verb == "measure" else "other"
