"""Facets: the angles from which science articles look at anything (history, types, structure, uses, …).

A facet is a heading with the cue words that tell its sentences. A sentence that matches a cue still has to be about
the topic; that is for ``placement`` to say.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from castalia.tools.language.words import stem, stem_set, tokens
from castalia.tools.language.years import years

OPENING = 14  # words in which a cue has to stand that tells what is said of a disease


@dataclass(frozen=True, slots=True)
class Facet:
    """An angle, with the cues of its sentences: stems, or two stems in a row."""

    name: str
    heading: str
    rank: int
    """Its place among an article's sections: small numbers before the topical ones, large ones after them."""
    strong: frozenset[str]
    """Cues that decide alone."""
    weak: frozenset[str] = frozenset()
    """Cues of which two different ones decide together."""
    prior: float = 0.5
    """How usual it is in an encyclopedia, from 0 to 1."""
    search: str = ""
    """What to look for when the evidence lacks it."""
    base: float = 0.0
    """The strength of a sentence without any cue."""
    needs: frozenset[str] = frozenset()
    """Cues of which a sentence has to hold one, where there are any."""
    tells_of_past: bool = False
    """It tells what other headings may tell as well."""
    is_dated: bool = False
    """A year tells its sentences."""
    tells_of_systems: bool = False
    """What papers have coined names for is its own."""
    tells_of_kinds: bool = False
    """Definitions and lists of kinds are its own."""
    comes_late: bool = False
    """Its sentences may name the topic anywhere."""
    is_understood: bool = False
    """What a snippet on the topic says of it need not name the topic ("Treatment includes …")."""
    tells_of_causes: bool = False
    """What the topic brings about itself is none of its own."""
    synonyms: tuple[str, ...] = ()
    """Headings that editors give it as well."""

    @property
    def is_general(self) -> bool:
        """Whether a sentence without any cue may speak of it."""
        return self.base > 0


def facet_strength(text: str, one: Facet) -> float:
    """How clearly a sentence speaks of a facet: 0 not at all, 1 clearly."""
    words, found = cues_in(text)
    strong, weak = len(found & one.strong), len(found & one.weak)
    if one.is_understood and not one.strong & cues_in(" ".join(text.split()[:OPENING]))[1]:
        return 0.0  # what in passing reduces symptoms is not about them
    if one.needs and not one.needs & found:
        return 0.0
    if one.is_dated:
        dated = bool(years(text))
        return 1.0 if dated and (strong or weak or not _PAST.isdisjoint(words)) else (0.6 if strong else 0.0)
    return 1.0 if strong and (strong > 1 or weak) else 0.8 if strong else 0.6 if weak > 1 else one.base


def tells_effect(text: str, topic: frozenset[str]) -> bool:
    """Whether a sentence says what the topic (its stems) causes: "Migraine is associated with a higher risk of
    stroke"."""
    found = _EFFECT.search(text)
    return found is not None and topic <= stem_set(text[: found.start()]) and not topic <= stem_set(text[found.end() :])


_EFFECT = re.compile(
    r"\b(?:is|are|be|as) (?:[\w-]+ ){0,4}(?:causes?|risk factors?) (?:of|for)\b"
    r"|\b(?:increases?|raises?|doubles?|associated with) (?:[\w-]+ ){0,5}(?:risks?|odds|rates?|chances?) (?:of|for)\b"
    r"|\b(?:leads? to|results? in)\b",
    re.IGNORECASE,
)


@lru_cache(maxsize=2_048)  # 5 kB each
def cues_in(text: str) -> tuple[tuple[str, ...], frozenset[str]]:
    """The words of a sentence, and its stems one by one and in pairs."""
    words = tuple(token.lower for token in tokens(_NO_CUE.sub(" ", text)))
    stems = [stem(word) for word in words]
    return words, frozenset(stems) | {f"{a} {b}" for a, b in pairwise(stems)}


# "In the form of" speaks of no kinds, and of what is a structure nothing is said about how it is built.
_NO_CUE = re.compile(
    r"\b(?:in|into|takes?|took|taking) (?:the|a|an) forms? of\b|\bstructures\b(?! of)"
    r"|\b(?:is|are|forms?|becomes?) an? (?:[\w-]+ ){0,2}structure\b"
)
_PAST = frozenset(
    """was were discovered proposed described introduced invented developed showed demonstrated suggested coined published
    began became established observed found named formulated argued recognized recognised led received built
    isolated identified synthesized devised founded launched won""".split()
)


def cue_stems(words: str) -> frozenset[str]:
    """The stems of cues: words separated by spaces, those of a cue of two words by an underscore."""
    return frozenset(" ".join(stem(part) for part in cue.split("_")) for cue in words.split())
