"""π with a model: each claim against what it cites (thesis eq. 3.16, prompt 8), after what needs no model was checked
without one.

A later pass looks at what the revision changed; what was approved is not asked again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Literal, get_args

from castalia.agents.model.mind import ModelAgent, note_cuts
from castalia.agents.model.prompts import prompt
from castalia.agents.roles import ReviewState, ReviewUpdate
from castalia.memory.event_kinds import NOT_REVIEWED
from castalia.memory.identity import citation_keys
from castalia.memory.plain import draft_of, plain, section_of
from castalia.memory.protocols import Recorder
from castalia.memory.records import Claim, Draft, Feedback, Section, Snippet
from castalia.tools.claims.grounding import ground
from castalia.tools.drafting.drafts import claim_identity, claim_text, claims_in, section_text
from castalia.tools.models.chat import BudgetError, ModelError
from castalia.tools.models.fences import fence, fence_text
from pydantic import BaseModel, BeforeValidator

MOST_ADDITIONS = 2
FIRST = (
    "This is the first review: look at the section as a whole too. Where a snippet that is shown holds something that the section cannot"
    " do without, add an issue with sentence 0 that says what, with the request add and the key."
)
LATER = "This is a later review: the numbered sentences are new or changed. Ask for nothing to be added."


Request = Literal["rewrite", "cite", "remove", "add", "replace"]


class Issue(BaseModel):
    sentence: int
    problem: str
    request: Annotated[Request, BeforeValidator(lambda one: one if one in get_args(Request) else "rewrite")] = "rewrite"
    keys: list[str] = []


class Review(BaseModel):
    """The model's verdict on numbered sentences."""

    verdict: str = ""
    issues: list[Issue] = []

    @property
    def approves(self) -> bool:
        """Whether it is content with whatever it names no issue of."""
        return not self.verdict.strip().lower().startswith(("need", "revis", "reject", "not "))


