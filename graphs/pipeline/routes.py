"""Routes: pure functions from state to the name of the next node, so that each can be tested on a dict."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Literal

from castalia.graphs.settings import Settings

Stop = Literal["", "budget", "depth", "snippets", "saturated"]


def stop_reason(state: Mapping[str, Any], settings: Settings) -> Stop:
    """Why curation ends here; "" where it goes on.

    ``budget``: what curation may spend is spent; ``depth``: m batches are done; ``snippets``: the cap is reached;
    ``saturated``: nothing is left that passes the relevance floor, two batches in a row brought less than
    ``least_yield`` of what they asked for, or less than ``least_usable`` of the last one holds anything that a verbatim
    writer could use.
    """
    if state["is_spent"]:
        return "budget"
    if state["iterations"] > settings.depth:
        return "depth"
    if state["curated"] >= settings.most:
        return "snippets"
    if settings.saturation and _is_saturated(state, settings):
        return "saturated"
    return ""


def after_normalise(state: Mapping[str, Any], settings: Settings, parts: Collection[str] = ()) -> str:
    """Another batch, or on to the outline, where a person may approve ``parts`` first."""
    return entry("outliner", parts) if stop_reason(state, settings) else "researcher"


def entry(node: str, parts: Collection[str]) -> str:
    """Where an edge of the pipeline to this node leads: to the first approval that is asked for before it, or to the
    node itself."""
    before = {"outliner": ("sources", "triplets"), "assign": ("outline",), "assemble": ("feedback",)}[node]
    return next((f"approve_{one}" for one in before if one in parts), node)


def after_review(state: Mapping[str, Any], settings: Settings) -> Literal["writer", "finish"]:
    """Another revision where something is open and revisions are left."""
    return "writer" if state["feedback"] and state["revision"] < settings.revisions else "finish"


def none_read(state: Mapping[str, Any]) -> str:
    """Why the model could read none of the first snippets: it will not read the others. "" where it read one, or was
    not the reason."""
    failures, first = state.get("failures", {}), state.get("new_ids", ())
    if state.get("iterations", 0) > 0 or not first or not all(one in failures for one in first):
        return ""
    return str(failures[first[0]]["error"]) if failures[first[0]]["is_model"] else ""


def _is_saturated(state: Mapping[str, Any], settings: Settings) -> bool:
    recent, usable = state["yields"][-2:], state.get("usable", [])  # states of before have no such keys
    is_poor = len(recent) == 2 and max(recent) < settings.least_yield
    is_useless = bool(recent and usable) and usable[-1] < settings.least_usable  # the seed is no batch
    return is_poor or is_useless or bool(state.get("is_exhausted"))
