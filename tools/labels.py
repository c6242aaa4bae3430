"""Labels: the noun phrases of the evidence that would make headings, best first.

A label has to be a term of the topic (frequent here, rare elsewhere, spread over documents), to open sentences rather
than to close them, and to look like a heading: no bare adjective, person, generic noun or the topic's own name.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from castalia.tools.evidence import Evidence
from castalia.tools.light_nouns import LIGHT
from castalia.tools.passages import Passage
from castalia.tools.topic_mentions import touches
from castalia.tools.word_classes import WordClasses
from castalia.tools.words import content_stems, stem, token_stems, tokens

POOL = 80
FEWEST = 2  # sentences that open with it; what fits its section may be more, and has to be
FRAGMENT = 0.35
EXPANDED = 0.2
DISTINCT = 0.8
OWN = 0.35  # of an abstract's sentences speak of the topic: what it names anywhere counts
NEAR = 0.35
TITLE = 0.6
HALF_NAMED = 0.5
ALONE = 0.12  # of the sentences that hold a word have it as a name of its own: below, it names half of something,
HYPHENATED = 0.3  # and where it has a hyphen, below this, it says of what kind something is
WIDER = 1.5
WIDE = 0.03


@dataclass(frozen=True, slots=True)
class Label:
    """A heading, the term behind it (stems joined by a space), what it scores, and the passages it opens."""

    heading: str
    term: str
    score: float
    passages: tuple[Passage, ...]

    @property
    def stems(self) -> frozenset[str]:
        """The stems of the term."""
        return frozenset(self.term.split())


def other_names(stems: frozenset[str], evidence: Evidence) -> frozenset[str]:
    """What else the snippets call it, as terms: the full name of an acronym, the acronym of a full name.

    An acronym that they spell out in several ways names several things, and stands for none of them.
    """
    meanings = Counter(short for short, _ in {(_stems(one), _stems(other)) for one, other in evidence.acronyms})
    clear = [(short, long) for short, long in evidence.acronyms if meanings[_stems(short)] == 1]
    pairs = (pair for one, other in clear for pair in ((one, other), (other, one)))
    return frozenset(other for one, other in pairs if _stems(one) == stems != _stems(other))


def _stems(term: str) -> frozenset[str]:
    return frozenset(term.split())


def find_labels(evidence: Evidence, singles: Sequence[Passage] | None = None) -> tuple[Label, ...]:
    """Up to ``POOL`` labels, best first, ties by term; each opens at least ``FEWEST`` passages, of two snippets."""
    found = evidence.singles if singles is None else tuple(singles)
    holders, openers = _occurrences(found, OWN if evidence.papers else 1.1)
    counts = {term: len(many) for term, many in holders.items()}
    nested = _nested(counts)
    scores = {
        term: _score(term, count, holders[term], openers[term], evidence)
        for term, count in counts.items()
        if _may_head(term, openers[term], evidence)
        and count - nested.get(term, 0) > FRAGMENT * count
        and (" " in term or _stands_alone(term, holders[term], ALONE))
    }
    best = sorted(scores, key=lambda term: (-scores[term], term))[: POOL * 2]
    labels = []
    for term in best:
        surface = _surface(term, holders[term], evidence.stems, evidence.documents.get(term, 0))
        if surface is None or scores[term] <= 0 or not _may_stand(surface, evidence.background.classes):
            continue
        if " " in surface or "-" not in surface or _stands_alone(term, holders[term], HYPHENATED):
            labels.append(Label(surface, term, scores[term], tuple(openers[term])))
    return tuple(labels[:POOL])


def _occurrences(
    singles: Iterable[Passage],
    dense: float,
) -> tuple[dict[str, list[Passage]], defaultdict[str, list[Passage]]]:
    """For each term the passages that hold it, and those that open with it or hold it in a snippet as ``dense`` as that."""
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
    """Cheap tests that need no text: enough evidence, not the topic, not a generic noun."""
    stems = term.split()
    if set(stems) <= evidence.stems or len(openers) < FEWEST or len({one.snippet_id for one in openers}) < 2:
        return False
    if any(set(stems) <= name | evidence.stems for name in evidence.expansions):
        return False
    if any(not any(map(str.isalpha, one)) for one in stems):
        return False
    own = [one for one in stems if one not in evidence.stems]
    near = sum(1 for one in openers if not one.is_aside)
    if near < NEAR * len(openers) or _names_topic(term, evidence):
        return False
    named = sum(1 for one in openers if touches(one.stems, evidence.relevance, evidence.background))
    if named < HALF_NAMED * len(openers) and _wider(term, evidence):
        return False
    if len(stems) == 1 and evidence.keyness.get(term, 0.0) < DISTINCT:
        return False
    return bool(own) and (len(stems) == 1 or not all(one in LIGHT for one in own)) and len(term) > 2


def _stands_alone(term: str, holders: Sequence[Passage], least: float) -> bool:
    """Whether a word is a noun phrase of its own here, and not mostly a part of others ("efferent branch", "cold-water corals")."""
    return sum(term in one.phrases for one in holders) >= least * len(holders)


def _names_topic(term: str, evidence: Evidence) -> bool:
    """The topic with a word that adds nothing ("redox reactions"): every other mention of the topic says it so."""
    stems = set(term.split())
    whole = sum(1 for one in evidence.singles if evidence.stems <= one.stems)
    return evidence.stems < stems and evidence.spread.get(term, 0) > TITLE * whole


def _wider(term: str, evidence: Evidence) -> bool:
    """A single word that the corpus uses more widely than the topic's name is no part of the topic."""
    if " " in term:
        return False
    own = max(evidence.background.share(one) for one in evidence.stems)
    return evidence.background.share(term) > max(WIDE, WIDER * own)


