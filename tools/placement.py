"""Placement: which section of an outline a passage belongs under, and how well it fits there.

A passage fits a topical section when its sentence is about the heading, a facet when it matches the facet's cues and is
about the topic. Every passage has one place at most, so that no two sections tell the same.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from castalia.memory.records import Section
from castalia.tools.company import Company, company_of
from castalia.tools.definitions import defines, definition_subject
from castalia.tools.doubt import Signs, doubt, section_signs
from castalia.tools.evidence import Evidence
from castalia.tools.facets import Facet, facet, facet_strength
from castalia.tools.labels import other_names
from castalia.tools.light_nouns import LIGHT
from castalia.tools.noun_classes import BLAND
from castalia.tools.passages import Passage
from castalia.tools.type_lists import list_of_types
from castalia.tools.words import FUNCTION_WORDS, content_stems, stem

COMMON = 0.78  # the most that a subject counts which many texts speak of,
WIDE = 0.05  # a larger share of them than this
CLEAR = 0.8  # a fit that leaves no doubt where a sentence belongs
LED = 0.05  # fit that a run loses where its first sentence only leads up to what fits
FIT = 0.55
JOINED = 0.5  # what a passage counts as that fits no heading, and joins its snippet or its document under one
DEFINES = 0.3
INNER = 0.25
KIND = 0.8  # a sentence that defines a kind of the topic tells of its types
DENSE = 0.35
THROUGHOUT = 0.5
MAINLY = 0.3  # of a snippet's sentences name what it is about
EXPECTED = (
    0.9  # of the articles in an encyclopedia have this facet (``Facet.prior``): history, and where the name comes from
)
PATIENCE = 0.7  # log-odds by which its sentences may be more doubtful: people and years are strange to every topic
SURE = 0.0  # no more doubtful than the average sentence: what speaks of the topic itself may then stand in a general section
LISTS = 1.4  # "there are three types of T: …" is what a section on types is for


@dataclass(frozen=True, slots=True)
class Place:
    """A section with what fitting it needs; ``kin`` are the stem sets of narrower names (is_a, part_of) in the graph, ``other_terms`` what the
    snippets call the same."""

    section: Section
    stems: frozenset[str]
    facet: Facet | None
    kin: tuple[frozenset[str], ...]
    places: tuple[Place, ...] = ()
    other_terms: tuple[str, ...] = ()

    @property
    def term(self) -> str:
        """The stems of its heading, in order, joined by a space."""
        return self.section.terms[0] if self.section.terms else ""


def places_of(outline: Sequence[Section], evidence: Evidence) -> tuple[Place, ...]:
    """The places of an outline, each with those of its subsections."""
    return tuple(
        Place(
            section,
            frozenset(stem for term in section.terms[:1] for stem in term.split()),
            facet(section.facet) if section.facet else None,
            kin_of(section.heading, evidence),
            places_of(section.sections, evidence),
            tuple(
                sorted(other_names(frozenset(stem for term in section.terms[:1] for stem in term.split()), evidence))
            ),
        )
        for section in outline
    )


def place_all(
    passages: Sequence[Passage],
    places: Sequence[Place],
    evidence: Evidence,
    pinned: frozenset[str] = frozenset(),
) -> dict[str, tuple[tuple[Passage, float], ...]]:
    """For each section id the passages that have their place there, with their fit, in the given order.

    A passage goes to the top-level section that it fits best, and there to the subsection that it fits, if any, unless it defines what the
    section is about; one that fits none may join its snippet or its document in a section. One against which, on this page, under that heading and in that company, more speaks
    than the topic's ``bar`` (and a little more, of a history) has no place, unless its snippet is ``pinned``.
    The passages come back with what their place adds to their ``doubt``.
    """
    best = [(one, *_best(one, places, evidence)) for one in passages]
    alone = {(one.snippet_id, one.place): (home, value) for one, home, value in best if len(one.sentences) == 1}
    company = company_of((one, home.section.id) for one, home, _ in best if home and len(one.sentences) == 1)
    if not evidence.papers:
        alone |= _joined([one for one, home, _ in best if home is None], company, places, evidence.stems)
    placed: dict[str, list[tuple[Passage, float]]] = {
        place.section.id: [] for top in places for place in (top, *top.places)
    }
    for one, home, fitting in best:
        first = (home, fitting) if home else alone.get((one.snippet_id, one.place), (None, 0.0))
        found, value = _home(one, *first, alone, evidence.stems)
        if found is not None:
            inner, deeper = _best(one, found.places, evidence)
            stays = deeper < value - INNER or defines(one.sentences[0], found.section.heading) > 0
            there, value = (found, value) if inner is None or stays else (inner, deeper)
            in_company = company.has_other(one, found.section.id)
            here = 0.0 if evidence.papers else doubt(signs_under(one, there, evidence, in_company))
            if one.doubt + here <= _bar(found, evidence) or one.snippet_id in pinned:
                placed[there.section.id].append((replace(one, doubt=one.doubt + here), value))
    return {name: tuple(those) for name, those in placed.items()}


def _joined(
    homeless: Sequence[Passage], company: Company, places: Sequence[Place], topic: frozenset[str]
) -> dict[tuple[str, int], tuple[Place, float]]:
    """Where sentences that name the topic and fit no heading may stand: with the rest of their snippet, or else of their document, in a section on
    a subject or on what the topic is like."""
    open_to_all = {one.section.id: one for one in places if one.facet is None or one.facet.base}
    joining = [one for one in homeless if len(one.sentences) == 1 and one.is_named and topic <= one.stems]
    nearest = {(one.snippet_id, one.place): company.nearest(one, open_to_all) for one in joining}
    return {key: (open_to_all[name], JOINED) for key, name in nearest.items() if name}


def _home(
    one: Passage,
    first: Place | None,
    value: float,
    alone: Mapping[tuple[str, int], tuple[Place | None, float]],
    topic: frozenset[str],
) -> tuple[Place | None, float]:
    """The place of a passage and its fit, from that of its first sentence and of those that have one ``alone``.

    A run goes where a later sentence fits better, if the second is tied to the first: then what comes before leads up to it. A sentence that
    nothing ties to the one before has to have its own place there, and none of them may clearly belong elsewhere.
    """
    if len(one.sentences) == 1:
        return first, value
    each = [alone.get((one.snippet_id, at), (None, 0.0)) for at in range(one.place, one.end)]
    loose = one.loose(topic)
    later, better = max(each[1:], key=lambda found: found[1])
    if 1 not in loose and better - LED > value:
        first, value = later, better - LED
    strays = any(home is not None and home.facet is None and fit >= CLEAR and home != first for home, fit in each)
    if strays or any(each[at][0] != first for at in loose):
        return None, 0.0
    return first, value


def _bar(top: Place, evidence: Evidence) -> float:
    """How doubtful a passage may be in a top-level section: a page without a history misses more than a doubtful sentence spoils."""
    return evidence.bar + (PATIENCE if top.facet is not None and top.facet.prior >= EXPECTED else 0.0)


def _best(passage: Passage, places: Sequence[Place], evidence: Evidence) -> tuple[Place | None, float]:
    """The place that a passage fits best, the first of equals; ``None`` where it fits none."""
    best: tuple[Place | None, float] = (None, 0.0)
    for place in places:
        value = fit(passage, place, evidence)
        if value >= FIT and value > best[1]:
            best = (place, value)
    return best


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


def signs_under(passage: Passage, place: Place, evidence: Evidence, in_company: bool | None = None) -> Signs:
    """What speaks for and against a passage in this place, where it may be known whether another snippet of its document has a place there."""
    title = evidence.snippets[passage.snippet_id].title
    is_facet = place.facet is not None
    value = fit(passage, place, evidence)
    return section_signs(passage, title, place.section.heading, is_facet, value, evidence.stems, in_company)


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
    if len(stems) == 1 and not heads(passage, stems):
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
        return (0.75 if _together(term.split(), passage) else 0.45) + own
    return 0.58 + own if about >= MAINLY or passage.density >= DENSE else 0.0


def _together(words: Sequence[str], passage: Passage) -> bool:
    """Whether the stems of a name stand side by side, but for small words, in this order or turned round ("the growth of a reef")."""
    said = content_stems(passage.text)
    wanted = {tuple(words), tuple(reversed(words))}
    return any(said[at : at + len(words)] in wanted for at in range(len(said) - len(words) + 1))


def _is_common(stems: frozenset[str], evidence: Evidence) -> bool:
    """Whether a heading is a word that every other text uses ("countries"): its being the subject says little."""
    return min(evidence.background.share(one) for one in stems - evidence.stems) > WIDE


def _only_compared(passage: Passage, stems: frozenset[str]) -> bool:
    """Whether the name stands only in what the sentence is set beside or against ("Like measles, the diagnosis of rubella is …")."""
    beside = _COMPARED.match(passage.text)
    return beside is not None and stems <= set(content_stems(beside[1])) and not stems <= passage.subject


_COMPARED = re.compile(
    r"(?:Like|Unlike|Similar to|Compared (?:to|with)|In (?:contrast|addition) (?:to|with)|Besides|Apart from|Except for) ([^,]{2,80}), "
)


def heads(passage: Passage, stems: frozenset[str]) -> bool:
    """Whether a noun phrase of the passage is the name itself or ends in it ("model" is not what "model organism" is about)."""
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


def kin_of(heading: str, evidence: Evidence) -> tuple[frozenset[str], ...]:
    """The stem sets of what else the heading is called, and of what the graph knows as a kind of it or a part of it."""
    graph = evidence.graph
    node = graph.find(heading)
    children = [] if node is None else [one for parent in ("is_a", "part_of") for one in graph.children(node, parent)]
    names = {graph.label(child) for child in children}
    stems = {frozenset(content_stems(name)) for name in names if not _of_one_document(name, evidence)}
    stems |= {_stems(one) for one in other_names(frozenset(content_stems(heading)), evidence)}
    return tuple(sorted((one for one in stems if one - evidence.stems - LIGHT), key=sorted))


def _of_one_document(name: str, evidence: Evidence) -> bool:
    """Whether it is a proper name that only one document knows: a firm in a worked example, say."""
    words = name.split()
    proper = all(word[:1].isupper() and word[1:2].islower() for word in words)
    return proper and evidence.documents.get(" ".join(content_stems(name)), 0) < 2
