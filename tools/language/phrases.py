"""Noun phrases of one sentence, the terms inside them, and the sentence's subject.

Phrases are runs of modifiers and nouns that end in a noun head. Counting and ranking terms is done elsewhere; what
class a word has is decided in ``word_classes``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from castalia.tools.language.tagging import READ, Word, read_sentence
from castalia.tools.language.word_classes import WordClasses
from castalia.tools.language.word_lists import FINITE
from castalia.tools.language.words import content_stems, token_stems, tokens

LONGEST_PHRASE = 5
LONGEST_TERM = 4


class Phrase(NamedTuple):
    """A noun phrase as it stands (``text``), the stems of its words, and its half-open span in the sentence."""

    text: str
    stems: tuple[str, ...]
    start: int
    end: int

    def is_definite_in(self, sentence_text: str) -> bool:
        """Whether "the" stands before it in its sentence."""
        return _THE.search(sentence_text[max(0, self.start - 5) : self.start]) is not None


_THE = re.compile(r"\bthe $", re.IGNORECASE)


def noun_phrases(sentence_text: str, classes: WordClasses) -> tuple[Phrase, ...]:
    """The noun phrases of a sentence, in order, none inside another; at most five words each (the last five)."""
    words = read_sentence(sentence_text, classes)
    return tuple(_phrase(sentence_text, words, first, last) for first, last in noun_spans(sentence_text, classes))


def candidate_terms(phrases: Iterable[Phrase], classes: WordClasses) -> frozenset[str]:
    """The candidates of the C-value: every run of one to four words inside these phrases whose last word may head one,
    and every phrase of that length, as stems joined by a space."""
    return frozenset(name for phrase in phrases for name in _terms_in(phrase.text, classes))


def canonical_surface(surfaces: Mapping[str, int]) -> str:
    """The surface to show for a term: the most frequent, where a capital that only begins a sentence is no difference.

    Ties go to the shorter, then to the lexicographically smaller. ``ValueError`` when there is none.
    """
    if not surfaces:
        raise ValueError("no surface to choose from")
    counts: dict[str, int] = {}
    for surface, number in surfaces.items():
        plain = surface[:1].lower() + surface[1:]
        name = plain if plain in surfaces else surface
        counts[name] = counts.get(name, 0) + number
    return min(counts, key=lambda one: (-counts[one], len(one), one))


def subject(sentence_text: str, classes: WordClasses) -> Phrase | None:
    """The head noun phrase of the main clause's subject, or ``None`` (a pronoun, "there are", no finite verb).

    "In most vertebrates, bone marrow produces ..." gives "bone marrow"; "The walls of the heart are ..." gives "walls".
    """
    words = read_sentence(sentence_text, classes)
    start = _main_start(words)
    verb = next((at for at in range(start, len(words)) if words[at].tag in FINITE), None)
    if verb is None or any(one.tag in ("U", ";") for one in words[start:verb]):
        return None
    for first, last in noun_spans(sentence_text, classes):
        if start <= first and last <= verb:
            if first and words[first - 1].tag == "P" and first - 1 == start:
                continue
            return _phrase(sentence_text, words, first, last)
    return None


def _main_start(words: Sequence[Word]) -> int:
    """The index of the token at which the main clause begins, past what stands before its comma.

    Skipped are adverbs, and an opening prepositional, participial or subordinate clause up to the first comma that a
    finite verb follows.
    """
    at = 0
    while at < len(words) and words[at].tag in ("R", ",", "C"):
        at += 1
    if at < len(words) and (words[at].tag in ("P", "S", "T", "G", "E") or words[at].lower == "such"):
        depth = 0
        for place in range(at, min(len(words), at + 40)):
            tag = words[place].tag
            depth += (tag == "(") - (tag == ")")
            if tag == "," and depth == 0 and _clause_follows(words, place + 1):
                at = place + 1
                break
    while at < len(words) and words[at].tag in ("R", ","):
        at += 1
    return at


@lru_cache(maxsize=READ)
def noun_spans(text: str, classes: WordClasses) -> tuple[tuple[int, int], ...]:
    """Half-open index ranges of the noun phrases among the tokens of a sentence."""
    words = read_sentence(text, classes)
    spans = []
    at = 0
    while at < len(words):
        last = at
        while last < len(words) and _may_stand(words, last, at) and (last == at or _touches(text, words, last)):
            last += 1
        end = last
        while end > at and not (words[end - 1].tag == "N" and _heads(words[end - 1].text, classes, in_place=True)):
            end -= 1
        if end > at:
            first = max(at, end - LONGEST_PHRASE)
            while first < end - 1 and words[first].tag == "#":
                first += 1
            spans.append((first, end))
        at = max(last, at + 1)
    return tuple(spans)


def _may_stand(words: Sequence[Word], at: int, first: int) -> bool:
    """Whether the token at ``at`` may be part of a phrase that begins at ``first``."""
    tag = words[at].tag
    if tag in "NJ":
        return True
    if tag == "#":
        return at > first and words[at - 1].tag == "N" and at + 1 < len(words) and words[at + 1].tag == "N"
    if tag not in "EG" or at + 1 >= len(words) or words[at + 1].tag not in "NJ":
        return False
    before = words[at - 1].tag if at else "^"
    if tag == "E":
        return before not in ("N", "B", "H", "U")
    return before in ("D", "J", "#") or (before == "R" and at > 1 and words[at - 2].tag == "D")


def _touches(text: str, words: Sequence[Word], at: int) -> bool:
    """Whether only white space, or the full stop of an initial ("E. coli"), stands before this token."""
    before = words[at - 1]
    gap = text[before.end : words[at].start].strip()
    if before.lower.endswith(("'s", "’s")) and not gap:
        return True
    return not gap or (gap == "." and len(before.text) == 1)


def _heads(word: str, classes: WordClasses, in_place: bool = False) -> bool:
    """Whether a phrase may end in this word; ``in_place``: it was read as a noun already, so only clear misfits go."""
    if word.endswith(("'s", "’s", "'", "’")):
        return False
    if in_place or any(letter.isupper() for letter in word):
        return any(letter.isalpha() for letter in word)
    return classes.is_noun_head(word)


def _clause_follows(words: Sequence[Word], at: int) -> bool:
    """Whether a finite verb follows after something that can be its subject."""
    for place in range(at, min(len(words), at + 30)):
        if words[place].tag in FINITE:
            return place > at
        if words[place].tag in ("W", ";", ":"):
            return False
    return False


@lru_cache(maxsize=20_000)
def _terms_in(phrase: str, classes: WordClasses) -> tuple[str, ...]:
    words, stems = tokens(phrase), token_stems(phrase)
    whole = len(words) - 1
    ends = [at for at, one in enumerate(words) if at == whole or _heads(one.text, classes)]
    found = []
    for first in range(len(words)):
        for last in (at for at in ends if first <= at < first + LONGEST_TERM):
            own = [name for those in stems[first : last + 1] for name in those]
            found.append(" ".join(own) or phrase[words[first].start : words[last].end].lower())
    return tuple(found)


def _phrase(text: str, words: Sequence[Word], first: int, last: int) -> Phrase:
    start, end = words[first].start, words[last - 1].end
    return Phrase(text[start:end], _stems(text[start:end]), start, end)


@lru_cache(maxsize=20_000)
def _stems(text: str) -> tuple[str, ...]:
    return content_stems(text) or (text.lower(),)
