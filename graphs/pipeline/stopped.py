"""The one exception that ends a LangGraph run from inside a node, whatever error handlers there are."""

from __future__ import annotations

from castalia.memory.errors import CastaliaError
from langgraph.errors import GraphBubbleUp


class RunStopped(GraphBubbleUp, CastaliaError):
    """Wraps an error that would hit every snippet and section alike. The step is not checkpointed, so a resumed run
    repeats it."""

    def __init__(self, error: Exception) -> None:
        super().__init__(str(error))
        self.error = error
