"""Pointers to what stands elsewhere in a book and is called by a number that only the whole book knows: "(Figure ??)",
as TeX prints it. A parenthesis that holds nothing but these goes; in a sentence they stay, for it would miss them.
"""

from __future__ import annotations

import re

FIGURE, TABLE, EQUATION = "Figure ??", "Table ??", "(??)"

_PART = r"(?:\**\s?[a-h](?:,? ?[a-h]){0,5}\**)?"  # "Figure ??a, c"
_ONE = rf"(?:(?:Figure|Table) \?\?{_PART}|\(\?\?\))"
_SEE = r"(?:(?:see|also|as|e\.g\.,?|cf\.|(?:shown|seen|illustrated|depicted) in)\s){0,3}"
_ALONE = re.compile(rf"\s?\(\s?{_SEE}{_ONE}(?:(?:[,;]| ?[–-]|,? and|,? or)\s?{_ONE}){{0,9}}\s?\)")


def without_pointers(text: str) -> str:
    """The text without parentheses that only point elsewhere; linear in its length."""
    return _ALONE.sub("", text) if "??" in text else text
