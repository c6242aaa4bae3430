"""Numbers as a text gives them, whatever their dress: "1,000", "one thousand" and "10^3" against each other. Units are
not read.

A number may be read in more than one way ("10 000" is one or two). A claim's number stands if one of its readings is
all in the source; a source gives the values of all readings.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", "0123456789+-")
_POWER = re.compile(r"(?<=[0-9])[⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,4}")
_UNITS = dict(zip("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(), range(20), strict=True))  # fmt: skip
_TENS = dict(zip("twenty thirty forty fifty sixty seventy eighty ninety".split(), range(20, 100, 10), strict=True))
_SCALES = {"hundred": 100, "thousand": 1000, "million": 10**6, "billion": 10**9, "trillion": 10**12, "bn": 10**9}
_ORDINALS = dict(zip("fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth".split(), range(4, 21), strict=True))  # fmt: skip
_GROUPS = {"dozen": 12, "decade": 10, "century": 100, "both": 2, "pair": 2, "couple": 2, "twice": 2, "double": 2, "doubled": 2, "triple": 3, "tripled": 3, "half": 2, "single": 1, "once": 1, "twofold": 2, "threefold": 3, "tenfold": 10, "first": 1, "second": 2, "third": 3}  # fmt: skip
_ROMANS = dict(zip("II III IV VI VII VIII IX XI XII XIII XIV XV XVI XVII XVIII XIX XX XXI".split(), (2, 3, 4, 6, 7, 8, 9, *range(11, 22)), strict=True))  # fmt: skip

_NUMERAL = (
    r"[0-9]{1,3}(?:,[0-9]{3}){1,6}+(?![0-9])(?:\.[0-9]{1,20})?|[0-9]{1,40}(?:[.·][0-9]{1,20})?|(?<![0-9])\.[0-9]{1,20}"
)
_SCALE = r"(?:hundred|thousand|million|billion|trillion|bn)"
_FIGURE = re.compile(
    rf"(?<![^\W_])(?P<digits>{_NUMERAL})(?:(?: ?[×x*·⋅] ?10(?:\^|(?=[+-]))|e)(?P<exponent>[+-]?[0-9]{{1,4}})\b)?(?:(?P<power>\^[+-]?[0-9]{{1,4}}))?(?:[ -]?(?P<scale>{_SCALE})s?\b)?"
    r"|(?<![^\W\d_])(?P<words>[A-Za-z]{3,11}(?:(?:-| | and )[A-Za-z]{3,11}){0,8})",
    re.IGNORECASE,
)
_SPACED = re.compile(r"(?<![0-9.,])[0-9]{1,3}(?:[ \u00a0\u2009\u202f][0-9]{3}){1,5}(?![0-9])")
_RANGE = re.compile(rf"({_NUMERAL})\s?(?:to|and|or|–|-|—)\s?({_NUMERAL})[ -]({_SCALE})\b", re.IGNORECASE)
_SHORT_RANGE = re.compile(r"(?<![0-9])([0-9]{4})\s?[–/-]\s?([0-9]{2})(?![0-9])")
_ROMAN = re.compile(r"\b[IVX]{2,5}\b")
_WORD = re.compile(r"[A-Za-z]+")


@dataclass(frozen=True, slots=True)
class Figure:
    """A number as it stands in a text, and the ways to read it: each a set of values that belong together."""

    text: str
    readings: tuple[frozenset[Decimal], ...]


def figures(text: str) -> tuple[Figure, ...]:
    """The numbers of a claim, in order: numerals that are no part of a name (``CO2``, ``p53``), and number words from
    two up.

    "One", "first", "second" and "third" are left alone, as plain words. Linear in the length of the text.
    """
    text = _spread_powers(text)
    found: list[Figure] = []
    spaced = {match.start(): match for match in _SPACED.finditer(text)}
    covered = 0
    for match in _FIGURE.finditer(text):
        if match.start() < covered:
            continue
        if match["words"]:
            found += [Figure(words, (frozenset([value]),)) for words, value in _spelled(match["words"]) if value != 1]
            continue
        if (whole := spaced.get(match.start())) is not None:
            covered = whole.end()
            apart = frozenset(_value(one) for one in whole.group().split())
            found.append(Figure(whole.group(), (frozenset([_value("".join(whole.group().split()))]), apart)))
            continue
        found.append(Figure(match.group(), tuple(_readings(match))))
    return tuple(found)


def values_in(text: str) -> frozenset[Decimal]:
    """Every value that a source gives, in any reading. Linear in the length of the text."""
    text = _spread_powers(text)
    values: set[Decimal] = set()
    for match in _FIGURE.finditer(text):
        if match["words"]:
            values.update(value for _, value in _spelled(match["words"]))
            values.update(Decimal(_GROUPS[word]) for word in _WORD.findall(match["words"].lower()) if word in _GROUPS)
            continue
        values.add(_value(match["digits"]))
        values.update(value for reading in _readings(match) for value in reading)
        values.update(_value(one) for one in match["digits"].split(",") if one)
    values.update(_value("".join(one.group().split())) for one in _SPACED.finditer(text))
    for left, right, scale in _RANGE.findall(text):
        values.update({_value(left) * _SCALES[scale.lower()], _value(right) * _SCALES[scale.lower()]})
    values.update(Decimal(left[:2] + right) for left, right in _SHORT_RANGE.findall(text))
    values.update(Decimal(_ROMANS[one]) for one in _ROMAN.findall(text) if one in _ROMANS)
    return frozenset(values)


def roman_value(word: str) -> Decimal | None:
    """The value of a Roman numeral from II to XXI that stands as a word; else None."""
    return Decimal(_ROMANS[word]) if word in _ROMANS else None


def _spread_powers(text: str) -> str:
    """ "10⁶" as "10^6"; minus signs as hyphens."""
    text = text.replace("ſ", "s").replace("\u212a", "K")  # which a pattern that ignores case takes for s and k
    text = _POWER.sub(lambda found: "^" + found.group().translate(_RAISED), text)
    return text.replace("−", "-").replace("½", " 0.5 ").replace("¼", " 0.25 ").replace("¾", " 0.75 ")


def _readings(match: re.Match[str]) -> Iterator[frozenset[Decimal]]:
    value = _value(match["digits"])
    if match["exponent"]:
        size = int(match["exponent"])
        yield frozenset([value, Decimal(10), Decimal(abs(size))])
        yield frozenset([value, Decimal(f"10{abs(size)}").normalize()])  # a source that lost its raised digits
        if abs(size) <= 30:
            yield frozenset([value.scaleb(size).normalize()])
        return
    if match["scale"]:
        yield frozenset([value * _SCALES[match["scale"].lower()]])
        return
    if match["power"]:
        exponent = match["power"].lstrip("^+")
        size = int(exponent.lstrip("-"))
        yield frozenset([value, Decimal(size)])
        yield frozenset([_value(match["digits"] + str(size))])  # a source that lost its raised digits
        if size <= 30:
            yield frozenset([(value ** int(exponent)).normalize()]) if value else frozenset([value])
        return
    yield frozenset([value])


def _value(numeral: str) -> Decimal:
    return Decimal(numeral.replace(",", "").replace("·", ".")).normalize()


def _spelled(words: str) -> Iterator[tuple[str, Decimal]]:
    """The numbers that stand in a run of words, "twenty-five thousand" as one."""
    total = part = 0
    said: list[str] = []
    for word in [*_WORD.findall(words), ""]:
        lower = word.lower()
        if lower in _UNITS and (not said or said[-1] in _TENS or said[-1] in _SCALES or said[-1] == "and"):
            part += _UNITS[lower]
        elif lower in _TENS and (not said or said[-1] in _SCALES or said[-1] == "and"):
            part += _TENS[lower]
        elif lower in _SCALES and said and said[-1] != "and":
            scale = _SCALES[lower]
            part, total = (max(part, 1) * scale, total) if scale == 100 else (0, total + max(part, 1) * scale)
        elif lower == "and" and said and said[-1] in _SCALES:
            pass
        else:
            if said:
                yield " ".join(one for one in said if one != "and"), Decimal(total + part).normalize()
            total = part = 0
            said = []
            if lower in _UNITS or lower in _TENS:
                part = _UNITS.get(lower, 0) or _TENS.get(lower, 0)
            elif lower in _ORDINALS or lower.removesuffix("s") in _ORDINALS:
                yield lower, Decimal(_ORDINALS[lower if lower in _ORDINALS else lower.removesuffix("s")])
                continue
            else:
                continue
        said.append(lower)
