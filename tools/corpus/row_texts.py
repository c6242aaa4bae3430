"""The text of a row: which field holds it, and which others do as well. What the other fields become lives in
``row_snippets``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from castalia.tools.corpus.corpus_report import MIN_WORDS
from castalia.tools.corpus.rows import Row, RowError
from castalia.tools.language.listing import listed

_LONG = 200  # words
INVERTED = "abstract_inverted_index"  # OpenAlex's


def text_field(row: Row, keys: Sequence[str], aliases: Sequence[str]) -> str | RowError:
    """The key under which the row holds its text: the first of them with one."""
    for key in keys:
        if is_text(row[key]):
            return key
    lists = [name for name, value in row.items() if _holds_rows(value, aliases)]
    if lists and not any(isinstance(row[key], str) for key in keys):
        return _rows_within(row, lists)
    if not keys:
        seen = ", ".join(str(key)[:40] for key in list(row)[:12]) or "none"
        message = (
            f"no text field ({', '.join(aliases)}); the fields are: {seen}; "
            'map it with --field text=NAME (in Python fields={"text": "<field>"})'
        )
        return RowError("no text field", message)
    if all(row[key] is None or isinstance(row[key], str) for key in keys):
        return RowError("text is empty", f"the field {keys[0]!r} is empty: leave such rows out, or map another field")
    wrong = next(key for key in keys if row[key] is not None and not isinstance(row[key], str))
    kind = type(row[wrong]).__name__
    return RowError("text is not a string", f"the field {wrong!r} is a {kind}, not a string: write it as one string")


def _rows_within(row: Row, names: Sequence[str]) -> RowError:
    """What to do with the rows, or the paragraphs of a document, that stand under these names; they take its title,
    which may have stood in its metadata."""
    lists = ", ".join(f".{name}[]" for name in names)
    lists = f"({lists})" if len(names) > 1 else lists
    title = "{title: (.title // .metadata.title)} + " if "title" in row else ""
    return RowError(
        "not a row but what holds rows",
        f"the rows stand under {listed([repr(name) for name in names])}: write one a line (jq -c '{title}{lists}')",
    )


def other_texts(row: Row, own: str, aliases: Sequence[str]) -> list[str]:
    """The fields that hold a text of some length as well, or an object with one, and another than ``own`` does: under
    the name of a text, or under any where it is far longer."""
    read = " ".join(plain_text(row[own]).split())

    def is_other(key: str, value: object) -> bool:
        if not is_text(value):
            return False
        words = plain_text(value).split()
        is_named = key.strip().lower().removesuffix("_2") in aliases
        is_long = len(words) >= MIN_WORDS if is_named else len(words) > max(_LONG, 2 * len(read.split()))
        return is_long and " ".join(words) not in read

    return [
        name
        for name, value in row.items()
        if name != own
        and any(
            is_other(key, one)
            for key, one in (value.items() if isinstance(value, dict) and not is_inverted(value) else [(name, value)])
        )
    ]


def is_blank(value: object) -> bool:
    """Whether a field says nothing."""
    return value is None or value == [] or (isinstance(value, str) and not value.strip())


def is_text(value: object) -> bool:
    """Whether a field says something as a text does."""
    return is_inverted(value) or (isinstance(value, str) and not is_blank(value))


def is_inverted(value: object) -> bool:
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


def _holds_rows(value: object, aliases: Sequence[str]) -> bool:
    return isinstance(value, list) and any(
        isinstance(one, dict) and any(str(name).lower() in aliases for name in one) for one in value[:20]
    )
