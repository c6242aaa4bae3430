"""Siblings: what texts name side by side with the topic ("reptiles, birds, and mammals"), and so is no part of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from castalia.tools.language.sentences import split_sentences
from castalia.tools.language.words import FUNCTION_WORDS, stem
from castalia.tools.objections.rule_words import FINITE_VERBS

JOINED = 0.3  # of the sentences that hold both names have them in one list
OFTEN = 4  # of these, at least
ITEM = 2  # words of what stands between two names in a list

_WORD = re.compile(r"[^\W\d_][\w’'-]*|,")
_JOINTS = frozenset((",", "and", "or", "nor"))
# "Swans and other birds", "birds, such as swans": kinds of it; "birds, which eat frogs": no list.
_NO_LIST = frozenset("other such including especially particularly like as which that who whose where when".split())


def naming(texts: Iterable[str], name: Sequence[str]) -> list[list[str]]:
    """The words and commas of those sentences that hold a name (stems, in order)."""
    found = (_WORD.findall(one.text.lower()) for text in texts for one in split_sentences(text))
    return [words for words in found if any(_ends(words, name))]


def is_sibling(term: Sequence[str], name: Sequence[str], sentences: Iterable[Sequence[str]]) -> bool:
    """Whether the sentences that hold a name (``naming``) have a term beside it in a list, and not as a kind of it."""
    both = [words for words in sentences if any(_ends(words, term))]
    joined = sum(_leads_to(words, name, term) or _leads_to(words, term, name) for words in both)
    return joined >= max(OFTEN, JOINED * len(both))


def _ends(words: Sequence[str], name: Sequence[str]) -> Iterator[int]:
    """Where a name ends that is no part of a longer one ("hip bone")."""
    stems = [stem(word) for word in words]
    for at in range(len(words) - len(name) + 1):
        if stems[at : at + len(name)] == list(name) and (at == 0 or _may_precede(words[at - 1])):
            yield at + len(name)


def _may_precede(word: str) -> bool:
    return word in _JOINTS | FUNCTION_WORDS | FINITE_VERBS or word.endswith("ing")


def _leads_to(words: Sequence[str], first: Sequence[str], second: Sequence[str]) -> bool:
    """Whether a list goes on from the first name to the second."""
    ends = {at - len(second) for at in _ends(words, second)}
    for end in _ends(words, first):
        apart = ITEM + 1
        for at in range(end, len(words)):
            apart = 0 if words[at] in _JOINTS else apart + 1
            if words[at] in _NO_LIST or apart > ITEM:
                break
            if at + 1 in ends:
                return True
    return False
