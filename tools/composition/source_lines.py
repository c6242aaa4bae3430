"""Source lines: the sentences of a part of a document in a row, and what can be read on from one of them."""

from __future__ import annotations

import math
import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from heapq import heappop, heappush

from castalia.tools.language.words import FUNCTION_WORDS, content_stems
from castalia.tools.objections.rule_words import FINITE_VERBS
from castalia.tools.topic.doubt import objection_log_odds
from castalia.tools.topic.evidence import Evidence
from castalia.tools.topic.passages import Passage
from castalia.tools.topic.source_paths import path_of, place_in_source
from castalia.tools.topic.topic_passages import singles_of

LEAP = 2  # sentences that a run may leave out at a time, of those of a paragraph that may be told
FORGONE = 8  # words by which each sentence left out lowers the worth of a run, which is counted in words
FAR = 8  # sentences before a passage in which it is looked for what the passage leans on, if they were left out
STRANGERS = 3  # words of a passage's opening that stand in those and nowhere before, from which on it leans on them
RARE = 0.004  # share of all snippets that hold a name: one that fewer hold has to be introduced
USUAL = 4  # documents on the topic that hold a name: one that so many hold need not be introduced

Run = tuple[Passage, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """The sentences of a part of a document, numbered from 0 on."""

    offsets: Mapping[str, int]
    """By snippet id, the number of its first sentence."""
    beginnings: Sequence[int]
    """The numbers of the first sentences of its snippets, ascending."""
    quotable: Sequence[int]
    """The numbers of the sentences that may stand on a page, ascending."""
    starting: Mapping[int, Sequence[Passage]]
    """The passages that may be told under a heading, by the number of their first sentence."""
    stems: Sequence[frozenset[str]]
    """The stems of each sentence."""
    definites: Mapping[int, frozenset[str]]
    """What a sentence that may stand alone calls "the …" without explaining it: the stem of its last word."""
    names: Mapping[int, frozenset[str]]
    """The stems of the proper names and acronyms in a sentence that few texts hold."""
    told: frozenset[str]
    """The stems of what the document says before this part; none where this part sums it up."""

    def number(self, one: Passage) -> int:
        """That of its first sentence."""
        return self.offsets[one.snippet_id] + one.start

    def skipped(self, start: int, end: int) -> int:
        """How many sentences that may stand on a page there are from one number up to another."""
        return bisect_left(self.quotable, end) - bisect_left(self.quotable, start)

    def leans(self, one: Passage, start: int, known: Set[str], most: int = 0) -> bool:
        """Whether a passage cannot be read without the sentences that were left out before it: up to ``FAR`` of them,
        from number ``start`` on.

        It leans on these where it calls more than ``most`` things "the …" that they name, or opens with ``STRANGERS``
        of their words; what a reader has read (``known``, as stems) does not count.
        """
        number = self.number(one)
        missed = frozenset[str]().union(*self.stems[max(start, number - FAR) : number]) - known
        definite = self.definites.get(number, frozenset[str]())
        return len(missed & definite) > most or len(missed & one.opening) >= STRANGERS

    def presumes(self, one: Passage, known: Set[str]) -> bool:
        """Whether a passage names somebody or something that a sentence before it has introduced, or an earlier
        part of its document, and which is not among what a reader has read: its stems are ``known``."""
        number = self.number(one)
        for at in range(number, number + len(one.sentences)):
            names = self.names.get(at, frozenset[str]()) - known
            if not names.isdisjoint(self.told) or any(not names.isdisjoint(stems) for stems in self.stems[:number]):
                return True
            known = known | self.stems[at]
        return False

    def run_from(self, opening: Passage, words: int, known: Set[str], may_tell: Callable[[Passage, bool], bool]) -> Run:
        """What can be read on from an ``opening``, in up to ``words`` words: of all rows of passages that follow each
        other, the one of which readers let most words stand (``gain``), less ``FORGONE`` for each sentence left out,
        and less what it costs where it ends or leaves something out (``Passage.ending``).

        ``known`` are the stems of what was said before. ``may_tell`` is asked whether a passage may be told, and is
        told whether it is the very next sentence. For each place where a row can end, only the best row is kept.
        """
        start = self.number(opening)
        best: dict[int, tuple[float, int, Run]] = {start: (0.0, 0, ())}  # by its end: worth, length, passages
        queue = [start]
        while queue:
            end = heappop(queue)
            worth, length, run = best[end]
            heard = frozenset(known).union(*(one.stems for one in run))
            for at, left_out in self._starts(end) if run else ((start, 0),):
                broken = run[-1].ending if run and at > end else 0
                for one in self.starting.get(at, ()):
                    if length + one.words > words or not may_tell(one, at == end):
                        continue
                    if self.presumes(one, heard) or self.leans(one, end, heard):
                        continue
                    found = (worth + gain(one) - FORGONE * left_out - broken, length + one.words, (*run, one))
                    after = at + len(one.sentences)
                    if after not in best:
                        heappush(queue, after)
                    elif found[0] <= best[after][0]:
                        continue
                    best[after] = found
        return max(best.values(), key=lambda found: found[0] - (found[2][-1].ending if found[2] else 0))[2]

    def _starts(self, end: int) -> Iterable[tuple[int, int]]:
        """Where a run may go on: further down its paragraph, or where the next one begins; and how many sentences it
        leaves out for that."""
        first = bisect_left(self.quotable, end)
        following = bisect_left(self.beginnings, end)
        paragraph = self.beginnings[following] if following < len(self.beginnings) else math.inf
        starts = [(at, out) for out, at in enumerate(self.quotable[first : first + LEAP + 1]) if at < paragraph]
        return [*starts, (int(paragraph), self.skipped(end, int(paragraph)))] if paragraph < math.inf else starts


def gain(one: Passage) -> float:
    """Its words that readers let stand, as expected."""
    return one.words / (1 + math.exp(objection_log_odds(one, is_at_home=True)))


def lines_of(pool: Iterable[Passage], evidence: Evidence) -> dict[str, Line]:
    """For each snippet (by id) of which something is in the pool the line that it stands in."""
    starting: defaultdict[str, list[Passage]] = defaultdict(list)
    for one in sorted(pool, key=lambda one: one.id):
        starting[one.snippet_id].append(one)
    passages: defaultdict[str, list[Passage]] = defaultdict(list)
    for one in evidence.passages:
        passages[one.snippet_id].append(one)
    after = {before: name for name, before in evidence.before.items()}
    lines: dict[str, Line] = {}
    for name in sorted(starting):
        if name not in lines:
            part = _part_of(name, after, evidence)
            lines |= dict.fromkeys(part, _line(part, starting, passages, evidence))
    return lines


def _part_of(name: str, after: Mapping[str, str], evidence: Evidence) -> tuple[str, ...]:
    """The snippets (ids) of the part of a document in which one stands, in order."""
    while name in evidence.before:
        name = evidence.before[name]
    part = [name]
    while (following := after.get(part[-1])) is not None:
        part.append(following)
    return tuple(part)


def _line(
    part: Sequence[str],
    starting: Mapping[str, Sequence[Passage]],
    passages: Mapping[str, Sequence[Passage]],
    evidence: Evidence,
) -> Line:
    """The line of a part of a document (its snippets' ids, in order), of whose ``passages``, by snippet, those that are
    ``starting`` may be told."""
    offsets: dict[str, int] = {}
    stems: list[frozenset[str]] = []
    quotable: set[int] = set()
    found: defaultdict[int, list[Passage]] = defaultdict(list)
    definites: dict[int, frozenset[str]] = {}
    names: dict[int, frozenset[str]] = {}
    for name in part:
        offsets[name] = offset = len(stems)
        stems += evidence.sentences[name]
        own = passages.get(name, ())
        for one in starting.get(name, ()):
            found[offset + one.start].append(one)
        for one in own:
            for number, sentence in enumerate(one.sentences, offset + one.start):
                if number not in names:
                    names[number] = _names(sentence, evidence)
        for one in singles_of(own):
            called = (*one.definites, one.definite_subject)
            definites[offset + one.start] = frozenset(what.split()[-1] for what in called if what)
        quotable.update(offset + at for one in own for at in range(one.start, one.end))
    told = _told_before(part[0], evidence) if any(names.values()) else frozenset[str]()
    return Line(offsets, list(offsets.values()), sorted(quotable), dict(found), stems, definites, names, told)


def _told_before(name: str, evidence: Evidence) -> frozenset[str]:
    """The stems of what a document says before a snippet, as far as their numbers tell; none where that sums it up."""
    here = evidence.snippets[name]
    place = place_in_source(here)
    if name in evidence.summaries:
        return frozenset()
    found: set[str] = set()
    for other, snippet in evidence.snippets.items():
        if (
            snippet.document == here.document
            and other not in evidence.summaries
            and path_of(snippet)
            and place_in_source(snippet) < place
        ):
            found.update(*evidence.sentences[other])
    return frozenset(found)


def _names(sentence: str, evidence: Evidence) -> frozenset[str]:
    """The proper names and acronyms in a sentence that few texts hold (their stems): neither "Elizabeth
    Loftus", who is introduced so far, nor "(MIC)", which is spelled out before it, nor "the Palomar telescope", which
    says what it is, nor "Zn"."""
    words = sentence.split()
    capital = [at > 0 and word[:1].isupper() for at, word in enumerate(words)]
    found = [
        word
        for at, word in enumerate(words)
        if capital[at]
        and _NAME.match(word)
        and not any(capital[max(0, at - 1) : at] + capital[at + 1 : at + 2])
        and (word[:2].isupper() or _is_bare(word, words[at + 1 : at + 2]))
    ]
    stems = content_stems(" ".join(found))
    return frozenset(stem for stem in stems if is_strange_name(stem, evidence)) - evidence.stems


def _is_bare(name: str, following: Sequence[str]) -> bool:
    """Whether no noun behind a name says what bears it."""
    after = following[0].lower().strip(",;:.") if following else ""
    return (
        not name[-1].isalnum()
        or "’" in name
        or after in FUNCTION_WORDS
        or after in FINITE_VERBS
        or after.endswith("ed")
    )


def is_strange_name(name: str, evidence: Evidence) -> bool:
    """Whether few texts hold what is called so (stems with spaces between), and few documents on the topic."""
    background = evidence.background
    share = background.phrase_share(name) if " " in name else background.share(name)
    return share < RARE and evidence.documents.get(name, 0) < USUAL


_NAME = re.compile(r"[A-Z]{2}|[A-Z][a-z]{2}")
