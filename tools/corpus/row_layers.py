"""Layers of a row: fields that stand in an object of the row ("meta", "_source", "data": {"item": …}), where a loader
or a search engine put them, read as fields of the row itself.
"""

from __future__ import annotations

from collections.abc import Container, Sequence

from castalia.tools.corpus.row_texts import holds_rows, is_blank, is_text
from castalia.tools.corpus.rows import Row

_DEEPEST = 4  # one object in another
_DESCRIBES = frozenset(
    "meta metadata primary_location".split()
)  # which tell of the text beside them; the last is OpenAlex's


def flat_row(row: Row, names: Sequence[str]) -> Row:
    """The row with the fields of what describes its text ("meta") and, where it has no text itself under one of
    ``names`` (lower case), of the objects that lead to one. What the text's own object says counts, then the others
    outwards; what another says under the same name stays apart from it, as the cells of two columns of one name do
    ("title_2")."""
    if holds_rows(row, names):
        return row
    way = _way(row, names, _DEEPEST) or [row]
    layers = [*way, *(one for layer in way for one in _descriptions(layer))]
    if len(layers) < 2:
        return row
    flat: Row = {}
    said: Row = {}
    for layer in layers:
        told: Row = {}
        own = {_key(name) for name in layer}
        for name, value in layer.items():
            if any(value is one for one in layers):
                continue
            if _key(name) in said and (is_blank(value) or value == said[_key(name)]):
                continue
            fresh = _apart(name, said, own)
            flat[fresh] = value
            if not is_blank(value):
                told[_key(fresh)] = value
        said |= told
    return {name: value for name, value in flat.items() if not is_blank(value) or _key(name) not in said}


def _key(name: str) -> str:
    return name.strip().lower()


def _apart(name: str, said: Container[str], own: Container[str]) -> str:
    """The name, or another where it is taken, which is none of its layer's ``own``."""
    count, fresh = 1, name
    while _key(fresh) in said or (count > 1 and _key(fresh) in own):
        count += 1
        fresh = f"{name}_{count}"
    return fresh


def _way(row: Row, names: Sequence[str], deep: int) -> list[Row]:
    """The object that holds the text, and those around it outwards; nothing where there is none."""
    if any(is_text(value) and name.strip().lower() in names for name, value in row.items()):
        return [row]
    inner = (_way(one, names, deep - 1) for one in row.values() if deep and isinstance(one, dict))
    way = next(filter(None, inner), [])
    return [*way, row] if way else []


def _descriptions(row: Row) -> list[Row]:
    return [one for name, one in row.items() if name.strip().lower() in _DESCRIBES and isinstance(one, dict)]
