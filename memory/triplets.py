"""The triplet graph: entities and the claims between them, and what can be asked of them.

Nothing here changes. How it comes from extractions and verdicts is the business of ``derivation``; keeping what was
read, of ``triplet_log``; files, of ``graph_files``; showing it, of ``views``.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from castalia.memory import graph_files
from castalia.memory.clusters import surface
from castalia.memory.communities import louvain, random_walk
from castalia.memory.derivation import derive
from castalia.memory.errors import InputError
from castalia.memory.graph_records import Edge, GraphRecord, Node
from castalia.memory.names import name_key
from castalia.memory.triplet_log import Extraction, Resolution

if TYPE_CHECKING:
    import networkx as nx

__all__ = ["Edge", "Node", "TripletGraph", "check_graph"]


@dataclass(frozen=True)
class TripletGraph(GraphRecord):
    """Nodes and edges, sorted; equal inputs in any order give equal graphs. Nodes are named by opaque ids."""

    def __repr__(self) -> str:
        return f"TripletGraph({len(self.nodes)} nodes, {len(self.edges)} edges)"

    @classmethod
    def of(
        cls, extractions: Mapping[str, Extraction], documents: Mapping[str, str], resolutions: Iterable[Resolution] = ()
    ) -> TripletGraph:
        """The graph of these extractions (by snippet id). ``documents`` maps a snippet to its document, itself by
        default.

        Names merge by key, by an acronym that the snippets expand in one way only, and by verdicts; a "different"
        verdict and the vetoes of ``name_vetoes`` keep apart. A person's verdict goes before a model's on the same pair,
        and needs no veto's consent.
        """
        return cls._holding(derive(extractions, documents, resolutions))

    def node(self, node: str) -> Node:
        """The node with this id; ``KeyError`` if there is none."""
        return self._by_id[node]

    def label(self, node: str) -> str:
        """The surface of a node that is used most; ``KeyError`` if there is no such node."""
        return self._by_id[node].label

    def find(self, name: str) -> str | None:
        """The id of the node that a name means: by its exact surface, then by its key."""
        written = surface(name)
        return self._names.get(written) or self._keys.get(name_key(written))

    def neighbours(self, node: str) -> tuple[str, ...]:
        """The nodes one claim away, in either direction, sorted by id."""
        return tuple(sorted({edge.tail if edge.head == node else edge.head for edge in self.claims(node)}))

    def claims(self, node: str) -> tuple[Edge, ...]:
        """The edges that leave a node, then those that reach it, each best supported first; ``KeyError`` if there is no
        such node."""
        if node not in self._by_id:
            raise KeyError(node)
        return (*self._out.get(node, ()), *self._in.get(node, ()))

    def claims_from(self, node: str) -> tuple[Edge, ...]:
        """The edges that leave a node, best supported first."""
        return self._out.get(node, ())

    def claims_to(self, node: str) -> tuple[Edge, ...]:
        """The edges that reach a node, best supported first."""
        return self._in.get(node, ())

    def children(self, node: str, parent: str = "is_a") -> tuple[str, ...]:
        """The nodes whose claim of class ``parent`` points here ("a child is a node"), best supported first, then by
        label."""
        support: Counter[str] = Counter()
        for edge in self.claims_to(node):
            if edge.parent == parent and edge.positive:
                support[edge.head] = max(support[edge.head], edge.support)
        return tuple(sorted(support, key=lambda child: (-support[child], self.label(child), child)))

    def importance(self) -> Mapping[str, float]:
        """The share of a random walk that each node holds; the shares add up to 1.

        PageRank by power iteration (damping 0.85) on the undirected graph, an edge weighted by its support.
        """
        return self._importance

    def communities(self) -> tuple[tuple[str, ...], ...]:
        """Groups of nodes that claim much about each other, largest first, then by id; every node is in one.

        Louvain (Blondel et al. 2008, modularity) over the undirected graph in sorted node order, an edge weighted by
        its support.
        """
        return self._communities

    def components(self) -> tuple[tuple[str, ...], ...]:
        """The connected parts, largest first, then by id."""
        seen: set[str] = set()
        parts: list[tuple[str, ...]] = []
        for start in self.nodes:
            if start.id in seen:
                continue
            part: list[str] = []
            todo = [start.id]
            seen.add(start.id)
            while todo:
                part.append(node := todo.pop())
                new = [other for other in self.neighbours(node) if other not in seen]
                seen.update(new)
                todo += new
            parts.append(tuple(sorted(part)))
        return tuple(sorted(parts, key=lambda part: (-len(part), part)))

    @cached_property
    def network(self) -> nx.MultiDiGraph:
        """The graph as a frozen networkx ``MultiDiGraph`` with plain attributes, keyed (head, edge key, tail)."""
        return graph_files.to_network(self)

    def to_json(self) -> str:
        """Node-link JSON in ASCII, nothing lost: ``from_json`` gives back an equal graph."""
        return graph_files.to_json(self)

    @classmethod
    def from_json(cls, text: str) -> TripletGraph:
        """The graph that ``to_json`` wrote; ``InputError`` for anything else."""
        return cls._holding(graph_files.from_json(text))

    def to_graphml(self) -> str:
        """GraphML for Gephi, yEd and networkx: readable everywhere, but characters that XML forbids are gone and lists
        are JSON."""
        return graph_files.to_graphml(self)

    @classmethod
    def _holding(cls, one: GraphRecord) -> TripletGraph:
        return cls(one.nodes, one.edges, one.questions, one.keywords, one.homographs, one.dropped)

    @cached_property
    def _by_id(self) -> dict[str, Node]:
        return {node.id: node for node in self.nodes}

    @cached_property
    def _names(self) -> dict[str, str]:
        return {name: node.id for node in self.nodes for name in (*node.aliases, *node.names)}

    @cached_property
    def _keys(self) -> dict[str, str]:
        """By key; where a verdict split a key, the node with the smallest surface answers."""
        return {name_key(name): self._names[name] for name in sorted(self._names, reverse=True)}

    @cached_property
    def _out(self) -> dict[str, tuple[Edge, ...]]:
        return _index((edge.head, edge) for edge in self.edges)

    @cached_property
    def _in(self) -> dict[str, tuple[Edge, ...]]:
        return _index((edge.tail, edge) for edge in self.edges)

    @cached_property
    def _weights(self) -> list[dict[int, int]]:
        """The undirected graph over the places of the nodes in sorted order, edges of a pair added up."""
        place = {node.id: number for number, node in enumerate(self.nodes)}
        weights: list[dict[int, int]] = [{} for _ in self.nodes]
        for edge in self.edges:
            a, b = place[edge.head], place[edge.tail]
            weights[a][b] = weights[b][a] = weights[a].get(b, 0) + edge.support
        return weights

    @cached_property
    def _importance(self) -> dict[str, float]:
        return {node.id: rank for node, rank in zip(self.nodes, random_walk(self._weights), strict=True)}

    @cached_property
    def _communities(self) -> tuple[tuple[str, ...], ...]:
        groups: dict[int, list[str]] = defaultdict(list)
        for node, group in zip(self.nodes, louvain(self._weights), strict=True):
            groups[group].append(node.id)
        return tuple(sorted((tuple(group) for group in groups.values()), key=lambda group: (-len(group), group)))


def check_graph(graph: object) -> None:
    """``InputError`` for what is no triplet graph, such as a page, or a networkx graph."""
    if not isinstance(graph, TripletGraph):
        raise InputError(
            f"the graph is a {type(graph).__name__}: give page.graph, or what `await memory.graph(run_id)` answers"
        )


def _index(pairs: Iterable[tuple[str, Edge]]) -> dict[str, tuple[Edge, ...]]:
    """The edges of each node, best supported first."""
    index: dict[str, list[Edge]] = defaultdict(list)
    for node, edge in pairs:
        index[node].append(edge)
    order = {
        node: sorted(edges, key=lambda one: (-one.support, one.head, one.key, one.tail))
        for node, edges in index.items()
    }
    return {node: tuple(edges) for node, edges in order.items()}
