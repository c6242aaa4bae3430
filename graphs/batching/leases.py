"""Lends parts of a budget to pages that are written on other machines, and in all never more than there is.

A page spends no more than its lease, and gives back what it did not spend. When its worker dies, the whole lease counts
as spent: nobody can tell how much of it was.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping

from castalia.graphs.batching.ended import Ended
from castalia.tools.models.budgets import Budget, Usage

COUNTED = ("calls", "tokens", "money")  # the parts of a budget that add up over pages
_LEAST = {"calls": 1.0, "tokens": 1.0, "money": 1e-9}


def counted(one: Usage | Ended) -> dict[str, float]:
    """The calls, tokens and money that were spent; money counts as 0 where a price is unknown."""
    return {"calls": one.calls, "tokens": one.tokens, "money": one.cost or 0.0}


class Leases:
    """The leases of a budget for at most ``holders`` pages at a time."""

    def __init__(self, budget: Budget, holders: int) -> None:
        self.budget = budget
        self._limited = [name for name in COUNTED if getattr(budget, name) is not None]
        self._holders = holders
        self._begun = time.monotonic()
        self._spent = dict.fromkeys(COUNTED, 0.0)
        self._held: list[Budget] = []
        self._changed = asyncio.Condition()

    async def take(self, at_least: Mapping[str, float] | None = None) -> Budget:
        """A lease for one more page: an equal part of what nobody holds. Where that is nothing, or less than
        ``at_least`` (by name), wait until other leases come back. A page that waits for nobody gets all that is left,
        however little."""
        wanted = {**_LEAST, **(at_least or {})}
        async with self._changed:
            while self._held and any(self._part(name) < wanted[name] for name in self._limited):
                await self._changed.wait()
            parts = {name: self._part(name) for name in self._limited}
            if any(parts[name] < wanted[name] for name in self._limited):  # then nobody holds any
                parts = {name: self._free(name) for name in self._limited}
            lease = Budget(
                calls=int(parts["calls"]) if "calls" in parts else None,
                tokens=int(parts["tokens"]) if "tokens" in parts else None,
                money=parts.get("money"),
                seconds=self._seconds(),
            )
            self._held.append(lease)
            return lease

    async def end(self, lease: Budget, usage: Usage | None) -> None:
        """The page of this lease has ended and came to this; ``None``: its worker died, and all of the lease counts as
        spent."""
        spent = {name: getattr(lease, name) or 0.0 for name in COUNTED} if usage is None else counted(usage)
        async with self._changed:
            self._held = [one for one in self._held if one is not lease]
            for name in COUNTED:
                self._spent[name] += spent[name]
            self._changed.notify_all()

    def left(self, name: str) -> float:
        """What is not spent of a limited part, held or not."""
        return max(float(getattr(self.budget, name)) - self._spent[name], 0.0)

    def _free(self, name: str) -> float:
        held = sum(float(getattr(one, name)) for one in self._held)
        return max(self.left(name) - held, 0.0)

    def _part(self, name: str) -> float:
        return self._free(name) / max(self._holders - len(self._held), 1)

    def _seconds(self) -> float | None:
        limit = self.budget.seconds
        return None if limit is None else max(limit - (time.monotonic() - self._begun), 0.0)
