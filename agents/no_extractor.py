"""Φ left out: nobody reads snippets, and the graph of the run stays empty."""

from __future__ import annotations

from castalia.agents.roles import ExtractState, ExtractUpdate


class NoExtractor:
    """Reads nothing, so that there are no triplets for anybody. What other extractors put into the log stays theirs: a
    run's graph is made of what was read under the ``name`` of its own."""

    name = "nothing"
    engine = "extractive"

    async def __call__(self, state: ExtractState) -> ExtractUpdate:
        return {"triplets": 0}
