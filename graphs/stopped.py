"""The one exception that ends a LangGraph run from inside a node, whatever error handlers there are."""

from __future__ import annotations

from castalia.memory.errors import CastaliaError
from langgraph.errors import GraphBubbleUp


class RunStopped(GraphBubbleUp, CastaliaError):
    """``error`` is no failure of one snippet or section. The step is not noted as done, so that a run that goes on does
    it again."""

    def __init__(self, error: Exception) -> None:
        super().__init__(str(error))
        self.error = error
