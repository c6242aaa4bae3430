"""Passages: the runs of one to six sentences of a snippet that can stand on a page together.

A sentence that leans on the one before it stays only together with that one; one that trips a rule ends the run.
Readers object least to sentences that keep their neighbours. What a passage says is verbatim; all else here is derived
from it.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from castalia.memory.records import Snippet
from castalia.tools.language.word_classes import WordClasses
from castalia.tools.objections.endings import costs_of_ending, midst_of_accounts
from castalia.tools.objections.rules import read
from castalia.tools.objections.somebody import names_somebody, stands_for_nobody
from castalia.tools.topic.read_sentences import ReadSentence, among, read_sentences
from castalia.tools.topic.study_parts import is_study_part

LONGEST = 6  # sentences of a passage

Spot = tuple[str, int]  # a sentence: the id of its snippet, and its index there


@dataclass(frozen=True, slots=True)
class Passage:
    """Sentences of one snippet, in order."""

    snippet_id: str
    document: str
    start: int
    """The index of the first among the snippet's sentences."""
    sentences: tuple[str, ...]
    stems: frozenset[str]
    """Of all content words."""
    opening: frozenset[str]
    """The stems of its first nine words."""
    subject: frozenset[str]
    """The stems of the grammatical subject of its first sentence."""
    phrases: frozenset[str]
    """Its noun phrases, as stems joined by a space."""
    terms: frozenset[str]
    """These, and the shorter phrases inside them."""
    presumes: frozenset[str] = frozenset()
    """The names (stems joined by a space) of subjects that the first sentence takes for known ("The team hopes …")."""
    points_back: frozenset[str] = frozenset()
    """The names of what it calls "the …" though only an earlier sentence of the snippet names it."""
    definites: tuple[str, ...] = ()
    """The names of what its last sentence calls "the …" behind its first words."""
    definite_subject: str = ""
    """The name of what its last sentence begins with, if that is "The …"."""
    reservations: int = 0
    """How many soft rules its sentences trip."""
    own_work: bool = False
    """Whether a paper has begun to speak of itself before it ("we", "this paper", "Figure 3")."""
    ending: int = 0
    """What it costs a reader, in words, that it ends where it does (``costs_of_ending``)."""
    links: tuple[frozenset[str] | None, ...] = ()
    """For each further sentence the stems that tie it to the one before it, ``None`` where a word that points back
    does."""

    # What the page's topic makes of it: set by ``topic_passages``.
    is_named: bool = True
    """Whether its first sentence names the topic."""
    is_on_system: bool = False
    """Whether it says what something is or does that a paper on the topic has coined a name for."""
    is_aside: bool = False
    """Whether it does not speak of the topic, in a snippet of which most does not either."""
    is_carried: bool = True
    """Whether it opens its snippet or follows a sentence on the topic."""
    is_bereft: bool = False
    """Whether it does not name what else its snippet keeps speaking of: a treatment, without the disease."""
    density: float = 1.0
    """The share of the sentences on the topic in its snippet."""
    doubt: float = 0.0
    """The log-odds of an objection."""

    @property
    def id(self) -> str:
        """Identity within a run: the snippet and the place in it."""
        return f"{self.snippet_id}:{self.start}:{len(self.sentences)}"

    @property
    def text(self) -> str:
        """The sentences as they will stand on the page."""
        return " ".join(self.sentences)

    @property
    def words(self) -> int:
        """Its length in words."""
        return len(self.text.split())

    @property
    def end(self) -> int:
        """The index, among the snippet's sentences, after its last one."""
        return self.start + len(self.sentences)

    @property
    def is_single(self) -> bool:
        """Whether it is one sentence."""
        return len(self.sentences) == 1

    @property
    def spots(self) -> tuple[Spot, ...]:
        """Where its sentences stand."""
        return tuple((self.snippet_id, at) for at in range(self.start, self.end))

    @property
    def spot(self) -> Spot:
        """Where its first sentence stands."""
        return self.snippet_id, self.start

    def loose(self, topic: Set[str]) -> tuple[int, ...]:
        """Which of its sentences (1 is the second) nothing ties to the one before but the words (as stems) of the
        page's topic."""
        return tuple(at for at, link in enumerate(self.links, 1) if link is not None and link <= topic)


