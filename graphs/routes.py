"""Routes: pure functions from state to the name of the next node, so that each can be tested on a dict."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from castalia.graphs.settings import Settings

Stop = Literal["", "budget", "depth", "snippets", "saturated"]


def stop_reason(state: Mapping[str, Any], settings: Settings) -> Stop:
    """Why curation ends here; "" where it goes on.

    ``budget``: what curation may spend is spent; ``depth``: m batches are done; ``snippets``: the cap is reached; ``saturated``: two batches in a row brought less than
    ``least_yield`` of what they asked for.
    """
    if state["is_spent"]:
        return "budget"
    if state["iterations"] > settings.depth:
        return "depth"
    if state["curated"] >= settings.most:
        return "snippets"
    recent = state["yields"][-2:]
    if settings.saturation and len(recent) == 2 and max(recent) < settings.least_yield:
        return "saturated"
    return ""


def after_normalise(state: Mapping[str, Any], settings: Settings) -> Literal["researcher", "outliner"]:
    """Another batch, or the outline."""
    return "outliner" if stop_reason(state, settings) else "researcher"


def after_review(state: Mapping[str, Any], settings: Settings) -> Literal["writer", "finish"]:
    """Another revision where something is open and revisions are left."""
    return "writer" if state["feedback"] and state["revision"] < settings.revisions else "finish"
