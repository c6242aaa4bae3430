"""The most that is read of one answer of a server: one without end would fill the memory before anybody could look at
it."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from typing import Any


class LongAnswerError(Exception):
    """A server sends more than any answer of its kind has. Libraries wrap what a hook raises: see ``is_too_long``."""


def at_most(most: int) -> Callable[[Any], Awaitable[None]]:
    """A hook for the responses of an HTTP client, of httpx or of what openai calls by: reading more than ``most``
    bytes of one, as they are unpacked, ends with ``LongAnswerError``."""

    async def bounded(response: Any) -> None:
        read = response.aiter_bytes

        async def parts(*given: Any) -> AsyncGenerator[bytes]:
            got = 0
            try:
                async with aclosing(read(*given)) as them:
                    async for part in them:
                        got += len(part)
                        if got > most:
                            raise LongAnswerError(f"its answer has more than {most:,} bytes")
                        yield part
            finally:
                del response.aiter_bytes  # which held the response, and with it the answer

        response.aiter_bytes = parts

    return bounded


def is_too_long(error: BaseException) -> bool:
    """Whether an error came of ``LongAnswerError``."""
    return isinstance(error, LongAnswerError) or (error.__cause__ is not None and is_too_long(error.__cause__))
