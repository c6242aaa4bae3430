"""The preference judge with a chat model: two texts, one criterion, one answer a call. It sees no names of systems.

Both orders are asked by who asks it, and made one there (``tools.judging.preferences``).
"""

from __future__ import annotations

from typing import Literal

from castalia.agents.judges import AskedPreference, GivenPreference, PreferenceState, PreferenceUpdate
from castalia.agents.model.model_judge import ModelJudge, judge_each, why_not
from castalia.agents.model.prompts import prompt
from castalia.tools.judging.rubrics import Rubric
from castalia.tools.models.chat import BudgetError, ModelError
from castalia.tools.models.fences import fence_text
from pydantic import BaseModel


class Preferred(BaseModel):
    """The model's choice; why comes first, so that it is thought of first."""

    reason: str
    winner: Literal["first", "second", "tie"]


class ModelPreferenceJudge(ModelJudge):
    """Two texts that do not fit the prompt whole are not compared by their beginnings. What is asked twice is asked
    once.

    ``ModelError`` where the key is refused, or there is no such model; of other trouble the answers tell.
    """

    async def __call__(self, state: PreferenceState) -> PreferenceUpdate:
        given, failures = await judge_each(state["asked"], _key, self._judge)
        return {"preferences": given, "failures": failures}

    async def _judge(self, asked: AskedPreference) -> tuple[GivenPreference | None, str]:
        """The choice, or why there is none."""
        rubric = asked["rubric"]
        if not (asked["first"].strip() and asked["second"].strip()):
            return None, f"a page has no {rubric.part}"
        template = prompt("preference_judge")
        room = self._mind.room(template.system, template.user, asked["topic"], rubric.criterion, rubric.asks)
        first = fence_text("first", asked["first"], room)
        second = fence_text("second", asked["second"], max(0, room - len(first.text)))
        if not (first.is_whole and second.is_whole):
            return None, f"two {rubric.part}s did not fit the prompt: give the judge a larger window"
        messages = template.render(
            topic=asked["topic"],
            first=first.text,
            second=second.text,
            criterion=rubric.criterion,
            asks=rubric.asks,
        )
        try:
            given = (await self._mind.think("preference_judge", messages, Preferred)).value
        except (ModelError, BudgetError) as error:
            return None, why_not(error)
        return {"winner": given.winner, "why": " ".join(given.reason.split())[:400]}, ""


def _key(asked: AskedPreference) -> tuple[str, str, str, Rubric]:
    return asked["topic"], asked["first"], asked["second"], asked["rubric"]
