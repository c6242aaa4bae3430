"""What a model agent thinks with: a chat model behind the gate, an account that pays, and a context window to stay
within.

Prompts and what to make of an answer are the agents' own business; retries and budgets are the gate's.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from castalia.memory.ellipsis import abridge
from castalia.memory.memory import Memory, check_memory
from castalia.tools.doors.chat_models import chat_model
from castalia.tools.models.account import Account
from castalia.tools.models.answer_schema import json_schema_of
from castalia.tools.models.answers import AnswerError, Read, read_answer
from castalia.tools.models.chat import (
    ANSWER,
    AUDIENCE,
    WINDOW,
    Call,
    ChatModel,
    Message,
    ModelError,
    Reply,
    check_window,
)
from castalia.tools.models.fences import Fenced
from castalia.tools.models.gate import Gate
from castalia.tools.models.tape import tape_key
from pydantic import BaseModel

if TYPE_CHECKING:
    from castalia.memory.protocols import Recorder
    from langchain_core.language_models import BaseChatModel

Shape = TypeVar("Shape", bound=BaseModel)
ModelLike: TypeAlias = "str | BaseChatModel | ChatModel | Mind"

CHARACTERS = 3  # a token, at the least: English has 3.1 to 4.8 a token of the usual encodings
BAD_ANSWER = 2_000  # characters of a bad answer that its repair is shown
REPAIR = 3_000  # characters kept free for it and for what is wrong with it, in a small window a tenth


@dataclass(frozen=True, slots=True)
class Mind:
    """A model with all that is between it and an agent.

    ``window`` is the context in tokens that a prompt and its answer have to fit, ``answer`` the tokens kept free for
    the answer, ``sample`` a number that makes runs differ whose calls would be the same, ``audience`` whom the pages
    are for.
    """

    model: ChatModel
    gate: Gate = field(default_factory=Gate)
    account: Account = field(default_factory=Account)
    window: int = WINDOW
    answer: int = ANSWER
    sample: int = 0
    audience: str = AUDIENCE

    def __post_init__(self) -> None:
        check_window(self.window, self.answer)

    def room(self, *fixed: str) -> int:
        """How many characters a prompt may still hold beside these texts, with some kept free for the repair of a bad
        answer."""
        return self._left(map(len, fixed)) - min(REPAIR, self._left(()) // 10)

    async def tell(self, role: str, messages: Sequence[Message]) -> Reply:
        """A reply in plain text, which may be empty. Raises ``ModelError`` where there is none, ``BudgetError`` where
        it cannot be paid."""
        return await self._ask(role, messages, None)

    async def think(self, role: str, messages: Sequence[Message], shape: type[Shape]) -> Read[Shape]:
        """A typed answer. One that cannot be read gets one repair with the error shown; then ``AnswerError``."""
        reply = await self._ask(role, messages, shape)
        try:
            return read_answer(reply.text, shape)
        except AnswerError as error:
            told = f"That answer could not be used. {error.shown}\nAnswer again, with the JSON object alone."
            again = self.again(messages, reply.text, told)
        reply = await self._ask(role, again, shape)
        try:
            return read_answer(reply.text, shape)
        except AnswerError:
            self.reject(role, messages, again, shape=shape)
            raise

    def reject(self, role: str, *asked: Sequence[Message], shape: type[BaseModel] | None = None) -> None:
        """Note on the tape that the answers to these were of no use: whoever can pay for the same call asks the model
        anew."""
        if (tape := self.gate.tape) is not None:
            for messages in asked:
                tape.reject(tape_key(self.model, self._call(role, messages, shape)))

    def again(self, messages: Sequence[Message], answer: str, told: str) -> tuple[Message, ...]:
        """The conversation with an answer and what is wrong with it, both cut so that the window holds them."""
        left = 2 * self._left(map(len, (one.text for one in messages))) // 3  # some of it for another round
        told = abridge(told, left // 2)
        said = answer[: max(0, min(BAD_ANSWER, left - len(told)))]
        return (*messages, Message("assistant", said or "(empty)"), Message("user", told))

    def _left(self, lengths: Iterable[int]) -> int:
        return (self.window - self.answer) * CHARACTERS - sum(lengths)

    def _call(self, role: str, messages: Sequence[Message], shape: type[BaseModel] | None) -> Call:
        schema: dict[str, Any] | None = json_schema_of(shape) if shape else None
        name = shape.__name__ if shape else ""
        return Call(role, tuple(messages), schema, name, self.sample, self.answer)

    async def _ask(self, role: str, messages: Sequence[Message], shape: type[BaseModel] | None) -> Reply:
        reply = await self.gate.ask(self.model, self._call(role, messages, shape), self.account)
        if reply.finish in ("refused", "filtered"):
            what = "declined to answer" if reply.finish == "refused" else "was stopped by its content filter"
            raise ModelError(f"{self.model.name} {what}", "filtered")
        return reply


class ModelAgent:
    """What the agents of a crew with a model have in common: whose mind they think with, who pays, and the memory they
    are bound to."""

    engine = "model"

    def __init__(self, model: ModelLike, memory: Memory) -> None:
        check_memory(memory)
        self._mind = mind_of(model)
        self.account = self._mind.account
        self._memory = memory

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._mind.model.name!r})"


def note_cuts(recorder: Recorder, *fenced: Fenced) -> None:
    """An event for each fence that did not hold all it was given: a prompt has no more room."""
    for one in fenced:
        if not one.is_whole:
            recorder.event("prompt_cut", cut=list(one.cut), left_out=list(one.left_out))


def mind_of(model: ModelLike, window: int = WINDOW) -> Mind:
    """A mind as it is; anything that ``chat_model`` takes (a spec, a LangChain chat model) with a gate and an account
    of its own."""
    return model if isinstance(model, Mind) else Mind(chat_model(model), window=window)
