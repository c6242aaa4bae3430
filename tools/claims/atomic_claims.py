"""Atomic claims by rules: a sentence cut where one statement ends and the next begins, as far as marks and small words
show it.

FActScore and the thesis (section 4.6, "Hallucination Assessment") let a model do this, which cuts finer and gives each
part its subject.
"""

from __future__ import annotations

import re

from castalia.tools.language.words import content_stems

_LEAST = 2  # content stems of a claim
_SEEN = 400  # characters of a part that are looked at
_OPENING = 8  # words of a part in which its verb has to show
_SEAM = re.compile(r";\s+|,\s+(?:and|but|while|whereas|although|yet)\s+")
_VERBS = frozenset(
    """is are was were has have had does do did can could may might will would must should cannot becomes became remains contains
    includes occurs produces requires uses forms causes""".split()
)


def atomic_claims(sentence: str) -> tuple[str, ...]:
    """The parts of a sentence, at least one, in order; linear in its length.

    A seam is a semicolon, or a comma before "and", "but", "while", "whereas", "although", "yet"; it counts where the
    part before it and the part behind it have two content words and the one behind it has a verb among its first words,
    from a short list. So a list of things stays whole, and so does much that a reader would cut.
    """
    parts: list[str] = []
    start = 0
    for seam in _SEAM.finditer(sentence):
        before = sentence[start : min(seam.start(), start + _SEEN)]
        behind = sentence[seam.end() : seam.end() + _SEEN]
        opening = behind.lower().split()[:_OPENING]
        if not _VERBS.isdisjoint(opening) and min(_weight(before), _weight(behind)) >= _LEAST:
            parts.append(sentence[start : seam.start()].strip())
            start = seam.end()
    parts.append(sentence[start:].strip())
    return tuple(parts)


def _weight(part: str) -> int:
    return len(content_stems(part))
