"""Entities without a recogniser: the names of a text, as runs of capitalised words, acronyms and symbols.

The papers use the FLAIR recogniser, which is a model; any function from a text to its entities may stand in for this
one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from castalia.tools.claims.ground_names import names
from castalia.tools.language.sentences import split_sentences
from castalia.tools.language.words import FUNCTION_WORDS

Entities = Callable[[str], Iterable[str]]

_PARTS = re.compile(r"[^\W_]+")
_SPELLED = re.compile(r"[^\W_]{2,}")


def name_entities(text: str) -> frozenset[str]:
    """The names of a text in lower case, neighbours as one ("embden meyerhof"). Linear in its length.

    The capital with which a sentence opens makes no name. Blind to what is written small ("pyruvate", "insulin"), which
    is most of a scientific text; a recogniser for newspapers is so too.
    """
    return frozenset(run for sentence in split_sentences(text) for run in _runs(sentence.text))


def entities_of(text: str, find: Entities) -> frozenset[str]:
    """What a recogniser finds in a text, letter case and marks aside, so that sets of entities can be compared."""
    return frozenset(filter(None, map(_plain, find(text))))


def heading_entities(headings: Sequence[str], known: frozenset[str]) -> frozenset[str]:
    """Those of the known names that stand in these headings; where a heading opens, its text alone cannot tell a name
    from a word."""
    lines = [" " + " ".join(_PARTS.findall(one.casefold())) + " " for one in headings]
    return frozenset(name for name in known if any(f" {name} " in line for line in lines))


def _runs(sentence: str) -> list[str]:
    found: list[str] = []
    end = -1
    place = 0
    for name in names(sentence):
        start = sentence.find(name.text, place)
        between = sentence[end:start] if 0 <= end <= start else "…"
        if found and between in (" ", "-", "–", "—", ". ", "."):
            found[-1] = f"{found[-1]} {_plain(name.text)}"
        else:
            found.append(_plain(name.text))
        if start >= 0:  # else a symbol whose digits were lowered
            end = place = start + len(name.text)
    return [one for one in found if _SPELLED.search(one) and one not in FUNCTION_WORDS]


def _plain(name: str) -> str:
    return " ".join(_PARTS.findall(name.casefold().removesuffix("'s").removesuffix("’s")))
