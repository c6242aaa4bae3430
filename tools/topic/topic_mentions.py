"""Mentions of the topic: whether words name it, a kind of it, or speak of what goes with it, and what a page on it may
take for known."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
from math import fsum

from castalia.memory.records import Snippet
from castalia.tools.language.light_nouns import LIGHT
from castalia.tools.language.phrases import noun_phrases
from castalia.tools.language.sentences import split_sentences
from castalia.tools.language.topic_names import LINKED
from castalia.tools.language.words import content_stems, stand_together, stem_set, token_stems, tokens
from castalia.tools.topic.background import Background
from castalia.tools.topic.relevance import BROAD, Relevance, is_strange
from castalia.tools.topic.source_paths import headings_of
from castalia.tools.topic.topic_forms import singular, speaks_of_other, speaks_of_sibling, unwritten
from castalia.tools.topic.writings import writes_other

# A page may take a word for known that BROAD (of ``relevance``) of the documents that name the topic hold and USUAL
# times its share elsewhere, or that FAMILIAR of them hold whatever others do (shares from 0 to 1).
USUAL, FAMILIAR = 2, 0.3
HALF = 0.45  # of the weight of its name: of two words that weigh much the same either will do
SPEAKS = 0.16  # of the weight of all words that go with the topic
LONG = 3  # words of a name
SENSE = 0.6  # of the best relevance: in such a snippet the last word of a scarce topic's name means that
SCARCE = 30  # snippets that hold all of a topic's words: one with fewer is named by a part of its name, too


def names_topic(
    text: str, aliases: frozenset[str], relevance: Relevance, background: Background, score: float = 0.0
) -> bool:
    """Whether a snippet names a topic of several words: by its words side by side, by most of a long name, by an
    acronym of it, or by a kind of it ("ionic bond" for a chemical bond). "Potential energy" names no action potential.

    A topic that hardly any snippet names is named by the last word of its name where the ``score`` of the snippet is at
    least ``SENSE``. One that joins two names is named by either.
    """
    if relevance.parts:
        return any(names_topic(text, aliases, one, background, score) for one in relevance.parts)
    topic = relevance.stems
    stems = content_stems(text)
    if speaks_of_sibling(stems, topic):
        return False
    if len(topic) == 1 or relevance.focused or not (aliases - unwritten(text, relevance.synonyms)).isdisjoint(stems):
        return True
    is_led = topic[-1] in LIGHT and frozenset(topic[:-1]) in relevance.tellers
    telling = topic[:-1] if is_led else topic  # an "immune response" is the immune system's
    if stand_together(telling, stems) or (len(topic) >= LONG and touches(frozenset(stems), relevance, background)):
        return True
    if LINKED.search(relevance.name) and _in_a_sentence(topic, text):
        return True  # "large language models (LLMs) are prone to hallucination"
    if topic[-1] not in stems or (topic[-1] in LIGHT and not _is_scarce(relevance)):
        return False  # no radio galaxy that gives off gamma rays is a gamma-ray burst
    if _is_scarce(relevance):
        return score >= SENSE
    phrases = (one for sentence in split_sentences(text) for one in noun_phrases(sentence.text, background.classes))
    return any(_names_kind(one.stems, relevance) for one in phrases)


def _in_a_sentence(topic: Sequence[str], text: str) -> bool:
    """Whether a sentence of a text holds all of a name."""
    return any(stem_set(sentence.text).issuperset(topic) for sentence in split_sentences(text))


def bare_name(snippet: Snippet, phrases: Sequence[str], relevance: Relevance) -> frozenset[str]:
    """The last word of the topic's name, as a stem, where it means the topic by itself in a snippet: one that names the
    topic whole, for a text keeps to one sense of a word (Gale, Church and Yarowsky 1992), and calls nothing else by
    that word more often. ``phrases`` are its noun phrases (stems joined by spaces). Nothing for a name of one word or a
    light last word, nor where the corpus is about little else."""
    if relevance.parts:
        return frozenset().union(*(bare_name(snippet, phrases, one) for one in relevance.parts))
    topic = relevance.stems
    if len(topic) == 1 or topic[-1] in LIGHT or relevance.focused:
        return frozenset()
    named = [words for words in (one.split() for one in phrases) if words[-1] == topic[-1]]
    others = sum(len(words) > 1 and words[-2] not in topic for words in named)
    # where clinical and forensic psychology are spoken of, psychology is not social psychology
    if 2 * others > len(named):
        return frozenset()
    is_near = _is_scarce(relevance) and relevance.scores.get(snippet.id, 0.0) >= SENSE
    is_meant = is_near or stand_together(topic, content_stems(snippet.text))
    return frozenset(topic[-1:]) if is_meant else frozenset()


def bare_in(text: str, bare: frozenset[str]) -> frozenset[str]:
    """The ``bare`` last word of a topic's name, unless a text always says of what it speaks: "the law of conservation"
    is not Coulomb's."""
    words = tokens(text)
    held = [at for at, stems in enumerate(token_stems(text), 1) if not bare.isdisjoint(stems)]
    is_narrowed = bool(held) and all(at < len(words) and words[at].lower == "of" for at in held)
    return frozenset() if is_narrowed else bare


