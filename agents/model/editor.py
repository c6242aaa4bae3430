"""The editor with a model: the lead, what is said twice, names for one thing (thesis §3.3.4); code checks and applies
its answers."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from castalia.agents.model.mind import ModelAgent
from castalia.agents.model.prompts import prompt
from castalia.agents.roles import EDIT_STEP, EditState, EditUpdate
from castalia.memory.identity import citation_keys
from castalia.memory.plain import draft_of, outline_of, plain
from castalia.memory.protocols import Recorder
from castalia.memory.records import Claim, Draft, Section, Snippet, nodes_of
from castalia.tools.claims.grounding import ground
from castalia.tools.composition.limits import few_cited
from castalia.tools.drafting.draft_text import read_draft
from castalia.tools.drafting.drafts import bounded, claim_text, claims_in, keep_claims, map_claims, standing
from castalia.tools.language.words import content_stems, stem_set
from castalia.tools.models.chat import Message
from castalia.tools.models.fences import fence_text
from castalia.tools.pages.page_drafts import cited_in
from castalia.tools.pages.page_json import LEAD
from castalia.tools.topic.open_questions import open_questions
from pydantic import BaseModel

LEAD_WORDS = 150  # words of the lead, at most
GAPS = 8


class Repeat(BaseModel):
    keep: int
    drop: int


class TermRow(BaseModel):
    keep: str
    replace: list[str] = []


class Edited(BaseModel):
    """The model's lead, the sentences that say again what another says, and names to make one."""

    lead: str
    repeats: list[Repeat] = []
    terms: list[TermRow] = []


class ModelEditor(ModelAgent):
    """Makes one page of the drafts. Raises ``ModelError`` where the model gives no answer that can be used."""

    async def __call__(self, state: EditState) -> EditUpdate:
        recorder = self._memory.run(state["run_id"]).step(EDIT_STEP)
        drafts = {name: draft_of(one) for name, one in state["drafts"].items()}
        outline, drafts = standing(outline_of(state["outline"]), drafts)
        claims = [claim for node in nodes_of(outline) for claim in claims_in(drafts[node.id])]
        ids = sorted({one.snippet_id for claim in claims for one in claim.citations})
        snippets = {one.id: one for one in await self._memory.snippets(ids)}
        headings = [node.heading for node in nodes_of(outline)]
        settled = frozenset(state.get("settled", ()))
        page = _Page(state["topic"], outline, drafts, claims, headings, snippets, settled, recorder)
        answer, lead = await self._edit(page)
        drafts = _one_name(page, _without_repeats(page, answer.repeats), answer.terms)
        outline, drafts = standing(outline, drafts)
        return {
            "lead": plain(lead),
            "outline": [plain(one) for one in outline],
            "drafts": {name: plain(one) for name, one in drafts.items()},
            "gaps": await self._gaps(state, lead, drafts),
        }

    async def _edit(self, page: _Page) -> tuple[Edited, Draft]:
        """The model's answer and the lead; a lead with faults is asked for once more, then loses the sentences that
        have them."""
        template = prompt("editor")
        fixed: dict[str, str | int] = {"topic": page.topic, "audience": self._mind.audience, "words": LEAD_WORDS}
        room = self._mind.room(template.system, template.user, *map(str, fixed.values()))
        told, left_out = _article(page.outline, page.drafts, room - 100)
        if left_out:
            page.recorder.event("prompt_cut", cut=["article"], sentences=left_out)
        messages: tuple[Message, ...] = template.render(**fixed, article=fence_text("article", told, room).text)
        answer = await self._think(page, messages)
        lead, faults = self._read_lead(page, answer.lead)
        if faults:
            page.recorder.event("lead_rejected", faults=faults)
            told = (
                "The lead has faults:\n"
                + "\n".join(f"- {one}" for one in faults)
                + "\nGive the whole answer again, mended."
            )
            again = self._mind.again(messages, answer.lead, told)
            answer = await self._think(page, again)
            lead, faults = self._read_lead(page, answer.lead)
            for one in faults:
                page.recorder.event("lead_sentence_dropped", reason=one)
        return answer, lead

    async def _think(self, page: _Page, messages: Sequence[Message]) -> Edited:
        read = await self._mind.think("editor", messages, Edited)
        for reason in read.dropped:
            page.recorder.event("edit_dropped", reason=reason)
        return read.value

    def _read_lead(self, page: _Page, text: str) -> tuple[Draft, list[str]]:
        """The sentences of the lead that stand, and what is wrong with the others; what is said twice or endlessly just
        goes."""
        keys = citation_keys(page.snippets)
        texts = {one.id: one.text for one in page.snippets.values()}
        read = read_draft(text, Section(LEAD, page.topic), {key: name for name, key in keys.items()}, texts, 0)
        drafts, gone = bounded(read.drafts, LEAD_WORDS)
        if gone:
            page.recorder.event("lead_shortened", sentences=gone)
        faults: list[str] = []

        def stands(claim: Claim) -> bool:
            reason = page.fault(claim) or _stray(claim, page.claims, page.topic)
            if reason:
                faults.append(f"“{claim.sentence}”: {reason}")
            return not reason

        paragraphs = [paragraph for one in drafts for paragraph in one.paragraphs]
        lead = keep_claims(Draft(LEAD, tuple(paragraphs)), stands)
        if not claims_in(lead) and not faults:
            faults.append("it has no sentence")
        return lead, faults

    async def _gaps(self, state: EditState, lead: Draft, drafts: Mapping[str, Draft]) -> list[str]:
        """What the corpus could not answer."""
        questions = await open_questions(self._memory, state)
        return [
            *few_cited(len(cited_in(lead, *drafts.values()))),
            *(f"No snippet answers: {one.text}" for one in questions[:GAPS]),
        ]


