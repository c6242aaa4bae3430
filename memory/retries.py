"""Tries a call over the network again where that may help. After which errors it may is for the caller to say."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

Result = TypeVar("Result")

ATTEMPTS = 4
FIRST_PAUSE = 0.5  # seconds; each pause is twice the one before
LONGEST_PAUSE = 60.0  # seconds; a server that asks for more is not waited for


async def retried(
    call: Callable[[], Awaitable[Result]],
    pause_of: Callable[[Exception], float | None],
    attempts: int = ATTEMPTS,
) -> Result:
    """The result of ``call``, tried up to ``attempts`` times. Only for calls that may be made twice.

    ``pause_of(error)`` is ``None`` where another attempt is of no use, else the least seconds to wait (0: nobody has
    said).
    """
    for attempt in range(attempts - 1):
        try:
            return await call()
        except Exception as error:
            least = pause_of(error)
            if least is None or least > LONGEST_PAUSE:
                raise
        await asyncio.sleep(max(least, FIRST_PAUSE * 2**attempt))
    return await call()
