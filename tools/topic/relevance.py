"""Relevance: what belongs to a topic, as its ``anchor`` has learned it, and the floor that a snippet has to reach."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass, field
from typing import NamedTuple

from castalia.tools.language.light_nouns import LIGHT
from castalia.tools.topic.gathering import LARGEST
from castalia.tools.topic.senses import OtherSense
from castalia.tools.topic.source_paths import SourcePath

BROAD = 0.15  # of the documents that name the topic: what they hold beside it belongs to its matter
# of the snippets with a word name the topic: what is called by it may be a part of that (the idea is the subsumption of
# Sanderson and Croft, SIGIR 1999; the share was set on labelled pages of 60 topics, seven of which it changes)
SUBSUMED = 0.19


@dataclass(frozen=True, slots=True, eq=False)
class Relevance:
    """What was learned of a topic from the snippets that name it: its words, what goes with them, and how near each
    snippet is. It is equal to itself alone, so that what was found by it can be kept under it as a key."""

    stems: tuple[str, ...]
    """The topic's own, its head last."""
    weights: Mapping[str, float]
    """Of stems: the topic's own share ``TOPIC_WEIGHT``, or ``SPARSE_WEIGHT`` where few snippets name it."""
    scores: Mapping[str, float]
    """Of the ``REACH`` best snippets (by id), relative to the best (1.0)."""
    seed: tuple[str, ...]
    """The snippets that name the topic, best first."""
    literal: int
    """How many snippets in reach name it."""
    breadth: Mapping[str, float]
    """For a stem, the share that hold it of the documents which name the topic."""
    documents: Mapping[str, str]
    """The document of each id in reach."""
    focused: bool = False
    """Whether the corpus is about little else than the topic."""
    gathered: bool = False
    """Whether it is small, and somebody gathered it on the topic."""
    tellers: frozenset[frozenset[str]] = frozenset()
    """The whole name, and the parts of it (sets of stems) that mostly stand in a snippet with the rest of it
    ("summarization" of text summarization)."""
    short: frozenset[str] = frozenset()
    """The last word of a name of several where it hardly ever stands without the others ("vessel" for blood vessel)."""
    others: frozenset[str] = frozenset()
    """Words with the stem of a topic of one word that speak of something else (``other_words``)."""
    sense: OtherSense | None = None
    """What some snippets, which are not in reach, mean by a topic of one word that is not the topic."""
    synonyms: Mapping[str, str] = field(default_factory=dict)
    """Single words that the snippets themselves call the topic as well, acronyms among them (in capitals), by their
    stems."""
    size: int = 0
    """How many snippets the corpus has."""
    named: float = 0.0
    """How many of these name it, by estimate: of a large corpus more than there are in reach."""
    titled: frozenset[str] = frozenset()
    """The ids of those in reach whose title, or the ``topic`` of whose row, names the topic, or that stand in a
    ``central`` document."""
    paths: Mapping[str, SourcePath] = field(default_factory=dict)
    """Where in its document each id in reach stands."""
    central: frozenset[str] = frozenset()
    """The documents that tell of the topic in its own words."""
    homes: frozenset[SourcePath] = frozenset()
    """The parts of documents that define it and mostly speak of it under another heading."""
    summaries: frozenset[str] = frozenset()
    """The ids of those in reach that end a document without headings and sum it up."""
    asides: Mapping[str, float] = field(default_factory=dict)
    """Of those in reach (by id) whose document has no headings, but a summary, the log-odds that they stand aside of
    its matter."""
    stretches: tuple[tuple[str, ...], ...] = ()
    """The ids of those in reach that tell of a disease one after the other where no heading is called after it."""
    kinds: frozenset[str] = frozenset()
    """The stems that make a kind of the topic of the last word of its name (``kinds_in``)."""
    belonging: Mapping[str, float] = field(default_factory=dict)
    """Of a stem, the share of all snippets of the corpus with it that name the topic."""
    full_name: tuple[str, ...] = ()
    """What a topic like "redox" is short for, or was asked for by, as stems."""
    name: str = ""
    """The topic, as it was looked for."""
    parts: tuple[Relevance, ...] = ()
    """The models of the names that it joins ("bias and fairness"), where what tells of one of them tells of it."""
    heaviest: float = field(init=False, repr=False, compare=False, default=1.0)
    """The largest of the weights."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "heaviest", max(self.weights.values(), default=1.0))

    def is_gathered(self, snippet: str) -> bool:
        """Whether a snippet (its id) was gathered on the topic: the corpus was, or is as small and has it under the
        topic's name."""
        return self.gathered or (self.size <= LARGEST and snippet in self.titled)

    @property
    def each(self) -> tuple[Relevance, ...]:
        """The models of the names that it joins; where it joins none, this one."""
        return self.parts or (self,)

    def named_in(self, stems: Set[str]) -> bool:
        """Whether words (as stems) hold the topic's name; of one that joins two names, either."""
        return any(stems >= set(one.stems) for one in self.each)

    @property
    def names(self) -> tuple[tuple[str, ...], ...]:
        """The stems of its name, and of what that is short for; of one that joins two names, those of both."""
        return tuple(name for one in self.each for name in (one.stems, one.full_name) if name)

    def mass(self, stems: Iterable[str]) -> float:
        """The relevance mass of a set of stems: the summed weights of those the model knows."""
        return math.fsum(self.weights.get(one, 0.0) for one in set(stems))


def is_strange(stem: str, relevance: Relevance) -> bool:
    """Whether what is told of the topic hardly knows a word."""
    return stem not in relevance.weights and relevance.breadth.get(stem, 0.0) < BROAD


def is_subsumed(title: Set[str], stems: Set[str], belonging: Mapping[str, float], least: float = SUBSUMED) -> bool:
    """Whether what has this title (its stems) may be a part of the topic, rather than the topic a part of that: a word of
    it is one of the topic's ``stems``, or ``belonging`` to it by so much at ``least``. A title without words may."""
    words = title - LIGHT
    return not words or not words.isdisjoint(stems) or max(belonging.get(one, 0.0) for one in words) >= least


class Floors(NamedTuple):
    """The score that a snippet must reach, as a share (0 to 1) of the best one: the ``usual``, or the ``sparse`` where
    fewer than ``sparse_below`` snippets name the topic."""

    usual: float
    sparse: float
    sparse_below: int

    def of(self, relevance: Relevance) -> float:
        """The floor of a topic; there is none where the corpus is about little else."""
        if relevance.focused:
            return 0.0
        return self.sparse if relevance.literal < self.sparse_below else self.usual
