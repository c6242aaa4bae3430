"""What is usual in a corpus: how often each word and phrase occurs, and which words are verbs or nouns there.

Learned from a uniform sample of the store, so that time and memory do not grow with the corpus, and kept in the
library under the fingerprint of its content. What stands out in a topic is measured against this.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from castalia.memory.library import Library
from castalia.memory.protocols import Filters
from castalia.memory.records import Snippet
from castalia.memory.waits import run_in_thread
from castalia.tools.language.phrases import candidate_terms, noun_phrases
from castalia.tools.language.sentences import split_sentences
from castalia.tools.language.word_classes import WordClasses, learn_classes
from castalia.tools.language.words import STEMMER, content_stems

SAMPLE = 4_000
# How a corpus is learned, by what is learned of the texts of tests/test_rule_versions.py, which says what to put here when it changes.
RULES = "f7bf55dc"


@dataclass(frozen=True, slots=True)
class Background:
    """Document frequencies over a sample of ``size`` snippets, by stem and by phrase (stems joined by a space)."""

    size: int
    stems: Mapping[str, int]
    phrases: Mapping[str, int]
    classes: WordClasses

    def share(self, stem: str) -> float:
        """The share of snippets that hold this stem, smoothed: never 0."""
        return (self.stems.get(stem, 0) + 0.5) / (self.size + 1)

    def phrase_share(self, phrase: str) -> float:
        """The share of snippets that hold this phrase, smoothed: never 0."""
        return (self.phrases.get(phrase, 0) + 0.5) / (self.size + 1)

    def idf(self, stem: str) -> float:
        """Inverse document frequency: ``-log(share)``."""
        return -math.log(self.share(stem))

    def to_json(self) -> dict[str, Any]:
        return {
            "size": self.size,
            "stems": dict(self.stems),
            "phrases": dict(self.phrases),
            "classes": self.classes.to_json(),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Background:
        return cls(data["size"], data["stems"], data["phrases"], WordClasses.from_json(data["classes"]))


async def background_of(library: Library, filters: Filters | None = None) -> Background:
    """The background of a library, or of the part of it that passes the filters; learned once per content."""
    where = sorted((name, str(value)) for name, value in (filters.where if filters else {}).items())
    key = f"{RULES}:{STEMMER}:{await library.fingerprint()}:{where}"
    kept = library.cached("background", key)
    if kept is not None:
        return Background.from_json(kept)
    learned = await run_in_thread(learn_background, await library.snippets.sample(SAMPLE, filters))
    library.keep("background", key, learned.to_json())
    return learned


def learn_background(snippets: Iterable[Snippet]) -> Background:
    """Count words, phrases and word classes in these snippets; phrases seen once are left out."""
    texts = [one.text for one in snippets]
    classes = learn_classes(texts)
    stems: Counter[str] = Counter()
    phrases: Counter[str] = Counter()
    for text in texts:
        stems.update(set(content_stems(text)))
        phrases.update(
            {
                " ".join(term.stems)
                for sentence in split_sentences(text)
                for term in candidate_terms(noun_phrases(sentence.text, classes), classes)
            }
        )
    common = {phrase: count for phrase, count in sorted(phrases.items()) if count > 1}
    return Background(len(texts), dict(sorted(stems.items())), common, classes)
