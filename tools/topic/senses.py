"""Senses: whether some of the snippets mean another thing by a topic's one word than most do.

Mercury is a planet and mercury a metal; stress is one thing in psychology and another in mechanics. A snippet keeps to
one sense of a word, and so mostly does a domain (Gale, Church and Yarowsky 1992); two ways of writing a word, or two
domains, mean different things by it where what they say of it has hardly a word in common.
"""

from __future__ import annotations

import math
import statistics
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Literal

from castalia.memory.records import Snippet
from castalia.tools.language.sentences import split_sentences
from castalia.tools.language.vectors import cosine
from castalia.tools.language.words import content_stems, stem, stem_set, tokens
from castalia.tools.topic.background import Background
from castalia.tools.topic.writings import is_written, plain, ways, writing

READ = 60  # snippets of a group: what they say of the word is known from so many
FEW = 12  # sentences with the word: fewer tell nothing of what a group means by it
# of how alike the sentences of one group are, those of two: from here on they mean one thing. Of 60 words on three
# textbook corpora, domains that mean one thing are joined by 0.29 or more, others by 0.24 or less.
ALIKE = 0.25
SOMETIMES, CLEARLY = 0.05, 2.0  # of the snippets of a sense hold what is asked for, and so many times those of another
# of the snippets of a document with the word hold what is asked for, where it surely means it, or surely does not;
# and from here on of the likeness within them, what these two say is one thing (asked for, meanings may be nearer)
MOSTLY, HARDLY, UNLIKE = 2 / 3, 1 / 3, 0.4
WHOLE = 5  # letters of what another word may begin with, or end in


@dataclass(frozen=True, slots=True)
class OtherSense:
    """What some snippets mean by a topic's word that is not the topic."""

    by: Literal["writing", "domain", "document"]
    """What tells snippets apart: how they write the word, their domain or their document."""
    their_groups: frozenset[str]
    """The groups that mean this; of ways to write the word there is one."""
    theirs: Mapping[str, float]
    """The profile of what they say of the word."""
    ours: Mapping[str, float]
    """That of what ``our_groups`` say of it."""
    our_groups: frozenset[str]
    """The groups that mean the topic."""
    stems: frozenset[str]
    """The word's own stem."""
    is_asked: bool = False
    """Whether the qualifier of the topic told which is meant; else the topic is what most mean."""
    count: int = 0
    """How many of the ``held`` snippets mean this, or what ``within`` means."""
    held: int = 0
    """How many snippets with the word were looked at."""
    within: OtherSense | None = None
    """What the qualifier leaves out in ``our_groups``."""

    @property
    def written(self) -> str:
        """How they write the word; "" where that tells nothing."""
        return min(self.their_groups) if self.by == "writing" else ""

    def is_meant(self, snippet: Snippet, background: Background) -> bool:
        """Whether a snippet means this and not the topic: by its group, and where that does not tell, by what goes with
        the word there."""
        inner = self.within
        return self._is_theirs(snippet, background) or (inner is not None and inner.is_meant(snippet, background))

    def _is_theirs(self, snippet: Snippet, background: Background) -> bool:
        group = self._group_of(snippet)
        if group in self.our_groups:
            return False
        if group in self.their_groups:
            return True
        company = background.profile([frozenset(content_stems(snippet.text))], self.stems)
        return cosine(company, self.theirs) > (1.0 if self.is_asked else CLEARLY) * cosine(company, self.ours)

    def _group_of(self, snippet: Snippet) -> str:
        if self.by == "writing":
            return writing(snippet.text, ways(self.written))
        return snippet.domain if self.by == "domain" else snippet.document


@dataclass(frozen=True, slots=True)
class _View:
    """What a group of sentences says of the word: its profile, and how alike those of its halves are."""

    whole: Mapping[str, float]
    within: float


