"""What a triplet graph is made of: nodes, edges, what extraction asked, what was dropped. Values only, no queries.

Deriving them is the business of ``derivation``, asking of ``triplets``, writing and reading of ``graph_files``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from castalia.memory.predicates import predicate_key
from castalia.memory.records import Triplet


@dataclass(frozen=True, slots=True)
class Node:
    """An entity. ``aliases`` counts the claims that use each surface; ``names`` are further names that are known to
    mean it."""

    id: str
    label: str
    aliases: Mapping[str, int] = field(hash=False)
    names: tuple[str, ...]
    snippets: tuple[str, ...]
    documents: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Edge:
    """A claim that one or more snippets make: ``head`` and ``tail`` are node ids, ``quotes`` are (snippet id, quote)
    pairs.

    ``predicate`` is the normalised key, ``surfaces`` counts how it was said, ``conflict`` is set where the same pair,
    in the same direction, is also denied, or claimed with an opposite verb.
    """

    head: str
    predicate: str
    tail: str
    positive: bool
    parent: str
    surfaces: Mapping[str, int] = field(hash=False)
    quotes: tuple[tuple[str, str], ...]
    documents: tuple[str, ...]
    confidence: float
    conflict: bool

    @property
    def key(self) -> str:
        """The key among the edges of the pair."""
        return self.predicate if self.positive else f"not_{self.predicate}"

    @property
    def surface(self) -> str:
        """The predicate as it is said most often."""
        return favourite(self.surfaces)

    @property
    def phrase(self) -> str:
        """The surface, with "not" before it where the claim is a denial and the surface itself does not say so."""
        return f"not {self.surface}" if not self.positive and predicate_key(self.surface)[1] else self.surface

    @property
    def support(self) -> int:
        """How many distinct documents say so."""
        return len(self.documents)

    @property
    def snippets(self) -> tuple[str, ...]:
        """The ids of the snippets that say so, sorted."""
        return tuple(sorted({snippet for snippet, _ in self.quotes}))


class Asked(NamedTuple):
    """A question or key word that extraction left, and the snippets it came from."""

    text: str
    snippets: tuple[str, ...]


class Dropped(NamedTuple):
    """A triplet that is not in the graph, and why."""

    triplet: Triplet
    why: str


@dataclass(frozen=True)
class GraphRecord:
    """All that a triplet graph holds, each tuple sorted. ``homographs`` are acronyms with their several long forms."""

    nodes: tuple[Node, ...] = ()
    edges: tuple[Edge, ...] = ()
    questions: tuple[Asked, ...] = ()
    keywords: tuple[Asked, ...] = ()
    homographs: tuple[tuple[str, tuple[str, ...]], ...] = ()
    dropped: tuple[Dropped, ...] = ()


def favourite(counts: Mapping[str, int]) -> str:
    """The surface that is used most; ties go to the shorter, then to the smaller by letters."""
    return min(counts, key=lambda name: (-counts[name], len(name), name))
