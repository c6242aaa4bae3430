"""Labels: the noun phrases of the evidence that would make headings, best first.

A label has to be a term of the topic (frequent here, rare elsewhere, spread over documents), to open sentences rather
than to close them, and to look like a heading: no bare adjective, person, generic noun or the topic's own name.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from castalia.tools.composition.fit import stands_under
from castalia.tools.composition.heading_words import gone_on, in_sentence_case, may_stand, surface
from castalia.tools.language.light_nouns import LIGHT
from castalia.tools.language.words import content_stems, same_name, stand_together, stem_set, term_stems
from castalia.tools.topic.evidence import Evidence
from castalia.tools.topic.passages import Passage
from castalia.tools.topic.relevance import is_subsumed
from castalia.tools.topic.siblings import is_sibling, naming
from castalia.tools.topic.spelled_names import other_names

POOL = 80  # labels: many more than a page has headings, for most are left
FRAGMENT = 0.35  # of the sentences with a term hold it outside its usual longer term: below, it is only a part of that
DISTINCT = 0.8  # keyness of a single word: below, other texts use it as well
OWN = 0.35  # of an abstract's sentences speak of the topic: what it names anywhere counts
# of the sentences of papers, and so many, hold a term: then it divides nothing
EVERYWHERE, MANY = 0.35, 12
ALONE = 0.2  # of the sentences that hold a word have it as a name of its own: below, it names half of something
HYPHENATED = 0.3  # the same for a word with a hyphen: below, it says of what kind something is
SPELLED = 0.1  # of the sentences with an acronym have its full name beside it
MOST_WORDS = 6  # of a full name
TREATED = 2  # of the papers that open with a label are called after it, at least
ENOUGH = 3  # labels after which papers are called leave out the others
SEVERAL = 1.8  # times the score of a single word, for a name of several
FRONT, BESIDE, MASS = 0.4, 0.2, 0.5  # what a factor of the score has at least, so that none of them decides alone
HELD = 0.3  # of the documents that name the topic hold a word: it may be what the topic is a part of
CHANCE = 0.06  # of the snippets with a word name the topic


@dataclass(frozen=True, slots=True)
class Label:
    """A heading, the term behind it (stems joined by a space), and the passages it opens; ``is_wide``: the topic is
    rather a part of what it names ("Energy", of nuclear fusion)."""

    heading: str
    term: str
    passages: tuple[Passage, ...]
    is_wide: bool = False

    @property
    def stems(self) -> frozenset[str]:
        """The stems of the term."""
        return term_stems(self.term)


def find_labels(evidence: Evidence) -> tuple[Label, ...]:
    """Up to ``POOL`` labels, best first, ties by term, those that are wide last; each opens passages of two
    snippets at least."""
    general = [one for one in evidence.singles if not one.is_on_system]
    holders, openers = _occurrences(general, OWN if evidence.papers else math.inf)
    counts = {term: len(many) for term, many in holders.items()}
    nested = _nested(counts)
    most = max(MANY, EVERYWHERE * len(general)) if evidence.papers else math.inf
    scores = {
        term: _score(term, holders[term], openers[term], evidence)
        for term, count in counts.items()
        if count <= most
        and _may_head(term, openers[term], evidence)
        and count - nested.get(term, 0) > FRAGMENT * count
        and (" " in term or _stands_alone(term, holders[term], ALONE))
    }
    best = sorted((term for term, score in scores.items() if score > 0), key=lambda term: (-scores[term], term))
    found = (_label(term, holders[term], openers[term], evidence) for term in best[: POOL * 2])
    labels = [one for one in found if one is not None]
    if evidence.papers:
        labels = _of_papers(labels, evidence)
    name = evidence.relevance.stems
    texts = naming((one.text for one in evidence.snippets.values()), name)
    labels = [one for one in labels if not is_sibling(one.term.split(), name, texts)]
    labels = [replace(one, is_wide=_is_wide(one, evidence)) for one in labels[:POOL]]
    return tuple(sorted(labels, key=lambda one: one.is_wide))


def _of_papers(labels: Sequence[Label], evidence: Evidence) -> list[Label]:
    """The labels that papers are called after, if there are enough, else all; of either first those that name a kind of
    the topic ("Visual question answering", before "Visual question")."""
    treated = [one for one in labels if _treating(one, evidence) >= TREATED]
    kept = treated if len(treated) >= ENOUGH else labels
    return sorted(kept, key=lambda one: not names_kind(one.term, evidence.relevance.stems))


def names_kind(term: str, topic: Sequence[str]) -> bool:
    """Whether a term ends in the topic's name (its stems)."""
    return tuple(term.split()[-len(topic) :]) == tuple(topic)