def find_other_sense(
    topic: str, snippets: Sequence[Snippet], background: Background, qualifier: str = ""
) -> OtherSense | None:
    """What those of these snippets, in which the word of a topic stands, mean by it that do not mean the topic: this is
    what the ``qualifier`` says ("planet", "physics"), by where its words stand, and else what most mean. Who gives a
    qualifier knows of several meanings: where what domains say seems to be one thing, those are told apart in which its
    words stand, and then the documents. ``None`` where all mean one thing, and for a topic of several words."""
    stems = stem_set(topic)
    if len(stems) != 1:
        return None
    other = _by_groups(topic, snippets, stems, background, qualifier)
    if other is not None and other.is_asked:
        ours = [one for one in snippets if not other.is_meant(one, background)]
        other = replace(other, within=_by_documents(ours, stems, background, qualifier))
    else:
        other = _by_documents(snippets, stems, background, qualifier) or other
    if other is None:
        return None
    return replace(other, count=sum(other.is_meant(one, background) for one in snippets), held=len(snippets))


def _by_groups(
    topic: str, snippets: Sequence[Snippet], stems: frozenset[str], background: Background, qualifier: str
) -> OtherSense | None:
    """What is meant by those who write the word in another way than those who mean the topic, or by other domains."""
    for written in dict.fromkeys((ways(plain(topic, snippets)), ())):
        groups: defaultdict[str, list[Snippet]] = defaultdict(list)
        for one in snippets:
            groups[writing(one.text, written) if written else one.domain].append(one)
        groups.pop("", None)
        told = {name: _told(those, stems, name if written else "") for name, those in groups.items()}
        told = {name: sentences for name, sentences in told.items() if len(sentences) >= FEW}
        levels = _joined(told, stems, background)
        senses, asked = _told_apart(levels[:1] if written or not qualifier else levels, groups, qualifier)
        if len(senses) > 1:
            ours = asked or max(sorted(senses, key=min), key=lambda sense: sum(len(groups[name]) for name in sense))
            theirs = sorted(frozenset().union(*senses) - ours)
            return OtherSense(
                "writing" if written else "domain",
                frozenset(theirs),
                _profile([text for name in theirs for text in told[name]], stems, background),
                _profile([text for name in sorted(ours) for text in told[name]], stems, background),
                ours,
                stems,
                asked is not None,
            )
    return None


def _by_documents(
    snippets: Sequence[Snippet], stems: frozenset[str], background: Background, qualifier: str
) -> OtherSense | None:
    """What the documents mean by the word in which the words of a qualifier hardly stand beside it, where it is another
    thing than in those in which they mostly do. A document means one thing by a word, so these are where it begins;
    then each is told by the company of the word in it (as Yarowsky 1995 does, in one step)."""
    if not (asked := _asked_words(qualifier)):
        return None
    documents: defaultdict[str, list[Snippet]] = defaultdict(list)
    for one in snippets:
        documents[one.document].append(one)
    share = {
        name: statistics.fmean(_holds(one, word) for one in those for word in asked)
        for name, those in documents.items()
    }
    told = {name: _told(those, stems, "") for name, those in sorted(documents.items())}
    ours = [one for name, those in told.items() if share[name] >= MOSTLY for one in those]
    theirs = [one for name, those in told.items() if share[name] <= HARDLY for one in those]
    if min(len(ours), len(theirs)) < FEW:
        return None
    mine, others = _view(ours, stems, background), _view(theirs, stems, background)
    if _likeness(mine, others) >= UNLIKE:
        return None
    own, other = mine.whole, others.whole
    company = {name: _profile(those, stems, background) for name, those in told.items()}
    out = frozenset(name for name, one in company.items() if cosine(one, other) > cosine(one, own))
    return OtherSense("document", out, other, own, frozenset(documents) - out, stems, is_asked=True)


def _joined(
    told: Mapping[str, Sequence[str]], stems: frozenset[str], background: Background
) -> list[list[frozenset[str]]]:
    """The levels of the grouping, the coarsest first: in that all groups are joined that mean one thing by the word;
    each further level undoes one more of these joins, the last first."""
    views = {name: _view(those, stems, background) for name, those in told.items()}
    senses = [frozenset({name}) for name in sorted(told)]
    # how alike two sets of groups are on average: what one group has in common with each of two others does not make
    # these one
    near = {frozenset((a, b)): _likeness(views[min(a)], views[min(b)]) for a, b in combinations(senses, 2)}
    before: list[list[frozenset[str]]] = []
    while len(senses) > 1:
        alike, a, b = max((near[frozenset((a, b))], a, b) for a, b in combinations(senses, 2))
        if alike < ALIKE:
            break
        before.insert(0, senses)
        others = [one for one in senses if one not in (a, b)]
        for one in others:
            linked = len(a) * near[frozenset((a, one))] + len(b) * near[frozenset((b, one))]
            near[frozenset((a | b, one))] = linked / len(a | b)
        senses = sorted((*others, a | b), key=min)
    return [senses, *before]


