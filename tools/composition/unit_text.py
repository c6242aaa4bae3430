"""The text of a unit without a model: verbatim sentences, selected and ordered, each cited, with what stays of an
earlier draft (thesis eq. 3.14, 3.15)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from castalia.memory.records import Draft, Section
from castalia.tools.composition.facet_headings import facet_of
from castalia.tools.composition.facet_lists import SYSTEMS
from castalia.tools.composition.fit import Fits, Pool
from castalia.tools.composition.general_facets import GENERAL
from castalia.tools.composition.heading_subjects import named_in, speaks_of
from castalia.tools.composition.lead_summaries import has_wide_title
from castalia.tools.composition.material import Material
from castalia.tools.composition.paragraphs import in_paragraphs
from castalia.tools.composition.passage_worth import GATHERED, RETOLD
from castalia.tools.composition.placed_evidence import Placed
from castalia.tools.composition.placement import PLENTY, place_all
from castalia.tools.composition.places import SECTION
from castalia.tools.composition.reading_order import arrange, by_publication, by_year
from castalia.tools.composition.retelling import introduced, retell
from castalia.tools.composition.said import NOTHING, Told
from castalia.tools.composition.selection import LEAST_AT_FIRST, LEAST_WORTH, choose
from castalia.tools.composition.source_order import in_source_order, opens, place_in_document, set_among
from castalia.tools.composition.told_facets import facet_told
from castalia.tools.composition.told_paragraphs import read_on
from castalia.tools.composition.unit_ranks import words_of
from castalia.tools.composition.word_shares import PART
from castalia.tools.drafting.drafts import keep_claims
from castalia.tools.language.words import stem_set
from castalia.tools.topic.definitions import definition_subject
from castalia.tools.topic.evidence import Evidence
from castalia.tools.topic.passages import Passage
from castalia.tools.topic.quotations import quoted_in
from castalia.tools.topic.source_paths import is_within
from castalia.tools.topic.topic_definition import says_what

# words of a section gathered beside those of documents, at most: readers reject four in ten of any more
SCATTERED = 100
STUB, TINY = 0.5, 0.3  # of the words of passages that could be chosen: where less is retold, these are better
FILLED = 0.75  # share of a section's words that what is retold has to fill, or passages are chosen as well
# sentences of a document that stand under its heading though none has a word of that: readers keep nine in ten such
# sections, and half of the shorter ones
UNNAMED = 4


@dataclass(frozen=True, slots=True)
class _Page:
    """The page that is written: what it is made of, of which snippets it has to tell, what a passage is worth at least,
    and what it has told."""

    evidence: Evidence
    pinned: frozenset[str]
    least: float
    told: Told = NOTHING

    @property
    def is_scarce(self) -> bool:
        """Whether there is little to say, and all of it is told."""
        return self.least < LEAST_WORTH


def write_unit(
    section: Section,
    placed: Placed,
    material: Material,
    words: int,
    evidence: Evidence,
    before: Sequence[Draft] = (),
) -> tuple[Draft, ...]:
    """One draft for the section and one for each subsection, sharing the words by what there is to say. Of the drafts
    that it had ``before`` all stays that was not rejected and does not lean on what was."""
    nodes, pinned = (section, *section.sections), material.pinned
    found = place_all(evidence.passages, placed.tops, Fits(evidence), pinned) if pinned else placed.passages
    readable = {node.id: _readable(node, found[node.id], material, evidence) for node in nodes}
    page = _Page(evidence, pinned, _least_worth(found))
    openings = {node.id: _openings(node, readable[node.id], evidence, page.is_scarce) for node in nodes}
    sizes = {name: sum(one.is_single for one, _ in pool) for name, pool in openings.items()}
    total = sum(sizes.values()) or 1
    is_beside = any(one.section.sources for one in placed.tops)
    kept = {one.section: quoted_in(keep_claims(one, material.allows), evidence.passages) for one in before}
    drafts = []
    for node in nodes:
        share = max(PART, round(words * sizes[node.id] / total))
        if is_beside and not (node.sources or node.facet):
            share = min(share, SCATTERED)
        if stays := kept.get(node.id):
            said = _mended(stays, node, openings[node.id], share, page)
        else:
            said = _said(node, openings[node.id], readable[node.id], share, page)
        if not _may_stand(said, node, evidence):
            said = ()
        page = replace(page, told=page.told.after(said, evidence))
        common = evidence.stems | stem_set(_subject(node, evidence))
        drafts.append(Draft(node.id, in_paragraphs(said, common, evidence)))
    return tuple(drafts)


def _least_worth(found: Mapping[str, Pool]) -> float:
    """What a passage has to be worth at least, by all that has a place on the page: where there is little to say all of
    it is told."""
    housed = {one.spot for those in found.values() for one, _ in those if one.is_single}
    return LEAST_WORTH if len(housed) >= PLENTY else LEAST_AT_FIRST


def _readable(node: Section, found: Pool, material: Material, evidence: Evidence) -> list[tuple[Passage, float]]:
    """What was found for a section or subsection and may be used. One that retells documents uses only what stands in
    them, and not what only fits its name; in general no summary that the lead may read on from."""
    is_general = bool(node.sources) and facet_of(node.heading) == GENERAL.name
    left_out = [name for name in evidence.summaries if is_general and has_wide_title(evidence.snippets[name], evidence)]
    return [
        (one, fit)
        for one, fit in found
        if material.holds(one)
        and one.snippet_id not in left_out
        and (not node.sources or any(is_within(evidence.divided[one.snippet_id], path) for path in node.sources))
    ]


def _openings(node: Section, pool: Pool, evidence: Evidence, is_scarce: bool) -> list[tuple[Passage, float]]:
    """The passages that may begin what a section or subsection tells: all, unless it retells documents. Where the page
    has little to say (``is_scarce``), all that lean on nothing may."""
    heading = stem_set(node.heading)
    return [
        (one, fit)
        for one, fit in pool
        if not node.sources or opens(one, heading, evidence) or (is_scarce and not one.points_back and not one.presumes)
    ]


def _subject(node: Section, evidence: Evidence) -> str:
    """What a section or subsection is about: under a facet, the topic."""
    return evidence.topic if node.facet else node.heading


def _said(node: Section, openings: Pool, pool: Pool, words: int, page: _Page) -> tuple[Passage, ...]:
    """What a section or subsection says, in reading order.

    It retells documents where it can. Where that gives too little (``FILLED``), passages are chosen one by one, and
    stand there instead if they say more. In a section of documents that has to be much more (``TINY``, and ``STUB`` where
    what it retells is no section, or the page has little to say); else they are set among what it retells.
    """
    evidence = page.evidence
    if node.facet and not page.pinned and (told := _told(pool, words, page)):
        return _beside(told, node, openings, words, page)
    said = () if page.pinned else _retold(node, openings, pool, words, page)
    if words_of(said) < FILLED * words:
        if node.sources:
            openings = introduced(openings, node.heading, evidence)
        chosen = _ordered(_chosen(node, openings, words, page), node, evidence)
        least = STUB if page.is_scarce or _is_brief(said) else TINY
        if node.sources and said and words_of(said) >= least * words_of(chosen):
            said = _filled(said, node, openings, words, page)
        elif words_of(said) < words_of(chosen):
            said = chosen
    return said


def _is_brief(said: Sequence[Passage]) -> bool:
    return sum(len(one.sentences) for one in said) < SECTION


def _told(pool: Pool, words: int, page: _Page) -> tuple[Passage, ...]:
    """What a section on a facet of a disease reads on from paragraphs that tell of that (``read_on``)."""
    evidence = page.evidence
    home = [one for one, _ in pool if facet_told(one, evidence) and not _defines_topic(one, evidence)]
    return read_on(home, words, evidence, page.told)


def _beside(said: tuple[Passage, ...], node: Section, pool: Pool, words: int, page: _Page) -> tuple[Passage, ...]:
    """What a section reads on from such paragraphs, and behind it what others say, where there is room (``FILLED``)."""
    evidence, room = page.evidence, words - words_of(said)
    if words_of(said) >= FILLED * words:
        return said
    others = [
        (one, fit)
        for one, fit in _without_definition(pool, evidence)
        if evidence.stems <= one.stems and not facet_told(one, evidence)
    ]
    return (*said, *_ordered(_choose(node, others, room, page, said), node, evidence))


def _may_stand(said: Sequence[Passage], node: Section, evidence: Evidence) -> bool:
    """Whether a heading may stand over what is said: some of it speaks of what that names, or it is much
    (``UNNAMED``)."""
    named = named_in(node, evidence.stems)
    return any(speaks_of(named, one.stems) for one in said) or sum(len(one.sentences) for one in said) >= UNNAMED


def _retold(node: Section, openings: Pool, pool: Pool, words: int, page: _Page) -> tuple[Passage, ...]:
    """What a section or subsection reads on from its ``openings``, in reading order.

    Nothing where it would be too little for a section; without ``sources`` of its own also nothing under a facet, of
    papers, or in a corpus about little else than the topic.
    """
    evidence = page.evidence
    if not node.sources and (node.facet or evidence.papers or evidence.relevance.focused):
        return ()
    first, wider = (_without_definition(those, evidence) for those in (openings, pool))
    run = retell(node, first, wider, words, evidence, page.told)
    is_alone = node.level == 1 and not node.sections
    return () if is_alone and _is_brief(run) else run


def _mended(stays: tuple[Passage, ...], node: Section, openings: Pool, words: int, page: _Page) -> tuple[Passage, ...]:
    """What stays of an earlier draft, with other passages for what went; in a section of documents only where little
    stays (``FILLED``)."""
    evidence = page.evidence
    if not page.pinned and any(facet_told(one, evidence) for one in stays):
        return _beside(stays, node, openings, words, page)
    if node.sources:
        if words_of(stays) >= FILLED * words:
            return stays
        return _filled(stays, node, introduced(openings, node.heading, evidence), words, page)
    missing = page.pinned - {one.snippet_id for one in stays}
    others = _choose(node, openings, words - words_of(stays), page, stays, missing)
    return _ordered((*stays, *others), node, evidence) if others else stays


def _filled(told: tuple[Passage, ...], node: Section, pool: Pool, words: int, page: _Page) -> tuple[Passage, ...]:
    """What a section retells, with passages chosen among it up to these words: none from before what opens it. Each
    opens with the heading or defines something: readers object to one in five of these, and to four in ten of others."""
    evidence, opening = page.evidence, told[0]
    own = stem_set(node.heading) - evidence.stems or evidence.stems
    first = place_in_document(opening, {opening.document}, evidence)
    later = [
        (one, fit)
        for one, fit in _without_definition(pool, evidence)
        if (one.document != opening.document or place_in_document(one, {opening.document}, evidence) > first)
        and (not own.isdisjoint(one.opening) or definition_subject(one.sentences[0]))
    ]
    chosen = _choose(node, later, words - words_of(told), page, told)
    return set_among(told, in_source_order(chosen, node, evidence), evidence)


def _chosen(node: Section, pool: Pool, words: int, page: _Page) -> tuple[Passage, ...]:
    """Passages for a heading. The sentence that says what the topic is comes on top of these words: it moves to the
    lead, and the section has to stand without it."""
    evidence, pinned = page.evidence, page.pinned
    chosen = _choose(node, pool, words, page, pinned=pinned)
    defining = next((one for one in chosen if _defines_topic(one, evidence)), None)
    if defining is None:
        return chosen
    others = _without_definition(pool, evidence)
    beside = sum(len(one.split()) for one in defining.sentences if not says_what(one, evidence))
    return (defining, *_choose(node, others, words - beside, page, (defining,), pinned))


def _choose(
    node: Section,
    pool: Pool,
    words: int,
    page: _Page,
    said: Sequence[Passage] = (),
    pinned: frozenset[str] = frozenset(),
) -> tuple[Passage, ...]:
    """The passages of the pool that a section or subsection goes on with in so many words, behind what it has
    ``said``."""
    evidence = page.evidence
    taste = RETOLD if node.sources else GATHERED
    told = page.told.after(said, evidence)
    return choose(pool, words, evidence, _subject(node, evidence), told, pinned=pinned, least=page.least, taste=taste)


def _ordered(chosen: Sequence[Passage], node: Section, evidence: Evidence) -> tuple[Passage, ...]:
    """Reading order, as if what says what the topic is had moved to the lead already."""
    defining = tuple(one for one in chosen[:1] if _defines_topic(one, evidence))
    rest = chosen[len(defining) :]
    if node.sources:
        return (*defining, *in_source_order(rest, node, evidence))
    if "history" in (node.facet, facet_of(node.heading)):
        return (*defining, *by_year(rest))
    if node.facet == SYSTEMS.name:
        return (*defining, *by_publication(rest, evidence.snippets))
    return (*defining, *arrange(rest, _subject(node, evidence), evidence.stems))


def _without_definition(pool: Pool, evidence: Evidence) -> Pool:
    """The pool without what says what the topic is: that stands in the lead."""
    return [(one, fit) for one, fit in pool if not _defines_topic(one, evidence)]


def _defines_topic(passage: Passage, evidence: Evidence) -> bool:
    return any(says_what(one, evidence) for one in passage.sentences)
