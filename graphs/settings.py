"""The settings of a run, with the thesis' defaults where it has any (Table 4.2) and our reasons where we differ."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from castalia.memory.errors import InputError


@dataclass(frozen=True, slots=True)
class Settings:
    """How far a run goes.

    Curation: ``seed`` snippets to begin with, ``per_query`` (k) new ones a query and ``nearest`` of the relevance model a
    batch, up to ``depth`` (m) batches or ``most`` snippets; ``floor`` is the share of the best relevance that a snippet must
    reach, ``sparse_floor`` the same where fewer than ``sparse_below`` snippets name the topic; ``anchored=False`` drops the floor
    (the thesis' way). Two batches in a row that bring less than ``least_yield`` of what was asked for end the loop, unless
    ``saturation`` is off.

    Writing: ``words`` for the whole page, ``snippets_per_heading`` retrieved for each heading of a unit, ``revisions`` at most
    (r_max). ``reviewer`` and ``relevance_filter`` off are the thesis' ablations; ``reflection`` off sends questions straight out
    as queries.
    """

    depth: int = 4
    seed: int = 5
    per_query: int = 2
    nearest: int = 60
    most: int = 360
    anchored: bool = True
    floor: float = 0.3
    sparse_floor: float = 0.15
    sparse_below: int = 90
    saturation: bool = True
    least_yield: float = 0.3
    reflection: bool = True
    relevance_filter: bool = True
    reviewer: bool = True
    revisions: int = 3
    words: int = 1_700
    snippets_per_heading: int = 24

    def __post_init__(self) -> None:
        for name in ("depth", "per_query", "nearest", "revisions"):
            if getattr(self, name) < 0:
                raise InputError(f"setting {name} is {getattr(self, name)}: it cannot be negative")
        for name in ("seed", "most", "words", "snippets_per_heading"):
            if getattr(self, name) < 1:
                raise InputError(f"setting {name} is {getattr(self, name)}: it has to be at least 1")

    def to_json(self) -> dict[str, Any]:
        """The settings as plain values, for the run record."""
        return asdict(self)
