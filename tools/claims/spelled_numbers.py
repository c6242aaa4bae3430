"""Numbers in words: "twenty-five thousand", "tenfold", "hundreds"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import NamedTuple

_UNITS = dict(zip("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(), range(20), strict=True))  # fmt: skip
_TENS = dict(zip("twenty thirty forty fifty sixty seventy eighty ninety".split(), range(20, 100, 10), strict=True))
SCALES = {
    "hundred": 100,
    "thousand": 1000,
    "million": 10**6,
    "billion": 10**9,
    "trillion": 10**12,
    "bn": 10**9,
    "dozen": 12,
}
_ORDINALS = dict(zip("fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth".split(), range(4, 21), strict=True))  # fmt: skip

WORD = re.compile(r"[A-Za-z]+")
_SOME = frozenset("several few many some".split())


class Spelled(NamedTuple):
    """A number in words. One that is nothing but a size ("hundreds", "a million") has its bounds; ``is_vague`` where
    it is no number by itself ("hundreds", "several million")."""

    text: str
    value: Decimal
    size: tuple[Decimal, Decimal] | None
    is_vague: bool


def spelled(words: str) -> Iterator[Spelled]:
    """The numbers that stand in a run of words, "twenty-five thousand" as one."""
    total = part = 0
    said: list[str] = []
    before = last = ""
    for word in [*WORD.findall(words), ""]:
        lower = word.lower().removesuffix("fold")
        scale = SCALES.get(lower) or SCALES.get(lower.removesuffix("s"))
        if said and lower in _UNITS and (said[-1] in _TENS or said[-1] in SCALES or said[-1] == "and"):
            part += _UNITS[lower]
        elif said and lower in _TENS and (said[-1] in SCALES or said[-1] == "and"):
            part += _TENS[lower]
        elif said and scale and said[-1] != "and":
            part, total = (max(part, 1) * scale, total) if scale <= 100 else (0, total + max(part, 1) * scale)
        elif lower == "and" and said and said[-1] in SCALES:
            said.append(lower)
            continue
        else:
            if said:
                yield _number(said, Decimal(total + part).normalize(), before, last)
            said, total, part = [], 0, scale or _UNITS.get(lower, 0) or _TENS.get(lower, 0)
            ordinal = _ORDINALS.get(lower) or _ORDINALS.get(lower.removesuffix("s"))
            if ordinal:
                yield Spelled(lower, Decimal(ordinal), None, False)
            if not part and lower != "zero":
                before = lower
                continue
        last = lower
        said.append(lower if lower in SCALES or not scale else lower.removesuffix("s"))


def _number(said: Sequence[str], value: Decimal, before: str, last: str) -> Spelled:
    """These words as a number; ``before`` is the word before them, ``last`` the last of them as it stood."""
    named = [one for one in said if one != "and"]
    text = " ".join(named)
    if not all(one in SCALES for one in named):
        return Spelled(text, value, None, False)
    is_plural = last not in SCALES
    top = 1000 if is_plural and value >= 1000 else 10
    return Spelled(text, value, (value / 2, value * top), is_plural or before in _SOME)
