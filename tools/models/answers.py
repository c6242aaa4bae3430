"""Typed answers: a tolerant reading of what a model said into the shape that it was asked for.

Nothing is guessed: what is dropped is reported, what cannot be read is one ``AnswerError`` that the model can
be shown. Faulty JSON is read by ``loose_json``, the schema is ``answer_schema``'s; the asking, and the one repair, are
the agents' business.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from castalia.tools.language.listing import first_phrases
from castalia.tools.models.answer_faults import mend, path_of, reason_of, row_of, value_at
from castalia.tools.models.answer_fields import has_field, lists_of
from castalia.tools.models.chat import ModelError
from castalia.tools.models.loose_json import DEEPEST, read_loose
from pydantic import BaseModel, ValidationError

Shape = TypeVar("Shape", bound=BaseModel)

_LONGEST = 400_000  # characters of an answer; more is no answer to anything we ask
_SPANS = 4  # pieces of JSON in one answer that are tried, and brackets that never close
_MOST_SPANS = 1000  # pieces of JSON that are looked at: rows without a list around them
_PASSES = 12  # rounds of mending and dropping
_MOST_FAULTS = 3000  # of one round; they are slow to list

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*+(?:"|\\?\Z)|[\[\]{}]', re.DOTALL)
_START = re.compile(r"[\[{]")
# LaTeX whose backslash was not doubled, so that JSON read "\tau" as a tab and "au".
_LATEX = re.compile(
    r"[\x08\x0c\r](?=[A-Za-z])"
    r"|\t(?=(?:au|heta|imes|ext(?:bf|it|rm|sc|tt)?|ilde|riangle|o|anh?|op)(?![a-z]))"
    r"|\n(?=(?:u|abla|eq|otin|mid)(?![A-Za-z]))"
)
_LETTERS = {"\x08": "\\b", "\x0c": "\\f", "\r": "\\r", "\t": "\\t", "\n": "\\n"}


class AnswerError(ModelError):
    """An answer that is not what was asked for. The message says to people why; ``shown`` says it to the model, with
    what is ``wanted`` of it."""

    def __init__(self, message: str, wanted: str = "") -> None:
        super().__init__(message, "answer")
        self.shown = f"{message[0].upper()}{message[1:]}.{wanted}"


@dataclass(frozen=True, slots=True)
class Read(Generic[Shape]):
    """An answer in its shape. ``dropped`` are the rows of lists that were invalid (and a missing end), a line each with
    the reason."""

    value: Shape
    dropped: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Piece:
    """A piece of JSON found in an answer, and whether its end is missing."""

    value: Any
    cut_off: bool


def read_answer(text: str, shape: type[Shape]) -> Read[Shape]:
    """Read a model's answer: JSON, perhaps in code marks or prose, perhaps faulty or cut off.

    Rows of lists that do not fit the shape are dropped one by one; extra fields are ignored; a list stands for the
    object if the shape has exactly one field that is a list, and one object for a list of one. A value that was cut off
    in its middle is dropped, not completed. ``AnswerError`` if no JSON is found, the object does not fit, or rows were
    dropped and none is left.
    """
    if not text.strip():
        raise AnswerError("the answer is empty", " Answer with one JSON object.")
    if len(text) > _LONGEST:
        raise AnswerError(f"the answer is longer than {_LONGEST} characters", " Answer with one JSON object, shorter.")
    errors: list[AnswerError] = []
    for piece in _pieces(text, shape):
        try:
            return _fitted(piece, shape)
        except AnswerError as error:
            errors.append(error)
    if errors:
        raise errors[0]
    raise AnswerError("the answer holds no JSON that can be read", " Answer with one JSON object and nothing else.")


def _pieces(text: str, shape: type[BaseModel]) -> Iterable[_Piece]:
    """The JSON in an answer, the likeliest first; several objects that are rows of the one list come first, as that
    list."""
    spans = _spans(text)
    decoded = [_strictly(text[start:end]) if end else None for start, end in spans]
    outside = next((place for place, (_, end) in enumerate(spans) if end is None), len(spans))
    rows = [piece.value for piece in decoded[:outside] if piece and isinstance(piece.value, dict)]
    if len(rows) > 1 and not any(has_field(row, shape) for row in rows):
        yield _Piece(rows, cut_off=False)

    def rank(place: int) -> tuple[bool, int, int]:  # of two that are as long the last, which mends the first
        start, end = spans[place]
        piece = decoded[place]
        return not (place < outside and piece and _holds_object(piece.value, shape)), start - (end or len(text)), -place

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
    return isinstance(value, dict) and has_field(value, shape)


def _spans(text: str) -> list[tuple[int, int | None]]:
    """Where brackets open and close outside others; an end of None: never closed. Brackets inside strings do not
    count."""
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
                raise AnswerError(
                    f"the answer nests more than {DEEPEST} brackets", " Answer with one flat JSON object."
                )
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
    return _Piece(_plain(value), cut_off=False)


def _loosely(text: str) -> _Piece | None:
    """The value of faulty JSON; what is cut off ends after its last whole value."""
    loose = read_loose(text)
    return None if loose is None else _Piece(_plain(loose.value), loose.cut_off)


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
    """The value in its shape: what can be mended is, rows that cannot are dropped, anything else is an
    ``AnswerError``."""
    value = _adapted(piece.value, shape)
    dropped = ["the end of the answer is missing"] if piece.cut_off else []
    for _ in range(_PASSES):
        try:
            fitted = shape.model_validate(value)
        except ValidationError as error:
            if error.error_count() > _MOST_FAULTS:
                raise _refused([f"it has {error.error_count()} faults"], shape) from None
            is_mended, rows, fatal = _mended(value, error)
            if is_mended:
                continue
            if fatal:
                raise _refused(dropped + fatal, shape) from None
            dropped += rows.values()
            for row in sorted(rows, reverse=True):
                del value_at(value, row[:-1])[row[-1]]
            continue
        lists = lists_of(shape)
        if dropped and lists and not any(value.get(name) for name in lists):
            raise _refused(dropped, shape)
        return Read(fitted, tuple(dropped))
    raise _refused(["too many faults"], shape)


def _mended(value: Any, error: ValidationError) -> tuple[bool, dict[tuple[str | int, ...], str], list[str]]:
    """Mend in place the faults that have only one mending, and whether there were any; of the others why a row of a
    list is invalid, by its path, and what is wrong outside lists."""
    is_mended = False
    rows: dict[tuple[str | int, ...], str] = {}
    fatal: list[str] = []
    for fault in error.errors(include_url=False, include_context=False, include_input=False):
        path = path_of(value, fault["loc"])
        if mend(value, path, fault["type"], fault["loc"]):
            is_mended = True
            continue
        reason = reason_of(path, fault["msg"], fault["loc"])
        if row := row_of(path):
            rows.setdefault(row, reason)
        else:
            fatal.append(reason)
    return is_mended, rows, fatal


def _adapted(value: Any, shape: type[BaseModel]) -> dict[str, Any]:
    """The object that the answer means: as it stands, in a wrapper, or with the answer as the rows of its only list."""
    lists = lists_of(shape)
    if isinstance(value, dict) and (not value or has_field(value, shape)):
        return value
    if isinstance(value, list):
        if len(value) == 1 and isinstance(value[0], dict) and has_field(value[0], shape):
            return value[0]
        if len(lists) == 1:
            return {lists[0]: value}
        raise _refused(["a list stands where the object belongs"], shape)
    inner = [one for one in value.values() if isinstance(one, dict | list)]
    if len(inner) == 1 and (isinstance(inner[0], list) or has_field(inner[0], shape)):
        return _adapted(inner[0], shape)
    if len(lists) == 1:
        return {lists[0]: [value]}
    raise _refused(["none of its fields is there"], shape)


def _refused(reasons: Sequence[str], shape: type[BaseModel]) -> AnswerError:
    fields = ", ".join(field.alias or name for name, field in shape.model_fields.items())
    wanted = f"\nIt has to be one JSON object with the fields: {fields}."
    return AnswerError(f"the answer does not fit: {first_phrases(reasons)}", wanted)
