"""What "to be" says of its subject: "X is a Y", "X is part of Y", "X is one of the Y", "X is responsible for Y"."""

from __future__ import annotations

from castalia.tools.extraction.raw_triplets import IS_A, PART_OF, Predicate, RawTriplet, claim
from castalia.tools.extraction.tails import tail_from
from castalia.tools.language.noun_classes import GENERIC, KINDS, PARTS, base_noun
from castalia.tools.language.verb_classes import PLACES

_LONGEST_RELATION = 5  # words
_PARENT_BY_ADJECTIVE = {"responsible": "causes", "different": "contrasts", "present": "located_in"}
# "X is difficult to treat": how it is to do something with X, or whether X will do it, is no claim about X.
_VAGUE = frozenset("important possible necessary difficult easy hard impossible likely due".split())


def copula(one: Predicate) -> list[RawTriplet]:
    """The triplets of a form of "to be"."""
    reading, at = one.reading, one.at
    follower, word = reading.kind(at + 1), reading.lower(at + 1)
    if base_noun(reading.lower(one.head)) in KINDS and reading.lower(one.head + 1) == "of":
        return _instance(one)
    if follower == "J":
        return _adjective(one)
    if word in PLACES and reading.kind(at + 2) == "NP":
        return one.says(one.through(at + 1), tail_from(reading, at + 2), "located_in", -0.2)
    if word == "one" and reading.lower(at + 2) == "of":
        return _one_of(one, at + 3)
    return _noun(one) if follower == "NP" else []


def _instance(one: Predicate) -> list[RawTriplet]:
    """ "One example of X is Y": Y is an X."""
    reading, noun, kind = one.reading, one.at + 1, one.head + 2
    if reading.kind(noun) != "NP" or one.denied or reading.chunks[one.head].plural:
        return []
    if reading.is_generic(noun) or reading.is_generic(kind) or reading.chunks[noun].context_bound:
        return []
    return claim(reading.phrase(noun), IS_A, reading.phrase(kind), "is_a", one.confidence, denied=False)


def _adjective(one: Predicate) -> list[RawTriplet]:
    """ "X is responsible for Y", "X is able to V"."""
    reading, at = one.reading, one.at
    follower, adjective = reading.kind(at + 2), reading.lower(at + 1)
    if follower not in ("P", "TV") or (follower == "TV" and adjective in _VAGUE):
        return []
    beyond = reading.chunks[at + 2]
    start, end = (at + 3, beyond.last) if follower == "P" else (at + 2, beyond.first + 1)
    relation, tail = reading.slice(one.verb.first, end), tail_from(reading, start, skip_to=True)
    return one.says(relation, tail, _PARENT_BY_ADJECTIVE.get(adjective, "other"), -0.1)


def _one_of(one: Predicate, noun: int) -> list[RawTriplet]:
    """ "X is one of the Y"."""
    reading = one.reading
    if reading.kind(noun) != "NP" or reading.is_generic(noun):
        return []
    if reading.chunks[noun].det in ("these", "those", "its", "their"):
        return []
    return [RawTriplet(one.subject, IS_A, reading.phrase(noun), "is_a", one.confidence, not one.denied)]


def _noun(one: Predicate) -> list[RawTriplet]:
    """ "X is a Y", "X is a part/kind/cause of Y"; article and number must fit."""
    reading, noun = one.reading, one.at + 1
    target = reading.chunks[noun]
    base = base_noun(reading.lower(noun))
    of = reading.lower(noun + 1) == "of" and reading.kind(noun + 2) == "NP"
    if of and base in PARTS:
        return one.says(PART_OF, reading.phrase(noun + 2), "part_of")
    if of and base in KINDS:
        return one.says(IS_A, reading.phrase(noun + 2), "is_a", 0.05)
    if of and base in ("cause", "result", "consequence", "product", "source"):
        parent = "causes" if base == "cause" else "other"
        return one.says(one.through(noun + 1), tail_from(reading, noun + 2), parent)
    article = target.det in ("a", "an") or (target.det == "the" and not target.plural)
    plural = reading.is_plural(one.head)
    agrees = plural and target.plural and target.det in ("", "the", "all")
    mass = not plural and not target.plural and not target.det
    if not (article or agrees or mass):
        return []
    if base in GENERIC and not of and target.last - target.first == 1:
        return one.says(one.through(one.at), tail_from(reading, noun), "other", -0.15)
    whole = of and base in GENERIC
    tail = reading.slice(target.first, reading.chunks[noun + 2].last) if whole else reading.phrase(noun)
    boost = 0.15 if target.det in ("a", "an") or agrees else 0.0 if target.det == "the" else -0.1
    first = RawTriplet(one.subject, IS_A, tail, "is_a", min(0.95, one.confidence + boost), not one.denied)
    return [first, *_continued(one)]


def _continued(one: Predicate) -> list[RawTriplet]:
    """What a preposition adds to "X is a Y": "Y for/in/between ..."."""
    reading, noun = one.reading, one.at + 1
    place = noun + 1
    while reading.lower(place) == "of" and reading.kind(place + 1) == "NP":
        place += 2
    if one.denied or reading.kind(place) != "P" or reading.lower(place) in ("to", "like"):
        return []
    if reading.kind(place + 1) not in ("NP", "G"):
        return []
    relation = reading.slice(reading.chunks[noun].last - 1, reading.chunks[place].last)
    if len(relation.split()) > _LONGEST_RELATION:
        return []
    return one.says(relation, tail_from(reading, place + 1), "other", -0.15)
