"""Introductions: sentences that, where none says what the topic is, tell what it is made of, what it is there for, or
what it does.

"The kidneys are composed of …", "T is responsible for …", "T controls …": the bare topic with a plain verb in the
present.
"""

from __future__ import annotations

from collections.abc import Sequence, Set

from castalia.tools.language.words import stem_set
from castalia.tools.objections.rule_words import FINITE_VERBS

# How much a predicate tells of its subject, set by hand after the pages of topics that their corpora define nowhere:
CONSTITUTES = 1.5  # "is composed of", "is responsible for"
SPELLS_OUT = 0.8  # "includes", "looks at"
ACTS = 0.6  # "regulates"
UNDERGOES = 0.5  # "is found in"
SHORTEST = 4  # words of a predicate that tells something, and letters of a participle ("used", not "red")

_ARTICLES = frozenset({"A", "An", "The"})
_CONSTITUTED = frozenset("composed comprised made built responsible designed meant intended concerned".split())
_SPELLED_OUT = frozenset(
    """apply applies concern concerns consist consists contain contains comprise comprises deal deals describe describes
    include includes involve involves look looks measure measures refer refers""".split()
)
# What it has, may do, begins or seems to be is no summary of it.
_TELLS_LITTLE = frozenset(
    """has have had do does did can may might will would could should must was were play plays begin begins start starts continue continues
    seem seems appear appears remain remains tend tends become becomes help helps work works""".split()
)
_PASSIVE = frozenset("found known built held seen used given".split())
_ADVERBS = frozenset("often all".split())


def introduces(sentence: str, names: Sequence[Set[str]]) -> float:
    """How well a sentence introduces a topic that has these names (each as stems): 0 not at all, about 1 well.

    Its subject has to be the name alone, or the name with an acronym in brackets: what is said of some or of a kind of
    it does not introduce it.
    """
    words = sentence.split()
    at = 1 if words and words[0] in _ARTICLES else 0
    for name in names:
        end = at + max(1, len(name))
        if stem_set(" ".join(words[at:end])) == name:
            return max(0.0, _tells(_without_brackets(words[end:])))
    return 0.0


def _without_brackets(words: list[str]) -> list[str]:
    if not words or not words[0].startswith("("):
        return words
    closing = next((at for at, word in enumerate(words) if word.rstrip(",").endswith(")")), len(words))
    return words[closing + 1 :]


def _tells(predicate: list[str]) -> float:
    """What a predicate, adverbs before it or not, tells of its subject."""
    said = _plain(predicate)
    if len(said) < SHORTEST or said[0] in _TELLS_LITTLE:
        return 0.0
    if said[0] in ("is", "are"):
        state = _plain(said[1:])[0:1]
        if not state:
            return 0.0
        if state[0] in _CONSTITUTED:
            return CONSTITUTES
        is_done = state[0] in _PASSIVE or (state[0].endswith("ed") and len(state[0]) >= SHORTEST)
        return UNDERGOES if is_done else 0.0
    if said[0] in _SPELLED_OUT:
        return SPELLS_OUT
    return ACTS if _is_present(said[0]) and not _is_noun(said) else 0.0


def _is_present(word: str) -> bool:
    """Whether a word is a verb in the present: "take" or "takes", not "took"."""
    return word in FINITE_VERBS and (
        word.endswith("s") or not FINITE_VERBS.isdisjoint((f"{word}s", f"{word}es", f"{word[:-1]}ies"))
    )


def _is_noun(said: list[str]) -> bool:
    """Whether the verb of the clause comes after its first word: "lines are continuous", "cuts for individuals will
    tend"."""
    for word in said[1:6]:
        if word in _FINITE:
            return True
        if word in _CLAUSES or word.endswith((",", ";")):
            return False
    return False


_FINITE = frozenset("is are was were will would can could may might must should has have had do does did".split())
_CLAUSES = frozenset("that which who whose when where how what why if because although while and or as than".split())


def _plain(words: list[str]) -> list[str]:
    """The words from the first one on that is no adverb."""
    first = next((at for at, word in enumerate(words) if not (word.endswith("ly") or word in _ADVERBS)), len(words))
    return words[first:]
