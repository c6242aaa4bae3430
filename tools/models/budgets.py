"""What a run may spend and what it has spent, as values; both by calls, tokens, money and seconds.

Who keeps them is the ``account``; prices live in ``prices``.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields
from typing import Any, Self

from castalia.memory.errors import InputError


@dataclass(frozen=True, slots=True)
class Budget:
    """The most that a run may spend; ``None`` is no limit. ``money`` in US dollars, ``seconds`` from when the account
    is made.

    ``calls=0`` allows what the tape knows and nothing else.
    """

    calls: int | None = None
    tokens: int | None = None
    money: float | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        for one in fields(self):
            value = getattr(self, one.name)
            is_number = isinstance(value, int | float) and not isinstance(value, bool)
            if value is not None and not (is_number and 0 <= value < math.inf):
                raise InputError(f"a budget of {value!r} {one.name} makes no sense: give a number from 0 up")

    @classmethod
    def of(cls, text: str | None) -> Self:
        """Read ``calls=200,tokens=1e6,money=2.5,seconds=600``, or some of it (``None``: no limit); ``InputError`` in
        one line for anything else."""
        values: dict[str, Any] = {}
        for part in () if text is None else text.split(","):
            name, _, number = (one.strip() for one in part.partition("="))
            value = _number(number, whole=name in ("calls", "tokens"))
            if name not in cls.__slots__ or name in values or value is None:
                raise InputError(
                    f"{part.strip()[:80]!r} is no part of a budget: write calls=200,tokens=1e6,money=2.5,seconds=600, or some of it"
                )
            values[name] = value
        return cls(**values)


@dataclass(frozen=True, slots=True)
class Usage:
    """What was spent. ``calls`` were sent to a model, answered or not, however often each was retried; ``replayed``
    were answered by the tape or by the same call of somebody else, and cost nothing; ``failed`` ended in a
    ``ModelError``.

    ``cached_tokens`` are part of ``prompt_tokens``. ``cost`` is in US dollars, ``None`` if a price is unknown.
    """

    calls: int = 0
    replayed: int = 0
    failed: int = 0
    retries: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cached_tokens: int = 0
    cost: float | None = 0.0

    @property
    def tokens(self) -> int:
        """Of prompts and answers."""
        return self.prompt_tokens + self.completion_tokens

    def to_json(self) -> dict[str, Any]:
        """Values of JSON; the cost to the millionth of a dollar."""
        return {**asdict(self), "cost": None if self.cost is None else round(self.cost, 6)}


def added(usages: Iterable[Usage], cost: float | None) -> Usage:
    """All of them in one, at this cost."""
    counts = [one.name for one in fields(Usage) if one.name != "cost"]
    every = list(usages)
    return Usage(**{name: sum(getattr(one, name) for one in every) for name in counts}, cost=cost)


def in_all(usages: Iterable[Usage]) -> Usage:
    """All of them in one; the cost is unknown where that of any is."""
    every = list(usages)
    costs = [one.cost for one in every if one.cost is not None]
    return added(every, sum(costs) if len(costs) == len(every) else None)


def _number(text: str, whole: bool) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    if not 0 <= value < math.inf or (whole and value != int(value)):
        return None
    return int(value) if whole else value
