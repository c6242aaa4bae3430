"""Duplicates among snippets: the same words exactly, or nearly.

They are found in three steps: the same words; candidates that share shingles (four words in a row, the smallest hashes
of each text: Broder, "On the resemblance and containment of documents", 1997); and a comparison word by word that
decides, which lives in ``likeness``.
"""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import blake2b
from itertools import pairwise

from castalia.memory.records import Snippet
from castalia.tools.corpus.likeness import compared_form, has_twin, words_and_signs

_SKETCH = 16  # shingle hashes kept of each text
_BLOCK = 64  # texts listed under one shingle; more is boilerplate
_CANDIDATES = 16  # texts that one text is compared with


def distinct(
    ordered: Sequence[Snippet], look: Callable[[], object] = lambda: None
) -> tuple[tuple[Snippet, ...], int, int]:
    """The snippets without duplicates, how many repeats there were, and how many near duplicates. ``look`` is called
    before each; it may raise, to end this.

    By ascending id each one is compared with those kept before it: what is removed has a smaller twin that stays, a
    chain of small differences removes nothing by itself, and running it on its own result changes nothing. Blocks are
    bounded, so time is linear in the texts.
    """
    codes = _Codes()
    digests: list[bytes] = []
    sketches: list[array[int]] = []
    for snippet in ordered:
        look()
        words = codes.of(snippet.text)
        digests.append(blake2b(words.tobytes(), digest_size=16).digest())
        sketches.append(_sketch(words))
    shared = _repeated(sketches)
    blocks: dict[int, list[int]] = defaultdict(list)
    kept: list[int] = []
    seen: set[bytes] = set()
    repeats = near = 0
    for at, snippet in enumerate(ordered):
        look()
        if digests[at] in seen:
            repeats += 1
            continue
        hashes = shared.intersection(sketches[at])
        candidates = _candidates(at, hashes, sketches, blocks)
        if candidates and has_twin(snippet.text, [ordered[other].text for other in candidates]):
            near += 1
            continue
        kept.append(at)
        seen.add(digests[at])
        for one in hashes:
            if len(blocks[one]) < _BLOCK:
                blocks[one].append(at)
    return tuple(ordered[at] for at in kept), repeats, near


class _Codes(dict[str, int]):
    """A 64-bit number for each word as it is compared, made when it is first met."""

    def of(self, text: str) -> array[int]:
        return array("Q", map(self.__getitem__, words_and_signs(text)))

    def __missing__(self, word: str) -> int:
        code = int.from_bytes(blake2b(compared_form(word).encode(), digest_size=8).digest(), "big")
        self[word] = code
        return code


def _sketch(words: Sequence[int]) -> array[int]:
    """The smallest hashes of its shingles: texts alike share many of them, however long they are."""
    shingles = set(map(hash, zip(words, words[1:], words[2:], words[3:], strict=False)))  # numbers: one hash anywhere
    return array("q", sorted(shingles or map(hash, set(words)))[:_SKETCH])


def _repeated(sketches: Iterable[Iterable[int]]) -> frozenset[int]:
    """The hashes that more than one sketch holds (sorted, not counted: a third of the memory)."""
    return frozenset(
        one for one, other in pairwise(sorted(one for sketch in sketches for one in sketch)) if one == other
    )


def _candidates(
    at: int, hashes: Iterable[int], sketches: Sequence[array[int]], blocks: Mapping[int, Sequence[int]]
) -> list[int]:
    """Kept texts that share an eighth of the smaller sketch, most shared first."""
    shared = Counter(other for one in hashes if one in blocks for other in blocks[one])
    enough = [
        (-count, other) for other, count in shared.items() if 8 * count >= min(len(sketches[at]), len(sketches[other]))
    ]
    return [other for _, other in sorted(enough)[:_CANDIDATES]]
