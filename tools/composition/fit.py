"""Fit: how well a passage belongs under a heading.

It fits a topical section when its sentence is about the heading, a facet when it matches the facet's cues and is about
the topic.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence, Set

from castalia.tools.composition.facets import Facet, facet_strength, tells_effect
from castalia.tools.composition.headed_facets import facet_headed
from castalia.tools.composition.places import Place
from castalia.tools.composition.told_facets import facet_told
from castalia.tools.language.light_nouns import LIGHT
from castalia.tools.language.words import content_stems, stand_together, stem_set, term_stems
from castalia.tools.topic.definitions import defines
from castalia.tools.topic.evidence import Evidence
from castalia.tools.topic.passages import Passage
from castalia.tools.topic.source_paths import headings_of, is_within
from castalia.tools.topic.text_signs import is_narrowed
from castalia.tools.topic.titles import lone_heading, narrowest
from castalia.tools.topic.topic_mentions import touches
from castalia.tools.topic.topic_passages import THROUGHOUT
from castalia.tools.topic.type_lists import list_of_types

Pool = Sequence[tuple[Passage, float]]  # passages with their fit

# fit of what stands in the part of a document that the section tells again, or, in the section of a textbook that is
# called after a disease, in a paragraph that tells of its facet: nothing fits better
SOURCED = 1.3
NARROWER = 0.01  # added to that for each heading above it there
JOINS = 1.0  # fit to its heading with which what stands elsewhere joins such a section; under such a title it has this
FIT = 0.55  # fit from which on a passage may stand in a section
CLEAR = 0.8  # fit from which on a sentence does not leave its section for that of the sentence before it

# The fit of a passage to a heading on a subject.
SUBJECT = 1.0  # the heading is the passage's subject
OPENS = 0.85  # it opens with a heading of several words, or with one of a single word and speaks of the topic
OPENS_ALONE = 0.56  # it opens with a heading of a single word and holds no word of the topic
TOGETHER = 0.75  # a kind of the heading is its subject, or it holds the heading's words side by side and the topic
APART = 0.45  # it holds the heading's words apart from each other, and the topic
# it only holds the heading, in a snippet that is about the heading (ON_HEADING) or the topic (ON_TOPIC)
MENTIONS = 0.58
ON_HEADING = 0.3  # share of a snippet's sentences that name a heading, from which on it is about that
ON_TOPIC = 0.35  # share of a snippet's sentences that speak of the topic, from which on it is about that
TITLED = 0.1  # added where the snippet's title names the heading
UNTOLD = 0.6  # where only the title names it: the least fit of a passage that names the topic
CALLED = 0.3  # added in place of TITLED where it is the title of a paper, which says what that is about
LONGER = 0.05  # added for each word of the heading beside the topic's
DEFINES = 0.3  # added where the heading is the passage's subject and the passage defines it

# The fit of a passage to a facet: the strength of its cues times one of these.
HAS = 1.4  # a facet of diseases: the topic is the subject
UNDERSTOOD = 1.2  # a facet of diseases: the topic is named early, or left out in a snippet that is about it throughout
EARLY = 0.7  # any other facet: the topic is not the subject
KINDS = 0.6  # any other facet: the passage speaks only of what is named after the topic
HEADED = 1.0  # fit to a facet of what speaks of the topic under a heading that is a name of the facet
LISTS = 1.4  # fit to types of a passage that lists the kinds of the topic ("there are three types of T: …")

# Log-odds of an objection, beyond those of the average sentence, up to which a passage that speaks of the topic itself
# is fit for a general section.
SURE = 0.0


def fit(passage: Passage, place: Place, evidence: Evidence) -> float:
    """How well a passage fits a section: 0 not at all, 1 and above clearly."""
    if place.section.sources:
        if depth := _depth_in_source(passage.snippet_id, place, evidence):
            return SOURCED + NARROWER * depth
        value = _fit_by_name(passage, place, evidence)
        is_titled = stands_under(passage.snippet_id, place.stems - evidence.stems, evidence)
        return JOINS if is_titled and passage.is_named else value if value >= JOINS else 0.0
    return max(_fit_by_name(passage, place, evidence), _fit_as_asked(passage, place, evidence))


class Fits:
    """How well passages of the ``evidence`` fit sections, each worked out once: an outline is tried with many sets of
    the same sections."""

    def __init__(self, evidence: Evidence, fit: Callable[[Passage, Place, Evidence], float] = fit) -> None:
        self.evidence = evidence
        self._fit = fit
        self._known: dict[tuple[str, str], float] = {}

    def of(self, passage: Passage, place: Place) -> float:
        """How well a passage fits a section (``fit``)."""
        key = passage.id, place.section.id
        if key not in self._known:
            self._known[key] = self._fit(passage, place, self.evidence)
        return self._known[key]


def _fit_as_asked(passage: Passage, place: Place, evidence: Evidence) -> float:
    """How well a passage on the topic fits what somebody asks for by the heading."""
    if place.asked is None or passage.is_aside:
        return 0.0
    about = 1.0 if evidence.stems & passage.stems else EARLY
    return about * place.asked.strength(passage.sentences[0], evidence.sentences_of(passage)[0])


def _fit_by_name(passage: Passage, place: Place, evidence: Evidence) -> float:
    """How well a passage fits what the section is called."""
    if place.facet is not None:
        return facet_fit(passage, place.facet, evidence)
    if passage.is_on_system or (place.asked is None and facet_told(passage, evidence)):
        return 0.0  # it stays with its like, or with its paragraph
    sentences = evidence.sentences.get(passage.snippet_id, ())
    value = max(
        label_fit(passage, term, place.kin, evidence.stems, sentences) for term in (place.term, *place.other_terms)
    )
    if value >= SUBJECT and defines(passage.sentences[0], place.section.heading) > 0:
        return value + DEFINES
    if stands_under(passage.snippet_id, place.stems - evidence.stems, evidence):
        more = CALLED if evidence.papers else TITLED
        if passage.is_named and not evidence.papers:  # what else a paper opens with is not what it is called after
            value = max(value + more, UNTOLD)
        elif value:
            value += more
    return value


def _depth_in_source(snippet_id: str, place: Place, evidence: Evidence) -> int:
    """How many headings deep the part of a document lies that a section tells again and that holds a snippet; 0 where
    it holds none."""
    path = evidence.divided[snippet_id]
    return max((len(one) for one in place.section.sources if is_within(path, one)), default=0)


def stands_under(snippet_id: str, own: Set[str], evidence: Evidence) -> bool:
    """Whether the last part of a snippet's title, or the title of a paper, names what a heading says (its ``own``
    stems) beside the topic."""
    if not own:
        return False
    snippet = evidence.snippets[snippet_id]
    return own <= (stem_set(snippet.title) if evidence.papers else narrowest(headings_of(snippet)))


def share_naming(stems: frozenset[str], sentences: Sequence[frozenset[str]]) -> float:
    """How much of a snippet (the stems of its sentences) is about a name: the share that holds it; 0 for a single
    mention."""
    naming = sum(1 for one in sentences if stems <= one)
    return naming / len(sentences) if naming > 1 else 0.0


def label_fit(
    passage: Passage,
    term: str,
    kin: Sequence[frozenset[str]],
    topic: frozenset[str],
    sentences: Sequence[frozenset[str]] = (),
) -> float:
    """How well a passage fits a heading on a subject (``term``: the stems of the heading, joined by a space).

    Best where the heading is its subject, then where it opens with the heading, then where it mentions the heading
    beside the topic, or in a snippet that is about the heading (``sentences`` are the stems of each of its sentences).
    Longer headings win ties. The words of a heading have to stand together: "matter that makes waves" mentions no
    matter waves.
    """
    stems = term_stems(term)
    own = LONGER * len(stems - topic)
    if _only_compared(passage, stems):
        return 0.0
    if len(stems) == 1 and not _may_head(passage, stems):
        return 0.0
    if stems <= passage.subject and (passage.is_named or passage.density >= THROUGHOUT):
        return SUBJECT + own
    if not passage.is_named and not topic & stems:
        return 0.0  # what is said of "stars" belongs to a page on black holes only where it says so
    near = len(stems) > 1 or bool(topic & passage.stems)
    is_apart = (
        stems <= passage.stems
        and term not in passage.terms
        and not stand_together(term.split(), content_stems(passage.text))
    )
    if stems <= passage.opening | passage.subject and not is_apart:
        return (OPENS if near else OPENS_ALONE) + own
    if any(one <= passage.subject for one in kin):
        return TOGETHER + own
    is_mentioned = passage.is_single or stems <= stem_set(passage.sentences[0])
    if not (stems <= passage.stems and is_mentioned):
        return 0.0
    if len(stems) > 1 and topic & passage.stems:
        return (APART if is_apart else TOGETHER) + own
    is_about = passage.density >= ON_TOPIC or share_naming(stems, sentences) >= ON_HEADING
    return MENTIONS + own if is_about else 0.0


def _only_compared(passage: Passage, stems: frozenset[str]) -> bool:
    """Whether the name stands only in what the sentence is set beside or against ("Like measles, the diagnosis of
    rubella is …")."""
    beside = _COMPARED.match(passage.text)
    return beside is not None and stems <= stem_set(beside[1]) and not stems <= passage.subject


_COMPARED = re.compile(
    r"(?:Like|Unlike|Similar to|Compared (?:to|with)|In (?:contrast|addition) (?:to|with)|Besides|Beyond|Apart from|Except for) ([^,]{2,80}), "
)


def _may_head(passage: Passage, stems: frozenset[str]) -> bool:
    """Whether a noun phrase of the passage is the name itself or ends in it ("model" is not what "model organism" is
    about), or the passage does not hold the name at all."""
    if not stems <= passage.stems:
        return True
    size = len(stems)
    return any(frozenset(phrase.split()[-size:]) == stems for phrase in passage.phrases)


def count_fitting(one: Facet, evidence: Evidence) -> int:
    """How many sentences of the evidence fit a facet."""
    return sum(facet_fit(single, one, evidence) >= FIT for single in evidence.singles)


def facet_fit(passage: Passage, one: Facet, evidence: Evidence) -> float:
    """Fit to a facet: the strength of its cues, by how much the sentence is about the topic."""
    if passage.is_on_system or one.tells_of_systems:
        return HEADED * (passage.is_on_system and one.tells_of_systems)
    if told := facet_told(passage, evidence):
        return SOURCED * (one.name == told)
    topic = evidence.stems
    is_told = topic <= passage.stems and passage.is_named
    if is_told and _stands_under_name(passage.snippet_id, one, evidence):
        return HEADED
    if headed := facet_headed(passage.snippet_id, evidence):
        return HEADED * (one.name == headed)
    if one.tells_of_causes and tells_effect(passage.sentences[0], topic):
        return 0.0
    if one.is_understood:
        is_about = (is_told and topic <= passage.opening) or (passage.density >= THROUGHOUT and not passage.is_aside)
        about = HAS if topic <= passage.subject else UNDERSTOOD * is_about
        return facet_strength(passage.sentences[0], one) * about
    if one.is_general and evidence.papers:
        return FIT * touches(passage.stems, evidence.relevance, evidence.background)
    if not is_told:
        return 0.0
    if one.is_general and _is_general(passage, topic):
        return max(FIT, facet_strength(passage.sentences[0], one) * (topic <= passage.subject))
    if topic <= passage.subject:
        about = 1.0
    elif topic <= passage.opening or one.tells_of_past or one.comes_late:
        about = EARLY
    else:
        return 0.0
    if not names_topic_itself(passage, topic):
        about *= KINDS
    if one.tells_of_kinds and list_of_types(passage.sentences[0], evidence.topic):
        return LISTS
    return facet_strength(passage.sentences[0], one) * about


def _stands_under_name(snippet_id: str, one: Facet, evidence: Evidence) -> bool:
    """Whether a text has nothing over it but the heading of the facet: in notes that are headed "History", all is that.
    The parts of a document that says what it is about are told in its own order."""
    if evidence.papers:
        return False
    heading = stem_set(lone_heading(evidence.snippets[snippet_id])) - evidence.stems
    return heading in map(stem_set, (one.heading, *one.synonyms))


def _is_general(passage: Passage, topic: frozenset[str]) -> bool:
    """Whether a passage speaks of the topic itself, and not of that of something ("Inflammation of the gums"), and is
    as good as most: fit for a general section where no other wants it."""
    return passage.doubt <= SURE and names_topic_itself(passage, topic) and not is_narrowed(passage.text, topic)


def names_topic_itself(passage: Passage, topic: frozenset[str]) -> bool:
    """Whether the passage speaks of the topic itself, and not only of something named after it ("ethmoid bone" for
    bone)."""
    return any(topic <= stems and stems - topic <= LIGHT for stems in map(term_stems, passage.phrases))