@dataclass(frozen=True, slots=True)
class _Page:
    """The page as it came: its ``claims`` and ``headings`` in reading order, the ``snippets`` that it cites, the
    sentences that keep their words, and who notes what becomes of it."""

    topic: str
    outline: Sequence[Section]
    drafts: Mapping[str, Draft]
    claims: Sequence[Claim]
    headings: Sequence[str]
    snippets: Mapping[str, Snippet]
    settled: Collection[str]
    recorder: Recorder

    def fault(self, claim: Claim) -> str:
        """What of a claim its sources do not hold, or ""."""
        return ground(claim, self.snippets, self.topic, self.headings).reason


def _article(outline: Sequence[Section], drafts: Mapping[str, Draft], room: int) -> tuple[str, int]:
    """The article with numbered sentences, of each heading as many from the start as fit in all, and how many are left
    out."""
    number = sum(len(claims_in(drafts[node.id])) for node in nodes_of(outline))
    most = max((len(claims_in(one)) for one in drafts.values()), default=0)
    for count in range(most, 0, -1):
        number = 0
        blocks = []
        for node in nodes_of(outline):
            claims = claims_in(drafts[node.id])
            told = [f"({number + at}) {claim_text(claim)}" for at, claim in enumerate(claims, start=1)]
            number += len(claims)
            blocks.append("\n".join([f"{'#' * node.level} {node.heading}", *told[:count]]))
        text = "\n\n".join(blocks)
        if len(text) <= room:
            return text, sum(max(0, len(claims_in(drafts[node.id])) - count) for node in nodes_of(outline))
    return "\n".join(f"{'#' * node.level} {node.heading}" for node in nodes_of(outline)), number


def _stray(claim: Claim, claims: Sequence[Claim], topic: str) -> str:
    """Why a sentence of the lead sums up nothing ("": it does): no sentence of the article has one of its keys and,
    beside the topic's own, one of its words. The reviewer does not see the lead, and a key of the page is easily put
    behind the wrong sentence."""
    cited = {one.snippet_id for one in claim.citations}
    stems = stem_set(claim.sentence) - stem_set(topic)
    alike = (one for one in claims if cited & {each.snippet_id for each in one.citations})
    if not stems or any(stems & stem_set(one.sentence) for one in alike):
        return ""
    return "no sentence of the article says this with one of its keys"


def _without_repeats(page: _Page, repeats: Sequence[Repeat]) -> dict[str, Draft]:
    """The drafts without the sentences that the model calls repetition; the one that is to stay has to stay itself, and
    not to lean on the other."""
    numbered, drafts = page.claims, dict(page.drafts)
    homes = {id(claim): name for name, draft in drafts.items() for claim in claims_in(draft)}
    kept: set[int] = set()
    gone: set[int] = set()
    for one in repeats:
        if all(1 <= number <= len(numbered) for number in (one.keep, one.drop)):
            stays, goes = numbered[one.keep - 1], numbered[one.drop - 1]
            name = homes[id(goes)]
            left = _without(drafts[name], goes)
            lost = {id(claim) for claim in claims_in(drafts[name])} - {id(claim) for claim in claims_in(left)}
            if lost and id(stays) not in gone and not lost & {*kept, id(stays)} and _alike(stays, goes):
                drafts[name] = left
                gone |= lost
                kept.add(id(stays))
                page.recorder.event("repeat_dropped", sentence=goes.sentence)
                continue
        page.recorder.event("repeat_ignored", keep=one.keep, drop=one.drop)
    return drafts


def _without(draft: Draft, gone: Claim) -> Draft:
    return keep_claims(draft, lambda claim: claim is not gone)


def _alike(a: Claim, b: Claim) -> bool:
    """Whether two sentences share a source or two key words: what is called repetition has to look like it."""
    shared = stem_set(a.sentence) & stem_set(b.sentence)
    return len(shared) > 1 or bool(set(a.citations) & set(b.citations))


def _one_name(page: _Page, drafts: Mapping[str, Draft], terms: Sequence[TermRow]) -> dict[str, Draft]:
    """The drafts with one name for one thing, in the sentences whose sources know that name, and of which neither a
    person nor a reviewer has said anything."""
    edited = dict(drafts)
    for row in terms:
        for other in row.replace:
            if not (content_stems(row.keep) and content_stems(other)) or len(row.keep) > 60:
                continue

            def renamed(claim: Claim, other: str = other, keep: str = row.keep) -> Claim:
                if claim.sentence in page.settled:
                    return claim
                new = replace(claim, sentence=_renamed(claim.sentence, other, keep))
                known = any(keep.lower() in page.snippets[one.snippet_id].text.lower() for one in claim.citations)
                if new == claim or not known or page.fault(new):
                    return claim
                page.recorder.event("renamed", sentence=claim.sentence, name=keep)
                return new

            edited = {name: map_claims(one, renamed) for name, one in edited.items()}
    return edited


def _renamed(sentence: str, other: str, keep: str) -> str:
    """The sentence with ``keep`` where it says ``other``, but for the places that say ``keep`` already: one
    name may be a part of the other."""
    there, others = rf"(?P<there>(?i:{re.escape(keep)}))", re.escape(other)
    longer_first = f"{there}|{others}" if len(keep) >= len(other) else f"{others}|{there}"
    pattern = re.compile(rf"(?<!\w)(?:{longer_first})(?!\w)")

    def instead(found: re.Match[str]) -> str:
        if found["there"] and found[0] != other:
            return found[0]
        return keep if found.start() else keep[:1].upper() + keep[1:]

    return pattern.sub(instead, sentence)
