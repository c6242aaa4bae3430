"""The JSON schema that a model is asked to keep to. Reading what came back lives in ``answers``."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from pydantic import BaseModel

# What limits a value is checked when the answer is read; not every endpoint takes these words in a strict schema.
_LIMITS = frozenset(
    """title default examples minLength maxLength pattern format minimum maximum exclusiveMinimum exclusiveMaximum multipleOf
    minItems maxItems uniqueItems discriminator""".split()
)


@lru_cache(maxsize=64)
def json_schema_of(shape: type[BaseModel]) -> dict[str, Any]:
    """The JSON schema of an answer, strict as OpenAI's endpoints define it: all fields required, no others allowed.

    Limits of values (lengths, ranges, patterns) are left out: ``read_answer`` checks them. ``ValueError`` for a shape
    that cannot be strict: a mapping with free keys, a tuple of mixed types, or a root that is no object. Made once a
    shape: nobody may change it.
    """
    schema = shape.model_json_schema()
    if "$ref" in schema:  # a shape that contains itself
        schema = {**schema, **schema["$defs"][schema["$ref"].rpartition("/")[2]]}
        del schema["$ref"]
    if schema.get("type") != "object":
        raise ValueError(f"{shape.__name__}: the root of an answer has to be an object")
    strict: dict[str, Any] = _strict(schema, shape.__name__)
    return strict


def _strict(schema: Any, where: str) -> Any:
    if isinstance(schema, list):
        return [_strict(one, where) for one in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        return {"$ref": schema["$ref"]}  # no other word may stand beside a reference
    if "prefixItems" in schema:
        raise ValueError(f"{where}: a tuple of mixed types has no strict schema")
    out: dict[str, Any] = {}
    for word, value in schema.items():
        if word in ("properties", "$defs"):
            out[word] = {name: _strict(one, f"{where}.{name}") for name, one in value.items()}
        elif word == "oneOf":
            out["anyOf"] = _strict(value, where)
        elif word == "const":
            out["enum"] = [value]
        elif word in ("enum", "required", "type", "description"):
            out[word] = value
        elif word not in _LIMITS:
            out[word] = _strict(value, where)
    if out.get("type") == "object":
        if "properties" not in out:
            if schema.get("additionalProperties"):
                raise ValueError(f"{where}: a mapping with free keys has no strict schema")
            out["properties"] = {}
        out["required"] = list(out["properties"])
        out["additionalProperties"] = False
    return out
