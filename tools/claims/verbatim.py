"""Verbatim: whether a text has a sentence word for word, as sentences of its own."""

from __future__ import annotations

from functools import lru_cache

from castalia.tools.language.sentences import split_sentences


def stands_in(text: str, sentence: str) -> bool:
    """Whether whole sentences of the text, one or several in a row, are the sentence, white space aside.

    Part of a sentence is not what its text says: "Darwin invented coral." does not stand in "It is false that Darwin
    invented coral."
    """
    wanted = " ".join(sentence.split())
    whole, starts, ends = _bounds(text)
    at = whole.find(wanted) if wanted else -1
    while at >= 0:
        if at in starts and at + len(wanted) in ends:
            return True
        at = whole.find(wanted, at + 1)
    return False


@lru_cache(maxsize=2048)
def _bounds(text: str) -> tuple[str, frozenset[int], frozenset[int]]:
    """The sentences of a text, a space between them, and where each begins and ends."""
    sentences = [" ".join(one.text.split()) for one in split_sentences(text)]
    starts, ends, at = set(), set(), 0
    for one in sentences:
        starts.add(at)
        ends.add(at + len(one))
        at += len(one) + 1
    return " ".join(sentences), frozenset(starts), frozenset(ends)
