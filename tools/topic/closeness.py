"""Closeness: how much the nodes of a graph have to do with the topic, by what their names weigh."""

from __future__ import annotations

from collections.abc import Mapping

from castalia.memory.triplets import TripletGraph
from castalia.tools.language.words import content_stems


def closeness(graph: TripletGraph, weights: Mapping[str, float]) -> dict[str, float]:
    """For each node, 0 to 1: the weight of its whole name, or half that of its weightiest word. ``weights`` are those
    of terms (stems)."""
    top = max(weights.values(), default=1.0)
    found = {}
    for node in graph.nodes:
        stems = content_stems(node.label)
        whole = weights.get(" ".join(stems), 0.0)
        parts = max((weights.get(one, 0.0) for one in stems), default=0.0)
        found[node.id] = min(1.0, max(whole, 0.5 * parts) / top)
    return found
