"""Judgements of pages, by people and by models alike: scores on a scale and preferences between two, kept as JSON
lines.

What is made of them (agreement, strengths, tables) lives elsewhere; so do the judges.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from numbers import Real
from pathlib import Path
from typing import Any, Literal, get_args

from castalia.memory.errors import InputError
from castalia.memory.paths import expand
from castalia.tools.judging.json_lines import read_lines, text_of
from castalia.tools.pages.write_whole import write_file

Winner = Literal["a", "b", "tie"]
ALL = "all judges"  # in tables, of them together: no judge may be called so
EVERY = "all criteria"  # as well
_MOST = 1e9  # beyond, as for NaN, there is no scale


@dataclass(frozen=True, slots=True)
class Score:
    """What ``judge`` gives the page of ``system`` on ``topic`` by ``criterion``; from ``low`` (worst) to ``high``
    (best)."""

    topic: str
    system: str
    judge: str
    criterion: str
    score: float
    low: float = 1
    high: float = 5
    comment: str = ""


@dataclass(frozen=True, slots=True)
class Preference:
    """Which of two pages on ``topic`` ``judge`` prefers by ``criterion``. ``a`` was shown first (or left), ``b``
    second."""

    topic: str
    a: str
    b: str
    judge: str
    criterion: str
    winner: Winner
    comment: str = ""


Judgement = Score | Preference


def read_judgements(paths: Sequence[str | Path]) -> list[Judgement]:
    """All judgements of these files, in their order. ``InputError`` names the file and the line that holds none.

    A line is a JSON object with ``kind`` "score" or "preference" and the fields of that class; keys beyond them are
    ignored.
    """
    return [one for path in paths for one in read_lines(expand(path), "judgement", _judgement)]


def judgements_of(given: str | Path | Sequence[str | Path | Judgement]) -> list[Judgement]:
    """Judgements, those of files, or both, in their order; what is given is checked as a line of a file is.
    ``InputError`` for a file that cannot be read, and for what is no judgement."""
    if not isinstance(given, str | Path | Sequence):
        raise InputError(f"the judgements are {given!r}: give a file of them, or a list of files and judgements")
    found: list[Judgement] = []
    for one in [given] if isinstance(given, str | Path) else given:
        found += [_checked(one)] if isinstance(one, Score | Preference) else read_judgements([one])
    return found


def write_judgements(path: str | Path, judgements: Iterable[Judgement]) -> None:
    """One JSON line for each, written whole or not at all."""
    write_file(
        expand(path), "".join(json.dumps(_to_row(one), ensure_ascii=False, default=float) + "\n" for one in judgements)
    )


def _to_row(judgement: Judgement) -> dict[str, Any]:
    """The JSON object of a judgement."""
    kind = "score" if isinstance(judgement, Score) else "preference"
    return {"schema": 1, "kind": kind, **asdict(judgement)}


def _checked(judgement: Judgement) -> Judgement:
    try:
        return _judgement(_to_row(judgement))
    except ValueError as error:
        raise InputError(f"{repr(judgement)[:200]} is no judgement: {error}") from None


def _judgement(row: Any) -> Judgement:
    if not isinstance(row, dict):
        raise ValueError("not a JSON object")
    if row.get("kind") == "preference":
        if row.get("winner") not in get_args(Winner):
            raise ValueError('winner has to be "a", "b" or "tie"')
        topic, a, b = (text_of(row, key) for key in ("topic", "a", "b"))
        return Preference(topic, a, b, _judge(row), _criterion(row), row["winner"], _comment(row))
    if row.get("kind") == "score":
        score, low, high = _number(row, "score"), _number(row, "low", 1), _number(row, "high", 5)
        if not (low <= score <= high and low < high):
            raise ValueError(f"score {score:g} is not from {low:g} to {high:g}")
        topic, system = (text_of(row, key) for key in ("topic", "system"))
        return Score(topic, system, _judge(row), _criterion(row), score, low, high, _comment(row))
    raise ValueError('kind has to be "score" or "preference"')


def _judge(row: dict[str, Any]) -> str:
    if (judge := text_of(row, "judge")) == ALL:
        raise ValueError(f'a judge cannot be called "{ALL}": give another name')
    return judge


def _criterion(row: dict[str, Any]) -> str:
    if (criterion := text_of(row, "criterion")) == EVERY:
        raise ValueError(f'a criterion cannot be called "{EVERY}": give another name')
    return criterion


def _number(row: dict[str, Any], key: str, default: float | None = None) -> float:
    value: Any = row.get(key, default)
    is_number = isinstance(value, Real) and not isinstance(value, bool)  # numpy's are numbers, too
    if not is_number:
        raise ValueError(f"{key} has to be a number")
    if not abs(value) <= _MOST:
        raise ValueError(f"{key} is no number of a scale")
    return float(value)


def _comment(row: dict[str, Any]) -> str:
    return row["comment"] if isinstance(row.get("comment"), str) else ""
