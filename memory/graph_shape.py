"""The shape of ``graph.json``: what ``graph_files`` writes, and what it may read. Types only."""

from __future__ import annotations

from typing_extensions import TypedDict


class NodeShape(TypedDict):
    """A node; ``aliases`` counts the claims by surface."""

    id: str
    label: str
    aliases: dict[str, int]
    names: list[str]
    snippets: list[str]
    documents: list[str]


class EdgeShape(TypedDict):
    """An edge; ``surfaces`` counts how it was said, ``quotes`` are pairs of a snippet and a quote."""

    source: str
    predicate: str
    target: str
    positive: bool
    parent: str
    surfaces: dict[str, int]
    quotes: list[tuple[str, str]]
    documents: list[str]
    confidence: int | float
    conflict: bool


class GraphShape(TypedDict):
    """A whole graph. What was asked has its snippets behind it, an acronym its long forms; of what was dropped there
    are head, relation, tail, quote, parent, confidence, sign, snippet and why."""

    nodes: list[NodeShape]
    edges: list[EdgeShape]
    questions: list[tuple[str, list[str]]]
    keywords: list[tuple[str, list[str]]]
    homographs: list[tuple[str, list[str]]]
    dropped: list[tuple[str, str, str, str, str, int | float, bool, str, str]]
