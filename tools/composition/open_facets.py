"""Open facets: those that the evidence of a topic can fill, and the sections that they make."""

from __future__ import annotations

from collections.abc import Sequence

from castalia.memory.identity import node_id
from castalia.memory.records import Section, nodes_of
from castalia.tools.composition.facet_headings import heading_of
from castalia.tools.composition.facet_lists import SYSTEMS, facets_for
from castalia.tools.composition.facets import Facet
from castalia.tools.composition.fit import FIT, Fits, facet_fit
from castalia.tools.composition.general_facets import GENERAL
from castalia.tools.composition.placement import place_all
from castalia.tools.composition.places import places_of
from castalia.tools.composition.section_supply import enough, quotable, sources_for
from castalia.tools.language.words import content_stems, stem_set
from castalia.tools.topic.evidence import Evidence

MOST_FACETS = 5  # of a page
MOST_OF_CONDITION = 9  # of an article on a disease, which has hardly any other sections
SUFFICE = 6  # sentences with which a facet counts as much as its ``prior``


def open_facets(evidence: Evidence) -> list[Facet]:
    """The facets that the evidence can fill, the most usual in an encyclopedia first."""
    scored = []
    for one in facets_for(papers=evidence.papers, condition=evidence.is_condition):
        if one.tells_of_systems or evidence.stems.issuperset(content_stems(one.heading)):
            continue  # "Languages" is no part of low-resource languages
        found = [(facet_fit(single, one, evidence), single) for single in quotable(evidence)]
        fitting = [single for value, single in found if value >= FIT]
        if enough(fitting, sources=sources_for(one)):
            scored.append((one.prior * min(1.0, len(fitting) / SUFFICE), one))
    scored.sort(key=lambda pair: (-pair[0], pair[1].name))
    return [one for _, one in scored[: MOST_OF_CONDITION if evidence.is_condition else MOST_FACETS]]


def facet_names(facets: Sequence[Facet]) -> frozenset[frozenset[str]]:
    """All names of these facets, and the halves of names such as "Diagnosis and treatment", as stems: no other heading
    beside them may say the same."""
    names = {name for one in facets for name in (one.heading, *one.synonyms, *one.heading.split(" and "))}
    return frozenset(stem_set(name) for name in names)


def with_general(facets: list[Facet], kept: list[Section], fits: Fits) -> tuple[list[Facet], list[Section]]:
    """The facets and the sections with the general one added, behind those of the other facets, where there is enough
    to say under it and no section has its name yet."""
    evidence = fits.evidence
    taken = {stem_set(one.heading) for one in nodes_of(kept)}
    if evidence.papers or GENERAL in facets or facet_names([GENERAL]) & taken:
        return facets, kept
    section = facet_section(GENERAL, evidence)
    wider = [*kept[: len(facets)], section, *kept[len(facets) :]]
    placed = place_all(evidence.singles, places_of(wider, evidence), fits)
    if not enough([one for one, _ in placed[section.id]]):
        return facets, kept
    return [*facets, GENERAL], wider


def with_systems(facets: list[Facet], kept: list[Section], evidence: Evidence) -> tuple[list[Facet], list[Section]]:
    """The facets and the sections with that of what papers have coined names for, where there is enough of it: what has
    its place there has none elsewhere."""
    if not enough(list(evidence.on_systems.values())):
        return facets, kept
    return [*facets, SYSTEMS], [*kept, facet_section(SYSTEMS, evidence)]


def facet_section(one: Facet, evidence: Evidence) -> Section:
    """The section on a facet, under the heading that suits the topic."""
    heading = heading_of(one, [snippet.text for snippet in evidence.snippets.values()], evidence.stems)
    return Section(node_id(evidence.key, "facet", one.name), heading, 1, (), one.name)
