"""The rubric judge with a chat model: one criterion of one text a call, so that no grade colours another.

The text stands before the rubric in the prompt, so that a provider's cache has it for the next criterion. Whether a
model may judge what it wrote is decided by who asks it.
"""

from __future__ import annotations

from typing import Annotated, Any

from castalia.agents.judges import AskedScore, GivenScore, RubricState, RubricUpdate
from castalia.agents.model.model_judge import ModelJudge, judge_each, why_not
from castalia.agents.model.prompts import prompt
from castalia.tools.claims.quotes import find_quote
from castalia.tools.judging.rubrics import HIGH, LOW, Rubric
from castalia.tools.language.words import tokens
from castalia.tools.models.chat import BudgetError, Message, ModelError
from castalia.tools.models.fences import fence_text
from pydantic import BaseModel, BeforeValidator, Field

FEWEST = 2  # words of a quote, where the text has as many
NO_QUOTE = 'The "quote" does not stand in the text. Copy a part of it word for word, from one place, and grade by what is there.'


def _not_bool(value: Any) -> Any:
    if isinstance(value, bool):
        raise ValueError("a grade is a number")
    return value


class Scored(BaseModel):
    """The model's grade with what it rests on."""

    quote: str
    reason: str
    score: Annotated[int, BeforeValidator(_not_bool), Field(ge=LOW, le=HIGH)]


class ModelRubricJudge(ModelJudge):
    """A grade out of the scale, without a reason, or with a quote that the text does not have is asked for once more,
    then is none.

    A text that does not fit the prompt is not graded by its beginning. What is asked twice is asked once.
    ``ModelError`` where the key is refused, or there is no such model; of other trouble the answers tell.
    """

    async def __call__(self, state: RubricState) -> RubricUpdate:
        given, failures = await judge_each(state["asked"], _key, self._judge)
        return {"scores": given, "failures": failures}

    async def _judge(self, asked: AskedScore) -> tuple[GivenScore | None, str]:
        """The grade, or why there is none."""
        text, rubric = asked["text"], asked["rubric"]
        if not text.strip():
            return None, f"a page has no {rubric.part}"
        template = prompt("rubric_judge")
        levels = "\n".join(f"{grade}: {one}" for grade, one in enumerate(rubric.levels, start=LOW))
        room = self._mind.room(template.system, template.user, asked["topic"], rubric.criterion, rubric.asks, levels)
        shown = fence_text(rubric.part, text, room)
        if not shown.is_whole:
            return None, f"an {rubric.part} did not fit the prompt: give the judge a larger window"
        messages = template.render(
            topic=asked["topic"], text=shown.text, criterion=rubric.criterion, asks=rubric.asks, levels=levels
        )
        try:
            return await self._graded(messages, shown.text, rubric)
        except (ModelError, BudgetError) as error:
            return None, why_not(error)

    async def _graded(self, messages: tuple[Message, ...], shown: str, rubric: Rubric) -> tuple[GivenScore | None, str]:
        inside = shown.removeprefix(f"<{rubric.part}>\n").removesuffix(f"\n</{rubric.part}>")
        asked = []
        for _ in range(2):
            asked.append(messages)
            given = (await self._mind.think("rubric_judge", messages, Scored)).value
            quote = _quoted(given.quote, inside)
            if quote:
                why = " ".join(given.reason.split())[:400]
                return {"score": given.score, "why": why, "quote": quote[:400]}, ""
            messages = self._mind.again(messages, given.model_dump_json(), NO_QUOTE)
        self._mind.reject("rubric_judge", *asked, shape=Scored)
        return None, f"the model quoted what does not stand in the {rubric.part}"


def _quoted(quote: str, text: str) -> str:
    """The part of the text that is quoted, or that one of the pieces between omissions quotes; "" where none is."""
    least = min(FEWEST, len(tokens(text)))
    for piece in quote.replace("[…]", "…").replace("[...]", "…").replace("...", "…").split("…"):
        if len(tokens(piece)) >= least and (found := find_quote(piece.strip().lstrip("# "), text)):
            return found
    return ""


def _key(asked: AskedScore) -> tuple[str, str, Rubric]:
    return asked["topic"], asked["text"], asked["rubric"]
