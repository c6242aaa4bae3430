"""Remembered: what is worked out of the evidence once, however many ask for it."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar
from weakref import WeakKeyDictionary

from castalia.tools.topic.evidence import Evidence

Found = TypeVar("Found")


def remembered(work_out: Callable[[Evidence], Found]) -> Callable[[Evidence], Found]:
    """The function, which is called once for each evidence as long as that is kept."""
    known: WeakKeyDictionary[Evidence, Found] = WeakKeyDictionary()

    @wraps(work_out)
    def found(evidence: Evidence) -> Found:
        if evidence not in known:
            known[evidence] = work_out(evidence)
        return known[evidence]

    return found
