"""Typed answers: the JSON schema a model is asked to keep to, and a tolerant reading of what came back.

Nothing is guessed: what is mended or dropped is reported, what cannot be read is one ``AnswerError`` that the model can be shown.
Faulty JSON is read by ``loose_json``; the asking, and the one repair, are the agents' business.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import NoneType, UnionType
from typing import Any, Generic, TypeVar, Union, get_args, get_origin

from castalia.tools.chat import ModelError
from castalia.tools.loose_json import DEEPEST, read_loose
from pydantic import BaseModel, ValidationError

Shape = TypeVar("Shape", bound=BaseModel)

_LONGEST = 400_000  # characters of an answer; more is no answer to anything we ask
_SPANS = 4  # pieces of JSON in one answer that are tried, and brackets that never close
_MOST_SPANS = 1000  # pieces of JSON that are looked at: rows without a list around them
_PASSES = 12  # rounds of mending and dropping
_MOST_FAULTS = 3000  # of one round; they are slow to list
_LONGEST_REASON = 200  # characters

# What limits a value is checked when the answer is read; not every endpoint takes these words in a strict schema.
_LIMITS = frozenset(
    """title default examples minLength maxLength pattern format minimum maximum exclusiveMinimum exclusiveMaximum multipleOf
    minItems maxItems uniqueItems discriminator""".split()
)

_THOUGHTS = re.compile(r"^\s*<think(?:ing)?>.*?</think(?:ing)?>", re.DOTALL | re.IGNORECASE)
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*+(?:"|\\?\Z)|[\[\]{}]', re.DOTALL)
_START = re.compile(r"[\[{]")
# LaTeX whose backslash was not doubled, so that JSON read "\tau" as a tab and "au".
_LATEX = re.compile(r"[\x08\x0c\r](?=[A-Za-z])|\t(?=(?:au|heta|imes|ext|ilde|riangle)\b)|\n(?=(?:u|abla|eq)\b)")
_LETTERS = {"\x08": "\\b", "\x0c": "\\f", "\r": "\\r", "\t": "\\t", "\n": "\\n"}
_SEPARATORS = re.compile(r"[\s_-]+")


class AnswerError(ModelError):
    """An answer that is not what was asked for; the message says why in a line or two that the model can be shown."""

    def __init__(self, message: str) -> None:
        super().__init__(message, "answer")


@dataclass(frozen=True, slots=True)
class Read(Generic[Shape]):
    """An answer in its shape. ``dropped`` are the rows of lists that were invalid (and a missing end), a line each with the reason;
    ``mended`` says that the JSON was faulty or did not fit as it stood (prose or code marks around it are no fault)."""

    value: Shape
    dropped: tuple[str, ...] = ()
    mended: bool = False


@dataclass(frozen=True, slots=True)
class _Piece:
    """A piece of JSON found in an answer, and how it was read."""

    value: Any
    mended: bool
    cut_off: bool


@lru_cache(maxsize=64)
def json_schema_of(shape: type[BaseModel]) -> dict[str, Any]:
    """The JSON schema of an answer, strict as OpenAI's endpoints define it: all fields required, no others allowed.

    Limits of values (lengths, ranges, patterns) are left out: ``read_answer`` checks them. ``ValueError`` for a shape that cannot be
    strict: a mapping with free keys, a tuple of mixed types, or a root that is no object. Made once a shape: nobody may change it.
    """
    schema = shape.model_json_schema()
    if "$ref" in schema:  # a shape that contains itself
        schema = {**schema, **schema["$defs"][schema["$ref"].rpartition("/")[2]]}
        del schema["$ref"]
    if schema.get("type") != "object":
        raise ValueError(f"{shape.__name__}: the root of an answer has to be an object")
    strict: dict[str, Any] = _strict(schema, shape.__name__)
    return strict


def read_answer(text: str, shape: type[Shape]) -> Read[Shape]:
    """Read a model's answer: JSON, perhaps in code marks or prose, perhaps faulty or cut off.

    Rows of lists that do not fit the shape are dropped one by one; extra fields are ignored; a list stands for the object if the shape
    has exactly one field that is a list, and one object for a list of one. A value that was cut off in its middle is dropped, not
    completed. ``AnswerError`` if no JSON is found, the object does not fit, or rows were dropped and none is left.
    """
    if not text.strip():
        raise AnswerError("The answer is empty. Answer with one JSON object.")
    if len(text) > _LONGEST:
        raise AnswerError(f"The answer is longer than {_LONGEST} characters. Answer with one JSON object, shorter.")
    errors: list[AnswerError] = []
    for piece in _pieces(_THOUGHTS.sub("", text, count=1), shape):
        try:
            return _fitted(piece, shape)
        except AnswerError as error:
            errors.append(error)
    if errors:
        raise errors[0]
    raise AnswerError("The answer holds no JSON that can be read. Answer with one JSON object and nothing else.")


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


def _pieces(text: str, shape: type[BaseModel]) -> Iterable[_Piece]:
    """The JSON in an answer, the likeliest first; several objects that are rows of the one list come first, as that list."""
    spans = _spans(text)
    decoded = [_strictly(text[start:end]) if end else None for start, end in spans]
    outside = next((place for place, (_, end) in enumerate(spans) if end is None), len(spans))
    rows = [piece.value for piece in decoded[:outside] if piece and isinstance(piece.value, dict)]
    if len(rows) > 1 and not any(_known(row, shape) for row in rows):
        yield _Piece(rows, mended=True, cut_off=False)

    def rank(place: int) -> tuple[bool, int, int]:
        start, end = spans[place]
        piece = decoded[place]
        return not (place < outside and piece and _holds_object(piece.value, shape)), start - (end or len(text)), place

    inner_from = len(text)  # inside an object that is read as cut off, nothing else is looked for
    for place in sorted(range(len(spans)), key=rank)[:_SPANS]:
        start = spans[place][0]
        if start > inner_from:
            continue
        piece = decoded[place] or _loosely(text[start:])
        if piece is not None:
            yield piece
            if piece.cut_off and isinstance(piece.value, dict):
                inner_from = min(inner_from, start)


def _holds_object(value: Any, shape: type[BaseModel]) -> bool:
    if isinstance(value, list):
        return any(isinstance(one, dict) for one in value)
    return isinstance(value, dict) and _known(value, shape)


def _spans(text: str) -> list[tuple[int, int | None]]:
    """Where brackets open and close outside others; an end of None: never closed. Brackets inside strings do not count."""
    found: list[tuple[int, int | None]] = []
    at = 0
    unclosed = 0
    while (start := _START.search(text, at)) is not None:
        end = _end(text, start.start())
        found.append((start.start(), end))
        unclosed += end is None
        if unclosed == _SPANS or len(found) == _MOST_SPANS:
            break
        at = end or start.end()  # what never closes may be a bracket of prose before the JSON
    return found


def _end(text: str, start: int) -> int | None:
    depth = 0
    for token in _TOKEN.finditer(text, start):
        if token[0] in "[{":
            depth += 1
            if depth > DEEPEST:
                raise AnswerError(f"The answer nests more than {DEEPEST} brackets. Answer with one flat JSON object.")
        elif token[0] in "]}":
            depth -= 1
            if depth == 0:
                return token.end()
    return None


def _strictly(span: str) -> _Piece | None:
    """The value if it is well-formed JSON; control characters in strings are no fault."""
    try:
        value = json.loads(span, strict=False)
    except ValueError:  # also a number of thousands of digits
        return None
    return _Piece(_plain(value), mended=False, cut_off=False)


def _loosely(text: str) -> _Piece | None:
    """The value of faulty JSON; what is cut off ends after its last whole value."""
    loose = read_loose(text)
    return None if loose is None else _Piece(_plain(loose.value), mended=True, cut_off=loose.cut_off)


def _plain(value: Any) -> Any:
    """A copy with NaN and infinities as None and strings that can be encoded, their LaTeX restored."""
    if isinstance(value, dict):
        return {_text(name): _plain(one) for name, one in value.items()}
    if isinstance(value, list):
        return [_plain(one) for one in value]
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    return _text(value) if isinstance(value, str) else value


def _text(text: str) -> str:
    text = _LATEX.sub(lambda match: _LETTERS[match[0]], text)
    return text if text.isascii() else text.encode("utf-8", "ignore").decode()


def _fitted(piece: _Piece, shape: type[Shape]) -> Read[Shape]:
    """The value in its shape: what can be mended is, rows that cannot are dropped, anything else is an ``AnswerError``."""
    value, mended = _adapted(piece.value, shape)
    mended = mended or piece.mended
    dropped = ["the end of the answer is missing"] if piece.cut_off else []
    for _ in range(_PASSES):
        try:
            fitted = shape.model_validate(value)
        except ValidationError as error:
            rows: dict[tuple[str | int, ...], str] = {}
            fatal: list[str] = []
            changed = False
            if error.error_count() > _MOST_FAULTS:
                raise AnswerError(_refusal([f"it has {error.error_count()} faults"], shape)) from None
            for fault in error.errors(include_url=False, include_context=False, include_input=False):
                path = _path(value, fault["loc"])
                if _mend(value, path, fault["type"], fault["loc"]):
                    changed = mended = True
                    continue
                reason = _reason(path, fault["msg"], fault["loc"])
                row = _row(path)
                if row:
                    rows.setdefault(row, reason)
                else:
                    fatal.append(reason)
            if changed:
                continue
            if fatal:
                raise AnswerError(_refusal(dropped + fatal, shape)) from None
            dropped += [rows[row] for row in rows]
            for row in sorted(rows, reverse=True):
                del _at(value, row[:-1])[row[-1]]
            continue
        lists = _lists(shape)
        if dropped and lists and not any(value.get(name) for name in lists):
            raise AnswerError(_refusal(dropped, shape))
        return Read(fitted, tuple(dropped), mended or bool(dropped))
    raise AnswerError(_refusal(["too many faults"], shape))


def _adapted(value: Any, shape: type[BaseModel]) -> tuple[dict[str, Any], bool]:
    """The object that the answer means, and whether it had to be looked for: in a wrapper, or as the rows of the only list."""
    lists = _lists(shape)
    if isinstance(value, dict) and (not value or _known(value, shape)):
        return value, False
    if isinstance(value, list):
        if len(value) == 1 and isinstance(value[0], dict) and _known(value[0], shape):
            return value[0], True
        if len(lists) == 1:
            return {lists[0]: value}, True
        raise AnswerError(_refusal(["a list stands where the object belongs"], shape))
    inner = [one for one in value.values() if isinstance(one, dict | list)]
    if len(inner) == 1 and (isinstance(inner[0], list) or _known(inner[0], shape)):
        return _adapted(inner[0], shape)[0], True
    if len(lists) == 1:
        return {lists[0]: [value]}, True
    raise AnswerError(_refusal(["none of its fields is there"], shape))


def _lists(shape: type[BaseModel]) -> tuple[str, ...]:
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


def _known(value: Mapping[str, Any], shape: type[BaseModel]) -> bool:
    """Has the object any of the shape's fields, however it is spelled?"""
    names = {_bare(field.alias or name) for name, field in shape.model_fields.items()}
    return any(_bare(name) in names for name in value)


