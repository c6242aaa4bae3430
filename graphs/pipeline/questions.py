"""What a person is asked: the questions of a run as plain values, and where on its record the decisions stand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from castalia.agents.roles import Plain
from castalia.graphs.pipeline.state import ApolloState
from castalia.memory.edge_triplets import edge_id
from castalia.memory.ellipsis import whole_words
from castalia.memory.event_kinds import DECIDED
from castalia.memory.memory import Memory
from castalia.memory.plain import outline_of
from castalia.memory.records import Section, Snippet, nodes_of
from castalia.memory.triplets import TripletGraph

MOST_SOURCES = 200
MOST_TRIPLETS = 300
MOST_OBJECTIONS = 200
SHOWN = 200  # characters of a snippet, a quote


def question_of(part: str, state: ApolloState, ask: str) -> Plain:
    """What every question says."""
    return {"part": part, "topic": state["topic"], "ask": ask}


def shown_sources(ranked: Sequence[Snippet], scores: Mapping[str, float]) -> Plain:
    """The snippets that stand nearest to the topic."""
    rows = [
        {
            "id": one.id,
            "title": one.title,
            "url": one.url,
            "document": one.document,
            "year": one.year,
            "score": scores[one.id],
            "text": whole_words(one.text, SHOWN),
        }
        for one in ranked[:MOST_SOURCES]
    ]
    return {"sources": rows, "not_shown": max(0, len(ranked) - MOST_SOURCES)}


def shown_triplets(graph: TripletGraph) -> Plain:
    """The triplets that most documents claim."""
    ranked = sorted(graph.edges, key=lambda one: (-one.support, -one.confidence, edge_id(one)))
    rows = [
        {
            "id": edge_id(one),
            "head": graph.label(one.head),
            "relation": one.phrase,
            "tail": graph.label(one.tail),
            "documents": one.support,
            "conflict": one.conflict,
            "snippet_id": one.quotes[0][0] if one.quotes else "",
            "quote": whole_words(one.quotes[0][1], SHOWN) if one.quotes else "",
        }
        for one in ranked[:MOST_TRIPLETS]
    ]
    return {"triplets": rows, "not_shown": max(0, len(ranked) - MOST_TRIPLETS)}


def shown_objections(items: Mapping[str, tuple[str, Plain]], state: ApolloState) -> Plain:
    """What is open, section by section in the order of the page."""
    headings = headings_in(outline_of(state["outline"]))
    places = {name: place for place, name in enumerate(headings)}
    ranked = sorted(items, key=lambda name: places.get(items[name][0], len(places)))
    rows = [
        {
            "id": name,
            "section": items[name][0],
            "heading": headings.get(items[name][0], ""),
            "sentence": items[name][1]["claim"],
            "reason": items[name][1]["reason"],
            "request": items[name][1]["request"],
        }
        for name in ranked[:MOST_OBJECTIONS]
    ]
    return {"objections": rows, "not_shown": max(0, len(ranked) - MOST_OBJECTIONS)}


def headings_in(outline: Sequence[Section]) -> dict[str, str]:
    """Id to heading, of sections and subsections."""
    return {node.id: node.heading for node in nodes_of(outline)}


def note_decision(memory: Memory, state: ApolloState, part: str, **detail: Any) -> None:
    """The decision on the run's record."""
    memory.run(state["run_id"]).step(f"decide:{part}").event(DECIDED, part=part, by="a person", **detail)
