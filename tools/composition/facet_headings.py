"""The headings of facets: which of its names a facet bears on a page, and which facet a heading stands for."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from castalia.memory.records import Section
from castalia.tools.composition.condition_facets import CONDITION
from castalia.tools.composition.facet_lists import FACET_NAMES
from castalia.tools.composition.facets import Facet
from castalia.tools.composition.general_facets import FACETS
from castalia.tools.language.words import content_stems, stem_set

UNRANKED = 19  # the rank of a heading that stands for no facet


def facet_of(heading: str) -> str:
    """The name of the facet that a heading stands for; "" where it stands for none."""
    return _CALLED.get(heading.casefold(), "")


# Of two facets of one name the first counts.
_CALLED = {name.casefold(): one.name for one in reversed(FACETS + CONDITION) for name in (one.heading, *one.synonyms)}


def rank_of(heading: str) -> int:
    """Where an encyclopedia would put a heading: the lowest rank of the facets whose name or cue it holds; where it
    holds none, behind the facets that tell what the topic is and does."""
    stems = stem_set(heading)
    return min((one.rank for one in FACETS if stems & _said_by(one)), default=UNRANKED)


def _said_by(one: Facet) -> frozenset[str]:
    """The stems of its names and of its cues; of the past, the weak ones are too usual."""
    names = (stem for name in (one.heading, *one.synonyms) for stem in content_stems(name))
    return one.strong | frozenset(names) | (frozenset() if one.tells_of_past else one.weak)


def facet_name_of(section: Section) -> str:
    """The name of the facet that a section looks from; one that tells a document again may be called like one
    ("Types"). "" for none."""
    if section.facet in FACET_NAMES:
        return section.facet
    return facet_of(section.heading) if section.sources else ""


def with_terms(section: Section) -> Section:
    """The section with its ``terms`` and ``facet`` filled in, where it came with a heading alone; its subsections
    likewise.

    Its terms are then the words of the heading, its facet is the one of that name, if any. Somebody asked for such a
    section, unless it has ``sources``. A facet that there is not (the page of another version may name one) counts as
    none.
    """
    inner = tuple(with_terms(one) for one in section.sections)
    is_known = section.facet in FACET_NAMES
    if section.terms or is_known:
        return replace(section, facet=section.facet if is_known else "", sections=inner)
    return replace(
        section,
        terms=terms_of(section.heading),
        facet=facet_of(section.heading),
        sections=inner,
        is_asked=not section.sources,
    )


def terms_of(heading: str) -> tuple[str, ...]:
    """The terms of a heading that is not made of a term: its own words, as one term; nothing where they have no
    stems."""
    stems = " ".join(content_stems(heading))
    return (stems,) if stems else ()


def heading_of(one: Facet, texts: Collection[str], topic: frozenset[str]) -> str:
    """The heading, or the synonym that more of the texts on a topic (its stems) use: chemists speak of properties,
    sociologists of characteristics. No word of the topic's own name."""
    usable = [heading for heading in one.synonyms if not topic.issuperset(content_stems(heading))]
    return max((one.heading, *usable), key=lambda heading: sum(heading.lower() in text.lower() for text in texts))
