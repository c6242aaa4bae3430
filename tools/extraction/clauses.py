"""The claims of finite verbs and of participles: which clauses claim something, of which subject, and how surely.

Subjects are found in ``subjects``; what a verb says of them in ``copulas``, ``passives`` and ``actives``.
"""

from __future__ import annotations

from dataclasses import replace

from castalia.tools.extraction.actives import active
from castalia.tools.extraction.copulas import copula
from castalia.tools.extraction.enumerations import conjuncts
from castalia.tools.extraction.passives import passive
from castalia.tools.extraction.raw_triplets import FALLBACK, Predicate, RawTriplet
from castalia.tools.extraction.readings import Reading
from castalia.tools.language.verb_classes import NAMING, OBJECT_CONTROL, RAISING, REPORTING

_UNREAL_WINDOW = 10  # chunks
_UNREAL = frozenset("if whether unless how what why where than".split())


def clauses(reading: Reading) -> list[RawTriplet]:
    """One or more triplets for each finite verb group, and for participles that carry on a clause."""
    found: list[RawTriplet] = []
    for at, chunk in enumerate(reading.chunks):
        if chunk.kind == "VG":
            head = reading.subject(at)
            if head < 0 or _is_unreal(reading, at):
                continue
            confidence = _confidence(reading, head, at)
            # What is loose stays loose; what is not never falls to a fallback for its small deductions.
            floor = 0.0 if confidence <= FALLBACK else FALLBACK + 0.05
            for one in conjuncts(reading, head, at):
                made = _predicate(reading, at, one, confidence)
                found += [replace(triplet, confidence=max(floor, triplet.confidence)) for triplet in made]
        elif chunk.kind == "E" and reading.kind(at - 1) in ("NP", ")"):
            found += _reduced(reading, at)
    return found


def _is_unreal(reading: Reading, at: int) -> bool:
    """Whether the clause is a condition, a question, somebody's hope, or what somebody does not believe."""
    if reading.words[reading.chunks[at].first].lower == "would":
        return True
    for place in range(at - 1, max(-1, at - _UNREAL_WINDOW), -1):
        chunk = reading.chunks[place]
        if chunk.kind in ("VG", ";", ":"):
            return chunk.denied and chunk.verb in REPORTING and reading.lower(place + 1) == "that"
        if reading.lower(place) in _UNREAL:
            return True
        if reading.lower(place) == "when":
            return False
    return False


def _confidence(reading: Reading, head: int, verb: int) -> float:
    """How surely the phrase at ``head`` is what the verb speaks of."""
    between = verb - head
    direct = not any(reading.kind(place) == "VG" for place in range(head + 1, verb))
    if direct and reading.kind(verb - 1) == "W" and verb - 4 <= head < verb - 1:
        # "drugs that interfere with X" does not say it of drugs; after "in the wall of vessels, which" it may be
        # either.
        deep = reading.kind(head - 1) in ("P", "G")
        if deep or reading.lower(verb - 1) == "that":
            return 0.6 if reading.kind(head + 1) == "," and not deep else FALLBACK
    subject = reading.chunks[head]
    bare = subject.det == "the" and subject.last - subject.first == 1
    if bare and reading.lower(head + 1) != "of" and reading.words[subject.first].text.islower():
        return 0.6
    return 0.75 if between <= 1 else 0.7 if between <= 3 else 0.6


def _reduced(reading: Reading, at: int) -> list[RawTriplet]:
    """ "toxins produced by bacteria", "X found in Y": a participle after its noun phrase."""
    if reading.chunks[at].verb in NAMING or reading.kind(at + 1) != "P" or reading.kind(at + 2) != "NP":
        return []
    head = at - 1 if reading.kind(at - 1) == "NP" else reading.before_parenthesis(at - 1)
    if reading.kind(head) != "NP":
        return []
    before = reading.with_of(head) - 1
    if reading.is_said(before):
        subject = reading.subject(before)
        head = subject if subject >= 0 else head
    return _predicate(reading, at, head, 0.55)


def _predicate(reading: Reading, at: int, head: int, confidence: float) -> list[RawTriplet]:
    """The triplets of the verb group (or participle) at ``at`` whose subject is the phrase ``head``."""
    chunk, verb = reading.chunks[head], reading.chunks[at]
    if chunk.context_bound or reading.is_generic(head) or chunk.det in ("few", "certain", "whose"):
        return []
    denied = verb.denied or chunk.det in ("no", "neither") or _shares_denial(reading, at)
    one = Predicate(reading, at, verb, head, confidence, denied)
    if verb.voice == "cop":
        return copula(one)
    if verb.voice == "pas" or verb.kind == "E":
        return passive(one)
    follower = reading.kind(at + 1)
    if verb.verb in REPORTING and follower in ("S", "NP"):
        return []
    if verb.verb in OBJECT_CONTROL and follower == "NP" and _then_infinitive(reading, at + 1):
        return []
    if verb.verb in RAISING and follower == "TV":
        return active(one.goes_on(-0.05)) if reading.chunks[at + 1].voice == "act" else []
    return active(one)


def _shares_denial(reading: Reading, at: int) -> bool:
    """ "do not lose or gain": the second verb is denied as well."""
    if reading.kind(at - 1) != "C" or reading.kind(at - 2) != "VG":
        return False
    return reading.chunks[at - 2].denied and reading.chunks[at].last - reading.chunks[at].first == 1


def _then_infinitive(reading: Reading, at: int) -> bool:
    """Whether an infinitive follows what the verb acts on: "allow the cells to grow"."""
    for place in range(at, min(at + 6, len(reading.chunks))):
        if reading.kind(place) == "TV":
            return True
        if reading.kind(place) not in ("NP", "P"):
            return False
    return False
