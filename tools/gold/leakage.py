"""The guard against leakage: what a page is measured against must not be what it is written from.

A snippet leaks when it comes from a mirror of Wikipedia (``mirror_sites``), when its title says so, or when its text is
that of a gold page: many of its shingles (five words in a row) are in one, from more than one sentence. The measure is
the containment of Broder, "On the resemblance and containment of documents" (1997), eq. 2. Reading and writing corpora
lives in ``guarded_corpus``.
"""

from __future__ import annotations

import re
import unicodedata
from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b

from castalia.memory.errors import InputError
from castalia.tools.gold.gold_pages import GoldPage, topic_key
from castalia.tools.gold.mirror_sites import is_mirror, says_mirror
from castalia.tools.language.sentences import split_sentences

SHINGLE = 5  # words
THRESHOLD = 0.3  # of a snippet's shingles; with every tenth word changed 0.59 of them are left
TITLED = 0.15  # where the document has the title of a gold page
QUOTED = 0.9  # of a snippet that shares no more than a sentence: the source of a quotation has more to say than that
ELSEWHERE = 3  # shingles in other sentences than the one that shares most: a stock phrase is no second sentence
MIRRORED = 0.5  # of a document's snippets; then the others go, too
_SENTENCE_BITS = 24
_HASH_BITS = 40
_WORD = re.compile(r"[^\W_]+")
_MARKS = re.compile(r"\[(?:\d{1,3}|[a-z]|note \d{1,2}|citation needed|edit)\]")


@dataclass(frozen=True, slots=True)
class Leak:
    """Why a snippet must not be retrieved: "mirror site", "mirror by its title", "title of a gold page", "text of a
    gold page"; ``topic`` of the page, and the share of the snippet's shingles that are in gold pages."""

    reason: str
    topic: str = ""
    share: float = 0.0


class Guard:
    """Knows the text of the gold pages. May be used from several threads."""

    def __init__(self, pages: Iterable[GoldPage], threshold: float = THRESHOLD, same_titles: bool = False) -> None:
        """``same_titles``: everything whose title is that of a gold page leaks, whatever its text."""
        if not 0 < threshold <= 1:
            raise InputError(f"a threshold of {threshold:g}: give more than 0, and at most 1")
        self._threshold, self._same_titles = threshold, same_titles
        self._titles: dict[str, str] = {}
        self._topics: list[str] = []
        self._first: list[int] = []  # number of the first sentence of each page
        packed: list[int] = []
        number = 0
        for page in dict.fromkeys(pages):  # gold by name has a page under each of its names
            for name in (page.topic, *page.names):
                self._titles.setdefault(topic_key(name), page.topic)
            self._topics.append(page.topic)
            self._first.append(number)
            number = _pack(page.text, number, packed)
        packed.sort()
        self._shingles = array("Q", packed)

    def leak(self, text: str, url: str = "", title: str = "") -> Leak | None:
        """Why this snippet leaks, or ``None``."""
        if url and is_mirror(url):
            return Leak("mirror site")
        if title and says_mirror(title):
            return Leak("mirror by its title")
        topic = self._titles.get(key) if (key := topic_key(title)) else None
        if topic is not None and self._same_titles:
            return Leak("title of a gold page", topic)
        hashes = _shingles(_words(text))
        if not hashes:
            return None
        hits = [sentence for one in hashes if (sentence := self._find(one)) is not None]
        share = len(hits) / len(hashes)
        least = min(self._threshold, TITLED) if topic is not None else self._threshold
        if share < least:
            return None
        first, most = Counter(hits).most_common(1)[0]
        if share < QUOTED and len(hits) - most < ELSEWHERE:
            return None
        return Leak("text of a gold page", self._topic_of(first), round(share, 3))

    def _find(self, shingle: int) -> int | None:
        """The number of the sentence that has this shingle: the first one that does."""
        at = bisect_left(self._shingles, shingle << _SENTENCE_BITS)
        if at < len(self._shingles) and self._shingles[at] >> _SENTENCE_BITS == shingle:
            return self._shingles[at] & ((1 << _SENTENCE_BITS) - 1)
        return None

    def _topic_of(self, sentence: int) -> str:
        return self._topics[bisect_left(self._first, sentence + 1) - 1]


def _pack(text: str, number: int, packed: list[int]) -> int:
    """Add the shingles of a text, each with the number of the sentence it begins in; the number that comes next."""
    words: list[str] = []
    sentences: list[int] = []
    for sentence in split_sentences(_MARKS.sub("", text)):
        own = _words(sentence.text)
        words += own
        sentences += [number] * len(own)
        number += bool(own)
    limit = (1 << _SENTENCE_BITS) - 1
    packed += [
        one << _SENTENCE_BITS | min(place, limit) for one, place in zip(_shingles(words), sentences, strict=False)
    ]
    return number


def _words(text: str) -> list[str]:
    return _WORD.findall(unicodedata.normalize("NFKC", _MARKS.sub("", text)).casefold())


def _shingles(words: Sequence[str]) -> list[int]:
    codes = [_code(one) for one in words]
    mask = (1 << _HASH_BITS) - 1
    found = []
    for at in range(len(codes) - SHINGLE + 1):
        mixed = 0
        for one in codes[at : at + SHINGLE]:
            mixed = (mixed * 0x9E3779B97F4A7C15 + one) & 0xFFFFFFFFFFFFFFFF
        found.append((mixed ^ mixed >> 29) & mask)
    return found


@lru_cache(maxsize=200_000)
def _code(word: str) -> int:
    return int.from_bytes(blake2b(word.encode("utf-8", "replace"), digest_size=8).digest(), "big")
