"""Questions and search terms: what models write brought into shape, the law of terms, and which questions the evidence
leaves open."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from castalia.memory.records import Question
from castalia.tools.language.words import content_stems, stem_set

# Questions of each kind (depth, breadth) that a researcher may ask in one step, and search terms that come of them
# (thesis, Table 4.2), where nobody says how many.
MOST_QUESTIONS = 5
MOST_TERMS = 10

LONGEST = 240  # characters of a question
LEAST_WORDS, MOST_WORDS = 2, 5  # of a search term
ANSWERED = 0.75  # of a question's own words in one snippet

_LABEL = re.compile(r"^\s*(?:[-*•]|\(?\d{1,2}[.):](?!\d)|Q\d{0,2}[.:])\s*")
_QUOTES = "\"'“”‘’`"


def tidy_question(text: str) -> str:
    """The question on one line without a list mark; "" where it has no words or is a whole text."""
    flat = _LABEL.sub("", " ".join(text.split())).strip(_QUOTES + " ")
    return flat if len(flat) <= LONGEST and content_stems(flat) else ""


def tidy_term(text: str, topic: Iterable[str]) -> str:
    """A search term of at most five words without the topic's own (given as stems); "" where nothing is left to search
    for.

    Terms keep their hyphens and digits ("COVID-19 non-coding RNA").
    """
    own = frozenset(topic)
    words = [word.strip(_QUOTES + ",;.?!()") for word in _LABEL.sub("", " ".join(text.split())).split()]
    kept = [word for word in words if word and not _is_own(word, own)]
    while kept and not content_stems(kept[0]):
        kept.pop(0)
    kept = kept[:MOST_WORDS]
    while kept and not content_stems(kept[-1]):
        kept.pop()
    return " ".join(kept)


def term_fault(term: str, kept: Iterable[str]) -> str:
    """Why this term, without the topic's own words, may not be searched for beside those kept (thesis eq. 3.6); ""
    where it may."""
    stems = stem_set(term)
    if not stems:
        return "nothing in it beyond the topic's name"
    if len(stems) < LEAST_WORDS:
        return "one word alone, without the topic's name"
    rival = next((one for one in kept if len(stems.intersection(content_stems(one))) > 1), "")
    return f"shares more than one key word with {rival!r}" if rival else ""


def unanswered(questions: Sequence[Question], texts: Iterable[str], topic: Iterable[str]) -> tuple[Question, ...]:
    """The questions of whose own words (without the topic's) no text holds three quarters: the sources do not answer
    them."""
    own = frozenset(topic)
    wanted = [stem_set(one.focus or one.text) - own for one in questions]
    best = [0.0] * len(wanted)
    for text in texts:
        stems = frozenset(content_stems(text))
        for place, words in enumerate(wanted):
            if words:
                best[place] = max(best[place], len(words & stems) / len(words))
    return tuple(one for one, value, words in zip(questions, best, wanted, strict=True) if words and value < ANSWERED)


def _is_own(word: str, own: frozenset[str]) -> bool:
    stems = stem_set(word)
    return bool(stems) and stems <= own
