"""Strict msgpack before LangGraph is imported: a state that holds anything but plain values fails here."""

from __future__ import annotations

import os

os.environ["LANGGRAPH_STRICT_MSGPACK"] = "true"