def _is_wide(label: Label, evidence: Evidence) -> bool:
    """Whether a label has words that much of what names the topic holds, and none that belongs to the topic, or is a
    single word that stands with it by chance ("Organisms"); abstracts, which are all on little else, tell nothing of
    that."""
    relevance, names = evidence.relevance, evidence.stems | evidence.other_names
    if evidence.papers or is_subsumed(stem_set(label.heading), names, relevance.belonging):
        return False
    is_usual = any(relevance.breadth.get(one, 0.0) > HELD for one in label.stems - LIGHT)
    return is_usual or (" " not in label.term and relevance.belonging.get(label.term, 0.0) < CHANCE)


def _label(term: str, holders: Sequence[Passage], openers: Sequence[Passage], evidence: Evidence) -> Label | None:
    """The label behind a term, as it is written; ``None`` for what would look like no heading."""
    heading = _as_written(term, holders, evidence)
    is_name = " " in term and any(long == term for _, long in evidence.acronyms)
    if heading is None or not may_stand(heading, evidence.background.classes, evidence.stems, is_name=is_name):
        return None
    whole = gone_on(heading, holders)
    name = term if whole == heading else " ".join(content_stems(whole))
    heading = _in_full(term, holders, evidence) or whole
    if " " not in heading and "-" in heading and not _stands_alone(term, holders, HYPHENATED):
        return None
    return Label(in_sentence_case(heading, evidence.singles) if evidence.papers else heading, name, tuple(openers))


def _occurrences(
    singles: Iterable[Passage], dense: float
) -> tuple[dict[str, list[Passage]], defaultdict[str, list[Passage]]]:
    """For each term the passages that hold it, and those that open with it or hold it in a snippet as ``dense`` as
    that."""
    holders: dict[str, list[Passage]] = defaultdict(list)
    openers: defaultdict[str, list[Passage]] = defaultdict(list)
    for one in singles:
        for term in sorted(one.terms):
            holders[term].append(one)
            if one.density >= dense or set(term.split()) <= one.subject | one.opening:
                openers[term].append(one)
    return holders, openers


def _nested(counts: Mapping[str, int]) -> dict[str, int]:
    """For each term how often it stands in the longer term that holds it most often (the idea of the C-value)."""
    nested: dict[str, int] = {}
    for term, count in counts.items():
        stems = term.split()
        for size in range(1, len(stems)):
            for at in range(len(stems) - size + 1):
                part = " ".join(stems[at : at + size])
                nested[part] = max(nested.get(part, 0), count)
    return nested


