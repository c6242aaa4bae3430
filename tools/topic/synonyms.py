"""Synonyms: another word that the snippets themselves give for the topic ("angiosperms, also called flowering plants").

What is said of angiosperms is said of flowering plants. Acronyms, and species cut short, are in ``spelled_names``.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import takewhile

from castalia.tools.language.words import FUNCTION_WORDS, content_stems, stem_set
from castalia.tools.topic.defined_names import called

# Snippets that have to say so, one of them in words: brackets hold examples, parts and causes as well. Where one says
# that a name is the term for the topic, no other is asked.
TOLD = 2
LONGEST = 5  # words of a name
REACH = 80  # characters of it


def synonyms_of(topic: Sequence[str], texts: Iterable[str]) -> dict[str, str]:
    """The words that these texts call the topic (its stems) as well: stems, each with the word as it is written."""
    told = _told(topic, texts).items()
    return {name[0]: one.shortest for name, one in told if len(name) == 1 and one.is_known}


def synonyms_in(topic: Sequence[str], texts: Iterable[str]) -> tuple[str, ...]:
    """The names of several words that these texts call the topic (its stems) as well, and say so: "the Krebs cycle
    (also called the citric acid cycle)", "myocardial infarction is the formal term for a heart attack". The one that
    most say first."""
    told = [(name, one) for name, one in _told(topic, texts).items() if len(name) > 1 and one.is_known]
    told.sort(key=lambda pair: (-len(pair[1].ways), pair[0]))
    return tuple(one.shortest for _, one in told if not _SAID.isdisjoint(one.ways))


@dataclass
class _Told:
    """A name that texts set beside the topic: how they write it, and by which mark each of them does."""

    words: set[str] = field(default_factory=set)
    ways: list[str] = field(default_factory=list)

    @property
    def is_known(self) -> bool:
        return "term" in self.ways or (len(self.ways) >= TOLD and set(self.ways) != {"bracket"})

    @property
    def shortest(self) -> str:
        return min(self.words, key=lambda word: (len(word), word))


def _told(topic: Sequence[str], texts: Iterable[str]) -> dict[tuple[str, ...], _Told]:
    """The names (as stems) that these texts set beside the topic, in alphabetical order."""
    own = frozenset(topic)
    told: defaultdict[tuple[str, ...], _Told] = defaultdict(_Told)
    for text in texts:
        found: dict[tuple[str, ...], str] = {}
        for one, other, mark in _pairs(text):
            for name, alias in ((other, one),) if mark == "term" else ((one, other), (other, one)):
                stems = content_stems(alias)
                if stems and not own.issuperset(stems) and own == stem_set(name):
                    found[stems] = min(found.get(stems, mark), mark, key=_WAYS.index)
                    told[stems].words.add(alias.lower() if len(stems) == 1 else alias)
        for stems, mark in found.items():
            told[stems].ways.append(mark)
    return dict(sorted(told.items()))


_WAYS = ("term", "called", "or", "bracket")  # the clearest first
_SAID = frozenset(_WAYS[:2])


def _pairs(text: str) -> Iterator[tuple[str, str, str]]:
    """What a text sets side by side as names of one thing, and by which of ``_WAYS`` it does."""
    for mark in _MARKS.finditer(text):
        way = str(mark.lastgroup)
        reach = text[max(0, mark.start() - REACH) : mark.start()]
        before = _name_before(reach)
        if way == "or" and reach.removesuffix(before).endswith(", "):
            continue  # the last of a list: "thoughts, ideas, or memories,"
        rest = text[mark.end() : mark.end() + REACH]
        names = called(rest) if way == "called" else [_ENDS[way].split(rest, maxsplit=1)[0]]
        for name in names:
            if before and len(name.split()) <= LONGEST:
                yield before, name, way


def _name_before(text: str) -> str:
    """The noun phrase that a text ends in: its last words up to a function word or a mark; before "is" or "are", the
    subject of its last sentence."""
    text = _SHORT.sub("", text)
    if subject := _SUBJECT.search(text):
        return subject[1] if FUNCTION_WORDS.isdisjoint(subject[1].lower().split()) else ""
    words = text.rstrip(' ,(“"').split()
    name = list(takewhile(lambda word: word.lower() not in FUNCTION_WORDS and word[-1] not in ",;:.()—", words[::-1]))
    is_whole = len(name) <= LONGEST and words[: -len(name)][-1:] != ["of"]  # "the law of refraction"
    return " ".join(reversed(name)) if is_whole else ""


_SUBJECT = re.compile(r"(?:^|[.!?;:] )(?:(?:The|An?) )?([^.!?;:,()]{3,60}) (?:is|are)\s*$")
_SHORT = re.compile(r" \([A-Z]{2,6}\)$")  # "Myocardial infarction (MI)"
_OTHER_END = re.compile(r"[,)]")
# "the technical term for energy transfer by a force": what goes on is a description
_ENDS = {"or": _OTHER_END, "bracket": _OTHER_END, "term": re.compile(r"[,.;:)]")}


_MARKS = re.compile(
    r"(?P<called>[,(]? ?\b(?:abbreviated (?:as |to )?(?:the |an? )?|(?:also|sometimes|often|commonly|usually|otherwise|formerly|generally|more commonly|better)(?: often| commonly| sometimes)?"
    r" (?:called|known as|termed|named|referred to as) (?:the |an? )?))"
    r"|(?P<term> (?:is|are) the (?:formal|medical|technical|scientific|clinical|proper|common|popular|everyday) (?:terms?|names?|words?) for"
    r" (?:what (?:is|are) (?:(?:commonly|often|usually|popularly|also) )?(?:called|known as|referred to as|termed) )?(?:an? |the )?)"
    r"|(?P<or>, or (?=[^,;.()]{3,40}[,)]))|(?P<bracket> \((?:or |the |an? )?(?=[a-z][^()]{2,40}\)))"
)
