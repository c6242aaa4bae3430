"""Paraphrases: whether two questions or search terms ask for the same thing. Pure; which texts are compared lives in
``ledgers``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import Stemmer
from castalia.memory import bm25

_WORD = re.compile(r"[^\W_]+(?:[.,]\d+)*|[+−#](?=\W|$)|(?<!\w)-(?=\d)|(?<!\w)\+(?=\d)|[<>≤≥]", re.UNICODE)
_NEGATIONS = frozenset(
    "no not non none never neither nor without lack lacks lacking absence absent cannot except".split()
)
_OPPOSITES = frozenset("more less most least before after above below under up down out inside outside".split())
_FORWARD = frozenset("to into on upon onto in against over than toward towards without".split())
_BACKWARD = frozenset("by from".split())
_GOAL = frozenset("to into toward towards".split())
_VERBS = frozenset("effect caus".split())  # stems
# The first of these in a question stands before its subject ("do corals eat"), or is a form of "be": then the order
# says little.
_AUXILIARIES = frozenset("do does did can could will would shall should may might must have has had".split())
_BE = frozenset("is are was were be".split())
_ASKING = frozenset("what which how why who whom whose when where".split())
_PERSONS = frozenset("who whom whose".split())
_AMOUNTS = frozenset("many much often".split())
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

    They do if they are made of the same content words (by stem, without the phrases that questions are wrapped in, and
    with "effect", "impact", "influence" taken for one word), ask for the same kind of thing, and do not run in opposite
    directions ("effect of sleep on diet", "effect of diet on sleep"). The order of words counts between active
    questions of which no direction is known: "What eats corals?" is not "What do corals eat?". One different number,
    letter, prefix, negation or content word makes another question: to refuse a new question costs more than to ask an
    old one twice. Symmetric; no state.
    """
    one, other = _sense(a), _sense(b)
    if one.words != other.words or not _may_ask_alike(one.kind, other.kind):
        return False
    if not one.words:
        return " ".join(a.split()).casefold() == " ".join(b.split()).casefold()
    if one.is_directed and other.is_directed:
        return not (one.ahead & other.behind and one.behind & other.ahead)
    if one.order and other.order and not (one.is_directed or other.is_directed):
        return one.order == other.order or (one.sides == other.sides and any(one.sides))
    return not (_begins_with_its_target(one, other) or _begins_with_its_target(other, one))


@dataclass(frozen=True, slots=True)
class _Sense:
    """What a text asks: its content words and, where a word such as "on", "into" or "affects" gives it a direction,
    those on either side.

    ``kind`` is what is asked for ("who", "how many", …; "" where that is not said), ``order`` the words of an active
    question, its subject first; none for other texts, whose subject only grammar would find."""

    words: frozenset[str]
    source: frozenset[str]
    target: frozenset[str]
    kind: str
    order: tuple[str, ...]

    @property
    def sides(self) -> tuple[frozenset[str], frozenset[str]]:
        return self.source, self.target

    @property
    def is_directed(self) -> bool:
        return all(self.sides)

    @property
    def ahead(self) -> frozenset[str]:
        return self.source - self.target

    @property
    def behind(self) -> frozenset[str]:
        return self.target - self.source


def _may_ask_alike(kind: str, other: str) -> bool:
    """Whether two kinds may be one: what, which and how ask for what a text without a question word may be about; who
    and when do not."""
    return kind == other or (not (kind and other) and kind + other in ("what", "which", "how"))


def _begins_with_its_target(active: _Sense, directed: _Sense) -> bool:
    """Whether the subject of an active question is, in the other text, what something is done to: then the two run in
    opposite directions."""
    return bool(active.order) and directed.is_directed and active.order[0] in directed.behind


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
    content = [(place, stem) for place, (word, stem) in enumerate(words) if _counts(word)]
    stems = frozenset(stem for _, stem in content)
    plain = [word for word, _ in words]
    kind, order = _kind(plain), _order(plain, content)
    turn, backward = _turn(words)
    if turn is None:
        return _Sense(stems, frozenset(), frozenset(), kind, order)
    sides = [(place, stem) for place, stem in content if stem not in _VERBS]
    left = frozenset(stem for place, stem in sides if place < turn)
    right = frozenset(stem for place, stem in sides if place > turn)
    source, target = (right, left) if backward else (left, right)
    return _Sense(stems, source, target, kind, order)


def _kind(words: Sequence[str]) -> str:
    """What the first question word asks for, where that makes a difference: "what affects" asks for causes, as "why"
    does."""
    place = next((place for place, word in enumerate(words) if word in _ASKING), len(words))
    asking, following = (*words[place : place + 2], "", "")[:2]
    if asking in _PERSONS:
        return "who"
    if asking == "how" and following in _AMOUNTS:
        return f"how {following}"
    if asking == "which":
        return asking if _counts(following) else ""  # "in which way" asks how
    if asking == "what":
        return asking if following in _AUXILIARIES else ""
    return "" if asking == "why" else asking  # "why" is a content word


def _order(words: Sequence[str], content: Sequence[tuple[int, str]]) -> tuple[str, ...]:
    """The content words of an active question, subject first: what stands before the auxiliary is what is done to."""
    if not (_ASKING & set(words[:2]) or _AUXILIARIES & set(words[:1])):
        return ()
    place = next((place for place, word in enumerate(words) if word in _AUXILIARIES or word in _BE), -1)
    if place >= 0 and words[place] in _BE:
        return ()
    after = tuple(stem for at, stem in content if at > place)
    return after + tuple(stem for at, stem in content if at < place)


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
