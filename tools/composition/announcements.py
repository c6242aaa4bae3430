"""Announcements: whether what a sentence calls "the …" has been named by what stands before it on the page.

What a sentence takes for known on its own is told by ``first_mentions``; here it is held against the assembled text.
"""

from __future__ import annotations

from collections.abc import Set

from castalia.tools.language.phrases import subject
from castalia.tools.language.words import content_stems
from castalia.tools.topic.evidence import Evidence
from castalia.tools.topic.presumed_subjects import presumed_subject

KNOWN_TO = 3  # snippets that speak of a thing: a reader of the topic may be taken to know it


def is_announced(sentence: str, said: Set[str], evidence: Evidence) -> bool:
    """Whether the noun of an opening "The …" is among the stems ``said`` before (topic and heading included), or well
    known.

    True for a sentence that opens with anything else.
    """
    if not sentence.startswith("The "):
        return True
    words = presumed_subject(sentence, subject(sentence, evidence.background.classes)).split()
    while words and words[-1].lower() in _COUNTS:
        words.pop()
    stems = content_stems(" ".join(words))
    name = " ".join(stems)
    is_known = not evidence.background.known.isdisjoint((name, *stems[-1:]))
    return not stems or stems[-1] in said or is_known or evidence.spread.get(name, 0) >= KNOWN_TO


_COUNTS = frozenset("two three four five six several many few first second third last only".split())
