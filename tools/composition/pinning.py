"""Pinning: what a person wants used has a unit that is offered it, whatever the assignment made of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from castalia.memory.protocols import SnippetStore
from castalia.memory.records import Section
from castalia.tools.composition.assignment import Assignment
from castalia.tools.composition.distribution import best_units


async def with_pins(
    store: SnippetStore, topic: str, outline: Sequence[Section], plan: Sequence[Assignment], pins: Sequence[str]
) -> tuple[Assignment, ...]:
    """The plan with every pin in the one unit that is to use it: the one in which a heading ranks it highest; the first
    that has it, where that one has not; the first of all, where none has it and no heading finds it. A plan without
    units stays one."""
    if not plan or not pins:
        return tuple(plan)
    units = [one.section for one in plan]
    ids = sorted({*pins, *(name for one in plan for name in one.snippet_ids)})
    best = await best_units(store, topic, [one for one in outline if one.id in units], ids)
    homes = {pin: _home(best.get(pin), [one.section for one in plan if pin in one.snippet_ids], units) for pin in pins}
    own = {one.section: tuple(pin for pin in pins if homes[pin] == one.section) for one in plan}
    return tuple(
        replace(
            one,
            snippet_ids=tuple(dict.fromkeys((*own[one.section], *one.snippet_ids))),
            pinned=own[one.section],
        )
        for one in plan
    )


def _home(best: str | None, owners: Sequence[str], units: Sequence[str]) -> str:
    if best is not None and (not owners or best in owners):
        return best
    return (owners or units)[0]
