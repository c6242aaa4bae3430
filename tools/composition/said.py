"""What a page has told so far (``Told``), and how much of that the sentences of a pool of passages say again
(``Said``)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from castalia.tools.topic.evidence import Evidence
from castalia.tools.topic.passages import Passage
from castalia.tools.topic.repetition import repeats


@dataclass(frozen=True, slots=True)
class Told:
    """What a page has told: the stems of each of its sentences, and the terms that it speaks of."""

    sentences: tuple[frozenset[str], ...] = ()
    terms: frozenset[str] = frozenset()

    def after(self, passages: Sequence[Passage], evidence: Evidence) -> Told:
        """What the page has told once these passages stand on it, too."""
        return Told(
            (*self.sentences, *(stems for one in passages for stems in evidence.sentences_of(one))),
            self.terms.union(*(one.terms for one in passages)),
        )


NOTHING = Told()


class Said:
    """How much of what was said the sentences of a pool would say again. That is kept sentence by sentence: a passage
    may well hold more than the one brief sentence of it that was told."""

    def __init__(self, pool: Sequence[Passage], told: Iterable[frozenset[str]], evidence: Evidence) -> None:
        self._stems = {
            (one.snippet_id, at): stems
            for one in pool
            for at, stems in enumerate(evidence.sentences_of(one), one.start)
        }
        self._overlap = dict.fromkeys(self._stems, 0.0)
        self._told: set[tuple[str, int]] = set()
        self.hear(told)

    def hear(self, sentences: Iterable[frozenset[str]]) -> None:
        """Take in sentences (their stems) that were said."""
        for other in sentences:
            for key, stems in self._stems.items():
                share = len(stems & other) / max(1, min(len(stems), len(other)))
                self._overlap[key] = max(self._overlap[key], share)
                if repeats(stems, other):
                    self._told.add(key)

    def tells(self, one: Passage) -> bool:
        """Whether any of its sentences was told."""
        return any(spot in self._told for spot in one.spots)

    def overlap(self, one: Passage) -> float:
        """The largest share of stems that each of its sentences has in common with one that was said, in the mean."""
        return math.fsum(self._overlap[spot] for spot in one.spots) / len(one.sentences)
