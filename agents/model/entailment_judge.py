"""The entailment judge with a chat model: the claims that are made of one passage are asked about together.

It knows no page and no writer; whether it may judge what it wrote is decided by who asks it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from castalia.agents.judges import AskedPair, EntailmentState, EntailmentUpdate, JudgedPair
from castalia.agents.model.model_judge import ModelJudge, why_not
from castalia.agents.model.prompts import prompt
from castalia.memory.identity import citation_keys
from castalia.memory.records import Snippet
from castalia.memory.waits import together
from castalia.tools.claims.entailment import Answer
from castalia.tools.models.chat import BudgetError, ModelError
from castalia.tools.models.fences import fence, fence_text
from pydantic import BaseModel

MOST_CLAIMS = 10  # a call


class ClaimVerdict(BaseModel):
    claim: int
    answer: Answer
    reason: str = ""


class Entailments(BaseModel):
    """The model's verdicts on numbered claims."""

    verdicts: list[ClaimVerdict]


class ModelEntailmentJudge(ModelJudge):
    """A claim that the model says nothing of, or two different things, has no answer; nor has one that did not fit the
    prompt.

    What is asked twice is asked once. A passage of which only the beginning fits can entail a claim, but not fail to.
    ``ModelError`` where the key is refused, or there is no such model; of other trouble the answers tell.
    """

    async def __call__(self, state: EntailmentState) -> EntailmentUpdate:
        groups: dict[_Passage, dict[str, None]] = {}
        for pair in state["pairs"]:
            groups.setdefault(_passage_of(pair), {})[pair["claim"]] = None
        batches = [
            (passage, names[start : start + MOST_CLAIMS])
            for passage, claims in groups.items()
            for names in [list(claims)]
            for start in range(0, len(names), MOST_CLAIMS)
        ]
        results = await together(self._judge(passage, claims) for passage, claims in batches)
        known = {
            (passage, claim): answer
            for (passage, _), (answers, _) in zip(batches, results, strict=True)
            for claim, answer in answers.items()
        }
        return {
            "entailments": [known.get((_passage_of(pair), pair["claim"])) for pair in state["pairs"]],
            "failures": sorted({why for _, why in results if why}),
        }

    async def _judge(self, asked: _Passage, claims: Sequence[str]) -> tuple[Mapping[str, JudgedPair], str]:
        """The answers there are, and why others are missing."""
        template = prompt("entailment_judge")
        room = self._mind.room(template.system, template.user, asked.topic)
        numbered = "\n".join(f"{at}. {' '.join(claim.split())}" for at, claim in enumerate(claims, start=1))
        told = fence_text("claims", numbered, room // 2)
        if not told.is_whole:
            if len(claims) > 1:
                return await self._in_halves(asked, claims)
            return {}, "a claim did not fit the prompt"
        snippet = Snippet("passage", asked.text, title=asked.title, year=asked.year)
        shown = fence([snippet], citation_keys(["passage"]), room - len(told.text))
        if not shown.text:
            return {}, "a passage did not fit the prompt"
        messages = template.render(topic=asked.topic, passage=shown.text, claims=told.text)
        try:
            read = await self._mind.think("entailment_judge", messages, Entailments)
        except (ModelError, BudgetError) as error:
            return {}, why_not(error)
        rows: dict[int, set[Answer]] = {}
        reasons: dict[int, str] = {}
        for one in read.value.verdicts:
            rows.setdefault(one.claim, set()).add(one.answer)
            reasons.setdefault(one.claim, " ".join(one.reason.split())[:200])
        found: dict[str, JudgedPair] = {}
        for at, claim in enumerate(claims, start=1):
            given = rows.get(at, set())
            if len(given) == 1 and not (shown.cut and "neutral" in given):
                answer = next(iter(given))
                found[claim] = {"answer": answer, "score": float(answer == "entailed"), "quote": "", "why": reasons[at]}
        if len(found) == len(claims):
            return found, ""
        return (
            found,
            "a passage was too long for the prompt" if shown.cut else "the model gave no clear verdict on a claim",
        )

    async def _in_halves(self, asked: _Passage, claims: Sequence[str]) -> tuple[Mapping[str, JudgedPair], str]:
        middle = len(claims) // 2
        first, second = await together(self._judge(asked, half) for half in (claims[:middle], claims[middle:]))
        return {**first[0], **second[0]}, first[1] or second[1]


class _Passage(NamedTuple):
    """A passage with what speaks for it: what is asked of the same one is asked together."""

    text: str
    topic: str
    title: str
    year: int | None


def _passage_of(pair: AskedPair) -> _Passage:
    return _Passage(pair["passage"], pair.get("topic", ""), pair.get("title", ""), pair.get("year"))
