"""Names that a reader knows without having been told of them: what a corpus calls "the …" at first mention ("the
heart"), and the abbreviations that it is full of ("DNA").

A "the" that points back comes after a first mention without it ("a toxin … the toxin"), so a name that mostly begins
with "the" stands for the only one of its kind (definite probability: Ng and Cardie 2002, after Bean and Riloff 1999).
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from castalia.memory.records import Snippet
from castalia.tools.language.acronyms import ACRONYM
from castalia.tools.language.phrases import Phrase
from castalia.tools.language.words import stem

MENTIONS = 4  # tell how usual "the" is at the first of them
DOCUMENTS = 3  # have it there, where it is usual: it may be the way of one text
EVEN = 0.5  # the chance that says nothing
UNIQUE = 2 / 3  # the chance from which on the only one of its kind is meant
COMMON = 0.01  # of the snippets use an abbreviation: it needs no introduction

_COMPLEMENT = re.compile(r"[\s”\"’)]*(?:of|that|which|who|whose|for|from|between|where|when)\b")


@dataclass(slots=True)
class FirstMentions:
    """How the snippets of a corpus first mention each name (stems joined by a space): a phrase, and the last word of
    it."""

    seen: Counter[str] = field(default_factory=Counter)
    definite: Counter[str] = field(default_factory=Counter)
    documents: Mapping[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    abbreviations: Counter[str] = field(default_factory=Counter)
    snippets: int = 0

    def read(self, snippet: Snippet, sentences: Sequence[tuple[str, Sequence[Phrase]]]) -> None:
        """Count the first mentions in a snippet, given its sentences with their noun phrases. "The N of X" tells
        nothing of N."""
        self.snippets += 1
        self.abbreviations.update({stem(one.lower()) for one in ACRONYM.findall(snippet.text)})
        before: set[str] = set()
        for text, phrases in sentences:
            for one in phrases:
                is_definite = one.is_definite_in(text)
                is_first = one.stems[-1] not in before
                before.update(one.stems)
                if not is_first or (is_definite and _COMPLEMENT.match(text, one.end)):
                    continue
                for name in {one.stems[-1], " ".join(one.stems)}:
                    self.seen[name] += 1
                    if is_definite:
                        self.definite[name] += 1
                        self.documents[name].add(snippet.document)

    def definiteness(self) -> dict[str, float]:
        """For each name the chance, smoothed by one of each, that its first mention begins with "the", where that can
        be told."""
        found = {
            name: round((self.definite[name] + 1) / (count + 2), 3)
            for name, count in sorted(self.seen.items())
            if count >= MENTIONS
        }
        return {name: one for name, one in found.items() if one < EVEN or len(self.documents[name]) >= DOCUMENTS}

    def known(self) -> frozenset[str]:
        """The names that need no introduction."""
        common = COMMON * self.snippets
        unique = {name for name, one in self.definiteness().items() if one >= UNIQUE}
        return frozenset(unique | {name for name, count in self.abbreviations.items() if count >= common})
