"""Species by their two names: the genus in full ("Mycobacterium tuberculosis") and cut to its letter ("M.
tuberculosis").

Which genus a letter stands for is known only where the texts at hand use one that begins with it before the same
species.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from castalia.tools.language.words import FUNCTION_WORDS

CLEARLY = 0.8  # of the full names that a short one may stand for are this one

_CUT = re.compile(r"(?<![A-Z]\.)\b([A-Z])\. ([a-z]{3,40})\b")
_FULL = re.compile(r"\b([A-Z])([a-z]{2,40}) ([a-z]{3,40})\b")


def binomials(texts: Iterable[str]) -> frozenset[tuple[str, str]]:
    """Pairs (short form, long form) over all these texts together, whatever their order; linear in their length.

    A short form that stands for two genera has none, unless nearly all full names are of one of them.
    """
    read = list(texts)
    cut = {pair for text in read for pair in _CUT.findall(text) if pair[1] not in FUNCTION_WORDS}
    full: Counter[tuple[str, str, str]] = Counter()
    for text in read if cut else ():
        full.update(_FULL.findall(text))
    known = {name: count for name, count in full.items() if (name[0], name[2]) in cut}
    total: Counter[tuple[str, str]] = Counter()
    for (letter, _, species), count in known.items():
        total[letter, species] += count
    return frozenset(
        (f"{letter}. {species}", f"{letter}{rest} {species}")
        for (letter, rest, species), count in known.items()
        if count >= CLEARLY * total[letter, species]
    )
