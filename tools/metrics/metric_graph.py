"""Metrics of a triplet graph that need no judge. MINE, which asks a model about facts, is no part of this."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from castalia.memory.graph_records import Edge, GraphRecord, Node
from castalia.tools.claims.quotes import find_quote
from castalia.tools.language.words import stem_set

# What a normalised relation says in words of its own ("part of", "precedes"): its source need not.
OWN_STEMS = frozenset({"part", "preced"})


@dataclass(frozen=True, slots=True)
class GraphMetrics:
    """What ``measure_graph`` finds; shares from 0 to 1, ``None`` for a graph without triples (``isolated_share``:
    without nodes)."""

    nodes: int
    triples: int
    triple_support: float | None
    words_per_triple: float | None
    isolated_nodes: int
    isolated_share: float | None


def measure_graph(graph: GraphRecord, texts: Mapping[str, str] | None = None) -> GraphMetrics:
    """All metrics of a graph. ``texts`` maps snippet ids to their texts, where they are known: then a quote has to
    stand in them too.

    *Triple support*: the share of triples of which head, relation and tail, each in one of its forms, have all their
    content stems in one quote. A fact is thus one sentence's, not several's. *Words per triple*: of label, phrase and
    label; support is cheap for triples that are whole sentences, so read the two together. *Isolated nodes*: no triple
    leads to another node. The source of all three is this project's MINE proxy; the thesis (section 4.6, "Knowledge
    Graph Quality") measures graphs by MINE alone.
    """
    known = texts or {}
    nodes = {one.id: one for one in graph.nodes}
    supported = sum(is_supported(edge, nodes, known) for edge in graph.edges)
    words = sum(len(_phrase(edge, nodes).split()) for edge in graph.edges)
    linked = {end for edge in graph.edges if edge.head != edge.tail for end in (edge.head, edge.tail)}
    isolated = len(nodes.keys() - linked)
    return GraphMetrics(
        len(nodes),
        len(graph.edges),
        supported / len(graph.edges) if graph.edges else None,
        words / len(graph.edges) if graph.edges else None,
        isolated,
        isolated / len(nodes) if nodes else None,
    )


def is_supported(edge: Edge, nodes: Mapping[str, Node], texts: Mapping[str, str]) -> bool:
    """Whether one quote of a triple holds all of it, and stands in its snippet where that is known."""
    return any(
        _has(quote, _names(nodes.get(edge.head)))
        and _has(quote, _names(nodes.get(edge.tail)))
        and _has(quote, edge.surfaces)
        and (snippet not in texts or bool(find_quote(quote, texts[snippet])))
        for snippet, quote in edge.quotes
    )


def _has(quote: str, forms: Iterable[str]) -> bool:
    stems = stem_set(quote)
    return any(stem_set(one) - OWN_STEMS <= stems for one in forms)


def _names(node: Node | None) -> tuple[str, ...]:
    return () if node is None else (*node.aliases, *node.names)


def _phrase(edge: Edge, nodes: Mapping[str, Node]) -> str:
    ends = [nodes[one].label if one in nodes else "" for one in (edge.head, edge.tail)]
    return f"{ends[0]} {edge.phrase} {ends[1]}"