def _may_head(term: str, openers: Sequence[Passage], evidence: Evidence) -> bool:
    """Whether a term may be a heading, by tests that need no text: it opens sentences of two snippets, is not the topic
    by one of its names, and no generic noun."""
    stems = term.split()
    is_topic = set(stems) <= evidence.stems or same_name(stems, evidence.relevance.stems)
    is_topic = is_topic or frozenset() < set(evidence.relevance.full_name) <= set(stems)  # "Sociologist Max Weber"
    if is_topic or len({one.snippet_id for one in openers}) < 2:
        return False
    if any(set(stems) <= name | evidence.stems for name in evidence.expansions):
        return False
    if any(set(name.split()) <= evidence.stems for name in other_names(frozenset(stems), evidence.acronyms)):
        return False  # "CoT" says chain of thought once more
    if any(not any(map(str.isalpha, one)) for one in stems):
        return False
    own = [one for one in stems if one not in evidence.stems]
    if len(stems) == 1 and evidence.keyness.get(term, 0.0) < DISTINCT:
        return False
    return (len(stems) == 1 or not all(one in LIGHT for one in own)) and len(term) > 2


def _stands_alone(term: str, holders: Sequence[Passage], least: float) -> bool:
    """Whether a word is a noun phrase of its own here, and not mostly a part of others ("efferent branch", "cold-water
    corals")."""
    return sum(term in one.phrases for one in holders) >= least * len(holders)


def _treating(label: Label, evidence: Evidence) -> int:
    """How many of the papers that open with a label have it, by any of its names, in their title."""
    names = [
        one - evidence.stems for one in (label.stems, *map(term_stems, other_names(label.stems, evidence.acronyms)))
    ]
    snippets = {one.snippet_id for one in label.passages}
    return sum(any(stands_under(one, name, evidence) for name in names) for one in snippets)


def _as_written(term: str, holders: Sequence[Passage], evidence: Evidence) -> str | None:
    """How a term is usually written, as a heading: with the topic's name, or with an acronym or a synonym of that
    ("Real GDP")."""
    topic, usual = " ".join(evidence.relevance.stems), term
    if f" {topic} " in f" {term} ":
        texts = [content_stems(one.text) for one in holders]
        terms = {term, *(f" {term} ".replace(f" {topic} ", f" {name} ").strip() for name in evidence.other_names)}
        usual = max(sorted(terms), key=lambda name: sum(stand_together(name.split(), words) for words in texts))
    return surface(usual, holders, evidence.stems, evidence.documents.get(term, 0))


def _in_full(term: str, holders: Sequence[Passage], evidence: Evidence) -> str | None:
    """The full name, as a heading, of an acronym that the snippets spell out often: everybody knows DNA."""
    for name in sorted(other_names(frozenset({term}), evidence.acronyms)):
        spelling = [one for one in holders if one.stems.issuperset(name.split())]
        is_longer = " " in name or len(name) > 2 * len(term)
        if is_longer and len(name.split()) <= MOST_WORDS and len(spelling) >= SPELLED * len(holders):
            return surface(name, spelling, evidence.stems, evidence.documents.get(name, 0))
    return None


def _score(term: str, holders: Sequence[Passage], openers: Sequence[Passage], evidence: Evidence) -> float:
    """How good a heading a term makes. It is a product: of its length, how many sentences it opens, and its keyness
    (together its termhood, after the C-value); which share of its sentences it opens; how often it stands beside the
    topic's words; how relevant its snippets are; in how many documents it stands; how often their titles have it."""
    stems = term.split()
    own = [one for one in stems if one not in evidence.stems]
    front = len(openers) / len(holders)
    near = sum(1 for one in holders if evidence.stems & one.stems) / len(holders)
    mass = sum(evidence.relevance.scores.get(one.snippet_id, 0.0) for one in openers) / len(openers)
    breadth = min(evidence.relevance.breadth.get(one, 0.0) for one in own)
    titled = sum(1 for one in openers if stands_under(one.snippet_id, set(own), evidence)) / len(openers)
    return (
        math.log2(len(stems) + 1)
        * math.log(1 + len(openers))
        * evidence.keyness.get(term, 0.0)
        * (SEVERAL if len(stems) > 1 else 1.0)
        * (FRONT + front)
        * (BESIDE + (1 - BESIDE) * near)
        * (MASS + mass)
        * math.sqrt(breadth)
        * (1 + titled)
    )
