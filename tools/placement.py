"""Placement: which section of an outline a passage belongs under, and how well it fits there.

A passage fits a topical section when its sentence is about the heading, a facet when it matches the facet's cues and is
about the topic. Every passage has one place at most, so that no two sections tell the same.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from castalia.memory.records import Section
from castalia.tools.evidence import Evidence
from castalia.tools.facets import Facet, facet, facet_strength
from castalia.tools.labels import GENERIC
from castalia.tools.passages import Passage
from castalia.tools.words import content_stems

FIT = 0.55


@dataclass(frozen=True, slots=True)
class Place:
    """A section with what fitting it needs; ``kin`` are the stem sets of narrower names (is_a, part_of) in the graph."""

    section: Section
    stems: frozenset[str]
    facet: Facet | None
    kin: tuple[frozenset[str], ...]


def places_of(outline: Sequence[Section], evidence: Evidence) -> tuple[Place, ...]:
    """Every section of an outline, its subsections after it."""
    found: list[Place] = []
    for section in outline:
        terms = frozenset(stem for term in section.terms[:1] for stem in term.split())
        found.append(
            Place(section, terms, facet(section.facet) if section.facet else None, kin_of(section.heading, evidence))
        )
        found.extend(places_of(section.sections, evidence))
    return tuple(found)


def place_all(
    passages: Sequence[Passage], places: Sequence[Place], evidence: Evidence
) -> dict[str, tuple[tuple[Passage, float], ...]]:
    """For each section id the passages that have their best place there, with their fit, in the given order."""
    placed: dict[str, list[tuple[Passage, float]]] = defaultdict(list)
    for one in passages:
        best = max(((fit(one, place, evidence), -at) for at, place in enumerate(places)), default=(0.0, 0))
        if best[0] >= FIT:
            placed[places[-best[1]].section.id].append((one, best[0]))
    return {place.section.id: tuple(placed[place.section.id]) for place in places}


def fit(passage: Passage, place: Place, evidence: Evidence) -> float:
    """How well a passage fits a section: 0 not at all, 1 and above clearly."""
    if place.facet is not None:
        return facet_fit(passage, place.facet, evidence)
    return label_fit(passage, place.stems, place.kin, evidence.stems)


def label_fit(passage: Passage, stems: frozenset[str], kin: Sequence[frozenset[str]], topic: frozenset[str]) -> float:
    """Fit to a topical heading: by subject, by opening, by mention beside the topic; longer headings win ties."""
    own = len(stems - topic) * 0.05
    if stems <= passage.subject:
        return 1.0 + own
    if stems <= passage.opening | passage.subject:
        return 0.85 + own
    if any(one <= passage.subject for one in kin):
        return 0.75 + own
    if stems <= passage.stems and topic & passage.stems:
        return 0.6 + own
    return 0.0


def facet_fit(passage: Passage, one: Facet, evidence: Evidence) -> float:
    """Fit to a facet: the strength of its cues, by how much the sentence is about the topic."""
    topic = evidence.stems
    if not topic <= passage.stems:
        return 0.0
    if topic <= passage.subject:
        about = 1.0
    elif topic <= passage.opening:
        about = 0.85
    elif one.prior >= 0.9:
        about = 0.7
    else:
        return 0.0
    if not names_alone(passage, topic):
        about *= 0.6
    return facet_strength(passage.sentences[0], one) * about * (1.08 if one.prior >= 0.9 else 1.0)


def names_alone(passage: Passage, topic: frozenset[str]) -> bool:
    """Whether the passage speaks of the topic itself, and not only of something named after it ("ethmoid bone" for bone)."""
    return any(topic <= stems and stems - topic <= GENERIC for stems in map(_stems, passage.phrases))


def _stems(phrase: str) -> frozenset[str]:
    return frozenset(phrase.split())


def kin_of(heading: str, evidence: Evidence) -> tuple[frozenset[str], ...]:
    """The stem sets of what the graph knows as a kind of the heading or a part of it."""
    graph = evidence.graph
    node = graph.find(heading)
    if node is None:
        return ()
    names = {graph.label(child) for parent in ("is_a", "part_of") for child in graph.children(node, parent)}
    return tuple(sorted((frozenset(content_stems(name)) for name in sorted(names)), key=sorted))
