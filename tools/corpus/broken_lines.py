"""Broken lines: words that the end of a line divides, as in text that was taken from a PDF ("graph-", "ite").

Most hyphens there are the printer's. One is the word's own where the text has it elsewhere, before a capital, and
behind or before words that usually take one ("well-known", "virus-like").
"""

from __future__ import annotations

import re

_DIVIDED = re.compile(r"([^\W\d_]{2,40})[-‐][ \t]{0,8}\r?\n[ \t]{0,40}(?!(?:and|or|nor|to|but)\b)([^\W\d_]{2,40})")
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)?")
_BEFORE = frozenset(
    """all anti cross double ever far free full half hard heavy high ill inter large light long low mid multi near new
    non off old one open post pre quasi re self semi short single small so soft three two ultra well wide""".split()
)
_BEHIND = frozenset(
    """aware based bearing borne bound called class containing dependent derived driven efficient fold free friendly
    induced known level like limited mediated only order oriented pass phase related resistant resolution rich scale
    sensitive shaped shot specific state style term time trained type wide""".split()
)


def join_lines(text: str) -> str:
    """The text with the words whole that a line break divides at a hyphen; "short-" before "and" stays."""
    if _DIVIDED.search(text) is None:
        return text
    words = set(_WORD.findall(text.lower()))

    def whole(found: re.Match[str]) -> str:
        first, second = found.groups()
        hyphenated = f"{first}-{second}"
        if (first + second).lower() in words:
            return first + second
        is_own = first.lower() in _BEFORE or second in _BEHIND or hyphenated.lower() in words or not second.islower()
        return hyphenated if is_own else first + second

    return _DIVIDED.sub(whole, text)
