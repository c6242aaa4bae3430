"""Asked headings: what a heading that somebody chose asks for, and whether a sentence speaks of that.

Nobody chose it after what the corpus calls things, so its words count anywhere in a sentence, in other forms too
("recovery", "recover"), and those of the topic do not count; "Causes of …" asks for what standard sections of that name
hold.
"""

from __future__ import annotations

import re
from collections.abc import Set
from dataclasses import dataclass

from castalia.tools.composition.facet_lists import named_facets
from castalia.tools.composition.facets import Facet, facet_strength
from castalia.tools.language.light_nouns import LIGHT
from castalia.tools.language.words import stem_set

NAMES, CUED = 1.0, 0.95  # how clearly a sentence speaks of it that holds its words, or all the cues of its facet
SHORTEST = 4  # letters of a stem that others may be made of


@dataclass(frozen=True, slots=True)
class Asked:
    """``ways`` are the sets of stems of which a sentence has to hold one, ``facets`` what the heading is the name
    of."""

    ways: tuple[frozenset[str], ...]
    facets: tuple[Facet, ...] = ()

    def strength(self, text: str, stems: Set[str]) -> float:
        """How clearly a sentence (and its content stems) speaks of it: 0 not at all, 1 clearly."""
        named = NAMES * any(all(_holds(stems, one) for one in way) for way in self.ways)
        return max(named, *(CUED * facet_strength(text, one) for one in self.facets), 0.0)


def asked_of(heading: str, topic: frozenset[str]) -> Asked:
    """What a heading asks for on a page on a topic (its stems): each of the things that it names in a row. Light nouns
    ("events") count where there is nothing else."""
    named = [stem_set(part) for part in _ROW.split(heading)]
    own = [one - topic or one for one in named if one]
    return Asked(
        tuple(dict.fromkeys(one - LIGHT or one for one in own)),
        tuple(dict.fromkeys(found for one in own for found in named_facets(one))),
    )


_ROW = re.compile(r"[,;/&]|\b(?:and|or)\b", re.IGNORECASE)


def _holds(stems: Set[str], wanted: str) -> bool:
    return wanted in stems or any(_differ_by_ending(one, wanted) for one in stems)


def _differ_by_ending(one: str, other: str) -> bool:
    """Whether one stem is made of the other by an ending that makes nouns or adjectives: the stemmer keeps "recovery",
    "growth" and "treatment" from their verbs."""
    short, long = sorted((one, other), key=len)
    return len(short) >= SHORTEST and long.startswith(short) and long[len(short) :] in _ENDINGS


_ENDINGS = frozenset("al anc enc er eri i ment th".split())
