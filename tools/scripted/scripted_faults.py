"""What chat models do wrong, by name: each way takes a call and its good answer and gives the bad one.

They are for tests and dry runs of what reads the answers. A way that is about one kind of answer (JSON, Markdown)
leaves the other alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from castalia.memory.identity import KEY
from castalia.tools.models.chat import Call, Finish
from castalia.tools.scripted.scripted_json import (
    extra_fields,
    fenced,
    json_in,
    json_of,
    list_for_object,
    object_for_list,
    prose_around,
    trailing_commas,
    truncated_json,
    two_thirds,
    with_rows,
    wrong_types,
)
from castalia.tools.scripted.scripted_prompt import Prompt, orders_in

Fault = Callable[[Call, str], str]

LARGE = 100_000  # characters
INVENTED = "s0bad0bad0bad"  # has the form of a citation key, and no snippet has it

_KEY = re.compile(rf"\[{KEY}\]")
_KEY_RUN = re.compile(rf"(?:\[{KEY}\])+")
_HEADING = re.compile(r"^(#+) (.*)$", re.MULTILINE)
# The fields of answers that are free text, as against keys, numbers and words of a closed list.
_FREE = frozenset("question why focus term heading text lead problem name description head tail quote".split())


def _unknown_keys(call: Call, answer: str) -> str:
    """Citation keys that were never shown, in brackets and in lists of keys."""
    text = _KEY.sub(f"[{INVENTED}]", answer)
    return re.sub(rf'"{KEY}"', f'"{INVENTED}"', text) if json_in(answer) is not None else text


def _duplicate_ids(call: Call, answer: str) -> str:
    """Each row of the lists twice; in a text each key twice."""
    if (value := json_in(answer)) is None:
        return _KEY.sub(lambda found: found[0] * 2, answer)
    return json_of(
        {name: [row for row in one for _ in range(2)] if isinstance(one, list) else one for name, one in value.items()}
    )


def _numbers_as_citations(call: Call, answer: str) -> str:
    return _KEY_RUN.sub("[1,2]", answer)


def _out_of_range(call: Call, answer: str) -> str:
    """[999] for a key; 999 for the number of a pair, an objection, a question or a sentence."""
    if (value := json_in(answer)) is None:
        return _KEY.sub("[999]", answer)
    return json_of(with_rows(value, lambda row: {name: 999 if type(one) is int else one for name, one in row.items()}))


def _invented_quotes(call: Call, answer: str) -> str:
    if (value := json_in(answer)) is None:
        return answer
    return json_of(
        with_rows(value, lambda row: {**row, "quote": "As is well known, it is so."} if "quote" in row else row)
    )


def _headed(answer: str, change: Callable[[str, int], str]) -> str:
    """The answer with its headings changed; ``change`` is given each with its place. No mark is left of an empty
    one."""
    if (value := json_in(answer)) is None:
        count = iter(range(len(answer)))

        def written(found: re.Match[str]) -> str:
            heading = change(found[2], next(count))
            return f"{found[1]} {heading}" if heading else ""

        return _HEADING.sub(written, answer).strip()
    rows = value.get("sections")
    if not isinstance(rows, list):
        return answer
    return json_of(
        {**value, "sections": [row | {"heading": change(row["heading"], at)} for at, row in enumerate(rows)]}
    )


def _no_heading(call: Call, answer: str) -> str:
    return _headed(answer, lambda heading, place: "")


def _other_heading(call: Call, answer: str) -> str:
    return _headed(answer, lambda heading, place: f"Thoughts on matter {place + 1}")


def _same_heading_twice(call: Call, answer: str) -> str:
    """All headings as the first one; a text with one heading says it and its paragraphs twice."""
    if json_in(answer) is None and len(_HEADING.findall(answer)) == 1:
        return f"{answer}\n\n{answer}"
    first: list[str] = []

    def same(heading: str, place: int) -> str:
        first.append(heading)
        return first[0]

    return _headed(answer, same)


def _table(call: Call, answer: str) -> str:
    """Each paragraph as a table with a row for each sentence."""
    return _paragraphs(answer, lambda rows: "\n".join(["| Statement |", "| --- |", *(f"| {row} |" for row in rows)]))


def _bullets(call: Call, answer: str) -> str:
    """Each paragraph as a list, in bold."""
    return _paragraphs(answer, lambda rows: "\n".join(f"- **{row}**" for row in rows))


def _paragraphs(answer: str, change: Callable[[list[str]], str]) -> str:
    if json_in(answer) is not None:
        return answer
    blocks = [
        one if one.startswith("#") else change(re.split(r"(?<=\][.!]) ", one)) for one in answer.split("\n\n") if one
    ]
    return "\n\n".join(blocks)


def _script_tag(call: Call, answer: str) -> str:
    """Markup that must never reach a page, in every text."""
    markup = "<script>alert(1)</script><img src=x onerror=alert(2)>"
    if (value := json_in(answer)) is None:
        return _HEADING.sub(lambda found: f"{found[0]}\n\n{markup}", answer) if "#" in answer else markup + answer
    return json_of(_refilled(value, lambda text: f"{markup}{text}"))


def _refilled(value: Any, change: Callable[[str], str], name: str = "") -> Any:
    """The answer with its free texts changed."""
    if isinstance(value, dict):
        return {inner: _refilled(one, change, inner) for inner, one in value.items()}
    if isinstance(value, list):
        return [_refilled(one, change, name) for one in value]
    return change(value) if isinstance(value, str) and name in _FREE else value


def _hundred_kilobytes(call: Call, answer: str) -> str:
    """The rows, or the text, over and over."""
    times = LARGE // max(len(answer), 1) + 2
    if (value := json_in(answer)) is None:
        return "\n\n".join([answer] * times)
    if any(isinstance(one, list) and one for one in value.values()):
        return json_of({name: one * times if isinstance(one, list) else one for name, one in value.items()}).ljust(
            LARGE
        )
    return answer.ljust(LARGE)


def _empty(call: Call, answer: str) -> str:
    return ""


def _parrot(call: Call, answer: str) -> str:
    return "\n\n".join(one.text for one in call.messages)


def _obeys(call: Call, answer: str) -> str:
    """Taken in by what a snippet or a fence says: JSON is given as it is ordered; other words become every free text of
    the answer, or its paragraphs, under the key of the snippet that gave the order."""
    prompt = Prompt.of(call.messages)
    ordered = [(order, f" [{one.key}]") for one in prompt.snippets for order in orders_in(one.text)]
    ordered += [(order, "") for name in sorted(prompt.blocks) for order in orders_in(prompt.blocks[name])]
    if not ordered:
        return answer
    order, key = ordered[0]
    if order.startswith(("{", "[")):
        return order
    if (value := json_in(answer)) is None:
        blocks = [one.split("\n")[0] if one.startswith("#") else f"{order}{key}" for one in answer.split("\n\n")]
        return "\n\n".join(blocks)
    return json_of(_refilled(value, lambda text: f"{order}{key}" if key and call.schema_name == "Changes" else order))


# Name to what the answer becomes, and how the reply ends.
FAULTS: Mapping[str, tuple[Fault, Finish]] = {
    "fenced JSON": (fenced, "stop"),
    "prose around": (prose_around, "stop"),
    "trailing commas": (trailing_commas, "stop"),
    "truncated JSON": (truncated_json, "stop"),
    "wrong types": (wrong_types, "stop"),
    "list for object": (list_for_object, "stop"),
    "object for list": (object_for_list, "stop"),
    "extra fields": (extra_fields, "stop"),
    "unknown keys": (_unknown_keys, "stop"),
    "duplicate ids": (_duplicate_ids, "stop"),
    "numbers as citations": (_numbers_as_citations, "stop"),
    "out-of-range citations": (_out_of_range, "stop"),
    "invented quotes": (_invented_quotes, "stop"),
    "no heading": (_no_heading, "stop"),
    "other heading": (_other_heading, "stop"),
    "same heading twice": (_same_heading_twice, "stop"),
    "table": (_table, "stop"),
    "bullets": (_bullets, "stop"),
    "script tag": (_script_tag, "stop"),
    "100 kB answer": (_hundred_kilobytes, "stop"),
    "empty answer": (_empty, "stop"),
    "refusal": (_empty, "refused"),
    "content filter": (two_thirds, "filtered"),
    "cut off": (two_thirds, "length"),
    "parrot": (_parrot, "stop"),
    "obeys": (_obeys, "stop"),
}
