"""Quotes: finding in a text the words that somebody says they copied from it.

A copy may differ in white space, in the shape of quotation marks and dashes, and in capitals; nothing else.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

_SAME = str.maketrans(
    {"“": '"', "”": '"', "„": '"', "’": "'", "‘": "'", "–": "-", "—": "-", "‐": "-", "‑": "-", "−": "-"}
)
_BLANK, _BLANKS = re.compile(r"\s"), re.compile(r"\s\s")
_AROUND = " \t\n\"'“”‘’…"


def find_quote(quote: str, text: str) -> str:
    """The part of ``text`` that ``quote`` copies, as it stands there; "" where it copies none. Linear."""
    wanted, _ = _folded(quote.strip(_AROUND))
    if not wanted.strip():
        return ""
    folded, places = _folded(text)
    start = folded.find(wanted)
    return "" if start < 0 else text[places[start] : places[start + len(wanted) - 1] + 1]


@lru_cache(maxsize=128)  # a snippet is asked for all the quotes of its answer
def _folded(text: str) -> tuple[str, Sequence[int]]:
    """The text in lower case with single spaces and plain marks, and where each of its characters comes from."""
    plain = text.translate(_SAME)
    if plain.isascii() and not _BLANKS.search(plain):  # most texts: a character for a character
        return _BLANK.sub(" ", plain.lower()), range(len(plain))
    folded: list[str] = []
    places: list[int] = []
    for place, char in enumerate(text):
        for one in unicodedata.normalize("NFKC", char.translate(_SAME)).translate(_SAME).lower():
            if one.isspace():
                one = " "
                if folded and folded[-1] == " ":
                    continue
            folded.append(one)
            places.append(place)
    return "".join(folded), places
