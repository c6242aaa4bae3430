"""The snippets in which a definition of the topic may stand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from castalia.memory.memory import Memory
from castalia.memory.records import Snippet
from castalia.tools.topic.evidence import Evidence

NAMING = 300  # snippets beside the run's own


async def defining_snippets(memory: Memory, state: Mapping[str, Any], evidence: Evidence) -> list[Snippet]:
    """The snippets of the run, and others of the store that name the topic. ``state`` names the ``run_id``, and perhaps
    ``iterations`` to look back to."""
    naming = [one for one in evidence.relevance.scores if one not in evidence.snippets][:NAMING]
    banned = memory.run(state["run_id"]).banned(state.get("iterations"))
    others = [one for one in await memory.snippets(naming) if not banned.covers(one)]
    return [*evidence.snippets.values(), *others]
