"""Told facets: what each paragraph tells of a disease in the section of a textbook that is called after it.

Such a section is nearly the article: cause, course, diagnosis, treatment, one after the other. By the cues of single
sentences it would fall apart, for what goes on with a treatment ("Common antibiotics in these mixtures …") has none.
So its sentences are read in rows: each paragraph is one, or two or more where its sentences turn from one facet to
another. Of all ways to divide the paragraphs that one counts in which most cues are those of the facets.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence

from castalia.tools.composition.condition_facets import CONDITION
from castalia.tools.composition.facets import OPENING, Facet, facet_strength
from castalia.tools.composition.general_facets import GENERAL
from castalia.tools.composition.headed_facets import said_facet
from castalia.tools.composition.places import SECTION
from castalia.tools.composition.remembered import remembered
from castalia.tools.composition.told_cues import TOLD, WEAK, cue_weight
from castalia.tools.language.sentences import split_sentences
from castalia.tools.language.words import stem_set
from castalia.tools.objections.sentence_rules import leans
from castalia.tools.topic.conditions import GROUPS, ILLNESS
from castalia.tools.topic.evidence import Evidence
from castalia.tools.topic.passages import Passage, Spot
from castalia.tools.topic.read_sentences import OPENING_WORDS
from castalia.tools.topic.source_paths import SourcePath, place_in_source, place_of

PARAGRAPHS = 2  # that such a section has at least
ROW = 2  # sentences of a row that is not a whole paragraph, at least
TURN = 0.75  # cues more that another facet needs where a paragraph begins, and
BREAK = 1.5  # inside a paragraph
PAST = 1.75  # cues that a date counts as in a sentence that has hardly any
CLEAR = 0.8  # strength from which on a sentence from elsewhere tells of a facet
SAID = 9.0  # cues that a heading counts as

_PAST = next(one for one in CONDITION if one.is_dated)
_FACETS = (GENERAL, _PAST, *TOLD)


def facet_told(passage: Passage, evidence: Evidence) -> str:
    """The name of the facet that a passage belongs under in the section that is called after the disease; "" where it
    stands in none, or tells of several."""
    found = told_facets(evidence)
    names = {found.get(spot, "") for spot in passage.spots}
    return names.pop() if len(names) == 1 else ""


@remembered
def told_facets(evidence: Evidence) -> Mapping[Spot, str]:
    """For each sentence of the sections that are called after the disease the name of the facet that it belongs under;
    nothing where the topic is no disease."""
    return {} if evidence.papers or not evidence.is_condition else _filled(evidence)


def _filled(evidence: Evidence) -> dict[Spot, str]:
    """The facets of the sentences, without those of which too few sentences tell for a section, there and elsewhere:
    what tells of these stays with its neighbours."""
    parts, left = [*_home_parts(evidence)], list(_FACETS)
    while True:
        told = {spot: name for part in parts for spot, name in _told_in(part, evidence, left).items()}
        held = Counter(told.values())
        size = _quotable(told, evidence)
        others = [one for one in evidence.singles if one.spot not in told]
        poor = [
            one
            for one in left
            if (size if one.is_general else held)[one.name]
            and size[one.name] < SECTION
            and size[one.name] + _told_by(others, one, evidence) < SECTION
        ]
        if not poor or len(left) == 1:
            return told
        left.remove(min(poor, key=lambda one: (size[one.name], one.prior, one.name)))


def _quotable(told: Mapping[Spot, str], evidence: Evidence) -> Counter[str]:
    """How many sentences of each facet can be quoted: alone, or with others of that facet."""
    found: dict[Spot, str] = {}
    for one in evidence.found:
        spots = one.spots
        names = {told.get(spot, "") for spot in spots}
        if len(names) == 1:
            found |= dict.fromkeys(spots, *names)
    return Counter(filter(None, found.values()))


def _told_by(singles: Sequence[Passage], one: Facet, evidence: Evidence) -> int:
    """How many sentences that name the topic tell clearly of a facet: no other is stronger in them, and none before it
    in ``CONDITION`` as strong."""

    def tells(text: str) -> bool:
        strength = {
            other.name: facet_strength(text, other) for other in CONDITION if other.is_understood or other is one
        }
        return strength[one.name] >= CLEAR and max(strength, key=lambda name: strength[name]) == one.name

    return sum(evidence.stems <= single.stems and tells(single.text) for single in singles)


def _home_parts(evidence: Evidence) -> Iterator[tuple[str, ...]]:
    """The parts of documents that are called after the topic, boxes of that name too, and the stretches that are about
    it where there are no headings, each as its snippets (ids) in order."""
    names = evidence.expansions.union(map(frozenset, evidence.relevance.names))
    homes: defaultdict[SourcePath, list[str]] = defaultdict(list)
    for name in evidence.titled - evidence.summaries:
        path = evidence.paths[name]
        depth = next((at for at, part in enumerate(path) if at and is_called(part, names)), 0)
        if not path:
            path = place_of(evidence.snippets[name])
            depth = (len(path) - 1) * is_called(path[-1].rpartition(":")[2], names)  # not "Obesity: the last prejudice"
        if depth and place_in_source(evidence.snippets[name]):
            homes[path[: depth + 1]].append(name)
    for path in sorted(homes):
        part = sorted(homes[path], key=lambda one: (place_in_source(evidence.snippets[one]), one))
        if _JOINS.search(path[-1]):
            part = _own(part, evidence)
        if len(part) >= PARAGRAPHS:
            yield tuple(part)
    for stretch in evidence.relevance.stretches:
        part = [one for one in stretch if one in evidence.snippets and one not in evidence.summaries]
        if len(part) >= PARAGRAPHS:
            yield tuple(part)


def is_called(heading: str, topics: Collection[frozenset[str]]) -> bool:
    """Whether one of the names in a heading is one of the topic's, which are given as stems ("Hansen's disease
    (leprosy)", "Cholera and other vibrios"), or says that this is a disease ("Cholera infections"). "Anxiety
    disorders" are several."""
    plain = _NUMBER.sub("", heading)
    parts = (plain, plain.replace("/", " "), *_NAMES.split(plain))
    names = [stem_set(one) for one in parts if not _SEVERAL.search(one)]
    return any(topic <= stems <= topic | ILLNESS for stems in names for topic in topics)


