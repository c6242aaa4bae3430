"""What passes between an agent and a chat model: messages out, a reply back, and what can go wrong.

Values and protocols only. Models from a spec live in ``chat_models``, LangChain's in ``langchain_chat``, retries and
limits in ``gate``, kept calls in ``tape``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, runtime_checkable

from castalia.memory.errors import CastaliaError, InputError

Speaker = Literal["system", "user", "assistant"]
Finish = Literal["stop", "length", "filtered", "refused"]
Trouble = Literal[
    "rate limit", "server", "timeout", "connection", "key", "not found", "request", "context", "filtered", "answer"
]

Which = Literal["calls", "tokens", "money", "seconds"]  # what a budget bounds

WINDOW = 16_000  # tokens that a prompt and its answer have to fit, where nobody says how many
SMALLEST = 2_500  # tokens of a window that agents can work with
ANSWER = 3_000  # tokens of it that are kept free for the answer
AUDIENCE = "a student who is new to the subject"


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a conversation."""

    speaker: Speaker
    text: str


@dataclass(frozen=True, slots=True)
class Call:
    """One question to a chat model.

    ``role``, for counting, is that of an agent (a field of ``Crew``), or the name of a judge's prompt. ``messages``
    begin with what is the same in every call of the role, so that a provider's prompt cache can serve it. ``schema`` is
    the JSON schema of the answer (``None``: plain text), ``schema_name`` its name. ``sample`` tells repeated calls
    apart that ought to differ; ``max_tokens`` bounds the answer.
    """

    role: str
    messages: tuple[Message, ...]
    schema: Mapping[str, Any] | None = field(default=None, hash=False)
    schema_name: str = ""
    sample: int = 0
    max_tokens: int | None = None


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back. ``cached_tokens`` are those of the prompt that the provider's own cache served."""

    text: str
    finish: Finish = "stop"
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cached_tokens: int = 0


@runtime_checkable
class ChatModel(Protocol):
    """One request, one reply: no retries, no limits, no memory. Raises ``ModelError``."""

    @property
    def name(self) -> str:
        """The spec that names the model, without secrets: for records and for the tape's key."""
        ...

    @property
    def endpoint(self) -> str:
        """What shares a rate limit: the server's address, without secrets."""
        ...

    @property
    def parameters(self) -> Mapping[str, Any]:
        """What changes the answer (temperature, …), without secrets: part of the tape's key."""
        ...

    async def complete(self, call: Call) -> Reply: ...


class ModelError(CastaliaError):
    """A call that failed. ``trouble`` says how, ``transient`` whether another attempt may help, ``retry_after``
    (seconds) when."""

    def __init__(
        self, message: str, trouble: Trouble, *, transient: bool = False, retry_after: float | None = None
    ) -> None:
        super().__init__(message)
        self.trouble: Trouble = trouble
        self.transient = transient
        self.retry_after = retry_after

    @property
    def is_lasting(self) -> bool:
        """Whether no other call to the model will fare better."""
        return self.trouble in ("key", "not found")


class NoEvidenceError(ModelError):
    """A model was to write, and no snippet was left that it could write from."""


class BudgetError(CastaliaError):
    """A budget has run out; ``which`` names it: calls, tokens, money or seconds."""

    def __init__(self, message: str, which: Which) -> None:
        super().__init__(message)
        self.which: Which = which


def check_window(window: int, answer: int) -> None:
    """``InputError`` where a context window is too small to work with, or an answer does not go into half of it."""
    if window < SMALLEST:
        raise InputError(f"a context window of {window} tokens is too small: give at least {SMALLEST:,}")
    if not 0 < answer <= window // 2:
        raise InputError(f"{answer} tokens for an answer: give at least 1 and at most half of the window")
