"""π with a model: each claim against what it cites (thesis eq. 3.16, prompt 8), after what needs no model was checked without one.

A later pass looks at what the revision changed; what was approved is not asked again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

from castalia.agents.model.mind import mind_of
from castalia.agents.model.prompts import prompt
from castalia.agents.roles import ReviewState, ReviewUpdate
from castalia.memory.identity import citation_keys
from castalia.memory.memory import Memory
from castalia.memory.plain import draft_of, plain, section_of
from castalia.memory.records import Claim, Draft, Feedback, Section, Snippet
from castalia.tools.chat import BudgetError, ModelError
from castalia.tools.drafts import claim_identity, claim_text, claims_in
from castalia.tools.fences import fence, fence_text
from castalia.tools.grounding import ground
from pydantic import BaseModel

MOST_ADDITIONS = 2
FIRST = (
    "This is the first review: look at the section as a whole too. Where a snippet that is shown holds something that the section cannot"
    " do without, add an issue with sentence 0 that says what, with the request add and the key."
)
LATER = "This is a later review: the numbered sentences are new or changed. Ask for nothing to be added."


class Issue(BaseModel):
    sentence: int
    problem: str
    request: Literal["rewrite", "cite", "remove", "add", "replace"] = "rewrite"
    keys: list[str] = []


class Review(BaseModel):
    """The model's verdict on numbered sentences."""

    verdict: str = ""
    issues: list[Issue] = []


class ModelReviewer:
    """Feedback on a unit, at most one item a sentence. Approved sentences are noted in the run's ledger.

    Where the model fails, what was found without it stands, the other sentences stay unchecked, and an event says so.
    """

    engine = "model"

    def __init__(self, model: Any, memory: Memory) -> None:
        self._mind = mind_of(model)
        self._memory = memory

    async def __call__(self, state: ReviewState) -> ReviewUpdate:
        run, revision = self._memory.run(state["run_id"]), state["revision"]
        section = section_of(state["section"])
        recorder = run.step(f"review:{section.id}:{revision}")
        drafts = [draft_of(one) for one in state["drafts"]]
        snippets = {one.id: one for one in await self._memory.store.get(state["snippet_ids"])}
        headings = [section.heading, *(one.heading for one in section.sections)]
        approved = set(run.approved(section.id, revision))
        claims = [claim for one in drafts for claim in claims_in(one)]
        items: list[Feedback] = []
        pending: list[Claim] = []
        for claim in claims:
            if claim_identity(claim) in approved:
                continue
            found = ground(claim, snippets, state["topic"], headings)
            if found.reason:
                request: Literal["cite", "rewrite"] = "rewrite" if claim.citations else "cite"
                items.append(Feedback(section.id, claim.sentence, found.reason, request))
            else:
                pending.append(claim)
        recorder.event("grounded", sentences=len(claims), rejected=len(items), asked=len(pending))
        passed: list[Claim] = []
        for batch in _batches(pending, snippets, self._mind.room() // 2):
            try:
                found_items = await self._judge(state, section, drafts, batch, snippets)
            except (ModelError, BudgetError) as error:
                recorder.event("not_reviewed", sentences=len(batch), reason=str(error))
                continue
            objected = {one.claim for one in found_items}
            items += found_items
            passed += [one for one in batch if one.sentence not in objected]
        order = {claim.sentence: place for place, claim in enumerate(claims)}
        items.sort(key=lambda one: order.get(one.claim, len(order)))
        run.approve(section.id, revision, [claim_identity(one) for one in passed])
        run.give_feedback(section.id, revision, items)
        return {"feedback": [plain(one) for one in items]}

    async def _judge(
        self,
        state: ReviewState,
        section: Section,
        drafts: Sequence[Draft],
        batch: Sequence[Claim],
        snippets: Mapping[str, Snippet],
    ) -> list[Feedback]:
        template = prompt("reviewer")
        first = state["revision"] == 0
        numbers = {claim_identity(claim): number for number, claim in enumerate(batch, start=1)}
        scope = FIRST if first else LATER
        room = self._mind.room(template.system, template.user, state["topic"], scope)
        told = fence_text("section", _numbered(section, drafts, numbers), room // 3)
        cited = [one.snippet_id for claim in batch for one in claim.citations]
        wanted = list(dict.fromkeys([*cited, *(state["snippet_ids"] if first else ())]))
        shown = [snippets[one] for one in wanted if one in snippets]
        fenced = fence(shown, citation_keys(state["snippet_ids"]), room - len(told.text))
        messages = template.render(topic=state["topic"], scope=scope, section=told.text, snippets=fenced.text)
        read = await self._mind.think("reviewer", messages, Review)
        items: dict[str, Feedback] = {}
        additions = 0
        for issue in read.value.issues:
            problem = " ".join(issue.problem.split())[:400]
            keys = [key for one in issue.keys if (key := one.strip("[] ").lower()) in fenced.shown]
            reason = problem + (f" See {', '.join(keys)}." if keys else "")
            if issue.sentence == 0 and first and keys and problem and additions < MOST_ADDITIONS:
                additions += 1
                items[f"add {additions}"] = Feedback(section.id, "", reason, "add")
            elif 1 <= issue.sentence <= len(batch) and problem:
                sentence = batch[issue.sentence - 1].sentence
                request = "rewrite" if issue.request == "add" else issue.request
                items.setdefault(sentence, Feedback(section.id, sentence, reason, request))
        return list(items.values())


def _numbered(section: Section, drafts: Sequence[Draft], numbers: Mapping[str, int]) -> str:
    texts = {one.section: one.paragraphs for one in drafts}
    blocks = []
    for node in (section, *section.sections):
        blocks.append(f"{'#' * node.level} {node.heading}")
        for paragraph in texts.get(node.id, ()):
            told = [
                (f"({number}) " if (number := numbers.get(claim_identity(claim))) else "") + claim_text(claim)
                for claim in paragraph
            ]
            blocks.append(" ".join(told))
    return "\n\n".join(blocks)


def _batches(claims: Sequence[Claim], snippets: Mapping[str, Snippet], room: int) -> Iterator[list[Claim]]:
    """The claims in order, each batch with no more text behind it than a prompt has room for."""
    batch: list[Claim] = []
    behind: dict[str, int] = {}
    for claim in claims:
        more = {one.snippet_id: len(snippets[one.snippet_id].text) + 120 for one in claim.citations}
        if batch and sum((behind | more).values()) > room:
            yield batch
            batch, behind = [], {}
        batch.append(claim)
        behind |= more
    if batch:
        yield batch
