"""Sentences of a text with the numbers they cite, read from its marks: for pages whose claims do not say it, edited by
hand or written elsewhere.

What a page is rendered from lives in ``page_text``; there a run of marks ends a claim, however many sentences that
claim has.
"""

from __future__ import annotations

from collections.abc import Collection

from castalia.tools.language.sentences import split_sentences
from castalia.tools.pages.citations import STOPS, runs_of_marks

_BEHIND = ' \t\n.,;:!?)”’"'  # what may follow a citation: "[18]F" is none


def cited_sentences(text: str, known: Collection[int]) -> list[tuple[str, list[int]]]:
    """The sentences of a text without their marks, in order, each with the numbers that it cites.

    A mark belongs to the sentence in which it stands, before its full stop or right behind it; a sentence without one
    cites nothing, whatever the next one cites. A run of marks is a citation where one of its numbers is ``known``, or
    where it stands right behind a full stop: then those of its numbers that lead nowhere are citations, too. Other
    brackets (``[0,1]``, ``[18]F``) are text. Linear.
    """
    parts: list[str] = []
    length = start = 0
    cited: list[tuple[int, list[int]]] = []  # places in the text without marks, and what is cited there
    for run, numbers in runs_of_marks(text):
        follows = text[run.end() : run.end() + 1]
        before = text[start : run.start()]
        is_known = any(one in known for one in numbers) and (not follows or follows in _BEHIND)
        if is_known or (before.endswith(STOPS) and (not follows or follows.isspace())):
            parts.append(before.rstrip(" "))
            length += len(parts[-1])
            cited.append((length, numbers))
            start = run.end()
    parts.append(text[start:])
    found: list[tuple[str, list[int]]] = []
    at = 0
    for sentence in split_sentences("".join(parts)):
        mine: list[int] = []
        while at < len(cited) and cited[at][0] <= sentence.end:
            mine += cited[at][1]
            at += 1
        found.append((" ".join(sentence.text.split()), list(dict.fromkeys(mine))))
    return found
