"""The plan of a page: which snippets and how many words each unit gets, in the way that the settings ask for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from castalia.graphs.pipeline.bound import Bound
from castalia.graphs.pipeline.unit import units_of
from castalia.memory.plain import outline_of
from castalia.tools.composition.assignment import Assignment
from castalia.tools.composition.assignment import assign as assign_units
from castalia.tools.composition.distribution import distribute, everything
from castalia.tools.composition.pinning import with_pins
from castalia.tools.composition.placed_evidence import placed_in
from castalia.tools.topic.evidence import run_evidence


async def plan_units(bound: Bound, state: Mapping[str, Any]) -> tuple[Assignment, ...]:
    """One assignment a unit; ``state`` names topic, domain, run, the outline, and the ``iterations`` that are done."""
    memory, settings = bound.memory, bound.settings
    outline = units_of(outline_of(state["outline"]), settings)
    run = memory.run(state["run_id"])
    ids = [hit.snippet_id for hit in run.curated(state["iterations"])]
    if settings.assign == "sentences":
        evidence = await run_evidence(memory, state)
        placed = await placed_in(memory, evidence, outline)
        found = assign_units(outline, placed, settings.words, evidence.titled)
    elif settings.assign == "snippets":
        found = await distribute(memory.store, state["topic"], outline, ids, settings.words)
    else:
        found = everything(outline, ids, settings.words)
    return await with_pins(memory.store, state["topic"], outline, found, run.pinned(state["iterations"]))
