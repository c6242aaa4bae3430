"""The shape of a record: how a value read from JSON differs from the TypedDict that it should be."""

from __future__ import annotations

from functools import lru_cache
from types import UnionType
from typing import Any, Literal, NotRequired, cast, get_args, get_origin

from typing_extensions import get_type_hints, is_typeddict

_NAMES = {str: "a text", int: "a whole number", bool: "true or false", int | float: "a number"}


def shape_problems(value: object, kind: Any, where: str) -> list[str]:
    """How a value differs from a TypedDict, or from the type of one of its fields; keys that we do not know are
    welcome."""
    origin = get_origin(kind)
    if kind is Any:
        return []
    if is_typeddict(kind):
        if not isinstance(value, dict):
            return [f"{where} is not an object"]
        problems = [f"{where} lacks {name!r}" for name, _, needed in _fields(kind) if needed and name not in value]
        for name, one, _ in _fields(kind):
            problems += shape_problems(value[name], one, f"{where}.{name}") if name in value else []
        return problems
    if origin is list:
        if not isinstance(value, list):
            return [f"{where} is not a list"]
        return [
            one
            for place, item in enumerate(value)
            for one in shape_problems(item, get_args(kind)[0], f"{where}[{place}]")
        ]
    if origin is tuple:
        kinds = get_args(kind)
        if not isinstance(value, list) or len(value) != len(kinds):
            return [f"{where} is not a list of {len(kinds)}"]
        return [
            one
            for place, (item, inner) in enumerate(zip(value, kinds, strict=True))
            for one in shape_problems(item, inner, f"{where}[{place}]")
        ]
    if origin is dict:
        if not isinstance(value, dict):
            return [f"{where} is not an object"]
        return [
            one for name, item in value.items() for one in shape_problems(item, get_args(kind)[1], f"{where}.{name}")
        ]
    if origin is Literal:
        allowed = ", ".join(repr(one) for one in get_args(kind))
        same = any(type(value) is type(one) and value == one for one in get_args(kind))
        return [] if same else [f"{where} is not one of: {allowed}"]
    if isinstance(kind, UnionType):
        fits = any(not shape_problems(value, one, where) for one in get_args(kind))
        return [] if fits else [f"{where} is not {_NAMES.get(kind, kind)}"]
    is_right = isinstance(value, kind) and not (kind is int and isinstance(value, bool))
    return [] if is_right else [f"{where} is not {_NAMES.get(kind, kind)}"]


@lru_cache(maxsize=16)
def _fields(record: Any) -> tuple[tuple[str, Any, bool], ...]:
    """Name, type and whether it must be there, for each key of a TypedDict."""
    hints = get_type_hints(record, include_extras=True)
    return tuple(
        (name, get_args(kind)[0], False) if cast(Any, get_origin(kind)) is NotRequired else (name, kind, True)
        for name, kind in hints.items()
    )
