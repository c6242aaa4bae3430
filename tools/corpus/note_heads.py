"""The head of a note: what its fields, written as YAML between two rules, tell of the document."""

from __future__ import annotations

import re
from collections.abc import Iterable

_FIELD = re.compile(r"(title|authors?|date|year|doi):(?:\s+(.*))?")
_OTHER = re.compile(r"[^\s-]\S*:(?:\s.*)?")
_BELOW = re.compile(r"(?:[|>][+-]?)?")  # of a field: what it says stands on the lines below it
_ITEM = re.compile(r"(\s*)-\s+(?:name:\s+)?(\S.*)")
_LIST = re.compile(r"\[(.*)\]")
_LISTED = re.compile(r"\s*(?:\"([^\"]*)\"|'([^']*)'|([^,]+))\s*(?:,|$)")


def told_by_head(lines: Iterable[str]) -> dict[str, object]:
    """The fields by name: texts, and of authors that are a list, in brackets or one a line, the list."""
    told: dict[str, object] = {}
    name = indent = ""
    below: list[str] = []
    for line in lines:
        if field := _FIELD.fullmatch(line):
            name, below = field[1], []
            if not _BELOW.fullmatch(value := (field[2] or "").strip()):
                told[name], name = _told(name, value), ""
        elif _OTHER.fullmatch(line):
            name = ""
        elif name.startswith("author"):
            item = _ITEM.fullmatch(line)
            if item and (not below or item[1] == indent):  # not what is listed of one of them
                indent = item[1]
                below.append(_bare(item[2]))
                told[name] = [one for one in below if not _OTHER.fullmatch(one)]
        elif name and line.strip():
            below.append(line.strip())
            told[name] = " ".join(below)
    return told


def _told(name: str, value: str) -> object:
    listed = _LIST.fullmatch(value) if name.startswith("author") else None
    if listed is None:
        return _bare(value)
    return [_bare((one[1] or one[2] or one[3] or "").strip()) for one in _LISTED.finditer(listed[1])]


def _bare(value: str) -> str:
    return value.strip("[]\"'")
