"""The topics of a corpus that stand near to one it does not know, for the message that says so.

First phrases and titles that share a telling word with the topic, then those that are spelt like it. Where there is
none, what the corpus has most of, and it is told as that. How the corpus was counted is in ``background``; what makes a
topic known is in ``anchor``.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from castalia.memory.protocols import Filters, SearchQuery, SnippetStore
from castalia.memory.waits import run_in_thread
from castalia.tools.language.abbreviations import leads_on
from castalia.tools.language.phrases import canonical_surface
from castalia.tools.language.words import content_stems, tokens
from castalia.tools.topic.background import Background

MOST = 5
SPARE = 3  # phrases tried for each one wanted: not every stem leads back to a word
LOOKED_AT = 5  # snippets in which a phrase's words are looked up
RARE = 0.1  # share of the snippets up to which a word tells something
ALIKE = 0.75  # likeness (Ratcliff and Obershelp, 0 to 1) from which two stems may be one word misspelt
SWAPPED = 0.9  # likeness of a stem in which two letters beside each other stand the wrong way round
SHORTEST = 4  # letters below which a stem is like itself alone
BAR = 0.15  # closeness from which a phrase is near
OF_BEST = 0.6  # the share of the best closeness that the others need
LONGEST_RUN = 6
TRIGRAMS = 0.4  # share of their trigrams (Dice, 0 to 1) that two stems need besides: "antrum" is not "quantum" misspelt
LONG = 8  # letters below which a misspelling keeps the first one
SAME = 3.0  # closeness of the topic spelt in one word, or in two: above all others
USUAL = 3  # snippets that hold a word from which on it is no misspelling, and like itself alone
TITLED = 20  # snippets whose titles are looked at
LONGEST_TITLE = 6  # words


@dataclass(frozen=True, slots=True)
class Nearest:
    """Topics that a corpus knows, as they are written there: those ``near`` to the one that was asked for, nearest
    first; where there is none, the ``common`` ones."""

    near: tuple[str, ...] = ()
    common: tuple[str, ...] = ()

    def told(self) -> str:
        """For the end of a message."""
        if self.near:
            return f"; nearest: {', '.join(self.near)}"
        return f"; nothing there is like it; the corpus has most of: {', '.join(self.common)}" if self.common else ""


async def nearest_topics(
    topic: str, store: SnippetStore, background: Background, filters: Filters | None = None
) -> Nearest:
    """Up to ``MOST`` topics of the corpus; it knows each of them."""
    if near := await _near(topic, store, background, filters):
        return Nearest(near=near)
    common = await run_in_thread(common_phrases, background, MOST * SPARE)
    names = _once((await _written(common, store, filters)).values())
    return Nearest(common=tuple(one for one in names if _APPARATUS.isdisjoint(one.lower().split()))[:MOST])


async def _near(topic: str, store: SnippetStore, background: Background, filters: Filters | None) -> tuple[str, ...]:
    """What is near to the topic, nearest first."""
    close = await run_in_thread(near_phrases, topic, background)
    titles = await _titles(topic, store, background, filters)
    phrases = sorted(close, key=lambda one: (-round(close[one], 6), -background.phrases[one], one))[: MOST * SPARE]
    written = await _written(phrases, store, filters)
    ranked = [(close[phrase], background.phrases[phrase], surface) for phrase, surface in written.items()]
    ranked += [(score, 1, title) for title, score in titles.items()]
    parts = _parts(topic, background)
    named = (await _written([*parts], store, filters)).items()
    ranked += [(parts[one], 1, name) for one, name in named if _is_name(name, background)]
    bar = OF_BEST * max((score for score, _, _ in ranked), default=0.0)
    ranked = sorted((one for one in ranked if one[0] >= bar), key=lambda one: (-round(one[0], 6), -one[1], one[2]))
    return _once(surface for _, _, surface in ranked)[:MOST]


def _parts(topic: str, background: Background) -> dict[str, float]:
    """Beginnings and ends of the topic (stems) that are no phrase of the background, in which what stands only once is
    left out, with their closeness."""
    stems = content_stems(topic)
    like = {one: {one: 1.0} for one in stems}
    cut = [part for size in range(len(stems), 0, -1) for part in (stems[-size:], stems[:size])]
    return {
        name: 1 + _closeness(part, like, background)
        for part in cut
        if (name := " ".join(part)) not in background.phrases
    }


def _is_name(written: str, background: Background) -> bool:
    """Whether this is written as names are."""
    return written[0].isupper() and background.classes.is_noun_head(written.split()[-1])


# Words of what leads through a book, not of what it is about ("next Clinical Focus box").
_APPARATUS = frozenset(
    "next previous following box boxes figure figures table tables chapter chapters section sections exercise exercises".split()
)


def near_phrases(topic: str, background: Background) -> dict[str, float]:
    """The phrases of the background (stems) that are near to the topic, with their closeness: nearest is the topic
    itself in one word or in two ("honeybee"), and those that share a telling word with it are nearer than those that
    are just spelt like it. Where all are far from it, those that are near to the words of it that the corpus knows."""
    name = in_one(content_stems(topic))
    same = dict.fromkeys((one for one in background.phrases if name and in_one(one.split()) == name), SAME)
    like = _likeness(topic, background)
    close = _close(like, background) or _close({one: many for one, many in like.items() if one in many}, background)
    telling = {one for one in like if background.share(one) <= RARE}
    sharing = {phrase for phrase in close if not telling.isdisjoint(phrase.split())}

    def is_alike(phrase: str) -> bool:
        """Whether it has a word of the topic, or may be all of it misspelt: "Cora" is no coral reef."""
        stems = phrase.split()
        return not like.keys().isdisjoint(stems) or not any(many.keys().isdisjoint(stems) for many in like.values())

    return {phrase: score + (phrase in sharing) for phrase, score in close.items() if is_alike(phrase)} | same


def _close(like: Mapping[str, Mapping[str, float]], background: Background) -> dict[str, float]:
    """The phrases that are near to words with this likeness, with their closeness."""
    known = {word for many in like.values() for word in many}
    return {
        phrase: score
        for phrase in background.phrases
        if not known.isdisjoint(stems := phrase.split()) and (score := _closeness(stems, like, background)) >= BAR
    }


def in_one(stems: Sequence[str]) -> str:
    """A name as it would be if it were written in one word, without its ending."""
    joined = "".join(stems).replace("-", "")
    return "".join(content_stems(joined)) if len(stems) > 1 else joined


def common_phrases(background: Background, most: int) -> list[str]:
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


async def _titles(topic: str, store: SnippetStore, background: Background, filters: Filters | None) -> dict[str, float]:
    """The titles, and parts of titles, of what is found for the topic: those that share a word with it, with their
    closeness."""
    like = _likeness(topic, background)
    telling = {one for one in like if background.share(one) <= RARE}
    if not like:
        return {}
    found = (await store.search([SearchQuery.by_words(topic)], TITLED, filters))[0]
    close: dict[str, float] = {}
    for snippet in await store.get(sorted(hit.snippet_id for hit in found)):
        held = set(content_stems(snippet.text))
        for part in snippet.title.split(" > "):
            title, stems = " ".join(part.split()), tuple(dict.fromkeys(content_stems(part)))
            is_short = title.isprintable() and len(title.split()) <= LONGEST_TITLE
            if not is_short or like.keys().isdisjoint(stems) or not held.issuperset(stems):
                continue
            if (score := _closeness(stems, like, background)) >= BAR:
                close[title] = score + (not telling.isdisjoint(stems))
    return close


async def _written(phrases: Sequence[str], store: SnippetStore, filters: Filters | None) -> dict[str, str]:
    """Phrases (stems) as they are written in the corpus, as far as they are found there."""
    found = await store.search([SearchQuery(weights=_words(one)) for one in phrases], LOOKED_AT, filters)
    ids = sorted({hit.snippet_id for hits in found for hit in hits})
    texts = {one.id: one.text for one in await store.get(ids)}
    named = {}
    for phrase, hits in zip(phrases, found, strict=True):
        surfaces = _surfaces(phrase, [texts[hit.snippet_id] for hit in hits])
        if surfaces:
            named[phrase] = canonical_surface(surfaces)
    return named


def _once(surfaces: Iterable[str]) -> tuple[str, ...]:
    """Each surface once, whatever its capitals and endings."""
    named: dict[tuple[str, ...], str] = {}
    for one in surfaces:
        named.setdefault(content_stems(one), one)
    return tuple(named.values())


def _likeness(topic: str, background: Background) -> dict[str, dict[str, float]]:
    """For each stem of the topic those of the phrases that are it, or that it may be a misspelling of, with their
    likeness."""
    words = sorted({stem for phrase in background.phrases for stem in phrase.split()})
    found = {}
    for one in dict.fromkeys(content_stems(topic)):
        is_usual = background.stems.get(one, 0) >= USUAL
        found[one] = ({one: 1.0} if one in words else {}) if is_usual else _alike(one, words)
    return found


def _alike(stem: str, words: Iterable[str]) -> dict[str, float]:
    """Those of these stems that are this one, or spelt like it, with their likeness."""
    matcher = SequenceMatcher(b=stem, autojunk=False)
    letters = set(stem)
    swapped = _swapped(stem)
    found = {}
    for word in words:
        if word == stem or word in swapped:
            found[word] = 1.0 if word == stem else SWAPPED
            continue
        if word[0] != stem[0] and min(len(word), len(stem)) < LONG:
            continue
        size = len(word) + len(stem)
        if min(len(word), len(stem)) < SHORTEST or 2 * min(len(word), len(stem)) < ALIKE * size:
            continue
        # Most words fall out here: a letter that only one of the two holds is a letter that does not match.
        if len(letters.symmetric_difference(word)) > (1 - ALIKE) * size:
            continue
        matcher.set_seq1(word)
        if matcher.quick_ratio() < ALIKE or (likeness := matcher.ratio()) < ALIKE:
            continue
        if _shared_trigrams(stem, word) >= TRIGRAMS:
            found[word] = likeness
    return found


def _swapped(stem: str) -> set[str]:
    """The stems of what this may be where two letters beside each other stand the wrong way round ("memroy")."""
    if len(stem) < SHORTEST:
        return set()
    pairs = (stem[:at] + stem[at + 1] + stem[at] + stem[at + 2 :] for at in range(len(stem) - 1))
    return {one for pair in pairs for one in content_stems(pair)}


def _shared_trigrams(one: str, other: str) -> float:
    """How many of their trigrams two words share (Dice, 0 to 1), beginnings and ends included."""
    first, second = ({f"  {word}  "[at : at + 3] for at in range(len(word) + 2)} for word in (one, other))
    return 2 * len(first & second) / (len(first) + len(second))


def _closeness(stems: Sequence[str], like: Mapping[str, Mapping[str, float]], background: Background) -> float:
    """How much of the topic is in the phrase, and of the phrase in the topic: their harmonic mean, words weighed by
    idf."""
    asked = [(background.idf(one), max(many.get(stem, 0.0) for stem in stems)) for one, many in like.items()]
    given = [(background.idf(stem), max(many.get(stem, 0.0) for many in like.values())) for stem in stems]
    recall, precision = (
        sum(idf * part for idf, part in pairs) / sum(idf for idf, _ in pairs) for pairs in (asked, given)
    )
    return 2 * recall * precision / (recall + precision) if recall + precision else 0.0


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
                    if not _is_cut(text, words[last].end):
                        found[" ".join(text[words[first].start : words[last].end].split())] += 1
                    break
    return found


def _is_cut(text: str, at: int) -> bool:
    """Whether the word that ends here abbreviates something that is named behind it: "Mount St" of "Mount St.
    Helens"."""
    return text[at : at + 1] == "." and leads_on(text, at, text[at + 1 : at + 24].lstrip())
