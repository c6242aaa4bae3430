"""The faults that validation finds in an answer: where they are, which of them have only one mending, how they are
told.

What becomes of those that cannot be mended is decided in ``answers``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from castalia.memory.ellipsis import abridge
from castalia.tools.models.answer_fields import SEPARATORS, bare_name

LONGEST_REASON = 200  # characters


def path_of(value: Any, place: Iterable[str | int]) -> tuple[str | int, ...]:
    """The part of an error's place that exists in the value; names of union members in it are passed over."""
    path: list[str | int] = []
    for step in place:
        is_row = isinstance(value, list) and isinstance(step, int) and step < len(value)
        if is_row or (isinstance(value, dict) and step in value):
            value = value[step]
            path.append(step)
    return tuple(path)


def value_at(value: Any, path: Iterable[str | int]) -> Any:
    """What stands at that place."""
    for step in path:
        value = value[step]
    return value


def row_of(path: tuple[str | int, ...]) -> tuple[str | int, ...]:
    """The path up to the innermost row of a list; empty outside lists."""
    while path and not isinstance(path[-1], int):
        path = path[:-1]
    return path


def mend(value: Any, path: tuple[str | int, ...], kind: str, place: Sequence[str | int]) -> bool:
    """Mend one fault in place if there is only one way to: True if something changed."""
    fault = value_at(value, path)
    if kind == "missing":
        return isinstance(fault, dict) and _rename(fault, str(place[-1]))
    if not path:
        return False
    holder, last = value_at(value, path[:-1]), path[-1]
    if kind == "extra_forbidden" or (fault is None and isinstance(holder, dict)):
        del holder[last]  # None: the default, if there is one
        return True
    better = _better(fault, kind)
    if better is None:
        return False
    holder[last] = better
    return True


def _rename(holder: dict[str, Any], name: str) -> bool:
    for other in holder:
        if other != name and bare_name(other) == bare_name(name):
            holder[name] = holder.pop(other)
            return True
    return False


def _better(fault: Any, kind: str) -> Any:
    """What a value of the wrong type has to mean; None if that is not certain."""
    if kind == "string_type" and isinstance(fault, int | float) and not isinstance(fault, bool):
        return str(fault)
    if kind in ("list_type", "tuple_type", "set_type", "frozen_set_type"):
        if isinstance(fault, dict):
            nested = fault and all(isinstance(one, dict) for one in fault.values())
            return list(fault.values()) if nested else [fault]
        return [fault] if isinstance(fault, str) and fault.strip() else None
    if kind in ("model_type", "model_attributes_type") and isinstance(fault, list) and len(fault) == 1:
        return fault[0] if isinstance(fault[0], dict) else None
    if kind in ("literal_error", "enum") and isinstance(fault, str):
        lower = SEPARATORS.sub("_", fault.strip().lower())
        return lower if lower != fault else None
    return None


def reason_of(path: tuple[str | int, ...], message: str, place: Sequence[str | int]) -> str:
    """The fault in one line that the model can be shown."""
    steps = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path).lstrip(".")
    if place and message == "Field required":
        message = f"field {str(place[-1])!r} is missing"
    line = " ".join(f"{steps}: {message}".lstrip(": ").split())
    return abridge(line, LONGEST_REASON)
