"""The editing of a page without a model: repetition across sections, thin sections, the lead.

The lead is chosen last, from what the sections say: a definition of the topic, found anywhere in the corpus, then the
summary of a document that the page tells by its parts, or else general sentences, some of them from sections that can
spare them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from castalia.memory.records import Claim, Draft, Section, Snippet, nodes_of
from castalia.tools.composition.facet_lists import is_general
from castalia.tools.composition.lead_openings import beginning_among, opens_with_definition
from castalia.tools.composition.lead_sentences import stub, summarise
from castalia.tools.composition.places import SECTION
from castalia.tools.composition.section_topics import count_naming
from castalia.tools.composition.selection import REDUNDANT
from castalia.tools.composition.standing_sections import standing_sections
from castalia.tools.composition.summed_up import are_of_one_text, without_summed_up
from castalia.tools.composition.told_facets import told_facets
from castalia.tools.composition.unintroduced import without_unintroduced
from castalia.tools.drafting.drafts import claims_in, keep_claims, words_in
from castalia.tools.language.words import stem_set
from castalia.tools.objections.sentence_rules import follows_on
from castalia.tools.pages.page_json import LEAD
from castalia.tools.topic.definitions import definition_subject
from castalia.tools.topic.evidence import Evidence
from castalia.tools.topic.gathering import LARGEST
from castalia.tools.topic.repetition import is_told, retells
from castalia.tools.topic.topic_definition import says_what


def edit(
    outline: Sequence[Section],
    drafts: dict[str, Draft],
    snippets: Sequence[Snippet],
    evidence: Evidence,
    asked: Sequence[str] = (),
    *,
    is_cut: bool = False,
) -> tuple[Draft, tuple[Section, ...], dict[str, Draft]]:
    """The lead, the outline as it stands, and the drafts without what is told twice, stands alone or tells of something
    else.

    A page of one section is a lead alone where that says more, unless it ``is_cut``: there was no room for others; or
    tells the topic's own document in a small corpus, where sentences from others would only speak of it, too.
    Sections that somebody ``asked`` for (their ids) stay.
    """
    begun = beginning_among(snippets, evidence)
    told = [*begun]
    edited: dict[str, Draft] = {}
    defined: set[frozenset[str]] = {evidence.stems}
    first = frozenset(told_facets(evidence).values())  # what others say again is left out of what they say
    for node in sorted(nodes_of(outline), key=lambda node: node.facet not in first):
        draft = drafts.get(node.id) or Draft(node.id, ())
        edited[node.id] = _without_repetition(draft, told, defined, evidence)
    edited = without_summed_up(outline, edited, begun, evidence)
    kept, edited = standing_sections(outline, edited, evidence, asked)
    rest = summarise(kept, edited, begun, evidence)
    moved = {claim.sentence for claim in rest}
    edited = {name: keep_claims(draft, lambda claim: claim.sentence not in moved) for name, draft in edited.items()}
    lead = Draft(LEAD, ((*begun, *rest),))
    lead, edited = without_unintroduced(lead, {one.sentence for one in begun}, kept, edited, evidence)
    kept, edited = standing_sections(kept, edited, evidence, asked)
    written = [claim for draft in edited.values() for claim in claims_in(draft)]
    is_ours = all(claim.sentence == claim.quote for claim in written)  # what a model wrote stays
    tells_own = evidence.relevance.size <= LARGEST and any(one.sources for one in kept)
    may_be_stub = len(kept) < 2 and not (kept and is_cut) and not tells_own
    if may_be_stub and is_ours and not any(one.id in asked for one in kept):
        alone = stub(begun, evidence)
        has_no_lead = alone and not begun and not rest and all(is_general(one.facet) for one in kept)
        if has_no_lead or words_in(alone) >= words_in(written):
            lead, kept, edited = Draft(LEAD, ((*begun, *alone),)), (), {}
    return lead, kept, edited


def edit_among(drafts: Mapping[str, Draft], others: Iterable[Draft], evidence: Evidence) -> dict[str, Draft]:
    """New drafts for a page of which the ``others`` stay: without what those tell already, and second definitions."""
    told = [claim for draft in others for claim in claims_in(draft)]
    subjects = (stem_set(definition_subject(claim.sentence)) for claim in told)
    defined = {evidence.stems, *filter(None, subjects)}
    return {name: _without_repetition(draft, told, defined, evidence) for name, draft in drafts.items()}


def speaks_of_topic(lead: Draft, drafts: Iterable[Draft], evidence: Evidence) -> bool:
    """Whether its lead says what the topic is, or so many sentences name it as make a section: others may speak of what
    goes with it, but make no page on it."""
    if opens_with_definition(lead, evidence):
        return True
    told = [claim.sentence for draft in (lead, *drafts) for claim in claims_in(draft)]
    return count_naming(told, evidence) >= SECTION


def _without_repetition(draft: Draft, told: list[Claim], defined: set[frozenset[str]], evidence: Evidence) -> Draft:
    """The draft without what was told before on the page and without second definitions; adds its own to both.

    What the topic is belongs in the lead and nowhere else. A sentence that shares most of its words with another, but
    does not say the same, goes where nothing new goes with it. Where both are of one text, its author did not repeat
    himself: "Retrograde amnesia is …", behind "Anterograde amnesia is …".
    """

    def told_by_others(claim: Claim) -> list[frozenset[str]]:
        return [stem_set(one.sentence) for one in told if not are_of_one_text(one, claim, evidence)]

    def shares(claim: Claim) -> bool:
        stems = stem_set(claim.sentence)
        return any(len(stems & other) > REDUNDANT * len(stems) for other in told_by_others(claim))

    leant_on = {
        one
        for paragraph in draft.paragraphs
        for one, other in pairwise(paragraph)
        if follows_on(other.sentence) and not shares(other)
    }

    def fresh(claim: Claim) -> bool:
        stems = stem_set(claim.sentence)
        subject = stem_set(definition_subject(claim.sentence))
        if is_told(stems, (stem_set(one.sentence) for one in told)):
            return False
        if claim not in leant_on and shares(claim):
            return False
        own, others = stems - evidence.stems, told_by_others(claim)
        if any(retells(own, other - evidence.stems, evidence.background) for other in others):
            return False
        if subject in defined or says_what(claim.sentence, evidence):
            return False
        told.append(claim)
        if subject:
            defined.add(subject)
        return True

    return keep_claims(draft, fresh)
