"""Sentences as the rules read them, one by one and in the order of their text.

Which runs of them can be quoted is decided in ``passages``.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass
from functools import lru_cache

from castalia.tools.language.abstract_labels import is_label, tells_of_study
from castalia.tools.language.phrases import Phrase, candidate_terms, noun_phrases, subject
from castalia.tools.language.sentences import split_sentences
from castalia.tools.language.word_classes import WordClasses
from castalia.tools.language.words import content_stems
from castalia.tools.objections.announcements import breaks_off
from castalia.tools.objections.own_work import speaks_of_itself
from castalia.tools.objections.sentence_rules import leans, objections, reservations, says_little
from castalia.tools.topic.presumed_subjects import defined_name
from castalia.tools.topic.presuppositions import definites_in, points_at, presumed_names

OPENING_WORDS = 9  # of a sentence: what it begins with
# rules: what follows in a paper is on its own work
_REPORTS = frozenset(("paper_talk", "study", "figure"))


@dataclass(frozen=True, slots=True)
class ReadSentence:
    """What the rules read in a sentence: whether it may be quoted, what it leans on and speaks of (stems; phrases and
    terms as stems joined by spaces), and what it takes for known."""

    text: str
    fine: bool
    leans: bool
    """Whether it may only stand behind the sentence before it."""
    says_little: bool
    """Whether it may only stand beside another."""
    stems: frozenset[str]
    opening: frozenset[str]
    subject: frozenset[str]
    phrases: frozenset[str]
    terms: frozenset[str]
    presumes: frozenset[str]
    unexplained: frozenset[str]
    definites: tuple[str, ...]
    definite_subject: str
    reservations: int
    own_work: bool
    breaks_off: bool


def sentence_stems(text: str, classes: WordClasses) -> tuple[tuple[str, frozenset[str], frozenset[str]], ...]:
    """Each sentence of a text with its content stems and, where it may stand on a page, its noun phrases (as stems
    joined by spaces)."""
    return tuple((one.text, one.stems, one.phrases) for one in read_sentences(text, classes))


def phrases_of(text: str, classes: WordClasses) -> tuple[str, ...]:
    """The noun phrases, as stems joined by spaces, of each sentence of a text that may stand on a page."""
    return tuple(phrase for one in read_sentences(text, classes) for phrase in sorted(one.phrases))


@lru_cache(maxsize=1_024)  # 30 kB each: the snippets of a page or two, not those of a whole batch
def read_sentences(text: str, classes: WordClasses) -> tuple[ReadSentence, ...]:
    """The sentences of a text, as the rules read them one after the other."""
    found: list[ReadSentence] = []
    before: set[str] = set()
    own_work = on_study = False
    for sentence in split_sentences(text):
        on_study = tells_of_study(sentence.text) if is_label(sentence.text) else on_study
        tripped = objections(sentence.text, goes_on=True)
        fine = not tripped and not on_study
        is_brief = fine and says_little(sentence.text)
        phrases = noun_phrases(sentence.text, classes) if fine else ()
        head: Phrase | None = subject(sentence.text, classes) if fine else None
        defined = " ".join(content_stems(defined_name(sentence.text))) if fine else ""
        definites = definites_in(sentence.text, phrases)
        early = frozenset(name for at, name in definites if at < OPENING_WORDS)
        found.append(
            ReadSentence(
                text=sentence.text,
                fine=fine,
                leans=fine and (points_at(sentence.text, phrases) or (leans(sentence.text) and not is_brief)),
                says_little=is_brief,
                stems=frozenset(content_stems(sentence.text)),
                opening=frozenset(opening_stems(sentence.text)),
                subject=frozenset(head.stems) if head else frozenset(),
                phrases=frozenset(" ".join(phrase.stems) for phrase in phrases),
                terms=candidate_terms(phrases, classes),
                presumes=presumed_names(sentence.text, head) if fine else frozenset(),
                unexplained=among(early - {defined}, before),
                definites=tuple(name for at, name in definites if at > 1),
                definite_subject=next((name for at, name in definites if at == 1), ""),
                reservations=len(reservations(sentence.text)) if fine else 0,
                own_work=own_work,
                breaks_off=fine and breaks_off(sentence.text),
            )
        )
        before |= found[-1].stems
        own_work = own_work or speaks_of_itself(sentence.text) or not _REPORTS.isdisjoint(tripped)
    return tuple(found)


def opening_stems(text: str) -> tuple[str, ...]:
    """The stems of the first ``OPENING_WORDS`` words of a text."""
    return content_stems(" ".join(text.split()[:OPENING_WORDS]))


def among(names: frozenset[str], stems: Set[str]) -> frozenset[str]:
    """The names of which the last word is among these stems."""
    return frozenset(name for name in names if name.split()[-1] in stems)
