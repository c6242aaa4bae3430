"""Layers of a row: fields that stand in an object of the row ("meta", "_source", "data": {"item": …}), where a loader
or a search engine put them, read as fields of the row itself.
"""

from __future__ import annotations

from collections.abc import Sequence

from castalia.tools.corpus.row_snippets import is_blank, is_text
from castalia.tools.corpus.rows import Row

_DEEPEST = 4  # one object in another
_DESCRIBES = frozenset("meta metadata".split())  # which tell of the text that stands beside them


def flat_row(row: Row, names: Sequence[str]) -> Row:
    """The row with the fields of what describes its text ("meta") and, where it has no text itself under one of
    ``names`` (lower case), of the objects that lead to one. What the text's own object says counts, then the others
    outwards."""
    way = _way(row, names, _DEEPEST) or [row]
    layers = [*way, *(one for layer in way for one in _descriptions(layer))]
    if len(layers) < 2:
        return row
    flat: Row = {}
    said: set[str] = set()
    for layer in layers:
        fields = {
            name: value
            for name, value in layer.items()
            if name.strip().lower() not in said and not any(value is one for one in layers)
        }
        flat |= fields
        said.update(name.strip().lower() for name, value in fields.items() if not is_blank(value))
    return {name: value for name, value in flat.items() if not is_blank(value) or name.strip().lower() not in said}


def _way(row: Row, names: Sequence[str], deep: int) -> list[Row]:
    """The object that holds the text, and those around it outwards; nothing where there is none."""
    if any(is_text(value) and name.strip().lower() in names for name, value in row.items()):
        return [row]
    inner = (_way(one, names, deep - 1) for one in row.values() if deep and isinstance(one, dict))
    way = next(filter(None, inner), [])
    return [*way, row] if way else []


def _descriptions(row: Row) -> list[Row]:
    return [one for name, one in row.items() if name.strip().lower() in _DESCRIBES and isinstance(one, dict)]
