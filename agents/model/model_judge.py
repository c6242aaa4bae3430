"""What the judges with a chat model have in common: whose mind they think with, what is asked twice, and which trouble
ends the work."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Hashable, Sequence
from typing import TypeVar

from castalia.agents.judges import WINDOW
from castalia.agents.model.mind import ModelLike, mind_of
from castalia.memory.waits import together
from castalia.tools.models.chat import BudgetError, ModelError

_NEED = re.compile(r" \([^()]* left, this call may need [^()]*\)")  # another one for each call

Asked = TypeVar("Asked")
Given = TypeVar("Given")


class ModelJudge:
    """A judge that thinks with ``model`` (a chat model, or a ``Mind``). Its ``name`` is the model's."""

    engine = "model"

    def __init__(self, model: ModelLike) -> None:
        self._mind = mind_of(model, WINDOW)
        self.account = self._mind.account

    @property
    def name(self) -> str:
        return self._mind.model.name


async def judge_each(
    asked: Sequence[Asked],
    key: Callable[[Asked], Hashable],
    judge: Callable[[Asked], Awaitable[tuple[Given | None, str]]],
) -> tuple[list[Given | None], list[str]]:
    """An answer for each, in their order, and why others are missing, each reason once. What has the same key is judged
    once."""
    first = {key(one): one for one in asked}
    results = await together(map(judge, first.values()))
    known = dict(zip(first, results, strict=True))
    return [known[key(one)][0] for one in asked], sorted({why for _, why in results if why})


def why_not(error: ModelError | BudgetError) -> str:
    """Why a call has no answer; raised again where no other call will fare better."""
    if isinstance(error, ModelError) and error.is_lasting:
        raise error
    return _NEED.sub("", str(error))
