"""Paraphrases: whether two questions or search terms ask for the same thing. Pure; which texts are compared lives in ``ledgers``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import Stemmer
from castalia.memory import bm25

_WORD = re.compile(r"[^\W_]+(?:[.,]\d+)*|[+−#](?=\W|$)", re.UNICODE)
_NEGATIONS = frozenset(
    "no not non none never neither nor without lack lacks lacking absence absent cannot except".split()
)
_OPPOSITES = frozenset("more less most least before after above below under up down out inside outside".split())
_FORWARD = frozenset("to into on upon onto in against over than toward towards".split())
_BACKWARD = frozenset("by from".split())
_GOAL = frozenset("to into toward towards".split())
_VERBS = frozenset("effect caus".split())  # stems
_OPEN = frozenset("what which who whom".split())
_ASKED = frozenset("who whom when where".split())  # and what these ask for is of another kind
_ASKING = _OPEN | {"how", "why", "when", "where"}
_DO = frozenset("do does did".split())
_EARLY = 5  # words
_HELPERS = _DO | frozenset("is are was were be been has have had can could will would may might must should".split())
# What questions are wrapped in: it says that something is asked, not what.
_FRAME = frozenset(
    """actually available brief briefly compare describe description detail details different discuss example examples exactly
    explain explanation explore find generally give happen happens important involve involved involves key know known list main
    mainly major mention name need overview play played plays please possible provide question regard regarding relate related
    relevant respect show significant some summarise summarize summary tell typical typically understand understanding various
    way ways well""".split()
)
# Words that ask for the same thing; the first of a row stands for the others, by stem.
_SAME = (
    "effect affect impact influence consequence consequences",
    "cause reason why trigger",
    "role function purpose contribute contribution importance significance",
    "mechanism process work",
    "treatment therapy treat",
    "difference differ distinguish distinction",
    "definition define meaning",
    "regulation regulate control",
    "production produce",
    "structure architecture",
)


def first_paraphrase(text: str, known: Iterable[str]) -> str | None:
    """The first of the known texts that this one repeats or paraphrases, or ``None``."""
    return next((one for one in known if is_paraphrase(text, one)), None)


def is_paraphrase(a: str, b: str) -> bool:
    """Whether two questions or search terms ask for the same thing.

    They do if they are made of the same content words (by stem, in any order, without the phrases that questions are wrapped in, and
    with "effect", "impact", "influence" taken for one word) and do not run in opposite directions ("effect of sleep on diet", "effect
    of diet on sleep"). One different number, letter, prefix, negation or content word makes another question: to refuse a new
    question costs more than to ask an old one twice. "Who", "when" and "where" ask for different things, and "What eats corals?" is not
    "What do corals eat?". Symmetric; no state.
    """
    one, other = _sense(a), _sense(b)
    if one.words != other.words or {one.asks_for, other.asks_for} == {"subject", "object"}:
        return False
    if one.order and other.order and one.order != other.order:
        return False  # "How do predators control prey?", "How do prey control predators?"
    if not one.words:
        return " ".join(a.split()).casefold() == " ".join(b.split()).casefold()
    ahead, behind = one.source - one.target, one.target - one.source
    crossed = ahead & (other.target - other.source) and behind & (other.source - other.target)
    return not crossed


@dataclass(frozen=True, slots=True)
class _Sense:
    """The content words of a text and, where a word such as "on", "into" or "affects" gives it a direction, those on either side.

    ``asks_for``: the "subject" or "object" of its verb, where it asks what or which; ``order``: the content words of a question with "do".
    """

    words: frozenset[str]
    source: frozenset[str]
    target: frozenset[str]
    asks_for: str
    order: tuple[str, ...]


@lru_cache(maxsize=5_000)  # 1 kB each
def _sense(text: str) -> _Sense:
    stemmer = Stemmer.Stemmer("english")  # made here, because one may not serve two threads
    same = _same_stems()
    words: list[tuple[str, str]] = []
    for match in _WORD.finditer(bm25.fold(_negated(text))):
        word = match.group()
        stem = stemmer.stemWord(word)
        stem = stem[:-1] if stem.endswith("ifi") else stem  # "acidify" and "acidification"
        words.append((word, same.get(stem, stem)))
    content = [
        (place, stem) for place, (word, stem) in enumerate(words) if _counts(word) or (not place and word in _ASKED)
    ]
    stems = frozenset(stem for _, stem in content)
    turn, backward = _turn(words)
    spoken = [word for word, _ in words]
    has_do = spoken[:1] != [] and spoken[0] in _ASKING and not _DO.isdisjoint(spoken[1:_EARLY])
    order = tuple(stem for _, stem in content) if has_do else ()
    asks_for = ""
    if spoken and spoken[0] in _OPEN:
        asks_for = "object" if has_do else "subject" if _HELPERS.isdisjoint(spoken) else ""
    if turn is None:
        return _Sense(stems, frozenset(), frozenset(), asks_for, order)
    sides = [(place, stem) for place, stem in content if stem not in _VERBS]
    left = frozenset(stem for place, stem in sides if place < turn)
    right = frozenset(stem for place, stem in sides if place > turn)
    source, target = (right, left) if backward else (left, right)
    return _Sense(stems, source, target, asks_for, order)


def _turn(words: Sequence[tuple[str, str]]) -> tuple[int | None, bool]:
    """The place of the word that gives the text its direction, and whether it points back."""
    inner = list(enumerate(words))[1:]
    back = next((place for place, (word, _) in inner if word in _BACKWARD), None)
    if back is not None:
        # "from A to B" turns at its "to".
        goal = next((place for place, (word, _) in inner if word in _GOAL and place > back), None)
        return (goal, False) if goal is not None and words[back][0] == "from" else (back, True)
    forward = next((place for place, (word, _) in inner if word in _FORWARD), None)
    if forward is not None:
        return forward, False
    return next((place for place, (_, stem) in inner if stem in _VERBS), None), False


def _negated(text: str) -> str:
    return re.sub(r"n['’][tT]\b", " not", text)


def _counts(word: str) -> bool:
    if word in _NEGATIONS or word in _OPPOSITES or word == "why":
        return True
    return word not in bm25.STOP_WORDS and word not in _FRAME


@lru_cache(maxsize=1)
def _same_stems() -> dict[str, str]:
    stemmer = Stemmer.Stemmer("english")
    rows = [[stemmer.stemWord(word) for word in row.split()] for row in _SAME]
    return {stem: row[0] for row in rows for stem in row}
