"""What "to be" says of its subject: "X is a Y", "X is part of Y", "X is one of the Y", "X is responsible for Y"."""

from __future__ import annotations

from castalia.tools.extraction.raw_triplets import IS_A, PART_OF, RawTriplet, claim
from castalia.tools.extraction.readings import Reading
from castalia.tools.extraction.tails import tail_from
from castalia.tools.language.noun_classes import GENERIC, KINDS, PARTS, base_noun
from castalia.tools.language.verb_classes import PLACES

_LONGEST_RELATION = 5  # words
_PARENT_BY_ADJECTIVE = {"responsible": "causes", "different": "contrasts", "present": "located_in"}
# "X is difficult to treat": how it is to do something with X, or whether X will do it, is no claim about X.
_VAGUE = frozenset("important possible necessary difficult easy hard impossible likely due".split())


def copula(reading: Reading, at: int, head: int, name: str, confidence: float, denied: bool) -> list[RawTriplet]:
    """The triplets of the copula at ``at`` about the subject ``name``, which stands at ``head``."""
    verb = reading.chunks[at]
    follower, word = reading.kind(at + 1), reading.lower(at + 1)
    if base_noun(reading.lower(head)) in KINDS and reading.lower(head + 1) == "of":
        return _instance(reading, at, head, confidence, denied)
    if follower == "J":
        return _adjective(reading, at, name, confidence, denied)
    if follower == "P" and reading.kind(at + 2) == "NP" and word in PLACES:
        if reading.words[verb.last].lower == "like":
            return []
        relation = reading.slice(verb.first, reading.chunks[at + 1].last)
        return claim(name, relation, tail_from(reading, at + 2), "located_in", confidence - 0.2, denied)
    if follower == "U" and word == "one" and reading.lower(at + 2) == "of":
        return _one_of(reading, at + 3, name, confidence, denied)
    return _noun(reading, at, head, name, confidence, denied) if follower == "NP" else []


def _instance(reading: Reading, at: int, head: int, confidence: float, denied: bool) -> list[RawTriplet]:
    """ "One example of X is Y": Y is an X."""
    noun, kind = at + 1, head + 2
    if reading.kind(noun) != "NP" or reading.kind(kind) != "NP" or denied or reading.chunks[head].plural:
        return []
    if reading.is_generic(noun) or reading.is_generic(kind) or reading.chunks[noun].context_bound:
        return []
    return claim(reading.phrase(noun), IS_A, reading.phrase(kind), "is_a", confidence, denied)


def _adjective(reading: Reading, at: int, name: str, confidence: float, denied: bool) -> list[RawTriplet]:
    """ "X is responsible for Y", "X is able to V"."""
    follower, word = reading.kind(at + 2), reading.lower(at + 2)
    adjective = reading.lower(at + 1)
    if follower not in ("P", "TV") or word in ("than", "as") or (follower == "TV" and adjective in _VAGUE):
        return []
    beyond = reading.chunks[at + 2]
    start, end = (at + 3, beyond.last) if follower == "P" else (at + 2, beyond.first + 1)
    tail = tail_from(reading, start, skip_to=True)
    relation = reading.slice(reading.chunks[at].first, end)
    return claim(name, relation, tail, _PARENT_BY_ADJECTIVE.get(adjective, "other"), confidence - 0.1, denied)


def _one_of(reading: Reading, noun: int, name: str, confidence: float, denied: bool) -> list[RawTriplet]:
    """ "X is one of the Y"."""
    if reading.kind(noun) != "NP" or reading.is_generic(noun):
        return []
    if reading.chunks[noun].det in ("these", "those", "its", "their"):
        return []
    return [RawTriplet(name, IS_A, reading.phrase(noun), "is_a", confidence, not denied)]


def _noun(reading: Reading, at: int, head: int, name: str, confidence: float, denied: bool) -> list[RawTriplet]:
    """ "X is a Y", "X is a part/kind/cause of Y"; article and number must fit."""
    verb, noun = reading.chunks[at], at + 1
    target = reading.chunks[noun]
    base = base_noun(reading.lower(noun))
    of = reading.lower(noun + 1) == "of" and reading.kind(noun + 2) == "NP"
    if of and base in PARTS:
        return claim(name, PART_OF, reading.phrase(noun + 2), "part_of", confidence, denied)
    if of and base in KINDS:
        return claim(name, IS_A, reading.phrase(noun + 2), "is_a", confidence + 0.05, denied)
    if of and base in ("cause", "result", "consequence", "product", "source"):
        relation = reading.slice(verb.first, reading.chunks[noun + 1].last)
        parent = "causes" if base == "cause" else "other"
        return claim(name, relation, tail_from(reading, noun + 2), parent, confidence, denied)
    article = target.det in ("a", "an") or (target.det == "the" and not target.plural)
    plural = reading.is_plural(head)
    agrees = plural and target.plural and target.det in ("", "the", "all")
    mass = not plural and not target.plural and not target.det
    if not (article or agrees or mass):
        return []
    if base in GENERIC and not of and target.last - target.first == 1:
        tail = tail_from(reading, noun)
        relation = reading.slice(verb.first, verb.last)
        return claim(name, relation, tail, "other", confidence - 0.15, denied) if len(tail.split()) > 2 else []
    whole = of and base in GENERIC
    tail = reading.slice(target.first, reading.chunks[noun + 2].last) if whole else reading.phrase(noun)
    boost = 0.15 if target.det in ("a", "an") or agrees else 0.0 if target.det == "the" else -0.1
    first = RawTriplet(name, IS_A, tail, "is_a", min(0.95, confidence + boost), not denied)
    return [first, *_continued(reading, noun, name, confidence, denied)]


def _continued(reading: Reading, noun: int, name: str, confidence: float, denied: bool) -> list[RawTriplet]:
    """What a preposition adds to "X is a Y": "Y for/in/between ..."."""
    place = noun + 1
    while reading.kind(place) == "P" and reading.lower(place) == "of" and reading.kind(place + 1) == "NP":
        place += 2
    if denied or reading.kind(place) != "P" or reading.lower(place) in ("to", "like", "as"):
        return []
    if reading.kind(place + 1) not in ("NP", "G"):
        return []
    tail = tail_from(reading, place + 1)
    relation = reading.slice(reading.chunks[noun].last - 1, reading.chunks[place].last)
    if len(relation.split()) > _LONGEST_RELATION:
        return []
    return claim(name, relation, tail, "other", confidence - 0.15, denied=False)
