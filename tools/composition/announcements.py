"""Announcements: whether what a sentence calls "the …" has been named by what stands before it on the page.

What a sentence takes for known on its own is told by ``first_mentions``; here it is held against the assembled text.
"""

from __future__ import annotations

from collections.abc import Set

from castalia.tools.language.words import content_stems
from castalia.tools.objections.first_mentions import definite_subject
from castalia.tools.topic.evidence import Evidence

KNOWN_TO = 3  # snippets that speak of a thing: a reader of the topic may be taken to know it


def is_announced(sentence: str, said: Set[str], evidence: Evidence) -> bool:
    """Whether the noun of an opening "The …" is among the stems ``said`` before (topic and heading included), or well known.

    True for a sentence that opens with anything else.
    """
    if not sentence.startswith("The "):
        return True
    words = (definite_subject(sentence) or "").split()
    while words and (words[-1].endswith("ed") or words[-1].lower() in _COUNTS):
        words.pop()
    stems = content_stems(" ".join(words))
    return not stems or stems[-1] in said or evidence.spread.get(" ".join(stems), 0) >= KNOWN_TO


_COUNTS = frozenset("two three four five six several many few first second third last only".split())
