"""Accounts: budgets that hold, and counts by role and by model.

No calls are made here: the gate reserves before it sends, and settles after. Budgets and counts as values live in
``budgets``, what one call may come to in ``reservations``.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import asdict, replace
from typing import Any, Literal

from castalia.memory.errors import InputError
from castalia.tools.models.budgets import Budget, Usage, added
from castalia.tools.models.chat import BudgetError, Call, Reply, Which
from castalia.tools.models.prices import Price, price_of
from castalia.tools.models.reservations import Reservation, tokens_of, tokens_of_call

_NANODOLLAR = 1e-9  # sums of floats are not exact: three times 0.1 is within 0.3


class Account:
    """What one run has spent, within its budget. Thread-safe.

    The budget is hard in what the account can know: a call is let through only if all that it may come to is left,
    beside what the calls under way may still come to. What it may come to is an estimate (``tokens_of_call``), which
    a model can pass where ``max_tokens`` is not set; attempts that failed or were cut off count no tokens, since nobody
    tells what they cost.
    """

    def __init__(
        self,
        budget: Budget | None = None,
        prices: Iterable[Price] | None = None,
        clock: Callable[[], float] = time.monotonic,
        shares: Mapping[str, float] | None = None,
        parent: Account | None = None,
    ) -> None:
        """``prices`` are the user's own, before those of the table. ``clock`` in seconds; it runs from now. ``shares``
        (role to a number from 0 to 1): a role may spend only while all that is spent stays within this share of the
        budget, so that others have the rest. ``parent`` is an account over several: what is reserved and spent here is
        reserved and spent there as well, within its budget."""
        self.budget = budget or Budget()
        self._parent = parent
        self._shares = dict(shares or {})
        self._prices = tuple(prices or ())
        self._clock = clock
        self._begun = clock()
        self._lock = threading.RLock()
        self._spent: dict[tuple[str, str], Usage] = {}  # by (role, model); costs are worked out when they are read
        self._held: dict[Reservation, None] = {}
        self._exhausted: Which | Literal[""] = ""
        # (role, key) of calls that were counted: one that is made again is one call
        self._answered: set[tuple[str, str]] = set()
        self._journal: Callable[[dict[str, Any]], object] | None = None

    def go_on(self, entries: Iterable[Mapping[str, Any]], journal: Callable[[dict[str, Any]], object]) -> None:
        """Count what an earlier account of the same run had journaled, and journal (values of JSON) all that is counted
        from now on, so that a run that was killed goes on with what is left of its budget. A parent's budget has to be
        what such runs left of it."""
        with self._lock:
            for entry in entries:
                self._begun = min(self._begun, self._clock() - entry["seconds"])
                usage = Usage(**entry["usage"])
                self._answered.add((entry["role"], entry["key"]))
                self._add_up(entry["role"], entry["model"], usage)
                if self._parent is None:  # whose budget, without what this run had spent, says what is left
                    self._exhausted = self._exhausted or entry.get("exhausted", "")
            self._journal = journal

    def check_prices(self, models: Iterable[str]) -> None:
        """``InputError`` if money is limited and one of these models (by name) has no known price."""
        if self.budget.money is not None and (
            unknown := sorted({one for one in models if price_of(one, self._prices) is None})
        ):
            raise InputError(
                f"a budget in money needs the price of {unknown[0]}: give it with --price {unknown[0]}=IN,OUT (in Python "
                "prices=, see castalia.tools.models.prices), or limit tokens instead"
            )

    def reserve(self, model: str, call: Call) -> Reservation:
        """Set aside what a call to the model (its name) may come to. ``BudgetError`` if that is more than is left."""
        self.check_prices([model])
        held = self._need(model, call)
        with self._lock:
            if short := self._short(held, self._held):
                raise self.refusal(*short, call.role)
            if self._parent is not None:  # last, and from child to parent only: no two wait for each other
                try:
                    held.above = self._parent.reserve(model, call)
                except BudgetError as error:
                    self._exhaust(error.which, call.role)
                    raise
            self._held[held] = None
            return held

    def affords(self, model: str, call: Call) -> bool:
        """Whether ``reserve`` would allow a call now."""
        if self._parent is not None and not self._parent.affords(model, call):
            return False
        with self._lock:
            return self._short(self._need(model, call), self._held) is None

    def must_wait(self, model: str, call: Call) -> bool:
        """Whether a call would be refused only for what is set aside for calls under way: most come to less than that,
        so that waiting may help."""
        if self._parent is not None and self._parent.must_wait(model, call):
            return True
        wanted = self._need(model, call)
        with self._lock:
            return self._short(wanted, self._held) is not None and self._short(wanted, ()) is None

    def _short(self, wanted: Reservation, held: Collection[Reservation]) -> tuple[Which, float] | None:
        """The first budget that has less left than is wanted, and how much is wanted, where these are under way."""
        for which, need in wanted.needs:
            left = self._left(which, wanted.role, held)
            if left is not None and (left < need - _NANODOLLAR or (which == "seconds" and left == 0)):
                return which, need
        return None

    def _need(self, model: str, call: Call) -> Reservation:
        prompt, completion = tokens_of_call(call)
        price = price_of(model, self._prices)
        return Reservation(model, call.role, prompt, completion, price.cost(prompt, 0, completion) if price else 0.0)

    def settle(self, held: Reservation, reply: Reply | None, key: str = "") -> None:
        """Count what the call came to in place of what was reserved. Without a reply it counts as a call if it was
        sent.

        A reply that tells no tokens (some servers do not) counts with the estimate. Settling twice counts once. ``key``
        is the call's on the tape.
        """
        spent = Usage(calls=min(held.attempts, 1), retries=max(held.attempts - 1, 0))
        if reply is not None and (reply.prompt_tokens or reply.completion_tokens):
            spent = replace(
                spent,
                prompt_tokens=reply.prompt_tokens,
                completion_tokens=reply.completion_tokens,
                cached_tokens=min(reply.cached_tokens, reply.prompt_tokens),
            )
        elif reply is not None:
            spent = replace(spent, prompt_tokens=held.prompt_tokens, completion_tokens=tokens_of(reply.text))
        try:
            with self._lock:
                if held in self._held:
                    del self._held[held]
                    self._count(held.role, held.model, spent, key if reply is not None else "")
        finally:  # where the journal cannot be written, too: what is held above would stay so for all its other accounts
            if self._parent is not None and held.above is not None:
                held.above.attempts = held.attempts
                self._parent.settle(held.above, reply)

    def replay(self, model: str, role: str, key: str = "") -> None:
        """Count a call that was answered without being made, unless the very call (its key on the tape) was counted
        before."""
        with self._lock:
            if key and (role, key) in self._answered:
                return
            self._count(role, model, Usage(replayed=1), key)
        if self._parent is not None:
            self._parent.replay(model, role)

    def fail(self, model: str, role: str) -> None:
        """Count a call that came to nothing."""
        self._count(role, model, Usage(failed=1))
        if self._parent is not None:
            self._parent.fail(model, role)

    def refusal(self, which: Which, need: float = 0, role: str = "") -> BudgetError:
        """The error for a call that this budget does not allow; from now on the budget counts as ``exhausted``."""
        self._exhaust(which, role)
        own = self._left(which, role, self._held)
        above = self._parent.left(which, role) if self._parent is not None else None
        if self._parent is not None and (own is None or (above is not None and above < own)):
            return self._parent.refusal(which, need, role)
        most = getattr(self.budget, which)
        unit = ("US dollars" if which == "money" else which).removesuffix("s" if most == 1 else "")
        rest = f" ({_told(own or 0)} left, this call may need {_told(need)})" if need else ""
        share = f"the {self._shares[role]:.0%} for the {role} of " if self._shares.get(role, 1.0) < 1.0 else ""
        return BudgetError(f"{share}the budget of {_told(most)} {unit} is used up{rest}", which)

    def _exhaust(self, which: Which, role: str) -> None:
        with self._lock:
            if not self._exhausted:
                self._exhausted = which
                self._note(role, "", Usage(), "")

    @property
    def exhausted(self) -> Which | Literal[""]:
        """The budget that was the first to refuse a call, or "" where none has. One that is spent to the end, and was
        enough, does not count."""
        with self._lock:
            return self._exhausted

    def left(self, which: Which, role: str = "") -> float | None:
        """What can still be spent (by a role), beside what is reserved; never below 0, ``None`` without a limit. A
        parent's counts too."""
        own = self._left(which, role, self._held)
        above = self._parent.left(which, role) if self._parent is not None else None
        return min((one for one in (own, above) if one is not None), default=None)

    def _left(self, which: Which, role: str, held: Collection[Reservation]) -> float | None:
        limit: float | None = getattr(self.budget, which)
        if limit is None:
            return None
        limit *= self._shares.get(role, 1.0)
        with self._lock:
            return max(limit - self._used(which, held), 0)

    def _used(self, which: Which, held: Collection[Reservation]) -> float:
        """What was spent of a budget, and may be by the calls that are under way."""
        if which == "seconds":
            return self._seconds()
        spent = self.total
        costs = [self._cost(model, usage) or 0.0 for (_, model), usage in self._spent.items()]
        so_far = {"calls": spent.calls, "tokens": spent.tokens, "money": math.fsum(costs)}
        return math.fsum((so_far[which], *(dict(one.needs)[which] for one in held)))

    @property
    def total(self) -> Usage:
        """Everything that was spent."""
        with self._lock:
            return self._sum(self._spent)

    @property
    def by_role(self) -> dict[str, Usage]:
        """What each role spent, sorted by role."""
        return self._by(0)

    @property
    def by_model(self) -> dict[str, Usage]:
        """What was spent on each model, sorted by its name."""
        return self._by(1)

    def to_json(self) -> dict[str, Any]:
        """The account as values of JSON, for ``run.json``; costs in US dollars to the millionth."""
        with self._lock:
            return {
                "budget": asdict(self.budget),
                "exhausted": self.exhausted,
                "seconds": round(self._seconds(), 3),
                "total": self.total.to_json(),
                "by_role": {role: usage.to_json() for role, usage in self.by_role.items()},
                "by_model": {model: usage.to_json() for model, usage in self.by_model.items()},
            }

    def _count(self, role: str, model: str, more: Usage, key: str = "") -> None:
        with self._lock:
            self._answered.add((role, key))
            self._add_up(role, model, more)
            self._note(role, model, more, key)

    def _add_up(self, role: str, model: str, more: Usage) -> None:
        if more != Usage():
            so_far = self._spent.get((role, model), Usage())
            self._spent[role, model] = added((so_far, more), cost=0.0)

    def _note(self, role: str, model: str, more: Usage, key: str) -> None:
        if self._journal is not None:
            usage = {name: count for name, count in asdict(more).items() if count}
            told = {"exhausted": self._exhausted} if self._exhausted else {}
            seconds = round(self._seconds(), 3)
            self._journal({"role": role, "model": model, "key": key, "seconds": seconds, "usage": usage, **told})

    def _seconds(self) -> float:
        return self._clock() - self._begun

    def _by(self, place: int) -> dict[str, Usage]:
        with self._lock:
            names = sorted({key[place] for key in self._spent})
            return {name: self._sum(key for key in self._spent if key[place] == name) for name in names}

    def _sum(self, keys: Iterable[tuple[str, str]]) -> Usage:
        chosen = list(keys)
        costs = [self._cost(model, self._spent[role, model]) for role, model in chosen]
        known = [one for one in costs if one is not None]  # fsum: the same for any order of arrival
        return added((self._spent[key] for key in chosen), math.fsum(known) if len(known) == len(costs) else None)

    def _cost(self, model: str, usage: Usage) -> float | None:
        if not usage.tokens:
            return 0.0
        price = price_of(model, self._prices)
        return price.cost(usage.prompt_tokens, usage.cached_tokens, usage.completion_tokens) if price else None


def _told(amount: float) -> str:
    return str(int(amount)) if amount == int(amount) else f"{amount:.6g}"
