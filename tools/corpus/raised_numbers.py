"""Raised numbers: whether one cites ("in mice<sup>3</sup>") or is a power ("feet<sup>2</sup>").

Where it may be either it is a power, for one that is lost changes what a sentence says; a citation that stays is only
untidy.
"""

from __future__ import annotations

import re

_NUMBER = r"[1-9]\d{0,2}"
CITES = re.compile(rf"[\[(]?{_NUMBER}(?:\s?[,;–‐‑-]\s?{_NUMBER})*[\])]?")
_BEHIND = re.compile(r"([^\W\d_]*)([.,;:?!)”’\"]*)\Z")
_VOWEL = re.compile(r"[aeiou]|[^\x00-\x7f]")  # "xyz" is a product
_TAKES_POWERS = re.compile(  # functions, units, and letters that are spelt out
    r"(?:arc)?(?:sin|cos|tan|cot|sec|csc)h?|log|exp|lim|max|min|det|arg|erf|var|cov|alpha|beta|gamma|delta|epsilon|eta|theta"
    r"|kappa|lambda|rho|sigma|tau|phi|chi|psi|omega|feet|foot|inch(?:es)?"
    r"|(?:kilo|centi|milli|micro|nano)?(?:met(?:er|re)|lit(?:er|re)|gram|second|newton|joule|watt|volt|pascal|mole)s?"
    r"|(?:[mk]?rad|radian|deg|degree|k?cal|m?bar|m?mol|mile|yard|acre|hectare|amp|ampere|minute|hour|day|year|parsec|pixel)s?"
)
_QUANTITY = re.compile(  # "height<sup>2</sup>": squared, cubed or to the fourth
    r"height|length|width|depth|distance|radius|diameter|thickness|speed|velocity|amplitude|voltage|wavelength|frequency|age|mass"
)
_POWERS = ("2", "3", "4")
_NAMED = re.compile(r"[^\W\d_]{3} \([^\W\d_]{3,40}\)\Z")  # "adenosine triphosphate (ATP)", and no formula
_FACTOR = re.compile(r"[=×·⋅*/+−∝^] ?[^\W\d_]*\Z")  # "mass × velocity<sup>2</sup>"
_SHORT = frozenset("in ft yd mi sec m cm mm km s".split())  # "lb/in.<sup>2</sup>"


def cites(numbers: str, before: str) -> bool:
    """Whether raised numbers cite: a list behind a word or mark, a single one behind what takes no power."""
    found = _BEHIND.search(before)
    word, mark = found.groups() if found else ("", "")
    if not mark and (
        _TAKES_POWERS.fullmatch(word.lower()) or (numbers in _POWERS and _QUANTITY.fullmatch(word.lower()))
    ):
        return False
    if not numbers.isdigit():
        return len(word) > 2 or bool(mark)
    if mark:
        if mark[-1] == ")":
            return numbers not in ("2", "3") and _NAMED.search(before) is not None
        return mark[-1] in ".,;:?" and not (word in _SHORT and numbers in ("2", "3"))
    begins = before[: len(before) - len(word)][-1:]
    is_word = len(word) > 2 and word.islower() and _VOWEL.search(word) is not None
    return is_word and (not begins or begins in " (“‘-") and _FACTOR.search(before) is None
