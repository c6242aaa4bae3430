"""Stretches: where a document without headings turns to a disease, and goes on about it for several paragraphs.

A chapter on the infections of the airways tells of one after the other. What a heading would set apart, its authors set
apart by names: they name a disease when they begin to tell of it, go on to name it, or its germ, and then open a
paragraph with the next.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence, Set

from castalia.memory.records import Snippet
from castalia.tools.language.acronyms import acronyms
from castalia.tools.language.light_nouns import LIGHT
from castalia.tools.language.phrases import noun_phrases, subject
from castalia.tools.language.sentences import split_sentences
from castalia.tools.language.words import content_stems, stand_together, stem_set
from castalia.tools.topic.background import Background
from castalia.tools.topic.conditions import ILLNESS, is_condition, names_several
from castalia.tools.topic.source_paths import SourceOrder, path_of, place_in_source

FAR = 1_000_000  # rows, or words

PARAGRAPHS = 2  # of a stretch, at least
STEP = 2  # rows from one that names the disease to the next: one between them may not name it, or may be missing
EXAMPLE = 0.6  # of the longest stretch: a document without one that is longer has the disease for an example
TOLD = 2  # times that another disease is named where a paragraph turns to it, at least
MORE = 2  # times as often as in any paragraph before
LETTERS, ALIKE = 5, 0.72  # letters that a word begins with like the name, at least, and share of the name: "tuberculin"

_ILLNESS = ILLNESS | stem_set("fever virus")
_ILL = re.compile(r"[a-z]{3}(?:(?<!gn)osis|itis|aemia|emia|pathy|oma|iasis|philia|phobia|plegia)$", re.IGNORECASE)
_ONE_OF = re.compile(r"\bnot the only\b")  # "It is not the only species that …"
_CALLED = (
    r"\b(?:disease|disorder|infection|illness|syndrome) (?:called )?{0}\b"
    r"|\b{0}(?: \([^)]{{1,40}}\))? is (?:usually |most often )?(?:caused|spread|transmitted) by\b"
)


def stretches(
    topic: str,
    names: Iterable[Sequence[str]],
    naming: Iterable[Snippet],
    reach: Iterable[Snippet],
    passed: Set[str],
    background: Background,
) -> tuple[tuple[str, ...], ...]:
    """The stretches in ``reach`` of documents without headings that are about a disease, each as its snippets (ids) in
    order; none where the snippets ``naming`` the topic speak of it as of something else. It has these ``names``
    (stems). A summary, and what else is ``passed`` over (ids), is no part of one."""
    known = [one for one in names if not _ILLNESS.issuperset(one)]
    if not known or not _is_one_disease(topic, [one.text for one in naming]):
        return ()
    documents: defaultdict[str, list[Snippet]] = defaultdict(list)
    for one in reach:
        if len(path_of(one)) == 1 and not one.title and place_in_source(one):
            documents[one.document].append(one)
    found = {
        name: [*_in_document(_Document(those, known, passed, background))] for name, those in sorted(documents.items())
    }
    size = {name: max(map(len, those), default=0) for name, those in found.items()}
    most = max(size.values(), default=0)
    return tuple(one for name, those in found.items() if size[name] > EXAMPLE * most for one in those)


def _is_one_disease(topic: str, texts: Sequence[str]) -> bool:
    """Whether texts speak of the topic as of one disease: not as of an organ ("the risk of bladder infections"), nor of
    a group ("anxiety disorders")."""
    if names_several(topic, texts):
        return False
    other = re.compile(rf"\b{re.escape(topic)} (?:(?:infection|disease|cancer|tumou?r|disorder)s?\b)", re.IGNORECASE)
    return is_condition(topic, [other.sub(" ", text) for text in texts])


def _in_document(document: _Document) -> Iterator[tuple[str, ...]]:
    """The stretches of a document: from a paragraph that opens with the disease to the last that names it, before one
    that turns to another."""
    stretch: list[str] = []
    between: list[str] = []
    last: SourceOrder = ()
    read = Counter[str]()
    germs = frozenset[str]()
    for one in document.snippets:
        place = place_in_source(one)
        if stretch and (rows_between(last, place) > STEP or document.turns(one, read)):
            if len(stretch) >= PARAGRAPHS:
                yield tuple(stretch)
            stretch, between = [], []
        germs = germs if stretch else document.germs(one)
        if document.names(one, germs) and (stretch or document.begins(one)):
            read = Counter(content_stems(one.text)) | (read if stretch else Counter())
            stretch += [*between, one.id]
            between, last = [], place
        elif stretch:
            between.append(one.id)
    if len(stretch) >= PARAGRAPHS:
        yield tuple(stretch)


def rows_between(one: SourceOrder, other: SourceOrder) -> int:
    """How many rows it is from one to another, as far as their numbers tell: many where they do not."""
    pairs = [(a[0], b[0]) for a, b in zip(one, other, strict=False) if a != b]
    if not pairs:
        return FAR
    step = pairs[0][1] - pairs[0][0]
    return step if step > 0 and (len(pairs) == 1 or step == 1) else FAR


class _Document:
    """The paragraphs of a document in order, as a reader looks for a disease in them."""

    def __init__(
        self, snippets: Sequence[Snippet], names: Sequence[Sequence[str]], passed: Set[str], background: Background
    ) -> None:
        self.snippets = sorted(snippets, key=lambda one: (place_in_source(one), one.id))
        self._names, self._passed, self._background = names, passed, background
        self._cores = [frozenset(one) - _ILLNESS for one in names]
        self._texts = [one.text for one in snippets]
        spelled = {pair for text in self._texts for pair in acronyms(text)}
        self._short = frozenset(
            name for short, long in spelled if self._is_after_it(stem_set(long)) for name in content_stems(short)
        )
        self._ill: dict[str, bool] = {}

    def names(self, one: Snippet, germs: Set[str]) -> bool:
        """Whether a paragraph names the disease, a word of its family, or what causes it."""
        if one.id in self._passed or _asks(one.text):
            return False
        stems = stem_set(one.text)
        return self._told(stems) or not stems.isdisjoint(self._short | germs)

    def germs(self, one: Snippet) -> frozenset[str]:
        """The species (epithets) that the first sentence names together with the disease."""
        first = content_stems(_first(one))
        return frozenset(filter(_is_epithet, first)) if self._place(first) < FAR else frozenset()

    def _told(self, stems: Set[str]) -> bool:
        return any(all(any(_begins_like(word, own) for word in stems) for own in core) for core in self._cores)

    def _is_after_it(self, stems: Set[str]) -> bool:
        """Whether a full name is called after the disease: "hepatitis B virus", but no vaccine against three."""
        others = [
            one for one in stems - _ILLNESS if not any(_begins_like(one, own) for core in self._cores for own in core)
        ]
        return self._told(stems) and len(others) < 2

    def begins(self, one: Snippet) -> bool:
        """Whether it begins with the disease: that is the subject of its first sentence, or named there, with nothing
        before it of which the paragraph speaks more often."""
        first = _first(one)
        if not self._is_meant(first):
            return False
        if self._is_subject(first):
            return True
        stems, words = content_stems(first), Counter(content_stems(one.text))
        at, most = self._place(stems), self._count(words)
        return at < FAR and all(
            words[word] <= most for word in {*stems[:at]} - _ILLNESS - LIGHT if not self._is_own(word)
        )

    def turns(self, one: Snippet, read: Counter[str]) -> bool:
        """Whether it sums up, or opens with another disease and tells more of that. What of was ``read`` nearly as much
        in a paragraph before it belongs to this one."""
        if one.id in self._passed:
            return True
        first, words = _first(one), Counter(content_stems(one.text))
        if _ONE_OF.search(first):
            return True
        if self._is_subject(first):
            return False
        stems = content_stems(first)
        at = self._place(stems)
        before = frozenset(stems[:at])
        head = subject(first, self._background.classes)
        heads = frozenset(head.stems if head and at == FAR else ())
        if any(_is_epithet(word) and not (read[word] or self._is_own(word)) for word in heads):
            return True
        return any(
            (other <= heads or min(words[word] for word in other) >= max(TOLD, self._count(words)))
            and self._is_ill(name)
            for other, name in self._others(first)
            if other <= before and any(words[word] > MORE * read[word] for word in other)
        )

    def _is_meant(self, sentence: str) -> bool:
        """Whether a sentence names the disease itself: "cholera toxin" does not."""
        phrases = [phrase.stems for phrase in noun_phrases(sentence, self._background.classes)]
        naming = [(name, stems) for stems in phrases for name in self._names if stand_together(name, stems)]
        return not naming or any(stems[-1] in _ILLNESS | LIGHT | frozenset(name) for name, stems in naming)

    def _is_subject(self, sentence: str) -> bool:
        head = subject(sentence, self._background.classes)
        return head is not None and any(set(name) <= set(head.stems) for name in self._names)

    def _place(self, words: Sequence[str]) -> int:
        """Where a whole name of the disease stands among these words."""
        return min((_place_of(name, words) for name in self._names), default=FAR)

    def _others(self, sentence: str) -> Iterator[tuple[frozenset[str], str]]:
        """What a sentence names beside the disease, as stems and as it stands: each noun phrase, and the end of it."""
        for phrase in noun_phrases(sentence, self._background.classes):
            parts = phrase.text.split()
            for at in range(len(parts)):
                name = " ".join(parts[at:])
                own = stem_set(name) - _ILLNESS - LIGHT
                if own and not any(map(self._is_own, own)):
                    yield own, name

    def _is_own(self, word: str) -> bool:
        return word in self._short or any(_begins_like(word, own) for core in self._cores for own in core)

    def _count(self, words: Counter[str]) -> int:
        """How often a paragraph has a name of the disease, or words that begin like its own."""
        whole = max(
            min(sum(count for word, count in words.items() if _begins_like(word, own)) for own in core)
            for core in self._cores
        )
        return whole + sum(words[word] for word in self._short)

    def _is_ill(self, name: str) -> bool:
        if name not in self._ill:
            self._ill[name] = bool(_ILL.search(name)) or self._is_called_ill(name) or is_condition(name, self._texts)
        return self._ill[name]

    def _is_called_ill(self, name: str) -> bool:
        """Whether the document calls it an illness, or says what it is caused by: "the infection chancroid"."""
        called = re.compile(_CALLED.format(re.escape(name)), re.IGNORECASE)
        return any(called.search(text) for text in self._texts)


def _place_of(name: Sequence[str], words: Sequence[str]) -> int:
    """Where a name (as stems) stands among these words, side by side in whatever order."""
    size, wanted = len(name), set(name)
    return next((at for at in range(len(words) - size + 1) if wanted.issubset(words[at : at + size])), FAR)


def _begins_like(word: str, name: str) -> bool:
    """Whether a word (as stems) begins like the name: "tuberculin", "diphtheriae"."""
    if word == name:
        return True
    same = next((at for at, (one, other) in enumerate(zip(word, name, strict=False)) if one != other), len(word))
    return same >= max(LETTERS, ALIKE * len(name))


def _first(one: Snippet) -> str:
    return next((sentence.text for sentence in split_sentences(one.text)), "")


def _is_epithet(stem: str) -> bool:
    return stem.endswith(".")


def _asks(text: str) -> bool:
    """Whether a text is a list of questions to the reader."""
    return 2 * text.count("?") > len(split_sentences(text))
