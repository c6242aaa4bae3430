"""Broken lines: words that the end of a line divides, as in text that was taken from a PDF ("graph-", "ite").

Most hyphens there are the printer's, and soft ones always. One is the word's own where the text has it elsewhere,
before a capital, behind or before words that usually take one ("well-known", "virus-like"), and beside a small word in
a longer row ("state-of-the-art").
"""

from __future__ import annotations

import re

_DIVIDED = re.compile(
    r"[-‐\xad](?<=[^\W\d_]{2}.)[ \t]{0,8}\r?\n[ \t]{0,40}"
    r"(?!(?:and|or|nor|to|but|versus|vs|as|through|than)\b(?![-‐]))(?=([^\W\d_]{2,40}))"
)
_FIRST = re.compile(r"[^\W\d_]{2,40}$")
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)?")
_HYPHENS = frozenset("-‐")
# Not "re", "pre", "inter", "multi", "anti": of a hundred words that begin so, ninety have no hyphen ("re-sult").
_BEFORE = frozenset(
    """all cross double ever far free full half heavy high ill large light long low near new non old one open post quasi
    self short single small three two ultra well wide""".split()
)
_BEHIND = frozenset(
    """aware based bearing borne bound called class containing dependent derived driven efficient fold free friendly
    induced known level like limited mediated only order oriented pass phase related resistant resolution rich scale
    sensitive shaped shot specific state style term time trained type wide""".split()
)
_PREFIXES = frozenset("dis en in sub un".split())  # "un-known", "in-dependent"
_SMALL = frozenset("and as at by for from in of on or the to with".split())


def join_lines(text: str) -> str:
    """The text with the words whole that a line break divides at a hyphen; "short-" before "and" stays."""
    if _DIVIDED.search(text) is None:
        return text
    words = set(_WORD.findall(text.lower()))

    def whole(found: re.Match[str]) -> str:
        before = _FIRST.search(text, max(0, found.start() - 40), found.start())
        assert before is not None  # two letters stand before the hyphen
        first, second = before[0], found[1]
        if found[0][0] == "\xad" or (first + second).lower() in words:
            return ""
        behind, after = text[max(0, before.start() - 1) : before.start()], text[found.end(1) : found.end(1) + 1]
        is_own = (
            first.lower() in _BEFORE
            or (second in _BEHIND and first.lower() not in _PREFIXES)
            or f"{first}-{second}".lower() in words
            or not second.islower()
            or (first in _SMALL and behind in _HYPHENS)
            or (second in _SMALL and after in _HYPHENS)
        )
        return "-" if is_own else ""

    return _DIVIDED.sub(whole, text)
