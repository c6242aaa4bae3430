"""ROUGE (Lin 2004): shared n-grams, longest common subsequences; F1 of two texts, precision of a text to its sources.

The tokens are those of the package ``rouge-score`` with its stemmer, and the numbers are its numbers; its table for the
longest common subsequence takes seconds and hundreds of megabytes on whole pages, here it is bit-parallel. Shares run
from 0 to 1.
"""

from __future__ import annotations

import importlib.util
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from castalia.tools.language.sentences import split_sentences


class Rouge(NamedTuple):
    """ROUGE-1, ROUGE-2, and ROUGE-L or ROUGE-Lsum; ``None`` where a text has no tokens."""

    one: float | None
    two: float | None
    longest: float | None


def has_rouge() -> bool:
    """Whether the package whose tokens are used is installed."""
    return importlib.util.find_spec("rouge_score") is not None


def rouge(candidate: str, reference: str) -> Rouge:
    """F1 of ROUGE-1, -2 and -L of two whole texts (thesis section 4.6; Lin 2004, sections 2 and 3.1).

    The same numbers as ``RougeScorer(["rouge1", "rouge2", "rougeL"], use_stemmer=True)``. ``None`` without a token in
    the reference; 0 without one in the candidate.
    """
    mine, theirs = rouge_tokens(candidate), rouge_tokens(reference)
    if not theirs:
        return Rouge(None, None, None)
    if not mine:
        return Rouge(0.0, 0.0, 0.0)
    return Rouge(ngram_f1(mine, theirs, 1), ngram_f1(mine, theirs, 2), lcs_f1(mine, theirs))


def rouge_precision(candidate: str, sources: Sequence[str]) -> Rouge:
    """Which share of a text's n-grams, and of its tokens by ROUGE-Lsum, its sources have (plan-based retrieval, section
    4.3).

    The sources are one reference text, each on lines of its own: no n-gram reaches from one into the next. Their order
    does not matter.
    """
    mine = rouge_tokens(candidate)
    theirs = [rouge_tokens(one) for one in sources]
    if not mine or not any(theirs):
        return Rouge(None, None, None)
    shares = []
    for size in (1, 2):
        wanted = _ngrams(mine, size)
        held = sum((_ngrams(one, size) for one in theirs), Counter[tuple[str, ...]]())
        shares.append((wanted & held).total() / wanted.total() if wanted else None)
    hits = union_lcs(_sentence_tokens([candidate]), _sentence_tokens(sources))
    return Rouge(shares[0], shares[1], hits / len(mine))


def ngram_f1(mine: Sequence[str], theirs: Sequence[str], n: int) -> float:
    """F1 of the n-grams that two token sequences share, counted with repeats (Lin 2004, section 2)."""
    first, second = _ngrams(mine, n), _ngrams(theirs, n)
    return _f1((first & second).total(), first.total(), second.total())


def lcs_f1(mine: Sequence[str], theirs: Sequence[str]) -> float:
    """F1 of the longest common subsequence (Lin 2004, section 3.1)."""
    return _f1(lcs_length(mine, theirs), len(mine), len(theirs))


def lcs_length(mine: Sequence[str], theirs: Sequence[str]) -> int:
    """Length of the longest common subsequence: one big-integer addition a token (Hyyrö 2004).

    A zero bit of ``row`` at position i says that the subsequence grows by one at token i.
    """
    return len(mine) - _rows(mine, theirs)[-1].bit_count()


def union_lcs(mine: Sequence[Sequence[str]], theirs: Sequence[Sequence[str]]) -> int:
    """The hits of ROUGE-Lsum (Lin 2004, section 3.2): for each sentence of the reference the union of its longest
    common subsequences with all sentences of the candidate, no token counted more often than either side has it.

    Of several longest subsequences the one that rouge-score finds.
    """
    left = Counter(token for sentence in mine for token in sentence)
    vocabularies = [frozenset(one) for one in mine]
    hits = 0
    for sentence in theirs:
        own = frozenset(sentence)
        places = {
            at for one, words in zip(mine, vocabularies, strict=True) if own & words for at in _path(sentence, one)
        }
        for at in sorted(places):
            if left[sentence[at]]:
                left[sentence[at]] -= 1
                hits += 1
    return hits


def _path(reference: Sequence[str], candidate: Sequence[str]) -> list[int]:
    """The places in the reference of one longest common subsequence, walked back as rouge-score does."""
    rows = _rows(reference, candidate)

    def length(i: int, j: int) -> int:
        return i - (rows[j] & ((1 << i) - 1)).bit_count()

    i, j = len(reference), len(candidate)
    found: list[int] = []
    while i and j:
        if reference[i - 1] == candidate[j - 1]:
            i, j = i - 1, j - 1
            found.append(i)
        elif length(i, j - 1) > length(i - 1, j):
            j -= 1
        else:
            i -= 1
    return found


def _rows(mine: Sequence[str], theirs: Sequence[str]) -> list[int]:
    places: dict[str, int] = {}
    for at, token in enumerate(mine):
        places[token] = places.get(token, 0) | 1 << at
    full = (1 << len(mine)) - 1
    row = full
    rows = [row]
    for token in theirs:
        matches = row & places.get(token, 0)
        row = ((row + matches) | (row - matches)) & full
        rows.append(row)
    return rows


@lru_cache(maxsize=256)
def rouge_tokens(text: str) -> tuple[str, ...]:
    """The stemmed tokens of the package (ASCII letters and digits, in lower case)."""
    from rouge_score.tokenizers import DefaultTokenizer  # costs a second, and only ROUGE needs it

    return tuple(DefaultTokenizer(use_stemmer=True).tokenize(text))


def _sentence_tokens(texts: Sequence[str]) -> list[tuple[str, ...]]:
    found = [one.text for text in texts for one in split_sentences(text)]
    return [tokens for one in found if (tokens := rouge_tokens(one))]


def _ngrams(words: Sequence[str], n: int) -> Counter[tuple[str, ...]]:
    return Counter(tuple(words[at : at + n]) for at in range(len(words) - n + 1))


def _f1(shared: int, mine: int, theirs: int) -> float:
    return 2.0 * shared / (mine + theirs) if shared else 0.0
