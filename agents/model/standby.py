"""A standby: when a model cannot answer or cannot be paid, another engine does the work, and the run's record says
so."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from castalia.agents.roles import engine_of
from castalia.memory.errors import InputError
from castalia.memory.event_kinds import STOOD_IN
from castalia.memory.memory import Memory

Agent = Callable[[Any], Awaitable[Any]]


def standby_step(role: str, where: str = "") -> str:
    """The step of a run under which it is noted that somebody stood in for a role, ``where``: the id of the unit."""
    return f"standby:{role}:{where}"


class Standby:
    """``first``, or ``second`` where the first raises one of ``on``. Its engine is that of the first, its ``account``
    that of both; ``InputError`` where each has its own, for a crew pays from one."""

    def __init__(self, role: str, first: Agent, second: Agent, memory: Memory, on: tuple[type[Exception], ...]) -> None:
        self.engine = engine_of(first)
        own = (getattr(one, "account", None) for one in (first, second))
        accounts = [account for account in own if account is not None]
        if any(one is not accounts[0] for one in accounts):
            raise InputError(f"the {role} and who stands in for it pay from accounts of their own: give them one mind")
        self.account = accounts[0] if accounts else None
        self._role = role
        self._first = first
        self._second = second
        self._memory = memory
        self._on = on

    def __repr__(self) -> str:
        return f"Standby({self._first!r}, {self._second!r})"

    async def __call__(self, state: Mapping[str, Any]) -> Any:
        try:
            return await self._first(state)
        except self._on as error:
            where = state.get("section", {}).get("id", "")
            step = standby_step(self._role, where)
            self._memory.run(state["run_id"]).event(
                STOOD_IN, step=step, role=self._role, section=where, reason=str(error)
            )
            return await self._second(state)
