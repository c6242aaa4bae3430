"""Tries a call over the network again where that may help. After which errors it may is for the caller to say; how
long a server asks to wait is read here."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
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


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds to wait by ``retry-after-ms`` or ``Retry-After``, which gives seconds or a date; ``None`` without a
    sensible one.

    A date is counted from the response's own ``Date``, so that a wrong clock on either side does no harm.
    """
    milliseconds = _seconds(headers.get("retry-after-ms"))
    if milliseconds is not None:
        return milliseconds / 1000
    given = headers.get("retry-after")
    if given is None:
        return None
    seconds, until = _seconds(given), _date(given)
    if seconds is not None or until is None:
        return seconds
    now = _date(headers.get("date")) or datetime.now(UTC)
    return max(0.0, (until - now).total_seconds())


def _seconds(given: str | None) -> float | None:
    try:
        seconds = float(given or "nan")
    except ValueError:
        return None
    return max(0.0, seconds) if math.isfinite(seconds) else None


def _date(given: str | None) -> datetime | None:
    try:
        moment = parsedate_to_datetime(given or "")
    except (ValueError, OverflowError):  # a year of twenty digits
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