def _score(
    term: str,
    count: int,
    holders: Sequence[Passage],
    openers: Sequence[Passage],
    evidence: Evidence,
) -> float:
    """Termhood (C-value with keyness), place in the sentence, breadth over documents, place in the graph."""
    stems = term.split()
    own = [one for one in stems if one not in evidence.stems]
    front = len(openers) / count
    near = sum(1 for one in holders if evidence.stems & one.stems) / count
    mass = sum(evidence.relevance.scores.get(one.snippet_id, 0.0) for one in openers) / len(openers)
    breadth = min(evidence.relevance.breadth.get(one, 0.0) for one in own)
    return (
        math.log2(len(stems) + 1)
        * math.log(1 + len(openers))
        * evidence.keyness.get(term, 0.0)
        * (1.8 if len(stems) > 1 else 1.0)
        * (0.4 + front)
        * (0.2 + 0.8 * near)
        * (0.5 + mass)
        * math.sqrt(breadth)
    )


def _surface(term: str, holders: Sequence[Passage], topic: frozenset[str], documents: int) -> str | None:
    """How the term is usually written, as a heading; ``None`` where it looks like a person, a code, an adjective, or a name
    that only one document knows."""
    wanted = term.split()
    forms: Counter[str] = Counter()
    capitals = inside = 0
    alone = 0
    for one in holders:
        words = tokens(one.text)
        for first, last in _finds(token_stems(one.text), wanted):
            form = one.text[words[first].start : words[last].end]
            forms[form] += 1
            inside += first > 0
            capitals += first > 0 and form[:1].isupper() and not form.isupper()
        alone += sum(1 for token in words[1:] if stem(token.lower) == wanted[-1] and token.text[:1].isupper())
    if not forms:
        return None
    inner = {form: count for form, count in forms.items() if not form[:1].isupper() or form[1:2].isupper()}
    named = capitals > 0.6 * inside and not any(form.isupper() for form in forms)
    if named and (len(wanted) == 1 or documents < 2 or alone > 1.5 * sum(forms.values())):
        return None
    usual = _completed(min(inner or forms, key=lambda form: (-forms[form], form)), holders, topic)
    if len(wanted) == 1:
        usual = _expanded(wanted[0], holders, topic) or usual
    return usual[:1].upper() + usual[1:] if usual[1:2].islower() or len(usual) == 1 or " " in usual else usual


