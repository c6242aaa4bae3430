"""Fit: how well a passage belongs under a heading.

It fits a topical section when its sentence is about the heading, a facet when it matches the facet's cues and is about the topic.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from castalia.tools.definitions import defines, definition_subject
from castalia.tools.evidence import THROUGHOUT, Evidence
from castalia.tools.facets import Facet, facet_strength
from castalia.tools.light_nouns import LIGHT
from castalia.tools.noun_classes import BLAND
from castalia.tools.passages import Passage
from castalia.tools.places import Place
from castalia.tools.type_lists import list_of_types
from castalia.tools.words import FUNCTION_WORDS, content_stems, stand_together, stem

FIT = 0.55
COMMON = 0.78  # the most that a subject counts which many texts speak of,
WIDE = 0.05  # a larger share of them than this
CLEAR = 0.8  # a fit that leaves no doubt where a sentence belongs
DEFINES = 0.3
KIND = 0.8  # a sentence that defines a kind of the topic tells of its types
DENSE = 0.35
MAINLY = 0.3  # of a snippet's sentences name what it is about
EXPECTED = (
    0.9  # of the articles in an encyclopedia have this facet (``Facet.prior``): history, and where the name comes from
)
SURE = 0.0  # no more doubtful than the average sentence: fit for a general section where it speaks of the topic itself, and for a lead
LISTS = 1.4  # "there are three types of T: …" is what a section on types is for


def fit(passage: Passage, place: Place, evidence: Evidence) -> float:
    """How well a passage fits a section: 0 not at all, 1 and above clearly."""
    if place.facet is not None:
        return facet_fit(passage, place.facet, evidence)
    sentences = evidence.sentences.get(passage.snippet_id, ())
    value = max(
        label_fit(passage, term, place.kin, evidence.stems, share_naming(_stems(term), sentences))
        for term in (place.term, *place.other_terms)
    )
    if len(place.stems - evidence.stems) == 1 and value >= CLEAR and _is_common(place.stems, evidence):
        value = COMMON
    return value + DEFINES if value >= 1.0 and defines(passage.sentences[0], place.section.heading) > 0 else value


def share_naming(stems: frozenset[str], sentences: Sequence[frozenset[str]]) -> float:
    """How much of a snippet (the stems of its sentences) is about a name: the share that holds it; 0 for a single mention."""
    naming = sum(1 for one in sentences if stems <= one)
    return naming / len(sentences) if naming > 1 else 0.0


def label_fit(
    passage: Passage, term: str, kin: Sequence[frozenset[str]], topic: frozenset[str], about: float = 0.0
) -> float:
    """Fit to a topical heading (its stems, joined by a space): by subject, by opening, by mention beside the topic or in a snippet that is
    ``about`` the heading (the share of its sentences that name it); longer headings win ties. A heading of several words is mentioned where
    they stand together: matter that makes waves is no matter wave."""
    stems = frozenset(term.split())
    own = len(stems - topic) * 0.05
    if _only_compared(passage, stems):
        return 0.0
    if len(stems) == 1 and not may_head(passage, stems):
        return 0.0
    if stems <= passage.subject and (passage.is_named or passage.density >= THROUGHOUT):
        return 1.0 + own
    if not passage.is_named and not topic & stems:
        return 0.0  # what is said of "stars" belongs to a page on black holes only where it says so
    near = len(stems) > 1 or bool(topic & passage.stems)
    if stems <= passage.opening | passage.subject:
        return (0.85 if near else 0.56) + own
    if any(one <= passage.subject for one in kin):
        return 0.75 + own
    if not stems <= passage.stems or not (
        len(passage.sentences) == 1 or stems <= set(content_stems(passage.sentences[0]))
    ):
        return 0.0
    if len(stems) > 1 and topic & passage.stems:
        return (0.75 if stand_together(term.split(), content_stems(passage.text)) else 0.45) + own
    return 0.58 + own if about >= MAINLY or passage.density >= DENSE else 0.0


def _is_common(stems: frozenset[str], evidence: Evidence) -> bool:
    """Whether a heading is a word that every other text uses ("countries"): its being the subject says little."""
    return min(evidence.background.share(one) for one in stems - evidence.stems) > WIDE


def _only_compared(passage: Passage, stems: frozenset[str]) -> bool:
    """Whether the name stands only in what the sentence is set beside or against ("Like measles, the diagnosis of rubella is …")."""
    beside = _COMPARED.match(passage.text)
    return beside is not None and stems <= set(content_stems(beside[1])) and not stems <= passage.subject


_COMPARED = re.compile(
    r"(?:Like|Unlike|Similar to|Compared (?:to|with)|In (?:contrast|addition) (?:to|with)|Besides|Beyond|Apart from|Except for) ([^,]{2,80}), "
)


def may_head(passage: Passage, stems: frozenset[str]) -> bool:
    """Whether a noun phrase of the passage is the name itself or ends in it ("model" is not what "model organism" is about), or the
    passage does not hold the name at all."""
    if not stems <= passage.stems:
        return True
    size = len(stems)
    return any(frozenset(phrase.split()[-size:]) == stems for phrase in passage.phrases)


def facet_fit(passage: Passage, one: Facet, evidence: Evidence) -> float:
    """Fit to a facet: the strength of its cues, by how much the sentence is about the topic."""
    topic = evidence.stems
    if not topic <= passage.stems or not passage.is_named:
        return 0.0
    if one.name == "types" and defines_a_kind(passage, topic):
        return KIND
    if one.base and not evidence.papers and _is_general(passage, topic):
        return max(FIT, facet_strength(passage.sentences[0], one) * (topic <= passage.subject))
    if topic <= passage.subject:
        about = 1.0
    elif topic <= passage.opening or one.prior >= EXPECTED or one.base >= 0.8:
        about = 0.7
    else:
        return 0.0
    if not names_alone(passage, topic):
        about *= 0.6
    if one.name == "types" and list_of_types(passage.sentences[0], evidence.topic):
        return LISTS
    return facet_strength(passage.sentences[0], one) * about * (1.08 if one.prior >= EXPECTED else 1.0)


def _is_general(passage: Passage, topic: frozenset[str]) -> bool:
    """Whether a passage speaks of the topic itself and is as good as most: fit for a general section where no other wants it."""
    return passage.doubt <= SURE and names_alone(passage, topic)


def defines_a_kind(passage: Passage, topic: frozenset[str]) -> bool:
    """Whether the passage opens by defining a kind of the topic ("Semantic memory is …" for memory; the human heart is none, nor is
    the wall of the heart)."""
    subject = definition_subject(passage.sentences[0]) or ""
    if not FUNCTION_WORDS.isdisjoint(subject.lower().split()):
        return False
    named = content_stems(subject)
    return frozenset(named[-len(topic) :]) == topic and not set(named[: -len(topic)]) <= _BLAND


_BLAND = frozenset(stem(word) for word in BLAND)


def names_alone(passage: Passage, topic: frozenset[str]) -> bool:
    """Whether the passage speaks of the topic itself, and not only of something named after it ("ethmoid bone" for bone)."""
    return any(topic <= stems and stems - topic <= LIGHT for stems in map(_stems, passage.phrases))


def _stems(phrase: str) -> frozenset[str]:
    return frozenset(phrase.split())
