"""Cuts: a text cut to the length an embedding model takes, at sentences where it can be. Nothing is reworded."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import islice, pairwise

from castalia.tools.language.sentences import split_sentences
from castalia.tools.language.words import TOKEN

_CLAUSE = re.compile(r"(?<=[;:,)\]|—–])\s+")
_SPACE = re.compile(r"\s+")
_Fits = Callable[[int, int], bool]  # whether the text between two places is short enough, white space at its ends aside


def cut(text: str, limit: int, min_words: int, count: Callable[[str], int]) -> list[str]:
    """The text in pieces, each as long as the limit allows; where the last has fewer than ``min_words`` words, the end
    of the one before goes over to it.

    ``count`` gives the length of a text in the unit of ``limit``. Pieces keep the white space at their ends.
    """
    if count(text) <= limit:
        return [text]

    def fits(start: int, end: int) -> bool:
        return count(text[start:end].strip()) <= limit

    cuts = [*_cuts(text, 0, len(text), fits, _LEVELS), len(text)]
    ends = [0]
    while ends[-1] < len(cuts) - 1:
        ends.append(_furthest(cuts, ends[-1], fits))
    if len(ends) > 2 and not has_words(text[cuts[ends[-2]] :], min_words):
        for end in range(ends[-2] - 1, ends[-3], -1):
            if not fits(cuts[end], len(text)) or not has_words(text[cuts[ends[-3]] : cuts[end]], min_words):
                break
            if has_words(text[cuts[end] :], min_words):
                ends[-2] = end
                break
    pieces = (text[cuts[start] : cuts[end]] for start, end in pairwise(ends))
    return [piece for piece in pieces if piece.strip()]


def has_words(text: str, least: int) -> bool:
    """Whether a text has at least this many words; looks no further than that."""
    return sum(1 for _ in islice(TOKEN.finditer(text), least)) >= least


def _cuts(text: str, start: int, end: int, fits: _Fits, levels: Sequence[Callable[[str], list[int]]]) -> list[int]:
    """Where pieces that fit may begin: at sentences, and inside a longer one at clauses, words, characters."""
    if fits(start, end) or len(text[start:end].strip()) < 2:
        return [start]
    starts = [start, *(start + at for at in levels[0](text[start:end]) if 0 < at < end - start)]
    finer = levels[1:] or levels
    return [cut for one, other in pairwise([*starts, end]) for cut in _cuts(text, one, other, fits, finer)]


def _sentence_starts(text: str) -> list[int]:
    return [sentence.start for sentence in split_sentences(text)]


def _clause_starts(text: str) -> list[int]:
    return [match.end() for match in _CLAUSE.finditer(text)]


def _word_starts(text: str) -> list[int]:
    return [match.end() for match in _SPACE.finditer(text)]


def _middle(text: str) -> list[int]:
    return [len(text) // 2]


_LEVELS = (_sentence_starts, _clause_starts, _word_starts, _middle)


def _furthest(cuts: Sequence[int], first: int, fits: _Fits) -> int:
    """The last of these cuts up to which the text from the first one fits, found by doubling and halving: few counts,
    each of about one piece."""

    def reaches(end: int) -> bool:
        return end < len(cuts) and fits(cuts[first], cuts[end])

    good, step = first + 1, 1
    while reaches(good + step):
        good += step
        step *= 2
    while step := step // 2:
        if reaches(good + step):
            good += step
    return good
