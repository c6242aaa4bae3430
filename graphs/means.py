"""What a run thinks with, made of a ``Thinking``: clients, gate, account and tape, and what builds the crew."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager, nullcontext, suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from castalia.agents.crew import Crew
from castalia.graphs.runs.ends import drained
from castalia.graphs.thinking import GROUPS, Thinking
from castalia.memory.errors import InputError
from castalia.memory.memory import Memory
from castalia.tools.models.account import Account

if TYPE_CHECKING:
    from castalia.tools.models.chat import ChatModel
    from castalia.tools.models.gate import Gate

_CURATION = GROUPS["curation"]


def _rules(memory: Memory) -> Crew:
    """The extractive crew, imported only when a page is written: compiling its patterns takes longer than all the rest
    of ``castalia --help``."""
    from castalia.agents.extractive.crew import extractive_crew

    return extractive_crew(memory)


async def _nothing_open() -> None:
    pass


@dataclass(frozen=True, slots=True)
class Means:
    """What a run thinks with, ready to use: ``crew`` builds the agents over a memory, ``finish`` waits for calls whose
    callers gave up."""

    crew: Callable[[Memory], Crew] = _rules
    finish: Callable[[], Coroutine[Any, Any, None]] = _nothing_open


@asynccontextmanager
async def means_of(
    thinking: Thinking,
    clients: Mapping[str, ChatModel],
    filter_batch: int,
    gate: Gate | None = None,
    account: Account | None = None,
    reading: int | None = None,
) -> AsyncIterator[Means]:
    """Gate, tape and account for a run (unless they are given), and what builds its crew.

    The clock of a budget in seconds starts here. At the end a call under way is paid for, whoever gave up waiting,
    unless it takes longer than the time-out: a model of somebody's own may hang. ``reading``, where it is given, is the
    sample number of the roles that build the graph: what they read is kept under that number. ``InputError`` for what
    is no gate or no account.
    """
    if not isinstance(account, Account | None):
        raise InputError(f"the account is {account!r}: give an Account(…), or leave it out")
    if not (gate is None or callable(getattr(gate, "finish", None))):
        raise InputError(f"the gate is {gate!r}: give a Gate(…), or leave it out")
    if not clients:
        yield Means()
        return
    from castalia.agents.model.crew import mixed_crew  # pydantic, only where a model is asked
    from castalia.agents.model.mind import Mind
    from castalia.tools.models.gate import Gate
    from castalia.tools.models.tape import Tape

    if account is None:
        account = Account(thinking.budget, thinking.prices, shares=dict.fromkeys(_CURATION, thinking.curation))
    with Tape(thinking.tape) if thinking.tape is not None and gate is None else nullcontext() as tape:
        shared = gate or Gate(concurrency=thinking.concurrency, per_minute=thinking.per_minute, tape=tape)
        own = (thinking.window, thinking.answer, thinking.sample, thinking.audience)
        minds = {role: Mind(client, shared, account, *own) for role, client in clients.items()}
        if reading is not None:
            minds |= {role: replace(minds[role], sample=reading) for role in GROUPS["graph"] if role in minds}

        async def finish() -> None:
            with suppress(TimeoutError):
                async with asyncio.timeout(thinking.timeout):
                    await shared.finish()

        try:
            yield Means(partial(mixed_crew, minds=minds, filter_batch=filter_batch), finish)
        finally:
            await drained(finish)


def clients_of(thinking: Thinking) -> dict[str, ChatModel]:
    """The model of each role. ``InputError`` for a spec that is not known, a missing key, a price that a budget in
    money needs."""
    if not thinking.models:
        return {}
    from castalia.tools.doors.chat_models import chat_model  # an HTTP client, only where a model is asked

    made: dict[str | int, ChatModel] = {}
    for one in thinking.models.values():
        if _key(one) not in made:
            made[_key(one)] = chat_model(
                one, temperature=thinking.temperature, top_p=thinking.top_p, timeout=thinking.timeout
            )
    clients = {role: made[_key(one)] for role, one in sorted(thinking.models.items())}
    Account(thinking.budget, thinking.prices).check_prices(one.name for one in clients.values())
    return clients


def _key(model: object) -> str | int:
    return model if isinstance(model, str) else id(model)
