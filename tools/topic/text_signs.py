"""What the text of a sentence shows by itself: signs of doubt, such as how late it comes to the topic, what it only
lists or promises, whom it names; whether it breaks off before a list; whether it narrows the topic.

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


def breaks_off(text: str) -> bool:
    """Whether a sentence ends with what it is about to tell ("… has three main parts."), which stands in the next."""
    return _ABOUT_TO.search(text) is not None


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
_NUMBER = r"(?:two|three|four|five|six|seven|several|a number of) (?:[a-z-]+ ){0,2}"
_ABSTRACT = (
    r"characteristics|features|functions|reasons|ways|advantages|types|kinds|categories|steps|stages|factors|fates|rules|phases"
    r"|methods|theories|approaches|models|mechanisms|explanations|hypotheses|views|perspectives|strategies|techniques|purposes|errors"
)
# "… has three main parts.", "There are two ways in which …"
_SEVERAL = rf"{_NUMBER}(?:{_ABSTRACT}|parts|components|forms|properties|groups|classes|sources|branches|pathways)"
# "Banks have several other strategies to reduce …", "Several factors can speed up …": which, is not said.
_UNTOLD = rf"{_NUMBER}(?:{_ABSTRACT})\b(?! of\b)[^:;,(—]*\.$"
_MAIN_CLAUSE = r"^(?:(?!\b(?:because|since|as|if|when|which|that|who)\b)[^:;(—]){0,120}"
_HAS = r"(?:has|have|had|presents?|presented|lists?|listed|identif(?:y|ies|ied)|outlines?|outlined) (?:also )?"
_NAMES_THEM = r"(?!.*\b(?:is|are|was|were|includes?) (?!possible\b|available\b|known\b))"
# "Two final points are worth noting.", "The concept involves some practical difficulties."
_ANNOUNCED = r"(?:points|questions|difficulties|challenges|caveats|complications|lessons|observations|disagreements)"
_ABOUT_TO = re.compile(
    rf"(?<!\band )\b{_SEVERAL}\.$|^There are {_SEVERAL}\b[^:,(—]*\.$"
    rf"|{_MAIN_CLAUSE}\b{_HAS}{_UNTOLD}|(?i:^{_NAMES_THEM}{_UNTOLD})"
    r"|\ban? (?:[a-z-]+ ){0,2}(?:definition|explanation|solution|answer) (?:[a-z-]+ ){0,4}has been (?:established|proposed|offered|found)\.$"
    rf"|\b{_ANNOUNCED}\b[^:;(]{{0,60}}\b(?:worth (?:noting|remembering|mentioning|making)|emerges?|arises?)\b[^:;(]{{0,60}}\.$"
    r"|\b(?:has|have|had) (?:also )?(?:met(?: with)?|drawn|faced|attracted|received) (?:[a-z-]+ ){0,2}criticisms?\.$"
    rf"|\b(?:some|several|two|three|a few|certain) (?:[a-z-]+ ){{0,2}}{_ANNOUNCED}\.$"
    rf"|\bpresents? (?:[a-z-]+ ){{0,2}}challenges\b[^:,;(]{{0,60}}\.$"
    r"|\b(?:stated|formulated|phrased) in (?:different|various|many|a number of|a variety of) ways\.$"
)
# "There are four steps", "It depends on many factors": and which, a reader asks, unless a colon comes.
_PROMISE = re.compile(
    r"\b(?:two|three|four|five|six|several|various|many|different|a number of|a variety of)\b[^:]{0,160}"
    r"\b(?:ways|types|kinds|factors|reasons|forms|steps|requirements|stages|parts|methods|categories|functions|conditions)\b"
)
