"""JSON as chat models spoil it: wrapped, broken off, with values of other types or in other places. The table of ways
is in ``scripted_faults``."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from castalia.tools.models.chat import Call


def json_in(text: str) -> Any:
    """The answer as a value; ``None`` for one that is plain text, or was cut off."""
    try:
        return json.loads(text) if text.startswith("{") else None
    except ValueError:
        return None


def json_of(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def fenced(call: Call, answer: str) -> str:
    return f"```{'json' if json_in(answer) is not None else 'markdown'}\n{answer}\n```"


def prose_around(call: Call, answer: str) -> str:
    return (
        f"Sure! Here is the answer you asked for:\n\n{answer}\n\nLet me know if you would like me to change anything."
    )


def trailing_commas(call: Call, answer: str) -> str:
    return answer if (value := json_in(answer)) is None else _with_commas(value)


def _with_commas(value: Any) -> str:
    if isinstance(value, dict) and value:
        return "{" + "".join(f"{json_of(name)}: {_with_commas(one)}, " for name, one in value.items()).rstrip() + "}"
    if isinstance(value, list) and value:
        return "[" + "".join(f"{_with_commas(one)}, " for one in value).rstrip() + "]"
    return json_of(value)


def two_thirds(call: Call, answer: str) -> str:
    return answer[: len(answer) * 2 // 3]


def truncated_json(call: Call, answer: str) -> str:
    return answer if json_in(answer) is None else two_thirds(call, answer)


def wrong_types(call: Call, answer: str) -> str:
    """The first row of each list and every second one after it, and what is no list, in types that nobody asked for."""
    if (value := json_in(answer)) is None:
        return answer
    rows = {
        name: [_mistyped(row) if place % 2 == 0 else row for place, row in enumerate(one)]
        if isinstance(one, list)
        else _mistyped(one)
        for name, one in value.items()
    }
    return json_of(rows)


def _mistyped(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _mistyped(one) for name, one in value.items()}
    if isinstance(value, str):
        return {"text": value}
    return [value] if isinstance(value, int | float) else None


def list_for_object(call: Call, answer: str) -> str:
    """The rows alone where the answer has one list, else the object in a list."""
    if (value := json_in(answer)) is None:
        return answer
    lists = [one for one in value.values() if isinstance(one, list)]
    return json_of(lists[0] if len(lists) == 1 else [value])


def object_for_list(call: Call, answer: str) -> str:
    """The first row of each list in place of the list."""
    if (value := json_in(answer)) is None:
        return answer
    return json_of({name: one[0] if isinstance(one, list) and one else one for name, one in value.items()})


def extra_fields(call: Call, answer: str) -> str:
    if (value := json_in(answer)) is None:
        return answer
    return json_of(
        {"thoughts": "First I read everything.", **with_rows(value, lambda row: {**row, "confidence": 0.97})}
    )


def with_rows(value: Any, change: Callable[[dict[str, Any]], dict[str, Any]]) -> Any:
    """The answer with each row of its lists changed."""
    return {
        name: [change(row) if isinstance(row, dict) else row for row in one] if isinstance(one, list) else one
        for name, one in value.items()
    }
