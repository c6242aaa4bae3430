"""Places: the sections of an outline as passages find them, each with what its heading is also called and what is
narrower."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass

from castalia.memory.records import Section
from castalia.tools.composition.asked_headings import Asked, asked_of
from castalia.tools.composition.facet_headings import facet_name_of, with_terms
from castalia.tools.composition.facet_lists import facet
from castalia.tools.composition.facets import Facet
from castalia.tools.language.light_nouns import LIGHT
from castalia.tools.language.words import stem_set, term_stems
from castalia.tools.topic.evidence import Evidence
from castalia.tools.topic.spelled_names import other_names

SECTION, SUBSECTION = 3, 2  # sentences that make one


@dataclass(frozen=True, slots=True)
class Place:
    """A section as passages are fitted to it."""

    section: Section
    stems: frozenset[str]
    """Of its heading."""
    facet: Facet | None
    """The angle that its heading stands for (history, types, …), if it is one."""
    kin: tuple[frozenset[str], ...]
    """The names of what the graph knows as a kind or a part of it, and its own other names, each as stems."""
    places: tuple[Place, ...] = ()
    """The places of its subsections."""
    other_terms: tuple[str, ...] = ()
    """What else the snippets call it (an acronym, or the name in full), each as stems joined by a space."""
    asked: Asked | None = None
    """What the heading asks for, where somebody chose it."""

    @property
    def term(self) -> str:
        """The stems of its heading, in order, joined by a space."""
        return self.section.terms[0] if self.section.terms else ""


def places_of(outline: Sequence[Section], evidence: Evidence) -> tuple[Place, ...]:
    """The places of an outline, each with those of its subsections."""
    return tuple(_place_of(with_terms(section), evidence) for section in outline)


def _place_of(section: Section, evidence: Evidence) -> Place:
    stems = term_stems(section.terms[0] if section.terms else "")
    return Place(
        section,
        stems,
        facet(name) if (name := facet_name_of(section)) else None,
        kin_of(section.heading, evidence),
        places_of(section.sections, evidence),
        tuple(sorted(other_names(stems, evidence.acronyms))),
        asked_of(section.heading, evidence.stems) if section.is_asked else None,
    )


def begun_with(opening: Set[str], headings: Mapping[str, Set[str]]) -> str:
    """Of these headings (stems, one at least, by section id) the longest that an opening has all of; "" where it has
    none."""
    found = [(len(stems), name) for name, stems in headings.items() if stems <= opening]
    return max(found)[1] if found else ""


def kin_of(heading: str, evidence: Evidence) -> tuple[frozenset[str], ...]:
    """The stem sets of what else the heading is called, and of what the graph knows as a kind of it or a part of it."""
    graph = evidence.graph
    node = graph.find(heading)
    children = [] if node is None else [one for parent in ("is_a", "part_of") for one in graph.children(node, parent)]
    names = {graph.label(child) for child in children}
    stems = {stem_set(name) for name in names}
    stems |= {term_stems(one) for one in other_names(stem_set(heading), evidence.acronyms)}
    return tuple(sorted((one for one in stems if one - evidence.stems - LIGHT), key=sorted))