_NUMBER = re.compile(r"^[\d.]+ ")
_SEVERAL = re.compile(rf"\b(?:{GROUPS})$", re.IGNORECASE)
_JOINS = re.compile(r" (?:and|or|&) (?:other|related|similar) ", re.IGNORECASE)
_NAMES = re.compile(rf"[()/:]|{_JOINS.pattern}", re.IGNORECASE)


def _own(part: Sequence[str], evidence: Evidence) -> list[str]:
    """Of the paragraphs (ids of snippets) under a heading that names others as well those on the topic: up to the last
    that opens with it, and before the first that says what it is not ("It is not the only …")."""
    last = 0
    for at, name in enumerate(part, 1):
        words = evidence.snippets[name].text.split()[:OPENING_WORDS]
        if "not" in words:
            break
        if evidence.relevance.named_in(stem_set(" ".join(words))):
            last = at
    return list(part[:last])


def _told_in(part: Sequence[str], evidence: Evidence, facets: Sequence[Facet]) -> dict[Spot, str]:
    """Which of these ``facets`` the sentences of one part tell of. They are found from the first paragraph on: for each
    facet that the last row can have only the best way to get there is kept (Viterbi)."""
    best: _Ways = {GENERAL.name: (0.0, ())}
    spots: list[Spot] = []
    before: SourcePath = ()
    for name in part:
        path = place_of(evidence.snippets[name])
        if path != before:  # what stands under another heading goes on with nothing
            best = {GENERAL.name: _best(best)}
            before = path
        said = next(
            (found for one in reversed(path[1:]) if (found := said_facet(one, evidence.stems | evidence.other_names))),
            "",
        )
        texts = [one.text for one in split_sentences(evidence.snippets[name].text)]
        weights = [_weights(_HAVING.sub("with", text), not at, said) for at, text in enumerate(texts)]
        best = _after(best, weights, [leans(text) for text in texts], [one.name for one in facets])
        spots += [(name, at) for at in range(len(texts))]
    return dict(zip(spots, _best(best)[1], strict=True))


# those who are diagnosed with a disease are some who have it
_HAVING = re.compile(r"\b(?:(?:is|are|was|were|been|be|later|first) ){0,2}diagnosed with\b")

_Ways = Mapping[str, tuple[float, tuple[str, ...]]]  # by the facet they end with: what they are worth, and all facets


def _best(ways: _Ways) -> tuple[float, tuple[str, ...]]:
    return max(ways.values(), key=lambda found: found[0])


def _weights(text: str, is_first: bool, said: str) -> dict[str, float]:
    """What a sentence counts for each facet of a disease: its cues, twice where it is the first of its paragraph. Under
    a heading that has said one only that counts."""
    if said:
        return {said: SAID}
    leading = " ".join(text.split()[:OPENING]) if is_first else ""
    found = {one.name: cue_weight(text, one) + cue_weight(leading, one) for one in TOLD}
    is_past = max(found.values()) <= WEAK and facet_strength(text, _PAST) >= 1
    return found | {_PAST.name: PAST * is_past}


def _after(
    ways: _Ways, weights: Sequence[Mapping[str, float]], leaning: Sequence[bool], names: Collection[str]
) -> _Ways:
    """The ways to read on through a paragraph, of which each sentence counts so much for a facet. No row begins with
    one that is ``leaning`` on the sentence before it. Of equals that way is kept that turns to another facet later:
    what has no cue goes on with what comes before it."""
    reached: list[_Ways] = [ways]
    for end in range(1, len(weights) + 1):
        found: dict[str, tuple[float, tuple[str, ...]]] = {}
        for start in reversed(range(end)):
            if end - start < min(ROW, len(weights)) or (start and leaning[start]):
                continue
            for name in names:
                if start and not weights[start].get(name):
                    continue
                gained = math.fsum(one.get(name, 0.0) for one in weights[start:end])
                for last in sorted(reached[start], key=lambda one: (one == name, one)):
                    worth, facets = reached[start][last]
                    fee = BREAK if start else TURN
                    worth += gained - fee * (last != name)
                    if name not in found or worth > found[name][0]:
                        found[name] = (worth, (*facets, *[name] * (end - start)))
        reached.append(found)
    return reached[-1]
