"""The forms of a topic's name: which words that share its stem speak of it, and which of something else.

The stemmer throws "terrorism" together with night terrors, "constitution" with what a diet constitutes and "relativity"
with all that is relatively large. What speaks of the topic keeps its company: "digestive" stands where digestion does.
An acronym is itself in capitals only: what led to something is no LED. A letter or a number tells a vitamin from
others.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise

from castalia.memory.letters import unaccented
from castalia.memory.plurals import IRREGULAR_PLURALS
from castalia.memory.spellings import american
from castalia.tools.language.noun_classes import base_noun
from castalia.tools.language.words import FUNCTION_WORDS, content_stems, stem, tokens, word_parts, words_with

RARE = 4  # fewer texts that hold a form tell nothing of it
# Two forms speak of different things where less than TOGETHER of the snippets with the rarer one hold both, or less
# than OFTEN of them and less than BEYOND times as many as chance would have it.
TOGETHER, OFTEN, BEYOND = 0.1, 0.2, 4.0
# What a name is made of by "-ization" does not tell of it where less than this share of the snippets with it hold the
# name: 3 in 100 of those on tokens tell of tokenization, but 10 of those on what is urban of urbanization.
SELDOM = 0.05


def other_words(topic: str, texts: Iterable[str], share: float) -> frozenset[str]:
    """The words (lower-case) that have the stem of a topic of one word and speak of something else.

    ``texts`` are those in which the stem stands, ``share`` of all that there are. None for a topic of several words,
    whose words tell of each other, nor where no text holds the topic's own word. For an acronym, and a name that ends
    in what is mostly a small word ("free will"), the name itself: words that are not written so are others.
    """
    if _ends_in_small_word(topic):
        return frozenset({topic})
    if _is_acronym(topic):
        return frozenset({topic}) if any(has_acronym(text, topic) for text in texts) else frozenset()
    wanted = [part for token in tokens(topic) for part in word_parts(token.lower)]
    if len(wanted) != 1:
        return frozenset()
    own, name = singular(wanted[0]), stem(wanted[0])
    size = holding = 0
    alone: Counter[str] = Counter()
    beside: Counter[str] = Counter()
    for text in texts:
        words = set(words_with(name, text))
        forms = {singular(one) for one in words}
        size += 1
        holding += own in forms
        alone.update(forms - {own})
        beside.update(forms - {own} if own in forms else ())
    if not holding:
        return frozenset()
    usual = share * holding / size

    def is_other(form: str) -> bool:
        together = beside[form] / min(alone[form], holding)
        return together < TOGETHER or (together < OFTEN and beside[form] < BEYOND * usual * alone[form])

    def is_apart(form: str) -> bool:
        return _is_base(form, own) and beside[form] < SELDOM * alone[form]

    return frozenset(form for form, count in alone.items() if count >= RARE and (is_apart(form) or is_other(form)))


def _is_base(form: str, own: str) -> bool:
    """Whether a name is made of a word, for what is done to it or becomes it: a token."""
    return re.fullmatch(rf"{re.escape(form)}{re.escape(form[-1])}?i[sz]ation", own) is not None


def speaks_of_other(text: str, others: frozenset[str], name: str) -> bool:
    """Whether every word of a text that has this stem is one of the others."""
    if not others:
        return False
    if names := [one for one in others if _is_acronym(one) or " " in one]:
        return bool(words_with(name, text)) and not any(_stands(one, text) for one in names)
    words = words_with(name, text)
    return bool(words) and all(singular(one) in others for one in words)


def speaks_of_sibling(words: Sequence[str], topic: Sequence[str]) -> bool:
    """Whether words (stems) name what only a letter or a number behind its name tells from the topic, and never the
    topic itself: "vitamin C" is no vitamin D, but vitamin D3 is, and photosystem 2 is photosystem II."""
    return any(
        _MARK.fullmatch(mark) is not None and mark not in words and _has_other_marks(name, mark, words)
        for name, mark in pairwise(topic)
    )


def _has_other_marks(name: str, mark: str, words: Sequence[str]) -> bool:
    others = [other for one, other in pairwise(words) if one == name and _MARK.fullmatch(other)]
    return bool(others) and not any(_is_same(mark, other) for other in others)


def _is_same(mark: str, other: str) -> bool:
    is_kind = len(mark) == 1 and mark.isalpha() and other[0] == mark and other[1:].isdigit()
    return is_kind or _number(mark) == _number(other)


def _number(mark: str) -> str:
    plain = mark.rstrip(".")
    return str(_ROMAN.index(plain) + 1) if plain in _ROMAN else plain


_ROMAN = "i ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi".split()
# "vitamin A", where the capital has a stem of its own, "photosystem II", "vitamin B12", "type 2", "HIV-1"
_MARK = re.compile(r"[^\W\d_]\d{0,2}\.?|[ivx]{2,4}|\d{1,3}")


def _is_acronym(topic: str) -> bool:
    return len(topic) > 1 and topic.isupper() and topic.isalpha()


def _ends_in_small_word(topic: str) -> bool:
    words = topic.lower().split()
    return len(words) > 1 and words[-1] in FUNCTION_WORDS


def _stands(name: str, text: str) -> bool:
    """Whether a name stands in a text; an acronym in its capitals."""
    if _is_acronym(name):
        return has_acronym(text, name)
    return re.search(rf"\b{re.escape(name)}\b".replace("\\ ", "[ -]"), text, re.IGNORECASE) is not None


def singular(word: str) -> str:
    """A lower-case word without the ending of its plural or possessive, and without accents, in American spelling."""
    bare = unaccented(word).replace("’", "'").removesuffix("'s").removesuffix("'")
    return american(IRREGULAR_PLURALS.get(bare) or base_noun(bare))


def other_number(topic: str, texts: Iterable[str], is_noun: Callable[[str], bool]) -> str:
    """The topic in the other number, as most of these texts have it: "Galaxy" for "Galaxies"; "" for an acronym, and
    where none of them has that of its last word as a noun."""
    *before, last = topic.split()
    small = last.lower()
    if last.isupper() or not small.isalpha():
        return ""
    (name,) = content_stems(small) or ("",)
    forms = Counter(word for text in texts for word in words_with(name, text) if _differ_in_number(word, small))
    return next((" ".join((*before, word)) for word, _ in forms.most_common() if is_noun(word)), "")


def _differ_in_number(one: str, other: str) -> bool:
    """Whether one of two words (lower-case) is the plural of the other."""
    short, long = sorted((one, other), key=len)
    plurals = (f"{short}s", f"{short}es", f"{short[:-1]}ies" if short.endswith("y") else "")
    return long in plurals or IRREGULAR_PLURALS.get(one) == other or IRREGULAR_PLURALS.get(other) == one


def has_acronym(text: str, acronym: str) -> bool:
    """Whether an acronym stands in a text in its capitals, perhaps in the plural: "GPs" are no GPS."""
    return re.search(rf"\b{re.escape(acronym)}s?\b", text) is not None


def unwritten(text: str, synonyms: Mapping[str, str]) -> frozenset[str]:
    """The acronyms among a topic's other names (stems, with the word) that do not stand in a text in capitals."""
    return frozenset(name for name, word in synonyms.items() if word.isupper() and not has_acronym(text, word))
