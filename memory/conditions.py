"""Turns ``Filters`` into conditions that the adapter of every engine can translate. What a filter may ask is checked
here and nowhere else. Pure, no store."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from castalia.memory.errors import InputError
from castalia.memory.identity import point_id
from castalia.memory.payloads import SNIPPET_FIELDS, flag
from castalia.memory.protocols import Filters


@dataclass(frozen=True, slots=True)
class Equals:
    """The payload at ``key`` is, or holds, exactly this value."""

    key: str
    value: str | int


@dataclass(frozen=True, slots=True)
class Between:
    """The payload at ``key`` is a number in these bounds, both included; ``None`` is no bound."""

    key: str
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class Absent:
    """There is nothing at ``key``."""

    key: str


@dataclass(frozen=True, slots=True)
class Among:
    """The point is one of these; without any, nothing matches."""

    points: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AnyOf:
    """At least one of these holds."""

    conditions: tuple[Condition, ...]


_HALVES = re.compile("[\ud800-\udfff]")  # of surrogate pairs

Condition = Equals | Between | Absent | Among | AnyOf


@dataclass(frozen=True, slots=True)
class Conditions:
    """All of ``must`` hold, and the point is not one of ``excluded`` (sorted point ids)."""

    must: tuple[Condition, ...]
    excluded: tuple[str, ...] = ()


def conditions_of(filters: Filters | None) -> Conditions | None:
    """The filters as conditions, or ``None`` where every snippet may be returned; ``InputError`` for what cannot be
    asked."""
    check_filters(filters)
    if filters is None or not (filters.where or filters.exclude or filters.ids is not None):
        return None
    must = [_matches(name, wanted) for name, wanted in sorted(filters.where.items())]
    if filters.ids is not None:
        must.append(Among(_points(filters.ids)))
    return Conditions(tuple(must), _points(filters.exclude))


def check_filters(filters: object) -> None:
    """``InputError`` for what are no filters, such as the fields alone."""
    if filters is not None and not (isinstance(filters, Filters) and isinstance(filters.where, Mapping)):
        raise InputError(f'the filters are {filters!r}: give Filters(where={{"domain": "biology"}})')


def _is_text(value: str) -> bool:
    """Whether UTF-8 can hold it."""
    return _HALVES.search(value) is None


def _points(ids: frozenset[str]) -> tuple[str, ...]:
    return tuple(sorted(point_id(one) for one in ids))


def _matches(name: str, wanted: Any) -> Condition:
    key = _key(name)
    if isinstance(wanted, tuple):
        return _range(name, key, wanted)
    if isinstance(wanted, str) or not isinstance(wanted, Sequence | frozenset | set):
        return _equals(name, key, wanted)
    if not wanted:
        return Among(())
    return AnyOf(tuple(_equals(name, key, value) for value in wanted))


def _key(name: str) -> str:
    if name in SNIPPET_FIELDS:
        return name
    if '"' in name or "\\" in name or not _is_text(name):
        raise InputError(f"cannot filter by the field {name!r}: its name holds a quote or a backslash, or is no text")
    return f'extra."{name}"'


def _range(name: str, key: str, bounds: tuple[Any, ...]) -> Condition:
    if len(bounds) != 2 or not all(isinstance(bound, int | float | None) for bound in bounds):
        raise InputError(
            f"the range {bounds!r} for {name!r} is no (low, high) pair of numbers: for alternatives give a list"
        )
    low, high = bounds
    return Between(key, low, high)


def _equals(name: str, key: str, value: Any) -> Condition:
    if value is None:
        return Absent(key)
    if isinstance(value, bool):
        return Equals("flags", flag(name, value))
    if isinstance(value, str):
        return Equals(key, value) if _is_text(value) else Among(())  # no payload holds half a surrogate pair
    if not isinstance(value, int | float):
        raise InputError(f"cannot filter {name!r} by {value!r}: give text, a number or a truth value")
    if isinstance(value, int) and abs(value) >= 2**63:
        return Among(())  # no payload holds so large a number
    if isinstance(value, int) and abs(value) >= 2**53:
        return Equals(key, value)
    return Between(key, value, value)  # as a range, so that 1 and 1.0 are one number