def is_on_other(snippet: Snippet, phrases: Sequence[str], relevance: Relevance) -> bool:
    """Whether a snippet that never says the whole name calls by its last word what its own heading names: an asthma
    attack, under "Asthma", where the topic is a heart attack; but not if it is a kind of the topic. ``phrases`` are
    its noun phrases (stems joined by spaces)."""
    if relevance.parts:
        return all(is_on_other(snippet, phrases, one) for one in relevance.parts)
    topic = relevance.stems
    if len(topic) == 1 or stand_together(topic, content_stems(snippet.text)):
        return False
    headed = stem_set(headings_of(snippet).rpartition(">")[2]).difference(topic)
    ends = (one.split()[-2:] for one in phrases)
    return any(
        len(words) > 1 and words[1] == topic[-1] and words[0] in headed and not _names_kind(words, relevance)
        for words in ends
    )


def meant_stems(stems: frozenset[str], text: str, relevance: Relevance) -> frozenset[str]:
    """The stems of a text without those of the topic's name that do not mean the topic there:

    - its acronyms, where they are not written in capitals
    - all of them, where only other words with its stem stand there, or its word in another sense, or another letter or
      number behind it ("vitamin C" is no vitamin D)
    - of a name of two words, where both stand there as the name has them, but not side by side, both, unless one tells
      of the topic alone or the corpus is about little else: hydrogen with a covalent bond speaks of no hydrogen bond,
      but corals that bleach of coral bleaching
    - of a name of three words or more, those outside the longest row of them: "networks fooled by adversarial examples"
      speaks of no generative adversarial network

    Where a topic joins two names, either means all of it: the stems of both are there, then.
    """
    if relevance.parts:
        for one in relevance.parts:
            stems = meant_stems(stems, text, one)
        return in_whole(stems, relevance)
    topic = relevance.stems
    own = stems.intersection(topic)
    stems -= unwritten(text, relevance.synonyms)
    written = relevance.sense.written if relevance.sense else ""
    if own and (
        writes_other(text, written)
        or speaks_of_other(text, relevance.others, topic[-1])
        or (len(topic) > 1 and speaks_of_sibling(content_stems(text), topic))
    ):
        return stems - own
    if len(own) < 2:
        return stems
    if len(topic) < LONG:
        tells_alone = any(frozenset({one}) in relevance.tellers for one in own)
        is_one = relevance.focused or tells_alone or _stand_as_one(topic, text)
        return stems if is_one or not _holds_words_of(relevance.name, text) else stems - own
    best = max(_rows(text, own, len(topic)), key=len, default=())
    return stems - own.difference(best)