def _view(sentences: Sequence[str], stems: frozenset[str], background: Background) -> _View:
    halves = (_profile(those, stems, background) for those in (sentences[::2], sentences[1::2]))
    return _View(_profile(sentences, stems, background), cosine(*halves))


def _likeness(a: _View, b: _View) -> float:
    """How alike two groups of sentences are, of how alike those of one group are."""
    return cosine(a.whole, b.whole) / math.sqrt(a.within * b.within or math.inf)


def _told_apart(
    levels: Sequence[list[frozenset[str]]], groups: Mapping[str, Sequence[Snippet]], qualifier: str
) -> tuple[list[frozenset[str]], frozenset[str] | None]:
    """The senses of the first of these levels (see ``_joined``) in which a qualifier tells which is meant, and that
    one; else those of the first level, and ``None``. A qualifier with the words of a domain's name means that domain
    alone: then the finest level comes first."""
    names = stem_set(qualifier)
    is_domain = any(names and names <= stem_set(one) for sense in levels[-1] for one in sense)
    for senses in reversed(levels) if is_domain else levels:
        if len(senses) > 1 and (asked := _asked_for(senses, groups, qualifier)):
            return senses, asked
    return levels[0], None


def _asked_for(
    senses: Sequence[frozenset[str]], groups: Mapping[str, Sequence[Snippet]], qualifier: str
) -> frozenset[str] | None:
    """The sense (the names of its groups) whose snippets hold the words of a qualifier clearly more often than those of
    any other, in their domains, titles or texts; ``None`` where none does."""
    asked = _asked_words(qualifier)
    if not asked:
        return None

    def share(sense: frozenset[str], holds: Callable[[Snippet, str], bool]) -> float:
        read = [one for name in sorted(sense) for one in sorted(groups[name], key=lambda one: one.id)[:READ]]
        return statistics.fmean(holds(one, word) for one in read for word in asked)

    for holds in (_holds, _holds_like):
        *_, (second, _), (best, found) = sorted((share(one, holds), sorted(one)) for one in senses)
        if best >= SOMETIMES and best >= CLEARLY * second:
            return frozenset(found)
    return None


def _asked_words(qualifier: str) -> list[str]:
    """Its words, without those that go with any field ("science")."""
    return [one.lower for one in tokens(qualifier) if content_stems(one.text) and stem(one.lower) not in _ANY_FIELD]


def _holds(snippet: Snippet, word: str) -> bool:
    """Whether a word stands in a snippet, its title, its chapter or its domain."""
    return stem(word) in _all_stems(snippet)


def _holds_like(snippet: Snippet, word: str) -> bool:
    """Whether one does that begins as it does ("finance", "financial"), or the word ends in one of the domain
    (microbiology in biology)."""
    name, fields = stem(word), (one.lower for one in tokens(snippet.domain))
    begins = len(name) >= WHOLE and any(one.startswith(name) for one in _all_stems(snippet))
    return begins or any(len(one) >= WHOLE and word.endswith(one) for one in fields)


def _all_stems(snippet: Snippet) -> frozenset[str]:
    return stem_set(f"{snippet.text} {snippet.title} {snippet.topic} {snippet.domain}")


_ANY_FIELD = frozenset(map(stem, "science study studies field discipline concept term theory topic".split()))


def _told(snippets: Sequence[Snippet], stems: frozenset[str], written: str) -> list[str]:
    """The sentences of a group that hold the word (``written`` so, unless that is ""), each once, in an order of their
    own."""
    read = sorted(snippets, key=lambda one: one.id)[:READ]
    found = {one.text for snippet in read for one in split_sentences(snippet.text)}
    return sorted(one for one in found if stems <= stem_set(one) and (not written or is_written(one, written)))


def _profile(sentences: Sequence[str], stems: frozenset[str], background: Background) -> dict[str, float]:
    return background.profile(map(stem_set, sentences), stems)
