"""Marks in text that a person edited: what each claim says and cites, wherever in the sentence its mark was put.

Sentences as they were cited when a page was made are arranged in ``page_text``; metrics, which count sentence by
sentence, read theirs in ``cited_sentences``.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from castalia.tools.language.sentences import split_sentences
from castalia.tools.language.words import FUNCTION_WORDS
from castalia.tools.pages.citations import STOPS, runs_of_marks

# What stands behind a mark: the end of the sentence that belongs before it, or the rest of it. Anything else ("[18]F")
# makes it text.
_BEHIND = re.compile(r"(?P<stop>[.!?…]*)(?P<close>[\"”’')]*)(?=\s|\Z)|[,;:)”\"]")
_LOWER = re.compile(r"\s+[a-z]")
_LAST_WORD = re.compile(r"[\w-]+\Z")
# "As was shown in [3], …": the number is a word there.
_POINTING = FUNCTION_WORDS | frozenset("see ref refs reference references".split())
_LOOK = 60  # characters before a mark that tell what it is


def cited_claims(paragraph: str, known: Collection[int]) -> list[tuple[str, list[int]]]:
    """What the claims of a paragraph say, without their marks, and the numbers that they cite.

    A claim is what stands before a run of marks whose numbers are all ``known``, however many sentences that is; a mark
    before the full stop of a sentence, or inside it, counts as one behind. What comes last without a mark cites
    nothing. Linear in the length.
    """
    claims: list[tuple[str, list[int]]] = []
    said: list[str] = []  # of the claim that is read
    inside: list[int] = []  # numbers that stood within its sentence,
    reach = 0  # and how much of it was said at the last of them
    start = 0
    for run, numbers in runs_of_marks(paragraph):
        behind = _BEHIND.match(paragraph, run.end())
        if behind is None or not all(one in known for one in numbers):
            continue
        tail = paragraph[max(start, run.start() - _LOOK) : run.start()].rstrip()
        is_first = not tail and not paragraph[start : run.start()].strip()
        if is_first and not said and claims:  # on a line of its own, behind a sentence that has marks
            claims[-1] = (claims[-1][0], _once([*claims[-1][1], *numbers]))
            start = run.end()
            continue
        stop, close = behind["stop"] or "", behind["close"] or ""
        is_ended = tail.endswith(STOPS)
        goes_on = behind["stop"] is None or bool(close) or _LOWER.match(paragraph, run.end()) or is_first
        if goes_on and not (is_ended or stop):
            if not _points(tail):
                said.append(paragraph[start : run.start()].rstrip())
                inside += numbers
                reach += len(said[-1])
                start = run.end()
            continue
        before = paragraph[start : run.start()].rstrip()
        said.append((before if is_ended else before.rstrip(",;:") + stop) + close)
        claims += _closed("".join(said), inside, reach, numbers)
        said, inside, reach = [], [], 0
        start = behind.end() if behind["stop"] is not None else run.end()
    claims += _closed("".join((*said, paragraph[start:])), inside, reach, [])
    return claims


def _points(before: str) -> bool:
    word = _LAST_WORD.search(before)
    return word is not None and word.group().lower() in _POINTING


def _closed(text: str, inside: list[int], reach: int, numbers: list[int]) -> list[tuple[str, list[int]]]:
    """The claim, or two of them: what stood inside a sentence holds for all up to its end, and not for the sentences
    behind it."""
    end = len(text)
    if inside:
        end = next((one.end for one in split_sentences(text) if one.end >= reach), end)
    first, rest = _plain(text[:end]), _plain(text[end:])
    if inside and rest:
        return [(first, _once(inside)), (rest, numbers)]
    return [(first, _once([*inside, *numbers]))] if first else []


def _plain(text: str) -> str:
    return " ".join(text.split())


def _once(numbers: list[int]) -> list[int]:
    return list(dict.fromkeys(numbers))
