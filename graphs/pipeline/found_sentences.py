"""How many sentences the rules found for each heading; shown for headings that got no section."""

from __future__ import annotations

from collections.abc import Mapping

from castalia.agents.crew import Crew
from castalia.agents.roles import by_rules
from castalia.graphs.pipeline.state import ApolloState
from castalia.graphs.pipeline.unit import units_of
from castalia.graphs.settings import Settings
from castalia.memory.memory import Memory
from castalia.memory.plain import outline_of
from castalia.memory.records import nodes_of
from castalia.tools.composition.placed_evidence import placed_in
from castalia.tools.language.counting import count
from castalia.tools.topic.evidence import run_evidence


async def found_sentences(state: ApolloState, crew: Crew, memory: Memory, settings: Settings) -> dict[str, int]:
    """Heading (its id, that of a section with what its subsections have) to number; empty where a model writes, which
    is given whole snippets."""
    outline = outline_of(state["outline"])
    if not by_rules(crew.writer) or settings.assign != "sentences":
        return {}
    placed = await placed_in(memory, await run_evidence(memory, state), units_of(outline, settings))
    own = {name: sum(len(one.sentences) == 1 for one, _ in those) for name, those in placed.passages.items()}
    return {one.id: sum(own.get(inner.id, 0) for inner in (one, *one.sections)) for one in nodes_of(outline)}


def told_count(found: Mapping[str, int], heading: str) -> str:
    """What was found for a heading (its id), in words: "no sentence"; nothing where that is not known."""
    number = found.get(heading)
    return "" if number is None else count(number, "sentence") if number else "no sentence"