def _stand_as_one(topic: tuple[str, ...], text: str) -> bool:
    """Whether the two words of a name stand side by side, in whatever order, or with what "and" or "or" joins to the
    first between them ("elliptical and spiral galaxies")."""
    if stand_together(topic, content_stems(text)):
        return True
    words = [stems[-1] if stems else token.lower for token, stems in zip(tokens(text), token_stems(text), strict=True)]
    return any((words[at], words[at + 3]) == topic and words[at + 1] in ("and", "or") for at in range(len(words) - 3))


def _holds_words_of(name: str, text: str) -> bool:
    """Whether all words of a name stand in a text as it has them, in either number."""
    words = {singular(token.lower) for token in tokens(text)}
    return all(singular(token.lower) in words for token in tokens(name) if content_stems(token.text))


def in_whole(stems: frozenset[str], relevance: Relevance) -> frozenset[str]:
    """These stems with those of all of a topic's name, where they hold one of the names that it joins."""
    return stems.union(relevance.stems) if relevance.named_in(stems) else stems


def _rows(text: str, own: frozenset[str], whole: int) -> Iterator[tuple[str, ...]]:
    """The rows in which words of the topic's name (``own``, as stems) stand side by side in a text; function words may
    stand among them. A row with another word right before it belongs to the longer name of something else, and is left
    out, unless it has all of the name (``whole`` words)."""
    row: tuple[str, ...] = ()
    is_behind = other_before = False
    end = 0
    for match in _WORD.finditer(text):
        found = content_stems(match[0])
        if found and own.issuperset(found):
            if not row:
                is_behind = other_before and text[end : match.start()] == " "
            row = (*row, *found)
        elif found:
            if row and not (is_behind and len(set(row)) < whole):
                yield row
            row = ()
        other_before, end = bool(found) and not row, match.end()
    if row and not (is_behind and len(set(row)) < whole):
        yield row


_WORD = re.compile(r"[\w’'-]+")


def _names_kind(phrase: Sequence[str], relevance: Relevance) -> bool:
    """Whether a noun phrase (as stems) names a kind of the topic: it ends in the last word of its name, behind one of
    its ``kinds`` that goes with it."""
    *before, head = phrase
    if not before or head != relevance.stems[-1]:
        return False
    return before[-1] in relevance.kinds and not is_strange(before[-1], relevance)


def touches(stems: Set[str], relevance: Relevance, background: Background) -> bool:
    """Whether words name the topic: by all of its name, or by a part that tells of it alone ("an immune response" is
    the immune system's); of a long name by the weightier half (by inverse document frequency), if that is its last word
    and another."""
    if relevance.parts:
        return any(touches(stems, one, background) for one in relevance.parts)
    own = frozenset(relevance.stems)
    there, head = own & stems, relevance.stems[-1]
    if there == own or there in relevance.tellers:
        return True
    if not relevance.focused and (len(own) < LONG or len(there) < 2 or head not in there):
        return False
    named, whole = (fsum(background.idf(one) for one in those) for those in (there, own))
    return named >= HALF * whole


def speaks(stems: frozenset[str], relevance: Relevance, background: Background) -> bool:
    """Whether a sentence speaks of the topic: it names it, or uses several of the words that go with it."""
    if touches(stems, relevance, background):
        return True
    beside = fsum(relevance.weights.values()) - relevance.mass(relevance.stems)
    return relevance.mass(stems - frozenset(relevance.stems)) >= SPEAKS * beside > 0


def is_known(name: str, relevance: Relevance, background: Background) -> bool:
    """Whether a page on the topic may speak of this (stems joined by spaces) as known: each of its words is familiar,
    or stands in much of what is written about the topic, and more often than elsewhere."""
    return all(
        is_familiar(one, relevance) or relevance.breadth.get(one, 0.0) >= max(BROAD, USUAL * background.share(one))
        for one in name.split()
    )


def is_familiar(stem: str, relevance: Relevance) -> bool:
    """Part of the topic's name, of its relevance model, or of most of what is written about it."""
    return stem in relevance.weights or relevance.breadth.get(stem, 0.0) >= FAMILIAR


def _is_scarce(relevance: Relevance) -> bool:
    """Whether hardly any snippet names the topic in full, so that the page has to make do with what there is."""
    return relevance.literal < SCARCE
