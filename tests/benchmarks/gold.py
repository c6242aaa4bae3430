"""The gold side: pages that people wrote, the terms that a page about the topic should hold, and corpus files.

A *gold term* is a phrase of one to three words within a run of words that no function word, number or mark of
punctuation interrupts, stemmed; it occurs at least twice in the gold page and at least once in the corpus. No tagger is
used: what is no noun phrase seldom occurs twice in the gold page and in the corpus too. A term weighs 1 + log of its
frequency.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from castalia.tools.language.words import FUNCTION_WORDS, stem, tokens
from json_rows import read_rows

Phrase = tuple[str, ...]

LONGEST = 3  # words of a phrase
LEAST = 2  # occurrences in the gold page

_BREAK = re.compile(r"[.,;:!?()\[\]{}\"“”—–|=\n]")
_INNER = re.compile(r"[-–/]")


@dataclass(frozen=True, slots=True)
class GoldPage:
    """A topic, the name of the corpus file that covers it, and what people wrote about it."""

    topic: str
    corpus_file: str
    text: str
    headings: tuple[str, ...]


def load_gold(path: Path) -> list[GoldPage]:
    """The gold pages of a file of JSON lines, in its order; the text is summary and sections without headings."""
    return [_gold_page(row) for row in read_rows(path)]


def phrases(text: str) -> Counter[Phrase]:
    """Every phrase of a text and how often it occurs; see the head of this file for what a phrase is."""
    return Counter(_phrases(text))


def known_phrases(texts: Iterable[str], wanted: Set[Phrase]) -> frozenset[Phrase]:
    """Those of the wanted phrases that occur in these texts."""
    return frozenset(one for text in texts for one in _phrases(text) if one in wanted)


def candidates(text: str) -> dict[Phrase, float]:
    """The phrases that occur at least twice in a gold page, and their weights."""
    return {one: 1 + math.log(count) for one, count in sorted(phrases(text).items()) if count >= LEAST}


def term_recall(terms: Mapping[Phrase, float], text: str) -> float:
    """The weighted share (per cent) of these terms that a text holds."""
    held = known_phrases([text], terms.keys())
    total = sum(terms.values())
    return 100.0 * sum(weight for one, weight in terms.items() if one in held) / total if total else 0.0


def _gold_page(row: Mapping[str, Any]) -> GoldPage:
    gold = row["gold"]
    texts = [gold["summary"], *(section["text"] for section in _sections(gold["sections"]))]
    headings = tuple(heading["title"] for heading in gold["headings"])
    return GoldPage(row["topic"], row["corpus_file"], "\n\n".join(one for one in texts if one), headings)


def _sections(sections: Iterable[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    for section in sections:
        yield section
        yield from _sections(section.get("subsections") or ())


def _phrases(text: str) -> Iterator[Phrase]:
    for run in _runs(text):
        for size in range(1, LONGEST + 1):
            for at in range(len(run) - size + 1):
                yield tuple(run[at : at + size])


def _runs(text: str) -> Iterator[list[str]]:
    run: list[str] = []
    end = 0
    for token in tokens(text):
        if _BREAK.search(text, end, token.start):
            yield run
            run = []
        end = token.end
        for word in _INNER.split(token.lower):
            if word in FUNCTION_WORDS or not any(one.isalpha() for one in word):
                yield run
                run = []
            else:
                run.append(stem(word))
    yield run
