"""Pinning: what a person wants used has a unit that is offered it, whatever the assignment made of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from castalia.memory.protocols import SnippetStore
from castalia.memory.records import Section
from castalia.tools.assignment import Assignment
from castalia.tools.distribution import distribute


async def with_pins(
    store: SnippetStore, topic: str, outline: Sequence[Section], plan: Sequence[Assignment], pins: Sequence[str]
) -> tuple[Assignment, ...]:
    """The plan with every pin in the one unit that is to use it: of those that have it, and else of all, the unit in which a heading ranks it
    highest; the first where no heading finds it. A plan without units stays one."""
    if not plan or not pins:
        return tuple(plan)
    units = {one.section for one in plan}
    sections = [one for one in outline if one.id in units]
    homes: dict[str, str] = {}
    for pin in pins:
        owners = {one.section for one in plan if pin in one.snippet_ids} or units
        those = [one for one in sections if one.id in owners]
        found = [] if len(those) == 1 else await distribute(store, topic, those, [pin], 1)
        homes[pin] = next((one.section for one in found if one.snippet_ids), those[0].id)
    own = {one.section: tuple(pin for pin in pins if homes[pin] == one.section) for one in plan}
    return tuple(
        replace(
            one,
            snippet_ids=tuple(dict.fromkeys((*own[one.section], *one.snippet_ids))),
            pinned=own[one.section],
        )
        for one in plan
    )
