"""Heading subjects: what a heading names beside the topic, and whether a sentence speaks of that."""

from __future__ import annotations

from collections.abc import Set

from castalia.memory.records import Section
from castalia.tools.composition.facet_headings import terms_of
from castalia.tools.composition.source_headings import begin_alike, says_angle
from castalia.tools.language.light_nouns import LIGHT
from castalia.tools.language.words import FUNCTION_WORDS, content_stems, stem_set


def named_by(heading: str, topic: Set[str]) -> frozenset[str]:
    """The stems of what a heading names beside the topic and the angle from which that is looked at ("Renal corpuscle";
    nothing in "Types", "Gross anatomy" or, on black holes, "Supermassive black holes")."""
    words = heading.split()
    is_angle = says_angle(words[-1:]) and not any(word.lower() in FUNCTION_WORDS for word in words)
    if is_angle or (len(words) == 1 + len(topic) and topic == stem_set(" ".join(words[1:]))):
        return frozenset()
    stems = content_stems(" ".join(word for word in words if not says_angle([word])))
    return frozenset(stems) - topic - LIGHT


def named_in(section: Section, topic: Set[str]) -> frozenset[str]:
    """What the heading of a section names of the document that the section tells again. Nothing where it tells none, or
    where somebody gave the section another heading, which says nothing of the document."""
    is_its_own = section.terms == terms_of(section.heading)
    return named_by(section.heading, topic) if section.sources and is_its_own else frozenset()


def speaks_of(named: Set[str], stems: Set[str]) -> bool:
    """Whether any of these stems is one that a heading names (``named_by``), or is of the same family: a sentence about
    catalysts speaks of "Catalysis". Every sentence speaks of a heading that names nothing."""
    return not named or not named.isdisjoint(stems) or any(begin_alike(one, other) for one in named for other in stems)
