"""Values of JSON as damage or an editor may leave them: another value in place of each part, one part at a time."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

JUNK: tuple[Any, ...] = (None, True, -1, 10**30, 1.5, "", "text", [], {}, [None], {"a": None}, [["a"]], [["a", None]])
FIRST = 2  # items of a list that are replaced


def spoiled(body: Any, value: Any) -> Iterator[Any]:
    """Copies of the body, each with this value in place of one of its parts."""
    for path in _paths(body):
        whole = copy.deepcopy(body)
        inner = whole
        for step in path[:-1]:
            inner = inner[step]
        inner[path[-1]] = copy.deepcopy(value)
        yield whole


def _paths(body: Any, *before: Any) -> Iterator[tuple[Any, ...]]:
    parts: Any = body.items() if isinstance(body, dict) else enumerate(body[:FIRST]) if isinstance(body, list) else ()
    for step, part in parts:
        yield (*before, step)
        yield from _paths(part, *before, step)
