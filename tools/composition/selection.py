"""Selection: from the passages that fit a section, those that together tell most in a given number of words, in order.

Greedy: each step takes the passage with the best worth plus the terms it adds, less what it repeats. The weight of
COMPANY was set by hand after what readers objected to.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence, Set

from castalia.tools.composition.fit import Pool
from castalia.tools.composition.passage_worth import GATHERED, Taste, worth_of
from castalia.tools.composition.places import SECTION
from castalia.tools.composition.said import Said, Told
from castalia.tools.topic.evidence import Evidence
from castalia.tools.topic.passages import Passage

# What a passage gains or loses beside what was taken, on the scale of ``passage_worth.quality``.
INTRODUCED = 0.8  # begins by introducing a name with its acronym, as one that was taken did
OVERLAP = 0.9  # for the largest share of its stems, or of those of what was said, that both have;
REDUNDANT, BARRED = 0.6, 1.0  # from this one on it is all but barred
LEAST_WORTH = 1.2  # below this nothing is taken, however much room is left
LEAST_AT_FIRST = 0.5  # the same for the first passages, without which there is no section
UNFINISHED = 0.05  # ends before what it tells of does: for each word that this costs (``Passage.ending``)
COMPANY = 0.4  # stands in a section beside another snippet of its document
PINNED = 10.0  # more than all of the above: a person wants it

ORDINARY = 15  # words of a sentence, by which the terms that it adds are measured
AROUND = 4  # sentences that are taken together, at most
SLACK = 8  # words that the last passage may go beyond those that are left


def choose(
    pool: Pool,
    words: int,
    evidence: Evidence,
    heading: str,
    told: Told,
    *,
    pinned: frozenset[str] = frozenset(),
    least: float = LEAST_WORTH,
    taste: Taste = GATHERED,
) -> tuple[Passage, ...]:
    """Passages worth up to ``words`` words, in the order they were chosen, that tell nothing again that was ``told``.

    A passage that opens by defining the heading is worth more than its quality. Of each ``pinned`` snippet one passage
    comes before all others.
    """
    choice = _Choice(pool, heading, evidence, told, pinned, taste)
    room = words
    while room > 0 and (fitting := choice.fitting(room + SLACK)):
        worth = {one.id: choice.worth(one) for one in fitting}
        best = max(fitting, key=lambda one: (worth[one.id], one.id))
        if worth[best.id] <= (least if len(choice.taken) >= SECTION else LEAST_AT_FIRST):
            break
        best = _widened(best, fitting, worth, taste.wider)
        choice.take(best)
        room -= best.words
    return tuple(choice.taken)


class _Choice:
    """What was ``taken`` so far, and what each other passage of a pool is worth beside that."""

    def __init__(
        self, pool: Pool, heading: str, evidence: Evidence, told: Told, pinned: frozenset[str], taste: Taste
    ) -> None:
        self.taken: list[Passage] = []
        self._evidence = evidence
        self._taste = taste
        self._base = worth_of(pool, heading, evidence, taste)
        self._left = sorted((one for one, _ in pool if len(one.sentences) <= AROUND), key=lambda one: one.id)
        self._said = Said([one for one, _ in pool], told.sentences, evidence)
        self._seen = set(told.terms)
        self._pinned = pinned
        self._introduced = set[str]()

    def fitting(self, words: int) -> list[Passage]:
        """The passages of up to so many words that tell nothing again."""
        self._left = [one for one in self._left if not self._said.tells(one)]
        return [one for one in self._left if one.words <= words]

    def worth(self, one: Passage) -> float:
        """What it is worth: more for the terms that it adds, less for its overlap with what was said, and for what has
        no company or was cut off."""
        overlap = self._said.overlap(one)
        return (
            self._base[one.id]
            + self._taste.coverage * _novelty(one, self._seen, self._evidence)
            - OVERLAP * overlap
            - BARRED * (overlap > REDUNDANT)
            - UNFINISHED * one.ending
            - INTRODUCED * (_introduced(one) in self._introduced)
            + COMPANY * self._has_company(one)
            - _cut_off(one, self.taken, self._evidence, self._taste)
            + PINNED * (one.snippet_id in self._pinned)
        )

    def take(self, one: Passage) -> None:
        """Take a passage."""
        self.taken.append(one)
        self._said.hear(self._evidence.sentences_of(one))
        self._seen |= one.terms
        self._pinned -= {one.snippet_id}
        self._introduced |= {_introduced(one)} - {""}

    def _has_company(self, one: Passage) -> bool:
        """Whether another snippet of its document was taken."""
        return any(other.document == one.document and other.snippet_id != one.snippet_id for other in self.taken)


def _novelty(one: Passage, seen: Set[str], evidence: Evidence) -> float:
    """How much a passage adds to the terms that were ``seen``, by the root of their weight and for its length."""
    new = math.fsum(evidence.weights.get(term, 0.0) for term in one.terms if term not in seen)
    return math.sqrt(new / math.sqrt(one.words / ORDINARY))


def _cut_off(one: Passage, taken: Sequence[Passage], evidence: Evidence, taste: Taste) -> float:
    """What a passage loses where something comes before it, and nothing of that was taken: in its snippet, or in the
    paragraph before that. What a system does is told without what its abstract begins with."""
    if one.is_on_system:
        return 0.0
    if one.start:
        led = any(other.snippet_id == one.snippet_id and other.start < one.start for other in taken)
        return 0.0 if led else taste.midst
    before = evidence.before.get(one.snippet_id)
    led = before is None or any(other.snippet_id == before for other in taken)
    return 0.0 if led else taste.inner


def _widened(best: Passage, pool: Sequence[Passage], worth: Mapping[str, float], wider: float) -> Passage:
    """A passage with the sentences around it in its snippet: of those of the pool that hold it, end no worse, and are
    worth less by no more than ``wider``, the one that begins first, the longest of these."""
    around = [
        one
        for one in pool
        if one.snippet_id == best.snippet_id
        and one.start <= best.start
        and one.end >= best.end
        and one.ending <= best.ending
        and worth[one.id] > worth[best.id] - wider
    ]
    return max(around, key=lambda one: (-one.start, len(one.sentences)), default=best)


def _introduced(passage: Passage) -> str:
    """The acronym that it begins by introducing ("Entity alignment (EA) is …"); "" for none."""
    found = _INTRODUCES.match(passage.sentences[0])
    return found[1] if found else ""


_INTRODUCES = re.compile(r"(?:[\w-]{1,40} ){1,7}\(([A-Z][A-Za-z-]{1,9})\)")
