"""What snippets are about: how much of one is about the topic, what else it keeps speaking of, and whether they come
from papers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from castalia.memory.records import Snippet
from castalia.tools.language.sentences import split_sentences
from castalia.tools.objections.own_work import tells_of_a_study
from castalia.tools.topic.background import Background
from castalia.tools.topic.relevance import Relevance, is_strange
from castalia.tools.topic.topic_mentions import speaks

# Snippets come from papers where so many of the sentences say "we" early, or so many tell of a study of their authors.
SAYING_WE, OF_STUDIES = 0.3, 0.12

# A snippet is about the topic where this share of its sentences speaks of it: below it readers objected far more often.
# Where few snippets are, the bar falls down to THIN, until there are ENOUGH of them.
DENSE = 1 / 3
THIN = 0.2
ENOUGH = 60
KEPT_UP = 0.3  # of its sentences name what a snippet is about
RARE = 0.03  # of the snippets name it


def are_papers(snippets: Sequence[Snippet]) -> bool:
    """Whether snippets come from abstracts and papers ("we measured …") rather than from textbooks.

    Of those that name one topic 9 in 100 told of a study in textbooks at most, in full papers 10 at least, 33 in
    abstracts; others of these say "we" all the time.
    """
    talk = [sentence.text.split(maxsplit=12) for one in snippets for sentence in split_sentences(one.text)]
    saying = sum(1 for words in talk if {"We", "we", "our", "Our"} & set(words))
    told = sum(tells_of_a_study(one.text) for one in snippets)
    return saying > SAYING_WE * len(talk) or told > OF_STUDIES * len(snippets)


def density(sentences: Sequence[frozenset[str]], relevance: Relevance, background: Background) -> float:
    """The share of a snippet's sentences (as stems) that speak of the topic."""
    speaking = sum(1 for one in sentences if speaks(one, relevance, background))
    return speaking / max(1, len(sentences))


def dense_enough(densities: Iterable[float]) -> float:
    """The density with which a snippet counts as being about the topic: lower where few snippets are."""
    ranked = sorted(densities, reverse=True)
    return max(THIN, min(DENSE, ranked[min(ENOUGH, len(ranked)) - 1] if ranked else DENSE))


def other_matter(sentences: Sequence[frozenset[str]], relevance: Relevance, background: Background) -> frozenset[str]:
    """What a snippet (its sentences as stems) keeps speaking of that is no part of the topic: rare words in several of
    its sentences."""
    counts = Counter(stem for one in sentences for stem in one)
    return frozenset(
        stem
        for stem, count in counts.items()
        if count > 1
        and count >= KEPT_UP * len(sentences)
        and background.share(stem) < RARE
        and not stem.isdigit()
        and is_strange(stem, relevance)
    )
