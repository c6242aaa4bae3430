"""The editor without a model: repetition across sections, thin sections, the lead, and what the page leaves open.

The lead is chosen last, from what the sections say: a definition of the topic, found anywhere in the corpus, then for the
weightiest sections a general sentence that no section uses.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from castalia.agents.extractive.definition import define, definition_score, plain_opening
from castalia.agents.roles import CuratedState, EditState, EditUpdate
from castalia.memory.identity import citation_keys
from castalia.memory.memory import Memory
from castalia.memory.plain import draft_of, outline_of, plain
from castalia.memory.records import Claim, Draft, Section, Snippet
from castalia.tools.announcements import is_announced
from castalia.tools.definitions import FAIR, defines, definition_subject
from castalia.tools.drafts import claims_in, keep_claims
from castalia.tools.evidence import Evidence, run_evidence
from castalia.tools.limits import limits_of
from castalia.tools.passages import Passage, claims_of
from castalia.tools.placement import names_alone
from castalia.tools.selection import REDUNDANT, particulars, repeats, unexplained
from castalia.tools.words import content_stems

NAMING = 300
UNDEFINED = 0.3
FIRST = 10.0  # worth of a pinned source: more than that of any sentence
LEAD_WORDS = 110
FEWEST = 3
MAINLY = 0.5
DETAIL = 0.16
SURE = 0.0  # no more doubtful than the average sentence: what opens a page is read first


class ExtractiveEditor:
    """Makes one page of the drafts. With ``lead_only`` (for drafts of other writers) their sentences stay as they are."""

    engine = "extractive"

    def __init__(self, memory: Memory, lead_words: int = LEAD_WORDS, *, lead_only: bool = False) -> None:
        self._memory = memory
        self._lead_words = lead_words
        self._lead_only = lead_only

    async def __call__(self, state: EditState) -> EditUpdate:
        evidence = await run_evidence(self._memory, state)
        snippets = await naming_snippets(self._memory, state, evidence)
        drafts = {name: draft_of(one) for name, one in state["drafts"].items()}
        outline = outline_of(state["outline"])
        lead, kept, edited = await asyncio.to_thread(edit, outline, drafts, snippets, evidence, self._lead_words)
        if self._lead_only:
            kept = tuple(one for section in outline if (one := _told(section, drafts)) is not None)
            nodes = [node.id for section in kept for node in (section, *section.sections)]
            edited = {name: drafts.get(name) or Draft(name, ()) for name in nodes}
        return {
            "lead": plain(lead),
            "outline": [plain(one) for one in kept],
            "drafts": {name: plain(one) for name, one in edited.items()},
            "gaps": find_gaps_of(lead, kept, edited, evidence),
        }


async def naming_snippets(memory: Memory, state: CuratedState, evidence: Evidence) -> list[Snippet]:
    """The snippets in which a definition of the topic may stand: those of the run, and others of the store that name it."""
    naming = [one for one in evidence.relevance.scores if one not in evidence.snippets][:NAMING]
    banned = memory.run(state["run_id"]).banned(state.get("iterations"))
    others = [one for one in await memory.store.get(naming) if not banned.covers(one)]
    return [*evidence.snippets.values(), *others]


def edit(
    outline: Sequence[Section],
    drafts: dict[str, Draft],
    snippets: Sequence[Snippet],
    evidence: Evidence,
    lead_words: int,
) -> tuple[Draft, tuple[Section, ...], dict[str, Draft]]:
    """The lead, the outline as it stands, and the drafts without what is told twice or stands alone."""
    opening = define(evidence, snippets)
    told = [frozenset(content_stems(opening.sentence))] if opening else []
    edited: dict[str, Draft] = {}
    defined: set[frozenset[str]] = {evidence.stems}
    for section in outline:
        for node in (section, *section.sections):
            draft = drafts.get(node.id) or Draft(node.id, ())
            edited[node.id] = _without_repetition(draft, told, defined, evidence.topic)
    kept = tuple(one for section in outline if (one := _standing(section, edited)) is not None)
    names = {node.id for section in kept for node in (section, *section.sections)}
    edited = {name: draft for name, draft in edited.items() if name in names}
    room = lead_words - (len(opening.sentence.split()) if opening else 0)
    rest = _summary(kept, edited, opening, evidence, room)
    moved = {claim.sentence for claim in rest}
    edited = {name: keep_claims(draft, lambda claim: claim.sentence not in moved) for name, draft in edited.items()}
    headings = {node.id: node.heading for section in kept for node in (section, *section.sections)}
    edited = {name: _without_strangers(draft, headings[name], evidence) for name, draft in edited.items()}
    lead = Draft("lead", ((*((opening,) if opening else ()), *rest),))
    return lead, kept, edited


def edit_among(
    drafts: Mapping[str, Draft], headings: Mapping[str, str], others: Iterable[Draft], evidence: Evidence
) -> dict[str, Draft]:
    """New drafts for a page of which the ``others`` stay: without what those tell already, second definitions, and strangers."""
    there = [claim for draft in others for claim in claims_in(draft)]
    told = [frozenset(content_stems(claim.sentence)) for claim in there]
    subjects = (frozenset(content_stems(definition_subject(claim.sentence) or "")) for claim in there)
    defined = {evidence.stems, *filter(None, subjects)}
    edited = {name: _without_repetition(draft, told, defined, evidence.topic) for name, draft in drafts.items()}
    return {name: _without_strangers(draft, headings[name], evidence) for name, draft in edited.items()}


def lead_among(
    outline: Sequence[Section],
    drafts: Mapping[str, Draft],
    snippets: Sequence[Snippet],
    evidence: Evidence,
    kept: Sequence[Claim] = (),
    pinned: Collection[str] = (),
    lead_words: int = LEAD_WORDS,
) -> Draft:
    """A lead for a page whose sections stay: ``kept`` are its sentences so far, and nothing is said that a section says.

    ``snippets`` are all that it may cite, the ``pinned`` before others.
    """
    nodes = [node for section in outline for node in (section, *section.sections)]
    whole = {node.id: drafts.get(node.id) or Draft(node.id, ()) for node in nodes}
    told = [frozenset(content_stems(claim.sentence)) for draft in whole.values() for claim in claims_in(draft)]
    opening = next((one for one in kept if definition_score(one.sentence, evidence.topic) > 0), None)
    if opening is None:
        first = [one for one in snippets if one.id in pinned]
        opening = define(evidence, first, told) or define(evidence, snippets, told)
    others = [one for one in kept if one is not opening]
    head = [*((opening,) if opening else ()), *others]
    allowed = frozenset(one.id for one in snippets)
    room = lead_words - sum(len(one.sentence.split()) for one in head)
    wishes = _Wishes(allowed, frozenset(pinned), tuple(others))
    rest = _summary(outline, whole, opening, evidence, room, wishes)
    return Draft("lead", (tuple(head) + rest,) if head or rest else ())


def find_gaps_of(lead: Draft, outline: Sequence[Section], drafts: Mapping[str, Draft], evidence: Evidence) -> list[str]:
    """What a reader would look for and does not find on the page."""
    first = next(iter(claims_in(lead)), None)
    is_defined = first is not None and definition_score(first.sentence, evidence.topic) > 0
    claims = [claim for draft in (lead, *drafts.values()) for claim in claims_in(draft)]
    cited = len({citation.snippet_id for claim in claims for citation in claim.citations})
    return limits_of(evidence, is_defined, cited, (section.facet for section in outline))


def _without_repetition(draft: Draft, told: list[frozenset[str]], defined: set[frozenset[str]], topic: str) -> Draft:
    """The draft without what was told before on the page and without second definitions; adds its own to both.

    What the topic is belongs in the lead and nowhere else.
    """

    def fresh(claim: Claim) -> bool:
        stems = frozenset(content_stems(claim.sentence))
        subject = frozenset(content_stems(definition_subject(claim.sentence) or ""))
        if any(repeats(stems, other) or len(stems & other) > REDUNDANT * len(stems) for other in told):
            return False
        if subject in defined or defines(plain_opening(claim.sentence), topic) >= FAIR:
            return False
        told.append(stems)
        if subject:
            defined.add(subject)
        return True

    return keep_claims(draft, fresh)


def _without_strangers(draft: Draft, heading: str, evidence: Evidence) -> Draft:
    """The draft without sentences that open with "the …" of what neither its heading nor a sentence before it has named.

    The reviewer has seen to that; but since then the lead, or a repetition, may have taken the sentence that named it.
    """
    said = set(evidence.stems) | set(content_stems(heading))

    def announced(claim: Claim) -> bool:
        if not is_announced(claim.sentence, said, evidence):
            return False
        said.update(content_stems(claim.sentence))
        return True

    return keep_claims(draft, announced)


def _standing(section: Section, drafts: dict[str, Draft]) -> Section | None:
    """The section with the subsections that still say something; ``None`` where too little is left of it."""
    children = tuple(one for one in section.sections if len(claims_in(drafts[one.id])) >= 2)
    own = len(claims_in(drafts[section.id]))
    total = own + sum(len(claims_in(drafts[one.id])) for one in children)
    if total < FEWEST:
        return None
    return replace(section, sections=children)


def _told(section: Section, drafts: Mapping[str, Draft]) -> Section | None:
    """The section with the subsections that say anything; ``None`` where nothing is said."""
    children = tuple(one for one in section.sections if one.id in drafts and claims_in(drafts[one.id]))
    is_told = children or (section.id in drafts and claims_in(drafts[section.id]))
    return replace(section, sections=children) if is_told else None


@dataclass(frozen=True, slots=True)
class _Wishes:
    """For a lead whose page stays: the snippets that it may cite, those to cite first, and sentences that it has besides its opening."""

    allowed: frozenset[str]
    pinned: frozenset[str]
    kept: tuple[Claim, ...]


def _summary(
    outline: Sequence[Section],
    drafts: dict[str, Draft],
    opening: Claim | None,
    evidence: Evidence,
    words: int,
    wishes: _Wishes | None = None,
) -> tuple[Claim, ...]:
    """General sentences about the topic itself that speak of what the sections speak of, each of something new.

    A sentence that stands in a section moves to the lead where the section can spare it, and is passed over where not, or where
    the sections stay.
    """
    spare = {
        claim.sentence: wishes is None and len(claims_in(draft)) > FEWEST + 1
        for draft in drafts.values()
        for claim in claims_in(draft)
    }
    others = [frozenset(content_stems(sentence)) for sentence in spare]
    said = [frozenset(content_stems(opening.sentence))] if opening else []
    themes = _themes(outline, drafts, evidence)
    general = [one for one in _general(evidence) if not (opening and defines(one.text, evidence.topic) >= FAIR)]
    pool = [one for one in general if spare.get(one.sentences[0], True)]
    pool = [one for one in pool if one.sentences[0] in spare or not any(repeats(one.stems, other) for other in others)]
    chosen: list[Passage] = []
    open_themes = dict(themes)
    first: frozenset[str] = frozenset()
    if wishes is not None:
        kept = [frozenset(content_stems(one.sentence)) for one in wishes.kept]
        first = wishes.pinned
        pool = [one for one in pool if one.snippet_id in wishes.allowed]
        said += kept
        open_themes = {name: value for name, value in themes.items() if not any(name <= one for one in kept)}
    while pool:
        pool = [one for one in pool if one.words <= words and not any(repeats(one.stems, other) for other in said)]
        worth = {one.id: _worth(one, open_themes, evidence) + FIRST * (one.snippet_id in first) for one in pool}
        best = max(pool, key=lambda one: (worth[one.id], one.id), default=None)
        if best is None or worth[best.id] <= (0.0 if said else UNDEFINED):
            break
        chosen.append(best)
        first -= {best.snippet_id}
        said.append(best.stems)
        words -= best.words
        open_themes = {name: value for name, value in open_themes.items() if not name <= best.stems}
    keys = citation_keys(one.snippet_id for one in chosen)
    return tuple(claim for one in chosen for claim in claims_of(one, keys[one.snippet_id]))


def _general(evidence: Evidence) -> list[Passage]:
    """Sentences whose subject is the topic itself, and that do not dwell on particulars."""
    return [
        one
        for one in evidence.singles
        if one.density >= MAINLY
        and not one.reservations
        and one.doubt <= min(evidence.bar, SURE)
        and not _PARTICULAR.search(one.text)
        and not unexplained(one, evidence)
        and evidence.stems <= one.subject
        and names_alone(one, evidence.stems)
        and particulars(one) < DETAIL
    ]


# What is added to something, denied, past, or true on a condition is no summary of a topic.
_PARTICULAR = re.compile(
    r"^(?:If|When|Once|After|As|While|Since|Because|Although) "
    r"|\b(?:also|another|other|too|not|no|never|cannot|was|were|had|did)\b"
)


def _themes(outline: Sequence[Section], drafts: dict[str, Draft], evidence: Evidence) -> dict[frozenset[str], float]:
    """What the sections speak of: the stems of their headings and of their commonest terms, by weight."""
    themes: dict[frozenset[str], float] = {}
    for section in outline:
        for node in (section, *section.sections):
            own = frozenset(content_stems(node.heading)) - evidence.stems
            if own and not node.facet:
                themes[own] = themes.get(own, 0.0) + 1.0
            stems = [frozenset(content_stems(claim.sentence)) for claim in claims_in(drafts[node.id])]
            for name in sorted({stem for one in stems for stem in one} - evidence.stems):
                share = sum(1 for one in stems if name in one) / max(4, len(stems))
                if share >= 0.25:
                    single = frozenset({name})
                    weight = share * evidence.background.idf(name) / 10
                    themes[single] = themes.get(single, 0.0) + weight
    return themes


def _worth(one: Passage, themes: dict[frozenset[str], float], evidence: Evidence) -> float:
    """What a sentence is worth to the lead: themes it opens, less particulars, length and vagueness."""
    heard = sum(
        weight for name, weight in sorted(themes.items(), key=lambda pair: sorted(pair[0])) if name <= one.stems
    )
    near = evidence.relevance.scores.get(one.snippet_id, 0.0)
    general = 0.4 if defines(one.sentences[0], evidence.topic) else 0.0
    return min(1.5, heard) + 0.6 * near + general - 3 * particulars(one) - 0.02 * max(0, one.words - 26) - 0.75
