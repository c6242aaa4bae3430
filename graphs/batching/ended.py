"""How a topic of a batch ended: the value, and how it is read from a line that anybody may have edited. The file is
``manifest``'s."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields, replace
from datetime import UTC, datetime
from typing import Any, Literal, get_args

from castalia.graphs.batching.topics import check_out_name
from castalia.memory.ellipsis import abridge
from castalia.memory.errors import InputError
from castalia.tools.models.budgets import Usage

Status = Literal["done", "short of budget", "failed"]

_MOST = 1e15  # of anything that is counted; sums of it stay exact
_LONGEST_SHOWN = 80  # characters


@dataclass(frozen=True, slots=True)
class Ended:
    """How a topic ended. ``asked_words`` as in the file of topics; ``words``, ``sections`` and ``sources`` (references)
    of the page, ``lost_sections`` could not be written, ``stub`` is what it says of itself where it is one; ``calls``
    and ``tokens`` were spent, ``replayed`` came from the tape; ``cost`` in US dollars, ``None`` if a price is unknown;
    ``started`` and ``ended`` in UTC; ``run`` is the id of the run in the folder; ``unknown``: it
    failed because the corpus does not know the topic; ``wrong``: because of what was asked, or of what the corpus says
    on it, so that another run ends in the same way."""

    topic: str
    domain: str
    folder: str
    asked_words: int | None
    status: Status
    error: str = ""
    words: int = 0
    sections: int = 0
    sources: int = 0
    lost_sections: int = 0
    stub: str = ""
    calls: int = 0
    replayed: int = 0
    tokens: int = 0
    cost: float | None = 0.0
    seconds: float = 0.0
    started: str = ""
    ended: str = ""
    run: str = ""
    unknown: bool = False
    wrong: bool = False

    @property
    def key(self) -> tuple[str, str, str, int | None]:
        """What makes it the same page: topic, domain, folder, and words asked for."""
        return (self.topic, self.domain, self.folder, self.asked_words)

    def after(self, before: Usage) -> Ended:
        """This end, with what an earlier run on the page, which it did not go on with, had spent added to it."""
        cost = None if self.cost is None or before.cost is None else round(self.cost + before.cost, 6)
        calls, replayed = self.calls + before.calls, self.replayed + before.replayed
        return replace(self, calls=calls, replayed=replayed, tokens=self.tokens + before.tokens, cost=cost)

    @property
    def outcome(self) -> str:
        """Its status as a table shows it: of a stub it says so."""
        return f"{self.status}, a stub" if self.stub else self.status

    @property
    def reason(self) -> str:
        """Why it is not done: the error, or, where there is none, that the budget ended it."""
        return self.error or "the page was finished with what there was"


def time_now() -> str:
    """The time in UTC, to the second, as an ``Ended`` has it."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def read_ended(line: Mapping[str, Any]) -> Ended:
    """The value of a line; fields that are not known are left out. ``InputError`` for the first that is not what it
    should be: a sum over lines, or a page that is taken for done, would go wrong in silence."""
    values: dict[str, Any] = {}
    for one in fields(Ended):
        if one.name in line:
            if wanted := _fault(one.name, str(one.type), line[one.name]):
                raise InputError(f"{one.name} is {abridge(repr(line[one.name]), _LONGEST_SHOWN)}, not {wanted}")
            values[one.name] = line[one.name]
        elif one.default is MISSING:
            raise InputError(f"there is no {one.name}")
    return Ended(**values)


def _fault(name: str, kind: str, value: object) -> str:
    """What should stand there in place of this value; "" where it may."""
    if value is None and kind.endswith("| None"):
        return ""
    if name == "folder":
        return "" if isinstance(value, str) and _is_inside(value) else "a folder inside the batch's"
    if name == "status":
        return "" if value in get_args(Status) else f"one of {', '.join(get_args(Status))}"
    if kind == "bool":
        return "" if isinstance(value, bool) else "true or false"
    if kind == "str":
        return "" if isinstance(value, str) else "text"
    is_number = isinstance(value, int if kind.startswith("int") else int | float) and not isinstance(value, bool)
    if is_number and 0 <= value < _MOST:  # type: ignore[operator]
        return ""
    return "a whole number from 0 up" if kind.startswith("int") else "a number from 0 up"


def _is_inside(folder: str) -> bool:
    try:
        check_out_name(folder)
    except InputError:
        return False
    return True
