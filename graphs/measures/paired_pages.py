"""The pages of two systems, paired by topic."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from castalia.graphs.measures.opened_pages import (
    OpenedPage,
    Pages,
    check_names,
    folder_names,
    open_pages,
    pages_by_topic,
)
from castalia.memory.errors import InputError
from castalia.tools.language.counting import count


@dataclass(frozen=True, slots=True)
class Side:
    """One of two systems: its name, its pages by ``topic_key``, and a line for each that could not be opened."""

    name: str
    pages: Mapping[str, OpenedPage]
    unopened: Sequence[str]

    def alone(self, other: Side) -> list[str]:
        """The topics that the other side does not have."""
        return [one.topic for key, one in self.pages.items() if key not in other.pages]


def pair_pages(first: Pages, second: Pages, names: Sequence[str] | None) -> tuple[Side, Side, list[str]]:
    """Both sides, and the keys of the topics that they have in common. ``InputError`` where there are none, where a
    side has two pages on one topic, and for ``names`` that do not tell two systems apart."""
    called = _called(first, second, names)
    opened = [open_pages(one) for one in (first, second)]
    one, other = (
        Side(name, pages_by_topic(name, pages), unopened)
        for name, (pages, unopened) in zip(called, opened, strict=True)
    )
    common = [key for key in one.pages if key in other.pages]
    if not common:
        raise InputError(f"{one.name} and {other.name} have no topic in common: pages are paired by topic")
    return one, other, common


def _called(first: Pages, second: Pages, names: Sequence[str] | None) -> tuple[str, str]:
    """What two systems are called: these ``names``, or their folders, or those above them that differ; else A and B."""
    if names:
        check_names(names)
        if len(names) != 2:
            raise InputError(f"two systems, and {count(len(names), 'name')}: give one for each")
        return names[0], names[1]
    alone = [one[0] if isinstance(one, list | tuple) and len(one) == 1 else one for one in (first, second)]
    paths = [one for one in alone if isinstance(one, str | Path)]
    found = folder_names(paths) if len(paths) == 2 else ("A", "B")
    return (found[0], found[1]) if found[0] != found[1] else ("A", "B")
