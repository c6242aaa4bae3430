"""A standby: when a model cannot answer or cannot be paid, another engine does the work, and the run's record says
so."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from castalia.agents.roles import engine_of
from castalia.memory.memory import Memory

Agent = Callable[[Any], Awaitable[Any]]


class Standby:
    """``first``, or ``second`` where the first raises one of ``on``. Its engine is that of the first."""

    def __init__(self, role: str, first: Agent, second: Agent, memory: Memory, on: tuple[type[Exception], ...]) -> None:
        self.engine = engine_of(first)
        self.account = getattr(first, "account", None)
        self._role = role
        self._first = first
        self._second = second
        self._memory = memory
        self._on = on

    async def __call__(self, state: Mapping[str, Any]) -> Any:
        try:
            return await self._first(state)
        except self._on as error:
            where = state.get("section", {}).get("id", "")
            self._memory.run(state["run_id"]).event(
                "stood_in", step=f"standby:{self._role}:{where}", role=self._role, section=where, reason=str(error)
            )
            return await self._second(state)
