"""What an agent's answer may be made of: values that a run can keep and go on with, whoever made them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping


def check_plain(value: object) -> None:
    """``TypeError`` or ``ValueError`` names the first thing in it that no file can hold: an object, an iterator, a
    number that is none, a text that UTF-8 has no bytes for."""
    match value:
        case str():
            value.encode("utf-8")
        case Mapping():
            check_texts(value)
            for one in value.values():
                check_plain(one)
        case list() | tuple() | set() | frozenset():
            for one in value:
                check_plain(one)
        case float() if not math.isfinite(value):
            raise ValueError(f"{value!r} is no number")
        case None | int() | float():
            pass
        case _:
            raise TypeError(f"{value!r} is neither text, number, list nor dict")


def check_texts(values: Iterable[object]) -> None:
    """``TypeError`` names the first of them that is no text."""
    for one in values:
        if not isinstance(one, str):
            raise TypeError(f"{one!r} is no text")
