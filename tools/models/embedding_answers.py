"""Checks what embedding models answer, of whatever kind: vectors as an ``Embedder`` promises them, or an error in one
line. Which kinds there are is in ``embeddings``."""

from __future__ import annotations

import math
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from castalia.memory.errors import CastaliaError, InputError, one_line
from castalia.memory.long_answers import is_too_long
from castalia.memory.retries import retry_after
from castalia.tools.models.provider_errors import HIDDEN, proxy_of, said_by, without_credentials

TRANSIENT = frozenset({408, 409, 429, 500, 502, 503, 504})  # HTTP statuses that another attempt may mend
DROPPED = frozenset({"APIConnectionError", "TransportError"})  # the classes of lost connections in openai and httpx


def checked(name: str, vectors: Sequence[Sequence[float]], wanted: int) -> list[list[float]]:
    """The vectors as lists of floats. ``InputError`` unless there are ``wanted`` of them, of numbers, all of one
    length, finite and not zero."""
    told, mend = f"the embeddings {name} gave", "check the embedding model"
    try:
        lists = [[_number(value) for value in vector] for vector in vectors]
    except (TypeError, OverflowError) as error:
        raise InputError(f"{told} what is no vectors of numbers ({error}): {mend}") from error
    if len(lists) != wanted:
        raise InputError(f"{told} {len(lists)} vectors for {wanted} texts: {mend}")
    lengths = sorted({len(vector) for vector in lists})
    if lengths[1:] or 0 in lengths:
        raise InputError(f"{told} vectors of the lengths {', '.join(map(str, lengths))}: {mend}")
    for vector in lists:
        if not all(map(math.isfinite, vector)):
            raise InputError(f"{told} a vector that is not finite: {mend}")
        if not any(vector):
            raise InputError(f"{told} a vector of zeros: {mend}")
    return lists


def _number(value: Any) -> float:
    if isinstance(value, str | bytes):
        raise TypeError(f"{value[:20]!r} in place of a number")
    return float(value)


@contextmanager
def told(name: str) -> Iterator[None]:
    """Turn whatever a foreign model raises into one line of ours."""
    try:
        yield
    except CastaliaError:
        raise
    except Exception as error:
        said, proxy = (said_by(error), proxy_of(error)) if _is_dropped(error) else (error, "")
        reason = one_line(f"{type(error).__name__}: {said}")
        shown = without_key(reason)
        line = f"the embeddings {name} failed ({shown}): check the model's name, its server and its key{proxy}"
        if is_too_long(error):
            line = f"the embeddings {name} failed: the server does not stop answering; is the address right?"
        if HIDDEN in shown:  # some servers repeat the key that they refuse: neither our line nor its cause may
            raise CastaliaError(line) from None
        raise CastaliaError(line) from error


def without_key(reason: str) -> str:
    """What a server says, without OpenAI's key of this environment, which some repeat, or what looks like another."""
    key = os.environ.get("OPENAI_API_KEY", "").strip()
    return without_credentials(reason, [key] if key else [])


def pause_of(error: Exception) -> float | None:
    """The least seconds to wait before another attempt, or ``None`` where it is of no use."""
    status = getattr(error, "status_code", None)
    if isinstance(status, int):
        if status not in TRANSIENT or getattr(error, "code", None) == "insufficient_quota":
            return None
        headers = getattr(getattr(error, "response", None), "headers", None) or {}
        return retry_after(headers) or 0.0
    return 0.0 if _is_dropped(error) and not is_too_long(error) else None


def _is_dropped(error: Exception) -> bool:
    is_plain = isinstance(error, ConnectionError | TimeoutError)
    return is_plain or bool(DROPPED & {kind.__name__ for kind in type(error).__mro__})