class ModelReviewer(ModelAgent):
    """Feedback on a unit, at most one item a sentence. Approved sentences are noted in the run's ledger.

    Where the model fails, what was found without it stands, the other sentences stay unchecked, and an event says so.
    """

    async def __call__(self, state: ReviewState) -> ReviewUpdate:
        run, revision = self._memory.run(state["run_id"]), state["revision"]
        section = section_of(state["section"])
        recorder = run.step(f"review:{section.id}:{revision}")
        drafts = [draft_of(one) for one in state["drafts"]]
        snippets = {one.id: one for one in await self._memory.snippets(state["snippet_ids"])}
        unit = _Unit(state, section, drafts, snippets, recorder)
        claims = [claim for one in drafts for claim in claims_in(one)]
        approved = set(run.approved(section.id, revision))
        items, pending = _grounded(unit, [one for one in claims if claim_identity(one) not in approved])
        recorder.event("grounded", sentences=len(claims), rejected=len(items), asked=len(pending))
        passed: list[Claim] = []
        for batch in _batches(pending, snippets, self._mind.room() // 2):
            try:
                found_items, judged, unjudged = await self._judge(unit, batch)
            except (ModelError, BudgetError) as error:
                recorder.event(NOT_REVIEWED, sentences=len(batch), reason=str(error))
                continue
            objected = {one.claim for one in found_items}
            items += found_items
            passed += [one for one in judged if one.sentence not in objected]
            if len(judged) < len(batch):
                recorder.event(NOT_REVIEWED, sentences=len(batch) - len(judged), reason=unjudged)
        order = {claim.sentence: place for place, claim in enumerate(claims)}
        items.sort(key=lambda one: order.get(one.claim, len(order)))
        run.approve(section.id, revision, [claim_identity(one) for one in passed])
        run.give_feedback(section.id, revision, items)
        return {"feedback": [plain(one) for one in items]}

    async def _judge(self, unit: _Unit, batch: Sequence[Claim]) -> tuple[list[Feedback], list[Claim], str]:
        """What the model objects to, the claims that it was shown together with all they cite, and why others were not
        judged. Where a part of its answer cannot be used, nobody knows which sentence that was about: none is judged.

        The whole section where there is room for it, else the sentences in question; what they cite comes before other
        evidence.
        """
        state, section, drafts, snippets = unit.state, unit.section, unit.drafts, unit.snippets
        template = prompt("reviewer")
        first = state["revision"] == 0
        numbers = {claim_identity(claim): number for number, claim in enumerate(batch, start=1)}
        scope = FIRST if first else LATER
        room = self._mind.room(template.system, template.user, state["topic"], scope)
        told = fence_text("section", section_text(section, drafts, numbers), room // 3)
        if not told.is_whole:
            asked = [_keep_only(one, numbers) for one in drafts]
            told = fence_text("section", section_text(section, asked, numbers), room // 2)
        if not told.is_whole:
            raise ModelError("the sentences did not fit the prompt", "context")
        marks = citation_keys(state["snippet_ids"])
        cited = list(dict.fromkeys(one.snippet_id for claim in batch for one in claim.citations))
        fenced = fence([snippets[one] for one in cited if one in snippets], marks, room - len(told.text))
        others = [one for name, one in snippets.items() if name not in cited] if first else []
        more = fence(others, marks, room - len(told.text) - len(fenced.text) - 1)
        note_cuts(unit.recorder, fenced, more)
        shown = fenced.shown.keys() | more.shown.keys()
        messages = template.render(
            topic=state["topic"],
            scope=scope,
            section=told.text,
            snippets="\n".join(one.text for one in (fenced, more) if one.text),
        )
        read = await self._mind.think("reviewer", messages, Review)
        unseen = set(fenced.left_out)
        judged = [claim for claim in batch if not any(one.snippet_id in unseen for one in claim.citations)]
        for why in read.dropped:
            unit.recorder.event("issue_dropped", reason=why)
        most = MOST_ADDITIONS if first else 0
        items = _feedback_from(read.value.issues, section.id, batch, shown, most, unit.recorder)
        if read.dropped or not (items or read.value.approves):
            return items, [], "the answer objects to more than can be read of it"
        return items, judged, "what they cite did not fit the prompt"


@dataclass(frozen=True, slots=True)
class _Unit:
    """A unit to be reviewed, with its evidence by id, and who notes what came of it."""

    state: ReviewState
    section: Section
    drafts: Sequence[Draft]
    snippets: Mapping[str, Snippet]
    recorder: Recorder


def _grounded(unit: _Unit, claims: Sequence[Claim]) -> tuple[list[Feedback], list[Claim]]:
    """What code objects to, and the claims to which it does not."""
    headings = [unit.section.heading, *(one.heading for one in unit.section.sections)]
    items: list[Feedback] = []
    passed: list[Claim] = []
    for claim in claims:
        if reason := ground(claim, unit.snippets, unit.state["topic"], headings).reason:
            request: Literal["cite", "rewrite"] = "rewrite" if claim.citations else "cite"
            items.append(Feedback(unit.section.id, claim.sentence, reason, request))
        else:
            passed.append(claim)
    return items, passed


def _feedback_from(
    issues: Sequence[Issue], section: str, batch: Sequence[Claim], shown: Collection[str], most: int, recorder: Recorder
) -> list[Feedback]:
    """The issues as feedback, one a sentence and at most ``most`` additions; keys that were not shown are left out. An
    event for each issue that cannot be used."""
    items: dict[str, Feedback] = {}
    additions = 0
    for issue in issues:
        problem = " ".join(issue.problem.split())[:400]
        named = [one.strip("[] ").lower() for one in issue.keys]
        keys = [one for one in named if one in shown]
        if len(keys) < len(named):
            recorder.event("unknown_keys", sentence=issue.sentence, keys=[one for one in named if one not in shown])
        reason = problem + (f" See {', '.join(keys)}." if keys else "")
        if fault := _issue_fault(issue, problem, keys, len(batch), additions < most):
            recorder.event("issue_dropped", sentence=issue.sentence, problem=problem, reason=fault)
        elif issue.sentence == 0:
            additions += 1
            items[f"add {additions}"] = Feedback(section, "", reason, "add")
        elif (sentence := batch[issue.sentence - 1].sentence) in items:
            recorder.event("issue_dropped", sentence=issue.sentence, problem=problem, reason="a second one on it")
        else:
            request = "rewrite" if issue.request == "add" else issue.request
            items[sentence] = Feedback(section, sentence, reason, request)
    return list(items.values())


def _issue_fault(issue: Issue, problem: str, keys: Sequence[str], sentences: int, has_room: bool) -> str:
    """Why an issue cannot be used, or ""."""
    if not problem:
        return "it names no problem"
    if not 0 <= issue.sentence <= sentences:
        return "no such sentence was asked about"
    if issue.sentence == 0 and not keys:
        return "an addition without a key that was shown"
    if issue.sentence == 0 and not has_room:
        return "no more is to be added"
    return ""


def _keep_only(draft: Draft, wanted: Collection[str]) -> Draft:
    """The draft with only the claims of these identities; others are not judged, so none goes with another."""
    paragraphs = (tuple(one for one in those if claim_identity(one) in wanted) for those in draft.paragraphs)
    return replace(draft, paragraphs=tuple(one for one in paragraphs if one))


def _batches(claims: Sequence[Claim], snippets: Mapping[str, Snippet], room: int) -> Iterator[list[Claim]]:
    """The claims in order, each batch with no more text behind it than a prompt has room for, nor itself longer than a
    third of that."""
    batch: list[Claim] = []
    behind: dict[str, int] = {}
    length = 0
    for claim in claims:
        more = {one.snippet_id: len(snippets[one.snippet_id].text) + 120 for one in claim.citations}
        own = len(claim_text(claim)) + 10
        is_new = not more.keys() <= behind.keys()  # what is shown already costs nothing more
        if batch and ((is_new and sum((behind | more).values()) > room) or length + own > room // 3):
            yield batch
            batch, behind, length = [], {}, 0
        batch.append(claim)
        behind |= more
        length += own
    if batch:
        yield batch
