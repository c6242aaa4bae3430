"""Name use: what the snippets in reach tell of a topic's name: how often all of it stands there, what stands beside it,
and which of its parts tell of the whole."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from castalia.memory.records import Snippet
from castalia.tools.language.words import content_stems

SHORT = 0.8  # of the snippets with the last word of the name so many hold all of it: then the word stands for the name


class NameUse(NamedTuple):
    """How the snippets in reach use the name."""

    literal: int
    """The snippets that hold all of it, or a synonym."""
    beside: dict[str, int]
    """For each stem, how many of these hold it."""
    breadth: dict[str, float]
    """For each stem, the share that hold it of the documents of these."""
    ties: dict[frozenset[str], float]
    """For each part of the name (a set of its stems), the share that hold all of it of the snippets with that part. 0
    for a ``_loose`` word, unless it is the last and hardly ever stands without the others (``SHORT``): hallucination in
    language models."""


def use_of(stems: tuple[str, ...], synonyms: frozenset[str], reach: Sequence[Snippet]) -> NameUse:
    """How these snippets use a name (its ``stems``, the head last), of which each of the ``synonyms`` (stems) is
    another."""
    literal = 0
    holders: defaultdict[str, set[str]] = defaultdict(set)
    beside: Counter[str] = Counter()
    documents: set[str] = set()
    parts: Counter[frozenset[str]] = Counter()
    for one in reach:
        found = set(content_stems(one.text))
        if not synonyms.isdisjoint(found):
            found.update(stems)
        parts[frozenset(found.intersection(stems))] += 1
        if found.issuperset(stems):
            literal += 1
            document = one.document
            documents.add(document)
            beside.update(found)
            for name in found:
                holders[name].add(document)
    breadth = {name: len(those) / len(documents) for name, those in sorted(holders.items())}
    known = {part for part in (*parts, frozenset(stems[-1:])) if part}
    holding = {part: sum(count for other, count in parts.items() if part <= other) for part in known}
    ties = {part: literal / n for part, n in holding.items() if n}
    last = frozenset(stems[-1:])
    loose = {frozenset({word}) for word in _loose(stems, reach)} - ({last} if ties.get(last, 0.0) >= SHORT else set())
    return NameUse(
        literal, dict(sorted(beside.items())), breadth, {one: ties[one] * (one not in loose) for one in ties}
    )


def _loose(stems: tuple[str, ...], reach: Sequence[Snippet]) -> frozenset[str]:
    """The words of a name of three or more that mostly stand without their neighbours: what is said of "adversarial
    examples" is not said of generative adversarial networks."""
    beside: Counter[str] = Counter()
    alone: Counter[str] = Counter()
    for words in (content_stems(one.text) for one in reach if len(stems) > 2):
        for before, word, after in zip(("", *words), words, (*words[1:], ""), strict=False):
            if word in stems:
                (beside if {before, after} & {*stems} - {word} else alone)[word] += 1
    return frozenset(word for word, count in alone.items() if count > beside[word])