def _bare(name: str) -> str:
    return _SEPARATORS.sub("", name).lower()


def _path(value: Any, place: Iterable[str | int]) -> tuple[str | int, ...]:
    """The part of an error's place that exists in the value; names of union members in it are passed over."""
    path: list[str | int] = []
    for step in place:
        is_there = isinstance(step, int) and step < len(value) if isinstance(value, list) else False
        if is_there or (isinstance(value, dict) and step in value):
            value = value[step]
            path.append(step)
    return tuple(path)


def _at(value: Any, path: Iterable[str | int]) -> Any:
    for step in path:
        value = value[step]
    return value


def _row(path: tuple[str | int, ...]) -> tuple[str | int, ...]:
    """The path up to the innermost row of a list; empty outside lists."""
    while path and not isinstance(path[-1], int):
        path = path[:-1]
    return path


def _mend(value: Any, path: tuple[str | int, ...], kind: str, place: Sequence[str | int]) -> bool:
    """Mend one fault in place if there is only one way to: True if something changed."""
    fault = _at(value, path)
    if kind == "missing":
        return isinstance(fault, dict) and _rename(fault, str(place[-1]))
    if not path:
        return False
    holder, last = _at(value, path[:-1]), path[-1]
    if kind == "extra_forbidden" or (fault is None and isinstance(holder, dict)):
        del holder[last]  # None: the default, if there is one
        return True
    better = _better(fault, kind)
    if better is None:
        return False
    holder[last] = better
    return True


