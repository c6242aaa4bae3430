"""Spelling: how the texts on a topic write a word inside a sentence: with a capital or without, or in a way of its own."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

WORD = re.compile(r"[^\W_]+(?:[-’'][^\W_]+)*")


@dataclass(frozen=True, slots=True)
class Spelling:
    """``counts`` of the words inside sentences, names of several words left out; ``usual`` is the most usual way to write
    the letters of a word, ``pairs`` are the words that stand side by side."""

    counts: Mapping[str, int]
    usual: Mapping[str, str]
    pairs: frozenset[tuple[str, str]]

    def of(self, word: str) -> str:
        """A word of a title as it stands inside a sentence: "States" is "states" unless mostly capital, "dna" (of a url)
        is "DNA"."""
        if "-" in word and _letters(word) not in self.usual:
            return "-".join(map(self.of, word.split("-")))
        usual = word if {"'", "’"} & set(word) else self.usual.get(_letters(word), word)
        if word.isupper():
            return word
        if word.islower() or not (usual.islower() or is_titled(usual)):
            return usual
        return word if self.counts.get(word, 0) > self.counts.get(word.lower(), 0) else word.lower()


def spelling_in(texts: Iterable[str]) -> Spelling:
    """The spelling of these texts, each a sentence."""
    read = [WORD.findall(text) for text in texts]
    counts = Counter(
        word
        for words in read
        for before, word, after in _threes(words)
        if not (is_titled(word) and (is_titled(before) or is_titled(after)))  # "Hubble Space Telescope"
    )
    usual: dict[str, str] = {}
    for word in sorted(counts, key=lambda one: (counts[one], one)):
        if word == _letters(word) or _letters(word) not in counts:
            usual[_letters(word)] = word
    return Spelling(counts, usual, frozenset(pair for words in read for pair in pairwise(words)))


def is_titled(word: str) -> bool:
    """Whether a word begins with its only capital."""
    return word[:1].isupper() and word[1:] == word[1:].lower()


def _letters(word: str) -> str:
    return word.lower().replace("’", "").replace("'", "")


def _threes(words: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    """Each word but the first, between its neighbours."""
    return zip(words, words[1:], (*words[2:], ""), strict=False)
