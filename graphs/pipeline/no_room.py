"""Sections that were left out because the page has no words left for them: noted in the run's record, and told in a
notice on the page."""

from __future__ import annotations

from collections.abc import Sequence

from castalia.graphs.pipeline.noted import details
from castalia.graphs.settings import Settings
from castalia.memory.event_kinds import NO_ROOM
from castalia.memory.ledgers import Event, Run
from castalia.memory.records import Section
from castalia.tools.composition.assignment import Assignment
from castalia.tools.language.counting import count
from castalia.tools.language.listing import listed


def note_no_room(run: Run, outline: Sequence[Section], plan: Sequence[Assignment], settings: Settings) -> None:
    """Note, as an event each, the units of the outline that the plan has no words for. That can only be where sentences
    are assigned: otherwise a unit that the plan leaves out has no evidence."""
    recorder = run.step("assign")
    planned = {one.section for one in plan}
    for section in outline:
        if section.id not in planned and settings.assign == "sentences":
            inner = [one.id for one in section.sections]
            recorder.event(NO_ROOM, section=section.id, heading=section.heading, sections=inner, words=settings.words)


def without_room(events: Sequence[Event]) -> set[str]:
    """The ids of these sections and of their subsections."""
    return {name for one in details(events, NO_ROOM) for name in (one["section"], *one["sections"])}


def room_notices(events: Sequence[Event]) -> list[str]:
    """What a reader should know of them, in a line."""
    left = details(events, NO_ROOM)
    names = [f"“{one['heading']}”" for one in left]
    return [f"In {count(left[0]['words'], 'word')} there was no room for {listed(names)}."] if left else []