@lru_cache(maxsize=1_024)  # asked again at each step of curation
def may_be_quoted(snippet: Snippet) -> bool:
    """Whether single sentences of a snippet may stand elsewhere: not those of what a paper tells of its own
    study."""
    return not is_study_part(snippet)


def passages(snippet: Snippet, classes: WordClasses) -> tuple[Passage, ...]:
    """Every passage of a snippet that ``may_be_quoted``, longer runs after the shorter ones that they extend."""
    if not may_be_quoted(snippet):
        return ()
    sentences = read_sentences(snippet.text, classes)
    texts = tuple(one.text for one in sentences)
    costs, unfinished = costs_of_ending(texts), midst_of_accounts(texts)
    return tuple(
        Passage(
            snippet_id=snippet.id,
            document=snippet.document,
            start=start,
            sentences=tuple(one.text for one in run),
            stems=frozenset().union(*(one.stems for one in run)),
            opening=run[0].opening,
            subject=run[0].subject,
            phrases=frozenset().union(*(one.phrases for one in run)),
            terms=frozenset().union(*(one.terms for one in run)),
            presumes=run[0].presumes,
            points_back=_unsaid(run),
            definites=run[-1].definites,
            definite_subject=run[-1].definite_subject,
            reservations=sum(one.reservations for one in run),
            own_work=run[0].own_work,
            ending=costs[start + len(run) - 1],
            links=tuple(_link(before, one) for before, one in pairwise(run)),
        )
        for start, run in _runs(sentences)
        if start + len(run) - 1 not in unfinished
    )


def _unsaid(run: tuple[ReadSentence, ...]) -> frozenset[str]:
    """The names of what a sentence of a run calls "the …" and no earlier sentence of the run has named."""
    said: set[str] = set()
    unsaid: set[str] = set()
    for one in run:
        unsaid |= one.unexplained - among(one.unexplained, said)
        said |= one.stems
    return frozenset(unsaid)


def _runs(sentences: tuple[ReadSentence, ...]) -> list[tuple[int, tuple[ReadSentence, ...]]]:
    """All runs of up to ``LONGEST`` sentences that can be quoted, each with the index of its first: that leans on
    nothing, no rule objects to any of them, and none is cut off where a list is about to come, or where it has said too
    little yet."""
    runs = []
    for start, first in enumerate(sentences):
        if first.leans or not first.fine:
            continue
        end = start + 1
        if not first.says_little:
            runs.append((start, sentences[start:end]))
        while end < len(sentences) and end - start < LONGEST and _follows(sentences[end], sentences[end - 1]):
            end += 1
            runs.append((start, sentences[start:end]))
    return [(start, run) for start, run in runs if not run[-1].breaks_off]


def _follows(sentence: ReadSentence, before: ReadSentence) -> bool:
    """Whether a sentence can be quoted behind this one: no rule objects to it, and where it says "he" or "she" of
    somebody that it does not name, the sentence before names somebody."""
    if (
        (sentence.leans or sentence.says_little)
        and stands_for_nobody(read(sentence.text))
        and not names_somebody(before.text)
    ):
        return False
    return sentence.fine


def _link(before: ReadSentence, following: ReadSentence) -> frozenset[str] | None:
    """What a sentence opens with that the one before it speaks of; ``None`` where it points back to it by a word, or by
    a definite subject."""
    presumed = {stem for name in following.presumes for stem in name.split()}
    if following.leans or following.says_little or (presumed and presumed <= before.stems):
        return None
    return following.opening & before.stems
