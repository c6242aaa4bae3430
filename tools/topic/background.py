"""What is usual in a corpus: how often each word and phrase occurs, and which words are verbs or nouns there.

Learned from a uniform sample of the store, so that time and memory do not grow with the corpus, and kept in the
library under the fingerprint of its content. What stands out in a topic is measured against this.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from castalia.memory.library import Library
from castalia.memory.protocols import Filters
from castalia.memory.records import Snippet
from castalia.memory.waits import run_in_thread
from castalia.tools.language.phrases import candidate_terms, noun_phrases
from castalia.tools.language.sentences import split_sentences
from castalia.tools.language.word_classes import WordClasses, learn_classes
from castalia.tools.language.words import STEMMER, content_stems
from castalia.tools.topic.known_names import EVEN, FirstMentions

SAMPLE = 2_000  # snippets; of twice as many a twentieth of all sentences would be others, neither better nor worse
# Which rules learn a corpus: a digest of what they learn of a few texts. Where they learn otherwise, and a store has to
# be learned again, tests/test_rule_versions.py fails and says what to put here.
RULES = "2da02a25"


@dataclass(frozen=True, slots=True)
class Background:
    """Document frequencies over a sample of ``size`` snippets, by stem and by phrase (stems joined by a space);
    ``known`` are the names (likewise) that need no introduction, ``definiteness`` is the chance that a name has "the"
    at first mention."""

    size: int
    stems: Mapping[str, int]
    phrases: Mapping[str, int]
    classes: WordClasses
    known: frozenset[str] = frozenset()
    definiteness: Mapping[str, float] = field(default_factory=dict)

    def share(self, stem: str) -> float:
        """The share of snippets that hold this stem, smoothed: never 0."""
        return (self.stems.get(stem, 0) + 0.5) / (self.size + 1)

    def phrase_share(self, phrase: str) -> float:
        """The share of snippets that hold this phrase, smoothed: never 0."""
        return (self.phrases.get(phrase, 0) + 0.5) / (self.size + 1)

    def idf(self, stem: str) -> float:
        """Inverse document frequency: ``-log(share)``."""
        return -math.log(self.share(stem))

    def profile(self, texts: Iterable[frozenset[str]], topic: frozenset[str]) -> dict[str, float]:
        """What some texts (as stems) speak of but for the topic, as a vector that can be compared by its cosine: their
        stems by count and inverse document frequency, scaled to length 1; empty where there are none."""
        counts = Counter(stem for stems in texts for stem in stems - topic)
        weights = {stem: count * self.idf(stem) for stem, count in sorted(counts.items())}
        length = math.hypot(*weights.values())
        return {stem: weight / length for stem, weight in weights.items()} if length else {}

    def strangeness(self, name: str) -> float:
        """How much a reader asks which one is meant where a text begins with "the" and this name: from -0.5, "the Sun",
        to 0.5; 0 where that cannot be told. A phrase that is not known is told by its last word."""
        usual = self.definiteness.get(name)
        return EVEN - (self.definiteness.get(name.rpartition(" ")[2], EVEN) if usual is None else usual)

    def to_json(self) -> dict[str, Any]:
        return {
            "size": self.size,
            "stems": dict(self.stems),
            "phrases": dict(self.phrases),
            "classes": self.classes.to_json(),
            "known": sorted(self.known),
            "definiteness": dict(self.definiteness),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Background:
        classes = WordClasses.from_json(data["classes"])
        known, definiteness = frozenset(data["known"]), data["definiteness"]
        return cls(data["size"], data["stems"], data["phrases"], classes, known, definiteness)


async def background_of(
    library: Library, filters: Filters | None = None, ahead: tuple[Sequence[Snippet], Background] | None = None
) -> Background:
    """The background of a library, or of the part of it that passes the filters; learned once per content.

    ``ahead`` is a sample and what was learned of it before: used if it is that of the library.
    """
    where = sorted((name, str(value)) for name, value in (filters.where if filters else {}).items())
    key = f"{RULES}:{SAMPLE}:{STEMMER}:{await library.fingerprint()}:{where}"
    kept = library.cached("background", key)
    if kept is not None:
        return Background.from_json(kept)
    sample = await library.snippets.sample(SAMPLE, filters)
    learned = ahead[1] if ahead and ahead[0] == sample else await run_in_thread(learn_background, sample)
    library.keep("background", key, learned.to_json())
    return learned


def learn_background(snippets: Iterable[Snippet]) -> Background:
    """Count words, phrases and word classes in these snippets; phrases seen once are left out."""
    read = list(snippets)
    classes = learn_classes([one.text for one in read])
    stems: Counter[str] = Counter()
    phrases: Counter[str] = Counter()
    mentions = FirstMentions()
    for snippet in read:
        stems.update(set(content_stems(snippet.text)))
        sentences = [(one.text, noun_phrases(one.text, classes)) for one in split_sentences(snippet.text)]
        phrases.update(candidate_terms((one for _, those in sentences for one in those), classes))
        mentions.read(snippet, sentences)
    common = {phrase: count for phrase, count in sorted(phrases.items()) if count > 1}
    return Background(
        len(read), dict(sorted(stems.items())), common, classes, mentions.known(), mentions.definiteness()
    )
