"""Candidates: pairs of a graph's entities that may mean the same, for a model or a person to judge. What rules can
merge is merged before.

The time is near-linear in the number of names: two names are compared only where words of theirs begin alike, or one is
an acronym and the other has its initials.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from castalia.memory.graph_records import Node
from castalia.memory.name_vetoes import veto
from castalia.memory.names import name_key
from castalia.memory.triplet_log import Resolution
from castalia.memory.triplets import TripletGraph

_PREFIX = 5  # characters of a word that two names share to meet
_BLOCK = 30  # in a larger block only neighbours meet
_WINDOW = 6
_ALIKE = 0.6  # names less alike than this are not worth a question
_ACRONYM = 0.9


class Candidate(NamedTuple):
    """Two nodes, and how alike their names are (0 to 1)."""

    a: Node
    b: Node
    likeness: float


def find_candidates(
    graph: TripletGraph,
    resolutions: Iterable[Resolution],
    per_node: int = 3,
    limit: int = 60,
    new: Collection[str] | None = None,
) -> tuple[Candidate, ...]:
    """The most alike pairs that no verdict and no veto has decided, at most ``per_node`` a node and ``limit`` in all.

    With ``new`` (snippet ids), only pairs of which one entity was named by these snippets. Pairs that are decided
    count towards both limits, so that asking again does not bring up others in their place.
    """
    decided = {frozenset((name_key(one.a), name_key(one.b))) for one in resolutions}
    nodes = {node.id: node for node in graph.nodes}
    batch = None if new is None else frozenset(new)
    fresh = {node.id for node in graph.nodes if batch is None or not batch.isdisjoint(node.snippets)}
    found = []
    for a, b in _meetings(graph.nodes, fresh):
        one, other = nodes[a], nodes[b]
        likeness = _likeness(one.label, other.label)
        if likeness >= _ALIKE and not veto(one.label, other.label):
            found.append(Candidate(one, other, round(likeness, 4)))
    found.sort(key=lambda pair: (-pair.likeness, pair.a.id, pair.b.id))
    taken: dict[str, int] = defaultdict(int)
    kept: list[Candidate] = []
    for pair in found:
        if len(kept) < limit and taken[pair.a.id] < per_node and taken[pair.b.id] < per_node:
            taken[pair.a.id] += 1
            taken[pair.b.id] += 1
            kept.append(pair)
    return tuple(one for one in kept if frozenset((name_key(one.a.label), name_key(one.b.label))) not in decided)


def _meetings(nodes: Sequence[Node], fresh: Collection[str]) -> list[tuple[str, str]]:
    """Pairs of node ids that share a block, one of them fresh, sorted: the beginning of a word, or an acronym and its
    initials."""
    blocks: dict[str, list[tuple[str, str]]] = defaultdict(list)
    acronyms: dict[str, list[str]] = defaultdict(list)
    phrases: dict[str, list[str]] = defaultdict(list)
    for node in sorted(nodes, key=lambda one: one.id):
        words = name_key(node.label).split()
        for word in {word[:_PREFIX] for word in words if len(word) >= 3}:
            blocks[word].append((" ".join(words), node.id))
        if len(words) > 1:
            phrases["".join(word[0] for word in words).casefold()].append(node.id)
        elif node.label.isupper():
            acronyms[words[0].casefold()].append(node.id)
    pairs = {pair for block in blocks.values() if len(block) > 1 for pair in _pairs(sorted(block))}
    pairs |= {
        _in_order(short, long)
        for letters, ids in acronyms.items()
        for short in ids[:_WINDOW]
        for long in phrases.get(letters, ())[:_BLOCK]
    }
    return sorted(pair for pair in pairs if pair[0] in fresh or pair[1] in fresh)


def _pairs(block: Sequence[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    ids = [node for _, node in block]
    window = len(ids) if len(ids) <= _BLOCK else _WINDOW
    for place, a in enumerate(ids):
        yield from (_in_order(a, b) for b in ids[place + 1 : place + window] if a != b)


def _in_order(a: str, b: str) -> tuple[str, str]:
    return (a, b) if a < b else (b, a)


def _likeness(a: str, b: str) -> float:
    """The greater of the share of words in common and the likeness of the letters (Dice's coefficient over pairs of
    letters); an acronym is like its initials. Of names that meet: each has two letters or more."""
    one, other = _profile(name_key(a)), _profile(name_key(b))
    if one.initials == other.letters or other.initials == one.letters:
        return _ACRONYM
    shared = len(one.words & other.words) / len(one.words | other.words)
    return max(shared, 2 * len(one.pairs & other.pairs) / (len(one.pairs) + len(other.pairs)))


class _Profile(NamedTuple):
    """A name as it is compared: its words, its pairs of letters, all its letters, and the first ones of its words."""

    words: frozenset[str]
    pairs: frozenset[str]
    letters: str
    initials: str


@lru_cache(maxsize=30_000)
def _profile(key: str) -> _Profile:
    words = key.split()
    initials = "".join(word[0] for word in words).casefold()
    return _Profile(frozenset(words), frozenset(map("".join, pairwise(key))), key.casefold(), initials)
