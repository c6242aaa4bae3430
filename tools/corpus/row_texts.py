"""The text of a row: which field holds it, and which others do as well. What the other fields become lives in
``row_snippets``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import cast

from castalia.tools.corpus.row_errors import RowError
from castalia.tools.corpus.rows import Row
from castalia.tools.corpus.snippet_length import MIN_WORDS
from castalia.tools.language.listing import listed

_LONG = 200  # words
_FEW = 2  # objects with a text in a row
_COUNT = re.compile(r"_\d+\Z")  # of a further column of one name
_DEEPEST = 3  # one object in another
_HOLDS = "not a row but what holds rows"
INVERTED = "abstract_inverted_index"  # OpenAlex's


def text_field(row: Row, keys: Sequence[str], aliases: Sequence[str]) -> str | RowError:
    """The key under which the row holds its text: the first of them with one."""
    for key in keys:
        if is_text(row[key]):
            return key
    if not keys and holds_rows(row, aliases):
        return RowError(_HOLDS, "the rows stand under names of their own: write one a line (jq -c '.[]')")
    lists = list(_lists_of_rows(row, aliases, _DEEPEST))
    if lists and not any(isinstance(row[key], str) for key in keys):
        return RowError(_HOLDS, _way_to_rows(lists, "title" in row))
    if not keys:
        seen = ", ".join(str(key)[:40] for key in list(row)[:12]) or "none"
        message = (
            f"no text field; the fields are: {seen}; map it with --field text=NAME "
            f'(in Python fields={{"text": "<field>"}}), for all files of an ingest; it was looked for as {", ".join(aliases)}'
        )
        return RowError("no text field", message)
    if all(row[key] is None or isinstance(row[key], str) for key in keys):
        message = (
            f"without its {keys[0]!r} nothing of a row can be quoted; where another field holds the text, name that with "
            "--field text=NAME"
        )
        return RowError("text is empty", message)
    wrong = next(key for key in keys if row[key] is not None and not isinstance(row[key], str))
    kind = type(row[wrong]).__name__
    return RowError(
        "text is not a string", f"the field {wrong!r} is a {kind}, not a string: {_way_to_text(row[wrong], wrong)}"
    )


def holds_rows(row: Row, aliases: Sequence[str]) -> bool:
    """Whether this is no row but rows by their names: {"a1": {"text": …}, "a2": {"text": …}, …}."""
    held = [one for one in row.values() if isinstance(one, dict) and _has_text(one, aliases)]
    return len(held) > _FEW and not _has_text(row, aliases)


def _has_text(row: Row, aliases: Sequence[str]) -> bool:
    return any(str(name).strip().lower() in aliases and is_text(value) for name, value in row.items())


def _lists_of_rows(row: Row, aliases: Sequence[str], deep: int) -> Iterator[str]:
    """The ways (as jq writes them) to lists of rows, or of the paragraphs of a document, in a row."""
    for name, value in row.items():
        way = _step(name)
        objects = [one for one in value[:20] if isinstance(one, dict)] if isinstance(value, list) else []
        if any(str(key).lower() in aliases for one in objects for key in one):
            yield f"{way}[]"
        elif deep and (objects or isinstance(value, dict)):
            inner, way = (objects[0], f"{way}[]") if objects else (cast("Row", value), way)
            yield from (f"{way}{one}" for one in _lists_of_rows(inner, aliases, deep - 1))


def _step(name: str) -> str:
    """The way to a field as jq writes it: of letters other than ASCII it knows no bare names."""
    is_bare = name.isascii() and name.isidentifier()
    return f".{name if is_bare else json.dumps(name, ensure_ascii=False)}"


def _way_to_rows(lists: Sequence[str], has_title: bool) -> str:
    """What to do with the rows in these lists; they take the title of the document, which may stand in its metadata."""
    title = "{title: (.title // .metadata.title)} + " if has_title else ""
    program = title + (f"({', '.join(lists)})" if len(lists) > 1 else lists[0])
    names = [repr(one.replace("[]", "").removeprefix(".")) for one in lists]
    return f"the rows stand under {listed(names)}: write one a line (jq -c '{program}')"


def _way_to_text(value: object, name: str) -> str:
    parts = value if isinstance(value, list) else list(value.values()) if isinstance(value, dict) else []
    if not parts or not all(isinstance(one, str) for one in parts):
        return "write it as one string"
    if isinstance(value, dict):
        return "write rows, and not columns (with pandas: to_json(orient='records', lines=True))"
    return f"write it as one string (jq -c '{_step(name)} |= join(\"\\n\\n\")')"


def other_texts(row: Row, own: str, aliases: Sequence[str]) -> list[str]:
    """The fields that hold a text of some length as well, or an object with one, and another than ``own`` does: under
    the name of a text, or under any where it is far longer."""
    read = plain_text(row[own]).split()
    far_longer = max(_LONG, 2 * len(read)) + 1

    def is_other(key: str, value: object) -> bool:
        text = value if isinstance(value, str) else plain_text(value) if _is_inverted(value) else ""
        least = MIN_WORDS if _COUNT.sub("", key.strip().lower()) in aliases else far_longer
        if len(text) < 2 * least - 1:  # letters and blanks of so many words, at least
            return False
        words = text.split()
        return len(words) >= least and " ".join(words) not in " ".join(read)

    return [
        name
        for name, value in row.items()
        if name != own
        and any(
            is_other(key, one)
            for key, one in (value.items() if isinstance(value, dict) and not _is_inverted(value) else [(name, value)])
        )
    ]


def is_blank(value: object) -> bool:
    """Whether a field says nothing."""
    return value is None or value in ([], {}) or (isinstance(value, str) and not value.strip())


def is_text(value: object) -> bool:
    """Whether a field says something as a text does."""
    return _is_inverted(value) or (isinstance(value, str) and not is_blank(value))


def _is_inverted(value: object) -> bool:
    """Whether this is a text as OpenAlex has it: for each of its words the places where it stands."""
    return (
        isinstance(value, dict)
        and bool(value)
        and all(isinstance(places, list) and all(type(one) is int for one in places) for places in value.values())
    )


def plain_text(value: object) -> str:
    """The text that a field holds."""
    if not isinstance(value, dict):
        return cast("str", value)
    return " ".join(word for _, word in sorted((place, word) for word, places in value.items() for place in places))
