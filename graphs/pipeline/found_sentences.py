"""How many sentences the rules found for each heading; shown for headings that got no section."""

from __future__ import annotations

from collections.abc import Mapping

from castalia.agents.roles import by_rules
from castalia.graphs.pipeline.bound import Bound
from castalia.graphs.pipeline.state import ApolloState
from castalia.graphs.pipeline.unit import units_of
from castalia.memory.plain import outline_of
from castalia.memory.records import nodes_of
from castalia.tools.composition.placed_evidence import placed_in
from castalia.tools.language.counting import count
from castalia.tools.topic.evidence import run_evidence


async def found_sentences(state: ApolloState, bound: Bound) -> dict[str, int]:
    """Heading (its id, that of a section with what its subsections have) to number; empty where a model writes, which
    is given whole snippets."""
    outline = outline_of(state["outline"])
    if not by_rules(bound.crew.writer) or bound.settings.assign != "sentences":
        return {}
    evidence = await run_evidence(bound.memory, state)
    placed = await placed_in(bound.memory, evidence, units_of(outline, bound.settings))
    own = {name: sum(one.is_single for one, _ in those) for name, those in placed.passages.items()}
    return {one.id: sum(own.get(inner.id, 0) for inner in (one, *one.sections)) for one in nodes_of(outline)}


def told_count(found: Mapping[str, int], heading: str) -> str:
    """What was found for a heading (its id), in words: "no sentence"; nothing where that is not known."""
    number = found.get(heading)
    return "" if number is None else count(number, "sentence") if number else "no sentence"
