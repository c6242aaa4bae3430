"""The outline without a model: the shape of a science article, filled with the topic's own terms (thesis eq. 3.11).

Where documents treat the topic at length, their own sections are the page's, with what is told of its past anywhere
else. Beside a few of these, or alone, stand facets (history, types, uses, …) that enough sentences about the topic fit,
and between them the terms that matter most; a general facet takes what is left where these say too little for a page.
Long sections are divided by the communities of the graph.
"""

from __future__ import annotations

from collections.abc import Sequence

from castalia.memory.records import Section, nodes_of
from castalia.tools.composition.facets import Facet
from castalia.tools.composition.fit import Fits
from castalia.tools.composition.labels import Label, find_labels
from castalia.tools.composition.open_facets import facet_names, facet_section, open_facets, with_general, with_systems
from castalia.tools.composition.other_conditions import names_other_condition
from castalia.tools.composition.outline_order import ranks_of
from castalia.tools.composition.picked_labels import FEW, MOST_BESIDE, pick_labels, settled_section
from castalia.tools.composition.places import SECTION, places_of
from castalia.tools.composition.section_supply import fitting, populated
from castalia.tools.composition.source_order import opens
from castalia.tools.composition.source_sections import source_sections
from castalia.tools.composition.subsections import divide
from castalia.tools.composition.told_facets import told_facets
from castalia.tools.composition.unit_ranks import LONGEST_UNIT, SUPPLY
from castalia.tools.language.words import stem_set, term_stems
from castalia.tools.topic.evidence import Evidence
from castalia.tools.topic.spelled_names import other_names

FULL = 4  # sentences of a section under a heading of its own, on a page that has enough of them
TOP = 5  # sections of documents: with so many hardly another is wanted, if they have SUPPLY
SHORT = 6  # sections: pages have fewer than their outlines, and those of fewer than five gain by being divided
# sections: on a page of fewer, SECTION sentences will do for each, unless a textbook has a section that is called after
# the topic: then little is left to tell of anything else
MODEST = 7


def draft_outline(evidence: Evidence) -> tuple[Section, ...]:
    """The outline of a topic's evidence, in reading order. Where it has fewer than ``SHORT`` sections, documents
    without headings are divided, if that gives more of them."""
    found = [one for one in find_labels(evidence) if not names_other_condition(one.heading, evidence)]
    fits = Fits(evidence)
    plain = _drafted(found, fits)
    if len(plain) >= SHORT or evidence.papers or evidence.divided == evidence.paths:
        return plain
    return max(plain, _drafted(found, fits, is_divided=True), key=len)


def _drafted(found: Sequence[Label], fits: Fits, is_divided: bool = False) -> tuple[Section, ...]:
    evidence = fits.evidence
    is_by_facets = evidence.is_condition and not evidence.relevance.focused
    told = () if is_by_facets else source_sections(evidence, found, is_divided)
    headings = {stem_set(one.heading) for one in nodes_of(told)}
    opened = [one for one in open_facets(evidence) if not headings & facet_names([one])]
    if len(told) >= TOP and _words(told, fits) >= SUPPLY:
        past = [facet_section(one, evidence) for one in opened if one.tells_of_past]
        return tuple(populated([*past, *told], SECTION, fits))
    if len(told) > 1:  # what fits no section of theirs would make a grab-bag
        opened = [one for one in opened if not one.is_general]
    if told:
        opened = opened[: max(0, MOST_BESIDE - len(told))]
    chosen_facets, labels, kept = _settle(found, opened, told, FULL, fits)
    if len(kept) < MODEST and not told_facets(evidence):
        chosen_facets, labels, kept = _settle(found, opened, told, SECTION, fits)
    if not told or (len(told) < TOP and len(kept) < MODEST and _words(kept, fits) < SUPPLY):
        chosen_facets, kept = with_general(chosen_facets, kept, fits)
    chosen_facets, kept = with_systems(chosen_facets, kept, evidence)
    placed = fitting(places_of(kept, evidence), fits)
    free = _unused(found, chosen_facets, labels, evidence)
    divided = [section if section.sources else divide(section, free, placed[section.id], evidence) for section in kept]
    ranks = ranks_of(chosen_facets, kept, labels, evidence)
    return tuple(sorted(divided, key=lambda section: (ranks[section.id], section.id)))


def _unused(
    found: Sequence[Label], facets: Sequence[Facet], labels: Sequence[Label], evidence: Evidence
) -> list[Label]:
    """The labels that are left for subsections: those that are not wide, and do not say the same as a section on one of
    these facets and labels."""
    taken = [one.stems - evidence.stems for one in labels]
    names = {term_stems(name) for one in labels for name in other_names(one.stems, evidence.acronyms)}
    names |= facet_names(facets)
    return [
        one
        for one in found
        if not one.is_wide
        and one.stems not in names
        and not any(one.stems - evidence.stems <= other for other in taken)
    ]


def _words(sections: Sequence[Section], fits: Fits) -> int:
    """How many words these sections have to tell, each up to ``LONGEST_UNIT``: those of the sentences that fit it, in
    snippets of which one may open it."""
    evidence = fits.evidence
    placed = fitting(places_of(sections, evidence), fits)
    found = []
    for top in sections:
        singles, opened = [], set()
        for node in nodes_of([top]):
            heading = stem_set(node.heading)
            those = [one for one in placed[node.id] if one.is_single]
            opened |= {one.snippet_id for one in those if opens(one, heading, evidence)}
            singles += those
        found.append(min(LONGEST_UNIT, sum(one.words for one in singles if one.snippet_id in opened)))
    return sum(found)


def _settle(
    found: Sequence[Label],
    facets: list[Facet],
    told: Sequence[Section],
    least: int,
    fits: Fits,
) -> tuple[list[Facet], list[Label], list[Section]]:
    """The facets and labels that can be filled beside the sections of documents (``told``), and the sections of all
    three. A label needs ``least`` sentences.

    Labels are picked and all sections filled, again and again, each time without the facets and labels that stayed
    poor, which makes room for others. It ends when no label is poor, and no facet either or ``FEW`` sections are
    filled.
    """
    evidence = fits.evidence
    left = [one for one in found if not (one.is_wide and told_facets(evidence))]
    while True:
        labels = pick_labels(left, facets, told, least, fits)
        looked = [facet_section(one, evidence) for one in facets]
        named = [settled_section(one, evidence) for one in labels]
        kept = populated([*looked, *told, *named], least, fits)
        names = {one.id for one in kept}
        poor = [one.term for one, section in zip(labels, named, strict=True) if section.id not in names]
        held = [one for one, section in zip(facets, looked, strict=True) if section.id in names]
        if not poor and (held == facets or len(kept) >= FEW):
            return held, labels, kept
        facets, left = held, [one for one in left if one.term not in poor]
