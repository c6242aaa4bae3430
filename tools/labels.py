"""Labels: the noun phrases of the evidence that would make headings, best first.

A label has to be a term of the topic (frequent here, rare elsewhere, spread over documents), to open sentences rather
than to close them, and to look like a heading: no bare adjective, person, generic noun or the topic's own name.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from castalia.tools.evidence import Evidence
from castalia.tools.passages import Passage
from castalia.tools.words import Token, stem, tokens

POOL = 80
FEWEST = 3


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


def find_labels(evidence: Evidence, singles: Sequence[Passage] | None = None) -> tuple[Label, ...]:
    """Up to ``POOL`` labels, best first, ties by term; each opens at least ``FEWEST`` passages of two snippets."""
    found = evidence.singles if singles is None else tuple(singles)
    holders, openers = _occurrences(found)
    counts = {term: len(many) for term, many in holders.items()}
    scores = {
        term: _score(term, count, holders[term], openers[term], counts, evidence)
        for term, count in counts.items()
        if _may_head(term, openers[term], evidence)
    }
    best = sorted(scores, key=lambda term: (-scores[term], term))[: POOL * 2]
    labels = []
    for term in best:
        surface = _surface(term, holders[term])
        if surface is not None and scores[term] > 0:
            labels.append(Label(surface, term, scores[term], tuple(openers[term])))
    return tuple(labels[:POOL])


def _occurrences(
    singles: Iterable[Passage],
) -> tuple[dict[str, list[Passage]], defaultdict[str, list[Passage]]]:
    """For each term the passages that hold it, and those that open with it."""
    holders: dict[str, list[Passage]] = defaultdict(list)
    openers: defaultdict[str, list[Passage]] = defaultdict(list)
    for one in singles:
        for term in sorted(one.terms):
            holders[term].append(one)
            if set(term.split()) <= one.subject | one.opening:
                openers[term].append(one)
    return holders, openers


def _may_head(term: str, openers: Sequence[Passage], evidence: Evidence) -> bool:
    """Cheap tests that need no text: enough evidence, not the topic, not a generic noun."""
    stems = term.split()
    if set(stems) <= evidence.stems or len(openers) < FEWEST or len({one.snippet_id for one in openers}) < 2:
        return False
    if any(one in _EMPTY for one in stems) or any(not any(map(str.isalpha, one)) for one in stems):
        return False
    own = [one for one in stems if one not in evidence.stems]
    return bool(own) and not all(one in _GENERIC for one in own) and not (len(stems) == 1 and len(stems[0]) < 3)


def _score(
    term: str,
    count: int,
    holders: Sequence[Passage],
    openers: Sequence[Passage],
    counts: dict[str, int],
    evidence: Evidence,
) -> float:
    """Termhood (C-value with keyness), place in the sentence, breadth over documents, place in the graph."""
    length = len(term.split())
    keyness = evidence.keyness.get(term, 0.0)
    front = len(openers) / count
    documents = len({one.document for one in holders})
    near = sum(1 for one in holders if evidence.stems & one.stems) / count
    mass = sum(evidence.relevance.scores.get(one.snippet_id, 0.0) for one in openers) / len(openers)
    return (
        math.log2(length + 1)
        * math.log(1 + len(openers))
        * keyness
        * (1.35 if length > 1 else 1.0)
        * (0.4 + front)
        * math.log(2 + documents)
        * (0.4 + 0.6 * near)
        * (0.5 + mass)
    )


def _surface(term: str, holders: Sequence[Passage]) -> str | None:
    """How the term is usually written, as a heading; ``None`` where it looks like a person, a code or an adjective."""
    wanted = term.split()
    forms: Counter[str] = Counter()
    capitals = 0
    alone = 0
    for one in holders:
        words = [token for sentence in one.sentences for token in tokens(sentence)]
        for at, form in _finds(words, wanted):
            forms[form] += 1
            capitals += at > 0 and form[:1].isupper() and not form.isupper()
        alone += sum(1 for a in words[1:] if stem(a.lower) == wanted[-1] and a.text[:1].isupper())
    if not forms:
        return None
    inner = {form: count for form, count in forms.items() if not form[:1].isupper() or form[1:2].isupper()}
    named = capitals > 0.6 * sum(forms.values()) and not any(form.isupper() for form in forms)
    if named and (len(wanted) == 1 or alone > 1.5 * sum(forms.values())):
        return None
    usual = min(inner or forms, key=lambda form: (-forms[form], form))
    return usual[:1].upper() + usual[1:] if usual[1:2].islower() or len(usual) == 1 or " " in usual else usual


def _finds(words: Sequence[Token], wanted: Sequence[str]) -> list[tuple[int, str]]:
    """Where a run of words has these stems: (position, surface)."""
    stems = [stem(token.lower) for token in words]
    size = len(wanted)
    return [
        (at, " ".join(token.text for token in words[at : at + size]))
        for at in range(len(words) - size + 1)
        if stems[at : at + size] == list(wanted)
    ]


def _listed(words: str) -> frozenset[str]:
    return frozenset(stem(word) for word in words.split())


# Nouns that say nothing on their own, alone or beside the topic's own words.
_GENERIC = _listed(
    """example number way part case time year people study result process system type form amount level change effect use
    group kind thing term word name fact point problem question answer role feature area place side end region line state
    day hour century age life world man woman person child student book chapter figure table section author researcher
    scientist work research approach method model data information task set order variety range rate size value degree
    factor aspect issue idea concept view field example condition situation event object material substance source cause
    reason difference similarity relationship combination addition presence absence increase decrease loss gain majority
    member individual body unit element component structure function property characteristic performance experiment
    evaluation analysis improvement challenge paper team approach setting scenario baseline""",
)
# Words that spoil any heading they stand in.
_EMPTY = _listed(
    """different many new large small high low important common certain various similar main major specific particular
    general good long short possible several significant previous recent current existing such other first second third
    last next single multiple whole entire total additional numerous great big little best better worst full complete
    called known used based given associated involved able likely available present absent mostly simply
    today early late average typical usual normal actual real key promising effective novel extensive comprehensive
    existing proposed diverse crucial critical essential further fact lot""",
)
