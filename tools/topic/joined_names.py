"""Topics that join two names: "bias and fairness", "HIV/AIDS", "formation and evolution of the Solar System".

Hardly a sentence names both. What is told of one of them is told of the topic: its model is made of theirs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from math import fsum

from castalia.tools.language.words import content_stems
from castalia.tools.topic.relevance import Relevance

APART = 1 / 3  # of the snippets with one of the names so many name both, at most: else the two are told together
PHRASE = 0.5  # of the snippets that name both so many say them in one breath, at most: "trial and error" is one thing

_LISTED = re.compile(r"(.*\S) (?:/|&|vs\.?|versus) (\S.*)")
_EITHER = re.compile(r"((?:\S+ )*)([^\W\d_][\w-]+)/([^\W\d_][\w-]+)((?: \S+)*)")
_BOTH_OF = re.compile(r"([\w-]+) and ([\w-]+)( of .+)")
_BOTH = re.compile(r"(.*[\w-] )([\w-]+) and ([\w-]+)")
_TWO = re.compile(r"([\w-]+) and ([\w-]+(?: [\w-]+){0,3})")
_ADJECTIVE = re.compile(r".*(?:al|ar|ary|ed|ent|ful|ible|able|ic|ive|less|ous)")


def joined_names(topic: str) -> tuple[str, ...]:
    """The two names that a title joins; a word before or behind both is of both ("electrical resistance and
    conductance", "supervised and unsupervised learning"). None where it joins none."""
    if found := _LISTED.fullmatch(topic):
        return found[1], found[2]
    if found := _EITHER.fullmatch(topic):
        return found[1] + found[2] + found[4], found[1] + found[3] + found[4]
    if found := _BOTH_OF.fullmatch(topic):
        return found[1] + found[3], found[2] + found[3]
    if " of " in topic or " in " in topic or topic.count(" and ") != 1:
        return ()
    if found := _BOTH.fullmatch(topic):
        return found[1] + found[2], found[1] + found[3]
    if found := _TWO.fullmatch(topic):
        first, (*_, last) = found[1], found[2].split()
        return (f"{first} {last}" if " " in found[2] and _ADJECTIVE.fullmatch(first) else first), found[2]
    return ()


def are_apart(topic: str, whole: Relevance, parts: Sequence[Relevance], texts: Iterable[str]) -> bool:
    """Whether the names that a topic joins are told of one by one, as ``texts`` that name both show: a title that lists
    them ("A / B") says so; else few snippets name both, and of these few do so in one breath."""
    if _LISTED.fullmatch(topic):
        return True
    one, other = (" ".join(content_stems(part.name)) for part in parts)
    phrases = (f"{one} {other}", f"{other} {one}")
    stems = [" ".join(content_stems(text)) for text in texts]
    together = sum(any(phrase in words for phrase in phrases) for words in stems)
    return whole.literal <= APART * max(part.literal for part in parts) and together <= PHRASE * len(stems)


def join(topic: str, parts: Sequence[Relevance], both: int = 0) -> Relevance:
    """The model of a topic that joins the names of two others, where so many snippets name ``both``."""
    one, other = parts
    stems = tuple(dict.fromkeys((*one.stems, *other.stems)))
    scores = {name: fsum(part.scores.get(name, 0.0) for part in parts) for name in sorted({*one.scores, *other.scores})}
    top = max(scores.values(), default=1.0)
    naming = one.literal + other.literal
    return Relevance(
        stems=stems,
        weights=_mean(part.weights for part in parts),
        scores={name: score / top for name, score in scores.items()},
        seed=tuple(dict.fromkeys((*one.seed, *other.seed))),
        literal=naming - both,
        breadth={
            name: fsum(part.breadth.get(name, 0.0) * part.literal for part in parts) / naming
            for name in sorted({*one.breadth, *other.breadth})
        },
        documents={**one.documents, **other.documents},
        focused=one.focused or other.focused,
        gathered=one.gathered or other.gathered,
        tellers=one.tellers | other.tellers | {frozenset(stems)},
        short=one.short | other.short,
        sense=one.sense or other.sense,
        synonyms={**one.synonyms, **other.synonyms},
        size=one.size,
        named=one.named + other.named - both,
        titled=one.titled | other.titled,
        paths={**one.paths, **other.paths},
        central=one.central | other.central,
        homes=one.homes | other.homes,
        summaries=one.summaries | other.summaries,
        asides={**one.asides, **other.asides},
        stretches=(*one.stretches, *other.stretches),
        belonging={
            name: min(1.0, fsum(part.belonging.get(name, 0.0) for part in parts))
            for name in sorted({*one.belonging, *other.belonging})
        },
        name=topic,
        parts=(*one.each, *other.each),
    )


def _mean(weights: Iterable[Mapping[str, float]]) -> dict[str, float]:
    each = list(weights)
    return {name: fsum(one.get(name, 0.0) for one in each) / len(each) for name in sorted(set().union(*each))}
