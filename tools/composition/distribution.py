"""Distribution: each curated snippet to the unit whose headings find it best, for writers who read whole snippets.

``assignment`` does the same for writers of verbatim sentences, sentence by sentence.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from castalia.memory.protocols import Filters, SearchQuery, SnippetStore
from castalia.memory.records import Section
from castalia.tools.composition.assignment import Assignment

LEAST, MOST = 90, 500  # words of a unit


async def distribute(
    store: SnippetStore, topic: str, outline: Sequence[Section], snippet_ids: Sequence[str], words: int
) -> tuple[Assignment, ...]:
    """One assignment a unit that some snippet is best for (``best_units``), in outline order; words by the root of the
    number of snippets."""
    best = await best_units(store, topic, outline, snippet_ids)
    chosen = {one.id: tuple(sorted(name for name, unit in best.items() if unit == one.id)) for one in outline}
    roots = {unit: math.sqrt(len(ids)) for unit, ids in chosen.items() if ids}
    total = sum(roots.values()) or 1.0
    return tuple(
        Assignment(unit, chosen[unit], max(LEAST, min(MOST, round(words * root / total))))
        for unit, root in roots.items()
    )


async def best_units(
    store: SnippetStore, topic: str, outline: Sequence[Section], snippet_ids: Sequence[str]
) -> dict[str, str]:
    """For each snippet that a search finds the unit in which one of the headings (with the topic) ranks it highest, the
    earlier unit of equals."""
    queries = [
        (section.id, SearchQuery(" ".join((topic, section.heading, *([node.heading] if node is not section else [])))))
        for section in outline
        for node in (section, *section.sections)
    ]
    if not queries or not snippet_ids:
        return {}
    found = await store.search([one for _, one in queries], len(snippet_ids), Filters(ids=frozenset(snippet_ids)))
    best: dict[str, tuple[int, str]] = {}
    for (unit, _), hits in zip(queries, found, strict=True):
        for rank, hit in enumerate(hits):
            if hit.snippet_id not in best or rank < best[hit.snippet_id][0]:
                best[hit.snippet_id] = (rank, unit)
    return {name: unit for name, (_, unit) in best.items()}


def everything(outline: Sequence[Section], snippet_ids: Sequence[str], words: int) -> tuple[Assignment, ...]:
    """All snippets to every unit, and an equal share of the words (the thesis' way: each section searches in all of
    K)."""
    share = max(LEAST, words // max(1, len(outline)))
    return tuple(Assignment(section.id, tuple(sorted(snippet_ids)), share) for section in outline)
