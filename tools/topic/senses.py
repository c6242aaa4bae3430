"""Senses: whether some of the snippets mean another thing by a topic's one word than most do.

Mercury is a planet and mercury a metal; stress is one thing in psychology and another in mechanics. A snippet keeps to
one sense of a word, and so mostly does a domain (Gale, Church and Yarowsky 1992); two ways of writing a word, or two
domains, mean different things by it where what they say of it has hardly a word in common.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from castalia.memory.records import Snippet
from castalia.tools.language.sentences import split_sentences
from castalia.tools.language.words import content_stems
from castalia.tools.metrics.metric_vectors import cosine
from castalia.tools.topic.background import Background
from castalia.tools.topic.profiles import profile

READ = 60  # snippets of a group: what they say of the word is known from so many
FEW = 12  # sentences with the word: fewer tell nothing of what a group means by it
# of how alike the sentences of one group are, those of two: from here on they mean one thing. Of 60 words on three
# textbook corpora, domains that mean one thing are joined by 0.29 or more, others by 0.24 or less.
ALIKE = 0.25


@dataclass(frozen=True, slots=True)
class OtherSense:
    """What some snippets mean by a topic's word that is not the topic: those that write it as ``written`` ("" where
    that tells nothing), or those of some ``domains``. ``theirs`` is the profile of what they say of it, ``ours`` of
    what those say that mean the topic, by the ways of writing or the domains in ``our_groups``; ``stems`` is the word's
    own stem."""

    written: str
    domains: tuple[str, ...]
    theirs: Mapping[str, float]
    ours: Mapping[str, float]
    our_groups: frozenset[str]
    stems: frozenset[str]

    def is_meant(self, snippet: Snippet, background: Background) -> bool:
        """Whether a snippet means this and not the topic: by how it writes the word, or by its domain; where those do
        not tell, by what goes with the word there."""
        group = _writing(snippet, _ways(self.written)) if self.written else snippet.domain
        if group in self.our_groups:
            return False
        if group and group in (self.written, *self.domains):
            return True
        company = profile([_stems(snippet.text)], self.stems, background)
        return cosine(company, self.theirs) > cosine(company, self.ours)


def find_other_sense(
    topic: str, snippets: Sequence[Snippet], background: Background, qualifier: str = ""
) -> OtherSense | None:
    """What those of these snippets, in which the word of a topic stands, mean by it that do not mean the topic: this is
    what the ``qualifier`` says ("planet", "physics"), by the domains or by what goes with the word there, and else what
    most mean. ``None`` where all mean one thing, and for a topic of several words."""
    stems = frozenset(content_stems(topic))
    if len(stems) != 1:
        return None
    for written in (_ways(topic), ()):
        groups: defaultdict[str, list[Snippet]] = defaultdict(list)
        for one in snippets:
            groups[_writing(one, written) if written else one.domain].append(one)
        groups.pop("", None)
        told = {name: _told(those, stems, name if written else "") for name, those in groups.items()}
        told = {name: sentences for name, sentences in told.items() if len(sentences) >= FEW}
        senses = _joined(told, stems, background)
        if len(senses) > 1:
            sizes = {name: len(those) for name, those in groups.items()}
            ours = _meant(senses, told, sizes, stems, frozenset(content_stems(qualifier)), background)
            theirs = sorted(frozenset().union(*senses) - ours)
            return OtherSense(
                theirs[0] if written else "",
                () if written else tuple(theirs),
                _profile([text for name in theirs for text in told[name]], stems, background),
                _profile([text for name in sorted(ours) for text in told[name]], stems, background),
                ours,
                stems,
            )
    return None


def is_written(text: str, written: str) -> bool:
    """Whether the word stands in a text with a capital where no sentence begins, or small, as it is ``written`` here (by
    its first letter)."""
    return _pattern(written).search(text) is not None


def writes_other(text: str, written: str) -> bool:
    """Whether a text writes the topic's word as it is ``written`` in another sense ("" where there is none), and
    nowhere in the other way; a word that begins a sentence shows neither."""
    return bool(written) and [one for one in _ways(written) if is_written(text, one)] == [written]


def other_bearer(topic: str, snippets: Sequence[Snippet]) -> re.Pattern[str] | None:
    """What finds the other subject that bears the topic's name: for one word that is mostly written small that with a
    capital where no sentence begins ("the Galaxy" is no galaxy), for one that is mostly a proper name the others of its
    kind ("moons" are not the Moon). ``None`` unless it is one word, and often written small."""
    if not topic.isalpha() or topic[1:] != topic[1:].lower():
        return None
    kind, name = topic.lower(), topic.capitalize()
    small = sum(f" {kind}" in one.text for one in snippets)
    if small <= len(snippets) / 4:
        return None
    if small >= sum(is_written(one.text, name) for one in snippets):
        return _pattern(name)
    return re.compile(rf"\b(?:{kind}e?s|an? {kind})\b", re.IGNORECASE)


def _joined(told: Mapping[str, Sequence[str]], stems: frozenset[str], background: Background) -> list[frozenset[str]]:
    """The groups, joined wherever two of them mean one thing by the word."""
    whole = {name: _profile(those, stems, background) for name, those in told.items()}
    within = {
        name: cosine(_profile(those[::2], stems, background), _profile(those[1::2], stems, background))
        for name, those in told.items()
    }
    senses = {name: frozenset({name}) for name in told}
    for a, b in combinations(sorted(told), 2):
        if cosine(whole[a], whole[b]) >= ALIKE * math.sqrt(within[a] * within[b]):
            both = senses[a] | senses[b]
            senses |= dict.fromkeys(both, both)
    return list(dict.fromkeys(senses.values()))


def _meant(
    senses: Sequence[frozenset[str]],
    told: Mapping[str, Sequence[str]],
    sizes: Mapping[str, int],
    stems: frozenset[str],
    asked: frozenset[str],
    background: Background,
) -> frozenset[str]:
    """The sense (the names of its groups) that the words ``asked`` for tell of, by these names or by what goes with the
    word there; the one of most snippets where they tell nothing."""

    def fit(sense: frozenset[str]) -> tuple[float, int]:
        company = _profile([text for name in sorted(sense) for text in told[name]], stems, background)
        named = len(asked & _stems(" ".join(sense)) - stems)
        return named + sum(company.get(word, 0.0) for word in sorted(asked)), sum(sizes[name] for name in sense)

    return max(sorted(senses, key=min), key=fit)


def _told(snippets: Sequence[Snippet], stems: frozenset[str], written: str) -> list[str]:
    """The sentences of a group that hold the word (``written`` so, unless that is ""), each once, in an order of their
    own."""
    read = sorted(snippets, key=lambda one: one.id)[:READ]
    found = {one.text for snippet in read for one in split_sentences(snippet.text)}
    return sorted(one for one in found if stems <= _stems(one) and (not written or is_written(one, written)))


def _ways(topic: str) -> tuple[str, ...]:
    """With a capital and small; nothing for what is no plain word."""
    return (topic.capitalize(), topic.lower()) if topic.isalpha() and topic[1:] == topic[1:].lower() else ()


def _writing(snippet: Snippet, ways: Sequence[str]) -> str:
    """Which of these ways to write the word a snippet has; "" where it has several or none."""
    found = [one for one in ways if is_written(snippet.text, one)]
    return found[0] if len(found) == 1 else ""


def _profile(sentences: Sequence[str], stems: frozenset[str], background: Background) -> dict[str, float]:
    return profile(map(_stems, sentences), stems, background)


def _stems(sentence: str) -> frozenset[str]:
    return frozenset(content_stems(sentence))


@lru_cache(maxsize=64)
def _pattern(written: str) -> re.Pattern[str]:
    name = re.escape(written.capitalize())
    return re.compile(rf"\b{name.lower()}\b" if written.islower() else rf"(?<=[a-z,] ){name}\b|^The {name}\b")