def _rename(holder: dict[str, Any], name: str) -> bool:
    for other in holder:
        if other != name and _bare(other) == _bare(name):
            holder[name] = holder.pop(other)
            return True
    return False


def _better(fault: Any, kind: str) -> Any:
    """What a value of the wrong type has to mean; None if that is not certain."""
    if kind == "string_type" and isinstance(fault, int | float) and not isinstance(fault, bool):
        return str(fault)
    if kind in ("list_type", "tuple_type", "set_type", "frozen_set_type"):
        if isinstance(fault, dict):
            nested = fault and all(isinstance(one, dict) for one in fault.values())
            return list(fault.values()) if nested else [fault]
        return [fault] if isinstance(fault, str) and fault.strip() else None
    if kind in ("model_type", "model_attributes_type") and isinstance(fault, list) and len(fault) == 1:
        return fault[0] if isinstance(fault[0], dict) else None
    if kind in ("literal_error", "enum") and isinstance(fault, str):
        lower = _SEPARATORS.sub("_", fault.strip().lower())
        return lower if lower != fault else None
    return None


def _reason(path: tuple[str | int, ...], message: str, place: Sequence[str | int]) -> str:
    steps = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path).lstrip(".")
    if place and message == "Field required":
        message = f"field {str(place[-1])!r} is missing"
    line = " ".join(f"{steps}: {message}".lstrip(": ").split())
    return line if len(line) <= _LONGEST_REASON else line[: _LONGEST_REASON - 1] + "…"


def _refusal(reasons: Sequence[str], shape: type[BaseModel]) -> str:
    more = f" (and {len(reasons) - 3} more faults)" if len(reasons) > 3 else ""
    fields = ", ".join(field.alias or name for name, field in shape.model_fields.items())
    return f"The answer does not fit: {'; '.join(reasons[:3])}{more}.\nIt has to be one JSON object with the fields: {fields}."
