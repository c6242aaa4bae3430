"""Inferred parts: what a document without headings sets apart, by the terms that stretches of it speak of.

Authors name what a part is on when they begin it, and go on to speak of it. How likely it is that an author's own
heading has the term was learned from three corpora of textbooks, of which the headings were hidden: of a hundred parts
49 in biology, 46 in the social sciences and 36 in physics share a word with the author's heading
(``tests/benchmarks/parts.py``). Many of the others would do as well ("Thrombus" for "Disorders of clotting").
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass

from castalia.memory.records import Snippet
from castalia.tools.language.counting import commonest
from castalia.tools.language.light_nouns import LIGHT
from castalia.tools.language.phrases import noun_phrases, subject
from castalia.tools.language.sentences import split_sentences
from castalia.tools.language.words import content_stems
from castalia.tools.topic.background import Background
from castalia.tools.topic.definitions import definition_subject
from castalia.tools.topic.source_paths import SourcePath, without_headings

FEWEST = 5  # snippets of a document that is divided
OPENING = 2  # sentences of a snippet that may name what a part is on
MENTIONS, SNIPPETS = 3, 2  # that a part has at least: sentences that hold its term, and snippets
SHARE, DENSE = 0.25, 0.5  # of its sentences, and of its snippets, at least, hold it
LEAST = 0.3  # likelihood of a heading
# The log-odds of that: a logistic regression, rounded.
BIAS = -5.6
SUBJECT, FIRST, DEFINED = 0.3, 0.3, 0.65  # the term's place: subject or first phrase of the part, defined by it
RARE, RAREST = 0.4, 6.0  # for its inverse document frequency, up to that
LONG = 0.5  # of several words, beside the topic's
SAID, HELD, OFTEN, OFTENEST = 2.5, 1.2, 0.1, 12  # share of sentences and of snippets, number of sentences up to that
WIDE, WIDEST = -3.0, 0.6  # for the share of the document that the part is, up to that

Name = tuple[str, ...]  # the stems of a term


@dataclass(frozen=True, slots=True)
class _Part:
    first: int
    last: int
    name: Name
    gain: float


def with_inferred(
    paths: Mapping[str, SourcePath], snippets: Mapping[str, Snippet], topic: Set[str], background: Background
) -> dict[str, SourcePath]:
    """The paths of these snippets, with what heads the part that each stands in where no heading of its document says
    more than its title."""
    found = dict(paths)
    for one in without_headings([snippets[name] for name in paths]):
        found |= {name: (*paths[name], heading) for name, heading in inferred_parts(one, topic, background).items()}
    return found


def inferred_parts(snippets: Sequence[Snippet], topic: Set[str], background: Background) -> dict[str, str]:
    """For each snippet (by id) of a document, given in its order, what would head the part that it stands in; none for
    the others. Of all ways to divide the document the one that puts most snippets under a likely heading."""
    if len(snippets) < FEWEST:
        return {}
    document = _Document(snippets, topic, background)
    return {
        snippets[at].id: document.written(part.name)
        for part in _best([*document.parts()], len(snippets))
        for at in range(part.first, part.last + 1)
    }


def _best(parts: Sequence[_Part], size: int) -> list[_Part]:
    """The parts that do not overlap and gain most together (weighted interval scheduling)."""
    ends: defaultdict[int, list[_Part]] = defaultdict(list)
    for one in parts:
        ends[one.last].append(one)
    gains, chosen = [0.0], list[_Part | None]()
    for at in range(size):
        best, part = gains[at], None
        for one in sorted(ends[at], key=lambda one: (one.first, one.name)):
            if gains[one.first] + one.gain > best:
                best, part = gains[one.first] + one.gain, one
        gains.append(best)
        chosen.append(part)
    found, at = list[_Part](), size - 1
    while at >= 0:
        part = chosen[at]
        found += [part] if part else []
        at = part.first - 1 if part else at - 1
    return found[::-1]


class _Document:
    """The snippets of a document in order, as stems, with what each opens with."""

    def __init__(self, snippets: Sequence[Snippet], topic: Set[str], background: Background) -> None:
        self._topic, self._background = topic, background
        self._forms: defaultdict[Name, Counter[str]] = defaultdict(Counter)
        self._written: dict[Name, str] = {}
        texts = [[one.text for one in split_sentences(snippet.text)] for snippet in snippets]
        self._text = " ".join(snippet.text for snippet in snippets)
        self._lengths = [len(text) for text in texts]
        self._holders: defaultdict[str, list[tuple[int, tuple[str, ...]]]] = defaultdict(list)
        for at, text in enumerate(texts):
            for stems in map(content_stems, text):
                for one in sorted(set(stems)):
                    self._holders[one].append((at, stems))
        self._openings = [self._opened(text[:OPENING]) for text in texts]

    def written(self, name: Name) -> str:
        """How a term is usually written; in small letters where it is so anywhere."""
        if name not in self._written:
            form = commonest(self._forms[name])
            small = form.lower()
            is_there = small != form and small in self._text  # which is told sooner than where
            is_word = is_there and re.search(rf"(?<!\w){re.escape(small)}(?!\w)", self._text) is not None
            self._written[name] = small if is_word else form
        return self._written[name]

    def parts(self) -> Iterator[_Part]:
        """Every stretch of the document, from a snippet that opens with a term on, that a heading of this term is
        likely for."""
        for first, openings in enumerate(self._openings):
            for name, signs in sorted(openings.items()):
                if self._may_head(name):
                    yield from self._stretches(first, name, signs)

    def _opened(self, sentences: Sequence[str]) -> dict[Name, float]:
        """The terms that a snippet opens with, all of its first sentence's, each with what its place there counts for:
        the subject or the first phrase of the first sentence, what the first or the second defines."""
        classes = self._background.classes
        found: defaultdict[Name, float] = defaultdict(float)
        for at, sentence in enumerate(sentences):
            phrases = noun_phrases(sentence, classes)
            for one in phrases:
                self._forms[one.stems][one.text] += 1
            head, defined = subject(sentence, classes), definition_subject(sentence)
            first = [] if at else [one.stems for one in phrases]
            for name, weight in (
                *((name, 0.0) for name in first),
                *((name, FIRST) for name in first[:1]),
                (head.stems if head else (), 0.0 if at else SUBJECT),
                (content_stems(defined), DEFINED),
            ):
                if name in self._forms:
                    found[name] += weight
        return found

    def _may_head(self, name: Name) -> bool:
        """Whether a term may head a part: neither the topic nor a generic noun, nor a name, an acronym or a symbol."""
        own = [one for one in name if one not in self._topic]
        form = self.written(name)
        words = form.split()
        classes = self._background.classes
        return (
            not all(one in LIGHT for one in own)
            and all(one[1:] == one[1:].lower() for one in words)
            and min(map(len, own)) > 2
            and classes.is_noun_head(words[-1])
            and (len(words) > 1 or not (form[0].isupper() or classes.is_adjective(form) or classes.is_verb(form)))
        )

    def _stretches(self, first: int, name: Name, signs: float) -> Iterator[_Part]:
        size, own = len(self._lengths), [one for one in name if one not in self._topic]
        held = Counter(at for at, stems in self._holders[name[0]] if _holds(stems, name))
        share = self._background.phrase_share(" ".join(name)) if len(name) > 1 else self._background.share(name[0])
        fixed = BIAS + signs + RARE * min(RAREST, -math.log(share)) + LONG * (len(own) > 1)
        mentions = sentences = snippets = 0
        for last in range(first, size):
            mentions += held[last]
            sentences += self._lengths[last]
            snippets += held[last] > 0
            length = last + 1 - first
            if (
                not held[last]
                or snippets < SNIPPETS
                or mentions < MENTIONS
                or length == size
                or mentions < SHARE * sentences
                or snippets < DENSE * length
            ):
                continue
            odds = (
                fixed
                + SAID * mentions / sentences
                + HELD * snippets / length
                + OFTEN * min(OFTENEST, mentions)
                + WIDE * min(WIDEST, length / size)
            )
            likely = 1 / (1 + math.exp(-odds))
            if likely > LEAST:
                yield _Part(first, last, name, length * (likely - LEAST))


def _holds(sentence: Name, name: Name) -> bool:
    """Whether a sentence has a term, as its stems side by side."""
    return any(sentence[at : at + len(name)] == name for at in range(len(sentence) - len(name) + 1))
