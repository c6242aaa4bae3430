"""Keys of works in a bibliography: author, year and a word, for people to type. The keys that models see live in
``memory/identity``."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Mapping
from typing import TypeVar

from castalia.memory.name_words import FUNCTION_WORDS
from castalia.tools.pages.author_names import Author
from castalia.tools.pages.citations import letters

_Work = TypeVar("_Work", bound=tuple[str, str])

_WORD = re.compile(r"[a-z0-9]+")
_PLAIN = str.maketrans({"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ł": "l", "ı": "i"})
_LONGEST = 30  # letters of a name or a word


def work_key(author: Author | None, year: int | None, title: str, otherwise: str) -> str:
    """``adeyemi2001tides``: the family name of the first author, the year, the first word of the title that says
    something.

    Without an author two words of the title stand about the year; where they have no letter of Latin, ``otherwise``
    does. Letters and digits of ASCII, beginning with a letter.
    """
    words = _telling_words(title)
    name = "" if author is None else _name(author)
    if not name:
        name, words = (words[0], words[1:]) if words else ("".join(_words(otherwise)), [])
    key = f"{name[:_LONGEST]}{'' if year is None else abs(year)}{words[0][:_LONGEST] if words else ''}"
    return key if key[:1].isalpha() else f"ref{key}"


def told_apart(keys: Mapping[_Work, str]) -> dict[_Work, str]:
    """The keys, with a letter behind those of a tie but the first (``-b``), in the order of the works' own names."""
    ties: dict[str, list[_Work]] = defaultdict(list)
    for work, key in keys.items():
        ties[key].append(work)
    return {
        work: f"{key}-{letters(place)}" if place > 1 else key
        for key, works in ties.items()
        for place, work in enumerate(sorted(works), 1)
    }


def _name(author: Author) -> str:
    """Of an organisation the first word that says something."""
    return "".join(_telling_words(author.family)[:1] if author.is_whole else _words(author.family))


def _telling_words(title: str) -> list[str]:
    words = _words(title)
    return [one for one in words if one not in FUNCTION_WORDS and not one.isdigit()] or words


def _words(text: str) -> list[str]:
    """The words in small letters of ASCII: accents off, hyphens inside words too."""
    folded = unicodedata.normalize("NFKD", text.casefold().translate(_PLAIN).replace("-", "").replace("'", ""))
    return _WORD.findall("".join(one for one in folded if not unicodedata.combining(one)))
