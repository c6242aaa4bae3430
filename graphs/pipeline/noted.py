"""What the events of a run say, by their kind."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from castalia.memory.event_kinds import DECIDED
from castalia.memory.ledgers import Event


def details(events: Iterable[Event], kind: str) -> list[dict[str, Any]]:
    """What each event of this kind says, in their order."""
    return [one.detail for one in events if one.kind == kind]


def decisions(events: Iterable[Event]) -> dict[str, dict[str, Any]]:
    """What people decided, by the part of the run; the last decision on a part counts."""
    return {one["part"]: one for one in details(events, DECIDED)}
