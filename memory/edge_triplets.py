"""Which triplets of the log stand behind an edge of a graph. That a run leaves out those of an edge which a person
vetoed is the business of ``ledgers``."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from castalia.memory.graph_records import Edge
from castalia.memory.identity import node_id
from castalia.memory.predicates import predicate_key
from castalia.memory.records import Triplet
from castalia.memory.triplet_log import Extraction
from castalia.memory.triplets import TripletGraph


def edge_id(edge: Edge) -> str:
    """An opaque id for an edge, from its ends and its key."""
    return node_id("edge", edge.head, edge.key, edge.tail)


def triplets_behind(
    ids: Collection[str], graph: TripletGraph, extractions: Mapping[str, Extraction]
) -> tuple[Triplet, ...]:
    """The triplets of these extractions that the edges with these ids were derived from, in the order of the log.

    A veto is kept as triplets: ids of edges change when a later verdict merges names, what a snippet was read as does
    not.
    """
    edges = [one for one in graph.edges if edge_id(one) in ids]
    keys = {(one.head, one.predicate, one.tail, one.positive) for one in edges}
    snippets = {name for one in edges for name in one.snippets}
    read = (one for name, those in extractions.items() if name in snippets for one in those.triplets)
    return tuple(one for one in read if _key(one, graph) in keys)


def _key(one: Triplet, graph: TripletGraph) -> tuple[str | None, str, str | None, bool]:
    predicate, affirms = predicate_key(one.relation)
    return graph.find(one.head), predicate, graph.find(one.tail), affirms and one.positive
