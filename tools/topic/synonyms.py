"""Synonyms: another word that the snippets themselves give for the topic ("angiosperms, also called flowering plants").

What is said of angiosperms is said of flowering plants. Acronyms, and species cut short, are in ``spelled_names``.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile

from castalia.tools.language.words import FUNCTION_WORDS, content_stems, stem_set
from castalia.tools.topic.defined_names import called

TOLD = 2  # snippets that have to say so, one of them in words: brackets hold examples, parts and causes as well
LONGEST = 5  # words of a name
REACH = 80  # characters of it


def synonyms_of(topic: Sequence[str], texts: Iterable[str]) -> dict[str, str]:
    """The words that these texts call the topic (its stems) as well: stems, each with the word as it is written."""
    own = frozenset(topic)
    words: dict[str, set[str]] = defaultdict(set)
    told: dict[str, list[bool]] = defaultdict(list)
    for text in texts:
        found: dict[str, bool] = {}
        for one, other, in_words in _pairs(text):
            for name, alias in ((one, other), (other, one)):
                alias_stems = content_stems(alias)
                if len(alias_stems) == 1 and alias_stems[0] not in own and own == stem_set(name):
                    found[alias_stems[0]] = found.get(alias_stems[0], False) or in_words
                    words[alias_stems[0]].add(alias.lower())
        for alias, in_words in found.items():
            told[alias].append(in_words)
    known = sorted(alias for alias, ways in told.items() if len(ways) >= TOLD and any(ways))
    return {alias: min(words[alias], key=lambda word: (len(word), word)) for alias in known}


def _pairs(text: str) -> Iterator[tuple[str, str, bool]]:
    """What a text sets side by side as names of one thing, and whether it says so in words."""
    for mark in _MARKS.finditer(text):
        reach = text[max(0, mark.start() - REACH) : mark.start()]
        before = _name_before(reach)
        if mark.lastgroup == "or" and reach.removesuffix(before).endswith(", "):
            continue  # the last of a list: "thoughts, ideas, or memories,"
        rest = text[mark.end() : mark.end() + REACH]
        names = called(rest) if mark.lastgroup == "called" else [_OTHER_END.split(rest, maxsplit=1)[0]]
        for name in names:
            if before and len(name.split()) <= LONGEST:
                yield before, name, mark.lastgroup != "bracket"


def _name_before(text: str) -> str:
    """The noun phrase that a text ends in: its last words up to a function word or a mark."""
    words = reversed(text.rstrip(' ,(“"').split()[-LONGEST:])
    name = takewhile(lambda word: word.lower() not in FUNCTION_WORDS and word[-1] not in ",;:.()—", words)
    return " ".join(reversed(list(name)))


_OTHER_END = re.compile(r"[,)]")


_MARKS = re.compile(
    r"(?P<called>[,(]? ?\b(?:also|sometimes|often|commonly|usually|otherwise|formerly|generally|more commonly|better)"
    r" (?:called|known as|termed|named|referred to as) (?:the |an? )?)"
    r"|(?P<or>, or (?=[^,;.()]{3,40}[,)]))|(?P<bracket> \((?:or |the |an? )?(?=[a-z][^()]{2,40}\)))"
)
