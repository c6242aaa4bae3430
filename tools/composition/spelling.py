"""Spelling: how the texts on a topic write a word inside a sentence: with a capital or without, or in a way of its own;
and what stands between words that a url left out."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise, zip_longest

from castalia.tools.composition.remembered import remembered
from castalia.tools.language.counting import commonest
from castalia.tools.language.words import ARTICLES, FUNCTION_WORDS, stem
from castalia.tools.topic.evidence import Evidence

WORD = re.compile(r"[^\W_]+(?:[-’'][^\W_]+)*")
_PLAIN = re.compile(r"[a-z0-9]+")  # what the end of a url keeps of a text
_OWNER = re.compile(r"(.+)([’']s)")
_ACRONYM = 3  # letters; WHO is not "who"
_JOINT = re.compile(r" |, |[-–’']|[^\W\d_]{1,2}")


@dataclass(frozen=True)
class Spelling:
    """``counts`` of the words inside sentences, names of several words left out; ``usual`` is the most usual way to
    write the letters of a word, ``pairs`` are the words that stand side by side in the ``texts``."""

    counts: Mapping[str, int]
    usual: Mapping[str, str]
    pairs: frozenset[tuple[str, str]]
    texts: tuple[str, ...]

    @cached_property
    def joints(self) -> Mapping[tuple[str, str], str]:
        """What mostly stands between two words (their stems), where they stand side by side."""
        between: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)
        for text in map(str.lower, self.texts):
            for word, other in pairwise(_PLAIN.finditer(text)):
                joint = text[word.end() : other.start()]
                if _JOINT.fullmatch(joint):
                    between[stem(word[0]), stem(other[0])][joint] += 1
        return {pair: commonest(joints) for pair, joints in between.items()}

    def of(self, word: str) -> str:
        """A word of a title as it stands inside a sentence: "States" is "states" unless mostly capital, "dna" (of a
        url) is "DNA", and "INSOMNIA" is "insomnia" where the texts know it so."""
        if (owner := _OWNER.fullmatch(word)) and word not in self.counts:
            return f"{self.of(owner[1])}{owner[2]}"
        if "-" in word and _letters(word) not in self.usual:
            parts = word.split("-")
            written = [self.of(part) for part in parts]
            is_name = all(map(is_titled, parts)) and any(map(is_titled, written))  # "Sapir-Whorf"
            return word if is_name else "-".join(written)
        usual = word if {"'", "’"} & set(word) else self.usual.get(_letters(word), word)
        if word.isupper():
            shouts = len(word) > _ACRONYM and word not in self.counts and usual.islower()
            return usual if shouts else word
        if word.islower() or not (usual.islower() or is_titled(usual)):
            return usual
        return word if self.counts.get(word, 0) > self.counts.get(word.lower(), 0) else word.lower()

    def restored(self, words: str) -> str:
        """The words of a url with the signs, letters and capitals of names that it lost: "br nsted lowry acids" are
        "brønsted-lowry acids", what is "in the united states" is in the United States, and "the nearest planets an
        overview" is one of "the nearest planets"."""
        read = words.split()
        named = {word for pair in pairwise(read) if self.is_name(*pair) for word in pair}
        written = [word.capitalize() if word in named else word for word in read]
        joints = [self._between(*pair, is_listed=_is_listed(read, at)) for at, pair in enumerate(pairwise(read), 1)]
        if apposed := _apposed(words.lower().split()):
            joints[apposed - 1] = ": "
        return "".join(f"{word}{joint}" for word, joint in zip_longest(written, joints, fillvalue=""))

    def is_name(self, word: str, other: str) -> bool:
        """Whether the texts write two words side by side with capitals only: "Milky Way", not "Atomic Structure"; also
        where something is the other's ("Stanley Milgram’s")."""
        if owner := _OWNER.fullmatch(other):
            other = owner[1]
        is_written = (word.capitalize(), other.capitalize()) in self.pairs
        return (
            is_written
            and (word.lower(), other.lower()) not in self.pairs
            and FUNCTION_WORDS.isdisjoint((word.lower(), other.lower()))
        )

    def _between(self, word: str, other: str, *, is_listed: bool) -> str:
        unseen = ", " if is_listed else " "
        joint = self.joints.get((stem(word.lower()), stem(other.lower())), unseen)
        return " " if joint == ", " and not is_listed else joint


@remembered
def spelling_of(evidence: Evidence) -> Spelling:
    """That of all that may be quoted."""
    return spelling_in(one.text for one in evidence.singles)


def spelling_in(texts: Iterable[str]) -> Spelling:
    """The spelling of these texts, each a sentence."""
    texts = tuple(texts)
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
    pairs = frozenset(pair for words in read for pair in pairwise(words))
    return Spelling(counts, usual, pairs, texts)


def _is_listed(words: Sequence[str], at: int) -> bool:
    """Whether the word at this place and the one before it stand before an "and", no other small word between them, and
    not in a clause ("how a firm chooses output and price")."""
    rest = [word.lower() for word in words[at - 1 :]]
    end = next((place for place, word in enumerate(rest) if word in FUNCTION_WORDS), 0)
    return end > 1 and rest[end] in ("and", "or") and words[0].lower() not in _VERBAL


def _apposed(words: Sequence[str]) -> int:
    """Where an article follows a noun, so that a colon stood between them; 0 where it does not, or may follow a
    verb."""
    for at, (before, word) in enumerate(pairwise(words), 1):
        if before in _VERBAL or before.endswith("ing"):
            return 0
        if word in ARTICLES and before not in FUNCTION_WORDS:
            return at
    return 0


_VERBAL = frozenset("how what when where why who which that to".split())


def is_titled(word: str) -> bool:
    """Whether a word begins with its only capital."""
    return word[:1].isupper() and word[1:] == word[1:].lower()


def _letters(word: str) -> str:
    return word.lower().replace("’", "").replace("'", "")


def _threes(words: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    """Each word but the first, between its neighbours."""
    return zip(words, words[1:], (*words[2:], ""), strict=False)