def _completed(usual: str, holders: Sequence[Passage], topic: frozenset[str]) -> str:
    """A surface that breaks off inside the topic's name ("visual question" of "visual question answering"), completed."""
    missing = len(topic - set(content_stems(usual)))
    if missing in {0, len(topic)}:
        return usual
    whole: Counter[str] = Counter()
    for one in holders:
        at = one.text.lower().find(usual.lower())
        words = one.text[at:].split()[: len(usual.split()) + missing] if at >= 0 else []
        form = " ".join(words).rstrip(".,;:)")
        if topic <= set(content_stems(form)):
            whole[form] += 1
    if 2 * sum(whole.values()) < len(holders):
        return usual
    return min(whole, key=lambda form: (-whole[form], form))


def _expanded(word: str, holders: Sequence[Passage], topic: frozenset[str]) -> str | None:
    """A single word with the topic behind it ("laws of thermodynamics") where it is usual to say so."""
    forms: Counter[str] = Counter()
    for one in holders:
        words = tokens(one.text)
        for at in range(len(words) - 2):
            if stem(words[at].lower) == word and words[at + 1].lower == "of":
                tail = words[at + 2 : at + 2 + len(topic)]
                if {stem(token.lower) for token in tail} == topic:
                    forms[one.text[words[at].start : tail[-1].end].lower()] += 1
    if sum(forms.values()) < max(3, EXPANDED * len(holders)):
        return None
    return max(forms, key=lambda form: (form.split()[0].endswith("s"), forms[form], form))


def _may_stand(surface: str, classes: WordClasses) -> bool:
    """No empty word in it; its last word heads noun phrases here; alone it is not mostly an adjective or a verb."""
    words = surface.split()
    last = words[-1]
    if any(stem(word) in _EMPTY for word in words) or stem(last.lower()) in _ROLES:
        return False
    if len(words) == 1 and stem(last.lower()) in LIGHT:
        return False
    if len(words) > 1 and _is_plural(words[-2]) and not _is_plural(last):
        return False  # "kidneys filter" is what they do: the name would be "kidney filter"
    if not classes.is_noun_head(last):
        return False
    return len(words) > 1 or not (classes.is_adjective(last) or classes.is_verb(last))


def _is_plural(word: str) -> bool:
    return word.endswith("s") and not word.endswith(("ss", "us", "is", "ics")) and "'" not in word and "’" not in word


def _finds(words: Sequence[Sequence[str]], wanted: Sequence[str]) -> list[tuple[int, int]]:
    """Where a run of words (each given by its stems) has these stems: (first, last) word."""
    parts = [(one, at) for at, own in enumerate(words) for one in own]
    stems = [one for one, _ in parts]
    size = len(wanted)
    found = []
    for at in range(len(parts) - size + 1):
        if stems[at : at + size] == list(wanted):
            first, last = parts[at][1], parts[at + size - 1][1]
            whole = (at == 0 or parts[at - 1][1] != first) and (at + size == len(parts) or parts[at + size][1] != last)
            if whole and last - first < size:
                found.append((first, last))
    return found


def _listed(words: str) -> frozenset[str]:
    return frozenset(stem(word) for word in words.split())


# People by what they do: no heading ends in them.
_ROLES = _listed(
    """astronomer scientist researcher physicist chemist biologist psychologist sociologist economist historian theorist
    engineer scholar expert critic author philosopher doctor physician patient nurse teacher participant""",
)
# Words that spoil any heading they stand in.
_EMPTY = _listed(
    """different many new large small high low important common certain various similar main major specific particular
    general good long short possible several significant previous recent current existing such other first second third
    last next single multiple whole entire total additional numerous great big little best better worst full complete
    name term word called known used based given associated involved able likely available present absent mostly simply
    larger largest smaller smallest higher highest lowest greater greatest longer longest shorter shortest stronger strongest newer newest
    older oldest bigger biggest fewer today early late average typical usual normal actual real key promising effective novel extensive comprehensive impressive remarkable strong rapid growing billion million thousand hundred percent adjacent opposite nearby surrounding
    existing proposed diverse crucial critical essential further fact lot""",
)
