"""The fields of an answer's shape: which are lists, and whether an object has any, however a model spells them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin

from pydantic import BaseModel

SEPARATORS = re.compile(r"[\s_-]+")


def lists_of(shape: type[BaseModel]) -> tuple[str, ...]:
    """The fields that are lists, as they are called in JSON."""
    return tuple(
        field.alias or name
        for name, field in shape.model_fields.items()
        if any(map(_is_list, _options(field.annotation)))
    )


def _options(annotation: Any) -> tuple[Any, ...]:
    if get_origin(annotation) in (Union, UnionType):
        return tuple(one for one in get_args(annotation) if one is not NoneType)
    return (annotation,)


def _is_list(annotation: Any) -> bool:
    origin = get_origin(annotation) or annotation
    return (
        isinstance(origin, type) and issubclass(origin, list | tuple | set | frozenset | Sequence) and origin is not str
    )


def has_field(value: Mapping[str, Any], shape: type[BaseModel]) -> bool:
    """Has the object any of the shape's fields, however it is spelled?"""
    names = {bare_name(field.alias or name) for name, field in shape.model_fields.items()}
    return any(bare_name(name) in names for name in value)


def bare_name(name: str) -> str:
    """The name without what models write differently: separators and capitals."""
    return SEPARATORS.sub("", name).lower()
