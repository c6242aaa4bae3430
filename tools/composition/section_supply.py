"""What a section needs to stand, and which sentences there are for it."""

from __future__ import annotations

from collections.abc import Sequence

from castalia.memory.records import Section, nodes_of
from castalia.tools.composition.facet_lists import FACET_NAMES, facet
from castalia.tools.composition.facets import Facet
from castalia.tools.composition.fit import FIT, Fits
from castalia.tools.composition.placement import place_all
from castalia.tools.composition.places import SECTION, Place, places_of
from castalia.tools.topic.evidence import Evidence
from castalia.tools.topic.passages import Passage

SOURCES = 2  # snippets that a section needs


def populated(sections: Sequence[Section], least: int, fits: Fits) -> list[Section]:
    """The sections that keep enough passages once every passage has its one place; the poorest goes first."""
    kept = list(sections)
    places = {place.section.id: place for place in places_of(sections, fits.evidence)}
    while kept:
        placed = fitting([places[one.id] for one in kept], fits)
        found = {one.id: [single for node in nodes_of([one]) for single in placed[node.id]] for one in kept}
        poor = [one for one in kept if not enough(found[one.id], *_needs(one, least))]
        if not poor:
            break
        kept.remove(min(poor, key=lambda one: (len(found[one.id]), one.id)))
    return kept


def fitting(places: Sequence[Place], fits: Fits) -> dict[str, list[Passage]]:
    """The sentences that have their place in each section because they fit its heading."""
    placed = place_all(quotable(fits.evidence), places, fits)
    return {name: [one for one, value in those if value >= FIT] for name, those in placed.items()}


def _needs(section: Section, least: int) -> tuple[int, int]:
    """The sentences and the snippets that it needs, where a label's needs ``least`` sentences."""
    if section.sources:
        return (SECTION, SOURCES)
    if section.facet not in FACET_NAMES:
        return (least, SOURCES)
    return (SECTION, sources_for(facet(section.facet)))


def sources_for(one: Facet) -> int:
    """The snippets that a facet's section needs: what one tells of a disease's treatment, no other need tell."""
    return 1 if one.is_understood else SOURCES


def enough(singles: Sequence[Passage], least: int = SECTION, sources: int = SOURCES) -> bool:
    """Whether passages hold so many sentences, of so many snippets."""
    sentences = {spot for one in singles for spot in one.spots}
    return len(sentences) >= least and len({name for name, _ in sentences}) >= sources


def quotable(evidence: Evidence) -> Sequence[Passage]:
    """The passages whose sentences are counted: on a disease also those of several, for what goes on with its symptoms
    ("These symptoms …") cannot stand alone."""
    return evidence.passages if evidence.is_condition else evidence.singles
