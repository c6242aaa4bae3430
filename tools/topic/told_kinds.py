"""Told kinds: whether a document is on a wider thing than the topic, of which it tells several kinds apart.

A chapter on joints tells of many besides the elbow joint, one on memory of short and of long ones, where working memory
is asked for. What stands there has to name the topic, as anywhere. In a chapter on kinetics all is chemical kinetics.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from castalia.memory.records import Snippet
from castalia.tools.language.premodifiers import words_before
from castalia.tools.language.words import content_stems

KINDS = 0.1  # as many places as snippets may name things that another word tells apart


def end_in_title(title: str, stems: tuple[str, ...]) -> tuple[str, ...]:
    """The longest end of a topic's name (its ``stems``, the head last) that stands in a title side by side; ``()`` where
    none does, or all of the name."""
    words = content_stems(title)
    ends = [stems[at:] for at in range(len(stems))]
    found = next((end for end in ends if _stands(end, words)), ())
    return () if found == stems else found


def _stands(name: tuple[str, ...], words: tuple[str, ...]) -> bool:
    return any(words[at : at + len(name)] == name for at in range(len(words)))


def tells_of_kinds(stems: tuple[str, ...], end: tuple[str, ...], texts: Sequence[Snippet]) -> bool:
    """Whether these texts tell of things called by the ``end`` of a topic's name which other words than the topic's own
    tell apart, and none of them says that the end is short for the topic."""
    own = stems[len(stems) - len(end) - 1]
    before = [word for one in texts for word in words_before(end, one.text) if word]
    others = [word for word in before if own not in content_stems(word)]
    are_many = len(others) > max(len(before) - len(others), KINDS * len(texts))
    return are_many and not any(_is_short(stems, end, one.text) for one in texts)


def _is_short(stems: tuple[str, ...], end: tuple[str, ...], text: str) -> bool:
    """Whether a text gives the end of a name for all of it: "the Gibbs free energy (or simply the free energy)"."""
    return any(
        content_stems(found[2])[: len(end)] == end and content_stems(found[1])[-len(stems) :] == stems
        for found in _SIMPLY.finditer(text)
    )


_SIMPLY = re.compile(
    r"([^.;]{1,80}?)(?: \([^()]*\))?(?:,| \() ?or (?:more )?(?:simply|just),? ([^.;]{1,60})", re.IGNORECASE
)
