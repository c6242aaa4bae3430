"""A pipeline as a mermaid diagram, without the nodes that LangGraph adds for errors."""

from __future__ import annotations

from typing import Any

from langgraph.graph.state import CompiledStateGraph


def draw(pipeline: CompiledStateGraph[Any, Any, Any, Any]) -> str:
    """The mermaid text of a compiled graph."""
    graph = pipeline.get_graph()
    for node in [one for name, one in graph.nodes.items() if name.startswith("__error_handler__")]:
        graph.remove_node(node)
    return str(graph.draw_mermaid()).strip()
