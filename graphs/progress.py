"""Progress: what a caller's function is told of a run."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from castalia.graphs.events import spent, to_json
from castalia.memory.errors import CastaliaError, InputError
from castalia.memory.waits import ended
from castalia.tools.models.account import Account
from castalia.tools.models.budgets import Usage

Tell = Callable[[dict[str, Any]], None]

MOMENT = 1.0  # seconds between two looks at what calls under way have come to


def telling(progress: Tell | None) -> Tell:
    """The function as a run calls it, also where there is none. One that fails ends the run, and the error says so."""

    def tell(event: dict[str, Any]) -> None:
        if progress is None:
            return
        try:
            answer: object = progress(event)
        except Exception as error:  # whatever the caller's own code raises
            reason = " ".join(f"{type(error).__name__}: {error}".split())[:300]
            raise CastaliaError(f"the progress function failed ({reason}): mend it, or leave progress out") from error
        if inspect.iscoroutine(answer):
            answer.close()
            raise InputError("the progress function answered a coroutine, which nobody awaits: write it without async")

    return tell


@asynccontextmanager
async def with_spending(tell: Tell, account: Account | None) -> AsyncIterator[Tell]:
    """``tell``, which also tells what the models have come to, where that changed: after every event, and every second
    between two.

    An error of ``tell`` between two events is raised by the next event, or at the end of the block.
    """
    if account is None:
        yield tell
        return
    told = Usage()
    failed: list[CastaliaError] = []

    def catch_up() -> None:
        nonlocal told
        if (now := account.total) != told:
            told = now
            tell(to_json(spent(account)))

    def both(event: dict[str, Any]) -> None:
        if failed:
            raise failed[0]
        tell(event)
        catch_up()

    async def look() -> None:
        try:
            while True:
                await asyncio.sleep(MOMENT)
                catch_up()
        except CastaliaError as error:
            failed.append(error)

    looking = asyncio.create_task(look())
    try:
        yield both
        if failed:
            raise failed[0]
        catch_up()
    finally:
        looking.cancel()
        if await ended(looking):
            raise asyncio.CancelledError
