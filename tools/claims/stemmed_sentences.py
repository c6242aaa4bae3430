"""The sentences of a passage, each with its content stems: many claims are held against one passage."""

from __future__ import annotations

from functools import lru_cache

from castalia.tools.language.sentences import split_sentences
from castalia.tools.language.words import stem_set


@lru_cache(maxsize=4_096)
def stemmed_sentences(passage: str) -> tuple[tuple[str, frozenset[str]], ...]:
    """The sentences of a passage, in order, each with its content stems."""
    return tuple((one.text, stem_set(one.text)) for one in split_sentences(passage))
