"""The topics of a corpus that stand nearest to one it does not know, for the message that says so.

First phrases that share a telling word with the topic, then those that are spelt like it, else what the corpus speaks of most. How the
corpus was counted is in ``background``; what makes a topic known is in ``relevance``.
"""

from __future__ import annotations

import asyncio
import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from difflib import SequenceMatcher

from castalia.memory.protocols import Filters, SearchQuery, SnippetStore
from castalia.tools.background import Background
from castalia.tools.phrases import canonical_surface
from castalia.tools.words import content_stems, tokens

MOST = 5
SPARE = 3  # phrases tried for each one wanted: not every stem leads back to a word
LOOKED_AT = 5  # snippets in which a phrase's words are looked up
RARE = 0.1  # share of the snippets up to which a word tells something
ALIKE = 0.75  # likeness (Ratcliff and Obershelp, 0 to 1) from which two stems may be one word misspelt
SHORTEST = 4  # letters below which a stem is like itself alone
BAR = 0.15  # closeness from which a phrase is near
OF_BEST = 0.6  # the share of the best closeness that the others need
LONGEST_RUN = 6


async def nearest_topics(
    topic: str, store: SnippetStore, background: Background, filters: Filters | None = None, most: int = MOST
) -> tuple[str, ...]:
    """Up to ``most`` phrases of the corpus, as they are written there, nearest first; each is a topic that it knows."""
    phrases = await asyncio.to_thread(nearest_phrases, topic, background, most * SPARE)
    found = await store.search([SearchQuery(weights=_words(one)) for one in phrases], LOOKED_AT, filters)
    ids = sorted({hit.snippet_id for hits in found for hit in hits})
    texts = {one.id: one.text for one in await store.get(ids)}
    named: dict[str, str] = {}
    for phrase, hits in zip(phrases, found, strict=True):
        surfaces = _surfaces(phrase, [texts[hit.snippet_id] for hit in hits])
        if surfaces:
            surface = canonical_surface(surfaces)
            named.setdefault(surface.casefold(), surface)
    return tuple(named.values())[:most]


def nearest_phrases(topic: str, background: Background, most: int) -> list[str]:
    """Up to ``most`` phrases of the background (stems), nearest first, ties by frequency and then by name."""
    wanted = tuple(dict.fromkeys(content_stems(topic)))
    words = sorted({stem for phrase in background.phrases for stem in phrase.split()})
    like = {one: _alike(one, words) for one in wanted}
    known = {word for many in like.values() for word in many}
    close = {
        phrase: score
        for phrase in background.phrases
        if not known.isdisjoint(stems := phrase.split()) and (score := _closeness(stems, like, background)) >= BAR
    }
    telling = {one for one in wanted if background.share(one) <= RARE}
    sharing = {phrase: score for phrase, score in close.items() if not telling.isdisjoint(phrase.split())}
    spelt = {phrase: score for phrase, score in close.items() if phrase not in sharing}
    near = [*_ranked(sharing, background), *_ranked(spelt, background)]
    return near[:most] if near else _most_telling(background, most)


def _ranked(close: Mapping[str, float], background: Background) -> list[str]:
    bar = OF_BEST * max(close.values(), default=0.0)
    near = [one for one, score in close.items() if score >= bar]
    return sorted(near, key=lambda one: (-round(close[one], 6), -background.phrases[one], one))


def _alike(stem: str, words: Iterable[str]) -> dict[str, float]:
    """Those of these stems that are this one, or spelt like it, with their likeness."""
    matcher = SequenceMatcher(b=stem, autojunk=False)
    letters = set(stem)
    found = {}
    for word in words:
        if word == stem:
            found[word] = 1.0
            continue
        size = len(word) + len(stem)
        if min(len(word), len(stem)) < SHORTEST or 2 * min(len(word), len(stem)) < ALIKE * size:
            continue
        # Most words fall out here: a letter that only one of the two holds is a letter that does not match.
        if len(letters.symmetric_difference(word)) > (1 - ALIKE) * size:
            continue
        matcher.set_seq1(word)
        if matcher.quick_ratio() >= ALIKE and (likeness := matcher.ratio()) >= ALIKE:
            found[word] = likeness
    return found


def _closeness(stems: Sequence[str], like: Mapping[str, Mapping[str, float]], background: Background) -> float:
    """How much of the topic is in the phrase, and of the phrase in the topic: their harmonic mean, words weighed by idf."""
    asked = [(background.idf(one), max(many.get(stem, 0.0) for stem in stems)) for one, many in like.items()]
    given = [(background.idf(stem), max(many.get(stem, 0.0) for many in like.values())) for stem in stems]
    recall, precision = (
        sum(idf * part for idf, part in pairs) / sum(idf for idf, _ in pairs) for pairs in (asked, given)
    )
    return 2 * recall * precision / (recall + precision) if recall + precision else 0.0


def _most_telling(background: Background, most: int) -> list[str]:
    """Phrases of two words and more that are frequent, and more frequent than their words would make them by chance.

    No two of them share a word.
    """

    def weight(phrase: str) -> float:
        chance = sum(math.log(background.share(stem)) for stem in phrase.split())
        return background.phrases[phrase] * (math.log(background.phrase_share(phrase)) - chance)

    several = [one for one in background.phrases if " " in one] or list(background.phrases)
    told: set[str] = set()
    found = []
    for phrase in sorted(several, key=lambda one: (-round(weight(one), 6), one)):
        if told.isdisjoint(stems := phrase.split()):
            told.update(stems)
            found.append(phrase)
    return found[:most]


def _words(phrase: str) -> dict[str, float]:
    """A query that finds the words behind stems: each stem, and what it may have been cut from."""
    weights = {}
    for stem in phrase.split():
        for word in (stem, stem + "s", stem + "e", stem[:-1] + "y" if stem.endswith("i") else stem):
            weights[word] = 1.0
    return weights


def _surfaces(phrase: str, texts: Iterable[str]) -> Counter[str]:
    """How the phrase is written in these texts, and how often."""
    wanted = tuple(phrase.split())
    found: Counter[str] = Counter()
    for text in texts:
        words = tokens(text)
        stems = [content_stems(one.text) for one in words]
        for first in range(len(words)):
            run: tuple[str, ...] = ()
            for last in range(first, min(first + LONGEST_RUN, len(words))):
                run += stems[last]
                if not stems[last] or run != wanted[: len(run)]:
                    break
                if run == wanted:
                    found[" ".join(text[words[first].start : words[last].end].split())] += 1
                    break
    return found
