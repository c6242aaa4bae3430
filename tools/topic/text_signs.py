"""What the text of a sentence shows by itself: signs of doubt, such as how late it comes to the topic, what it only
lists or promises, whom it names; whether it narrows the topic.

What the signs are worth is learned in ``doubt``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Set
from itertools import dropwhile, pairwise

from castalia.tools.language.words import ARTICLES, content_stems

BRIEF = 12  # words: a sentence of fewer says little
OPENING = 7  # words in which it names what it is about


def text_signs(text: str, topic: frozenset[str]) -> Mapping[str, float]:
    """What the words of a sentence on this topic (its stems) show: shares and counts of about 0 to 2."""
    words = text.split()
    said = set(text.lower().split())
    named = [place for place, word in enumerate(words) if topic & set(content_stems(word))]
    return {
        "comes late to the topic": named[0] / len(words) if named else 1.0,
        "one of several": float(_only_listed(text, topic)),
        "promises a list": float(_PROMISE.search(text, text.rfind(":") + 1) is not None),
        "names": min(4, sum(_is_name(before, word, topic) for before, word in pairwise(words))) / 2,
        "would": float(not _WOULD.isdisjoint(said)),
        "if": float("if" in said),
        "brief": max(0, BRIEF - len(words)) / 4,
    }


def is_narrowed(text: str, topic: Set[str]) -> bool:
    """Whether a sentence opens with a name (its stems) and a preposition: "Sleep in individuals with …" tells of a part
    of it. A preposition inside the name ("Newton's laws of motion") narrows nothing."""
    words = [word.strip(",") for word in text.lower().split()[:OPENING]]
    rest = list(dropwhile(lambda word: word in ARTICLES, words))
    unsaid = set(topic)
    while rest and not unsaid.isdisjoint(content_stems(rest[0])):
        behind = list(dropwhile(lambda word: not topic.isdisjoint(content_stems(word)), rest))
        unsaid -= {stem for word in rest[: len(rest) - len(behind)] for stem in content_stems(word)}
        if not behind or behind[0] not in _NARROWS:
            return False
        rest = list(dropwhile(lambda word: word in ARTICLES, behind[1:]))
    return len(unsaid) < len(topic)


def _only_listed(text: str, topic: Set[str]) -> bool:
    """Whether the topic stands nowhere but in a list of three or more ("gender, race, and class"); what does several
    things is not listed."""
    lists = [match.span() for match in _LIST.finditer(text)]
    found = [match for match in _WORD.finditer(text) if topic & set(content_stems(match[0]))]
    return bool(found) and all(
        any(start < one.start() < end or (start == one.start() and text[one.end()] == ",") for start, end in lists)
        for one in found
    )


def _is_name(before: str, word: str, topic: Set[str]) -> bool:
    """A word with a capital that begins no sentence and is not the topic's."""
    return word[:1].isupper() and not before.endswith((".", ":", "“")) and not topic & set(content_stems(word))


_NARROWS = frozenset("in of with among for during at on from by within without under".split())
_WOULD = frozenset("will would should".split())
_WORD = re.compile(r"[A-Za-z’'-]+")
_ITEM = r"[\w’'-]{1,60}(?: [\w’'-]{1,60}){0,2}"
_LIST = re.compile(rf"(?<![\w’'-])(?:{_ITEM}, ){{1,12}}(?:{_ITEM},? )?(?:and|or|as well as) {_ITEM}")
# "There are four steps", "It depends on many factors": and which, a reader asks, unless a colon comes.
_PROMISE = re.compile(
    r"\b(?:two|three|four|five|six|several|various|many|different|a number of|a variety of)\b[^:]{0,160}"
    r"\b(?:ways|types|kinds|factors|reasons|forms|steps|requirements|stages|parts|methods|categories|functions|conditions)\b"
)
