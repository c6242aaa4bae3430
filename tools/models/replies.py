"""Checks what a chat model answers: whatever it gives or raises becomes a ``Reply`` with what it says (see
``thoughts``), or a ``ModelError``.

Models may be objects of somebody else's, which keep to no protocol. Attempts and what they cost are the gate's.
"""

from __future__ import annotations

import re
from dataclasses import replace

from castalia.memory.errors import CastaliaError
from castalia.tools.models.chat import Call, ChatModel, Finish, ModelError, Reply
from castalia.tools.models.provider_errors import model_error
from castalia.tools.models.thoughts import spoken

MOST_TOKENS = 10**9  # of one call
LONGEST = 2_000_000  # characters: no model writes as many, and a tape that keeps more fills a disk
_DIGITS = re.compile(r"[0-9]{1,9}")


async def reply_of(model: ChatModel, call: Call) -> Reply:
    """One request. ``ModelError`` when it fails, whatever the model raised; our own errors are left as they are. Of a
    text without end, the beginning is its answer."""
    outcome = await _attempt(model, call)
    text: object = outcome.text if isinstance(outcome, Reply) else None
    if isinstance(outcome, Reply) and isinstance(text, str):
        prompt, completion = token_counts(outcome.prompt_tokens, outcome.completion_tokens)
        (cached,) = token_counts(outcome.cached_tokens)
        finish: Finish = outcome.finish if len(text) <= LONGEST else "length"
        counts = {"prompt_tokens": prompt, "completion_tokens": completion, "cached_tokens": cached}
        return replace(outcome, text=spoken(text[:LONGEST]), finish=finish, **counts)
    if isinstance(outcome, CastaliaError):
        raise outcome
    if isinstance(outcome, Exception):
        raise model_error(outcome, model.name)
    gave = f"a Reply of {type(text).__name__}" if isinstance(outcome, Reply) else type(outcome).__name__
    raise ModelError(f"the model {model.name}: complete gave {gave}, and has to give a Reply with a text", "request")


def token_counts(*told: object) -> tuple[int, ...]:
    """The counts of tokens that a provider tells; all 0, which stands for not told, where one of them is no count."""
    counts = [count for one in told if (count := token_count(one)) is not None]
    return tuple(counts) if len(counts) == len(told) else (0,) * len(told)


def token_count(told: object) -> int | None:
    """One number of tokens, ``None`` told as 0, digits as a number; ``None`` for what is no count."""
    if told is None:
        return 0
    number = int(told) if isinstance(told, str) and _DIGITS.fullmatch(told) else told
    return int(number) if isinstance(number, int | float) and 0 <= number <= MOST_TOKENS else None


async def _attempt(model: ChatModel, call: Call) -> object:
    """What it gave or raised: returned, so that our error has no cause that quotes a key."""
    try:
        return await model.complete(call)
    except Exception as error:  # noqa: BLE001 (nobody knows what a model of somebody's own raises; nothing is swallowed)
        return error
