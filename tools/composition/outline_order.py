"""The order of an outline: facets as in an encyclopedia, after them what the documents and the labels tell."""

from __future__ import annotations

from collections.abc import Sequence

from castalia.memory.identity import node_id
from castalia.memory.records import Section
from castalia.tools.composition.facets import Facet
from castalia.tools.composition.labels import Label, names_kind
from castalia.tools.composition.picked_labels import label_section
from castalia.tools.language.vectors import cosine
from castalia.tools.topic.evidence import Evidence

TOLD, TOPICAL = 19, 20  # the ranks, among those of facets, of sections of documents, and of those on subjects


def ranks_of(
    facets: Sequence[Facet], kept: Sequence[Section], labels: Sequence[Label], evidence: Evidence
) -> dict[str, float]:
    """Where each section (by id) stands on the page: facets by their rank; behind the first of these, and before those
    that come late, what tells documents again as it stands in ``kept``, then the labels in ``_reading_order``."""
    ranks = {node_id(evidence.key, "facet", one.name): float(one.rank) for one in facets}
    places = {one.term: at for at, one in enumerate(_reading_order(labels, evidence))}
    for at, section in enumerate(kept):
        if section.sources:
            ranks[section.id] = TOLD + at / 100
    for one in labels:
        ranks[label_section(one, evidence).id] = TOPICAL + places[one.term] / 100
    return ranks


def _reading_order(labels: Sequence[Label], evidence: Evidence) -> list[Label]:
    """The kinds of the topic first ("Spiral galaxies"), then the others; each time the weightiest, and after each the
    one most like it."""
    topic = evidence.relevance.stems
    kinds = [one for one in labels if names_kind(one.term, topic)]
    words = {
        one.term: evidence.background.profile((single.stems for single in one.passages), evidence.stems)
        for one in labels
    }
    order: list[Label] = []
    for group in (kinds, [one for one in labels if one not in kinds]):
        left = list(group)
        while left:
            following = max(left, key=lambda one: cosine(words[order[-1].term], words[one.term])) if order else left[0]
            order.append(following)
            left.remove(following)
    return order
