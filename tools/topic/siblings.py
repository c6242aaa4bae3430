"""Siblings: what texts name side by side with the topic ("reptiles, birds, and mammals"), and so is no part of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from castalia.tools.language.sentences import split_sentences
from castalia.tools.language.words import FUNCTION_WORDS, stem
from castalia.tools.objections.rule_words import FINITE_VERBS

JOINED = 0.3  # of the sentences that hold both names have them in one list
OFTEN = 4  # of these, at least
ITEM = 2  # words of what stands between two names in a list

_WORD = re.compile(r"[^\W\d_][\w’'-]*|,")
_JOINTS = frozenset((",", "and", "or", "nor"))
_MAY_PRECEDE = _JOINTS | FUNCTION_WORDS | FINITE_VERBS
# "Swans and other birds", "birds, such as swans": kinds of it; "birds, which eat frogs": no list.
_NO_LIST = frozenset("other such including especially particularly like as which that who whose where when".split())


class Words(NamedTuple):
    """The words and commas of a sentence in small letters, and their stems."""

    written: tuple[str, ...]
    stems: tuple[str, ...]


def naming(texts: Iterable[str], name: Sequence[str]) -> list[Words]:
    """Those sentences that hold a name (stems, in order)."""
    found = (tuple(_WORD.findall(one.text.lower())) for text in texts for one in split_sentences(text))
    sentences = (Words(words, tuple(map(stem, words))) for words in found)
    return [one for one in sentences if any(_ends(one, name))]


def is_sibling(term: Sequence[str], name: Sequence[str], sentences: Iterable[Words]) -> bool:
    """Whether the sentences that hold a name (``naming``) have a term beside it in a list, and not as a kind of it."""
    both = [one for one in sentences if any(_ends(one, term))]
    joined = sum(_leads_to(one, name, term) or _leads_to(one, term, name) for one in both)
    return joined >= max(OFTEN, JOINED * len(both))


def _ends(words: Words, name: Sequence[str]) -> Iterator[int]:
    """Where a name ends that is no part of a longer one ("hip bone")."""
    if name[0] not in words.stems:
        return
    for at in range(len(words.stems) - len(name) + 1):
        is_here = words.stems[at : at + len(name)] == tuple(name)
        if is_here and (at == 0 or _may_precede(words.written[at - 1])):
            yield at + len(name)


def _may_precede(word: str) -> bool:
    return word in _MAY_PRECEDE or word.endswith("ing")


def _leads_to(words: Words, first: Sequence[str], second: Sequence[str]) -> bool:
    """Whether a list goes on from the first name to the second."""
    starts = {end - len(second) for end in _ends(words, second)}
    for end in _ends(words, first):
        apart = ITEM + 1
        for at, word in enumerate(words.written[end:], end):
            apart = 0 if word in _JOINTS else apart + 1
            if word in _NO_LIST or apart > ITEM:
                break
            if at + 1 in starts:
                return True
    return False
