"""Numbers as a text gives them, whatever their dress: "1,000", "one thousand" and "10^3" against each other. Units are
not read.

A number may be read in more than one way ("10 250" is one or two). A claim's number stands if one of its readings is
all in the source; a source gives the values of all readings. A size ("hundreds", "a million") stands if the source
gives a value of that size.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Set
from dataclasses import dataclass
from decimal import Decimal

from castalia.tools.claims.spelled_numbers import SCALES, WORD, spelled

_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", "0123456789+-")
_POWER = re.compile(r"(?<=[0-9])[⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,4}")
_GROUPS = {"decade": 10, "century": 100, "both": 2, "pair": 2, "couple": 2, "twice": 2, "double": 2, "doubled": 2, "triple": 3, "tripled": 3, "quadrupled": 4, "half": 2, "single": 1, "once": 1, "first": 1, "second": 2, "third": 3}  # fmt: skip
_ROMANS = dict(zip("II III IV VI VII VIII IX XI XII XIII XIV XV XVI XVII XVIII XIX XX XXI".split(), (2, 3, 4, 6, 7, 8, 9, *range(11, 22)), strict=True))  # fmt: skip

_NUMERAL = (
    r"[0-9]{1,3}(?:,[0-9]{3}){1,6}+(?![0-9])(?:\.[0-9]{1,20})?|[0-9]{1,40}(?:[.·][0-9]{1,20})?|(?<![0-9])\.[0-9]{1,20}"
)
_SCALE = rf"(?:{'|'.join(SCALES)})"
_FIGURE = re.compile(
    r"(?<![^\W_])(?:(?P<whole>[0-9]{1,3}) )?(?P<over>[0-9]{1,2})\u2044(?P<under>[1-9][0-9]?)"
    rf"|(?:(?<![^\s(\[<>=≈~±])(?P<minus>[-–]))?(?<![^\W_])(?P<digits>{_NUMERAL})(?:(?: ?[×x*·⋅] ?10(?:\^|(?=[+-]))|e)(?P<exponent>[+-]?[0-9]{{1,4}})\b)?(?:(?P<power>\^[+-]?[0-9]{{1,4}}))?(?:[ -]?(?P<scale>{_SCALE})s?\b)?"
    r"|(?<![^\W\d_])(?P<words>[A-Za-z]{3,12}(?:(?:-| | and )[A-Za-z]{3,12})*+)",
    re.IGNORECASE,
)
_SPACED = re.compile(r"(?<![0-9.,])[0-9]{1,3}(?:[ \u00a0\u2009\u202f][0-9]{3}){1,5}(?![0-9])")
_RANGE = re.compile(rf"({_NUMERAL})\s?(?:to|and|or|–|-|—)\s?({_NUMERAL})[ -]({_SCALE})\b", re.IGNORECASE)
_SHORT_RANGE = re.compile(r"(?<![0-9])([0-9]{4})\s?[–/-]\s?([0-9]{2})(?![0-9])")
_ROMAN = re.compile(r"\b[IVX]{2,5}\b")
_NEGATIVE = re.compile(r"\b(?:minus|negative) (?=[0-9.])", re.IGNORECASE)
_SIZE_OF_SIZES = re.compile(r"\b(?:tens|dozens|hundreds|thousands) of (?=(?:thousand|million|billion|trillion)s)", re.IGNORECASE)  # fmt: skip
_NOT_ASCII = re.compile(r"[^\x00-\x7f]")
_MORE = Decimal("1e-9")  # so that no number of a claim is equal to what a source's "hundreds" may be


@dataclass(frozen=True, slots=True)
class Figure:
    """A number as it stands in a text, and the ways to read it: each a set of values that belong together. ``size``
    bounds the values that a word such as "hundreds" may stand for: at least the first, less than the second."""

    text: str
    readings: tuple[frozenset[Decimal], ...]
    size: tuple[Decimal, Decimal] | None = None

    def stands(self, given: Set[Decimal]) -> bool:
        """Whether a source that gives these values says this number."""
        if any(reading <= given for reading in self.readings):
            return True
        return self.size is not None and any(self.size[0] <= one < self.size[1] for one in given)


def figures(text: str) -> tuple[Figure, ...]:
    """The numbers of a claim, in order: numerals that are no part of a name (``CO2``, ``p53``), and number words from
    two up.

    "One", "first", "second" and "third" are left alone, as plain words. Linear in the length of the text.
    """
    found: list[Figure] = []
    for here, readings in _numerals(_plain(text)):
        if readings:
            found.append(Figure(here, readings))
        else:
            found += [Figure(one.text, (frozenset([one.value]),), one.size) for one in spelled(here) if one.value != 1]
    return tuple(found)


def values_in(text: str) -> frozenset[Decimal]:
    """Every value that a source gives, in any reading. A number below zero gives the one above, too: "a change of -5 %"
    is a loss of 5 %. Linear in the length of the text."""
    text = _plain(text)
    values: set[Decimal] = set()
    for here, readings in _numerals(text):
        values.update(value for reading in readings for value in reading)
        if not readings:
            values.update(one.value + _MORE if one.is_vague else one.value for one in spelled(here))
            values.update(Decimal(_GROUPS[word]) for word in WORD.findall(here.lower()) if word in _GROUPS)
    for left, right, scale in _RANGE.findall(text):
        values.update({_value(left) * SCALES[scale.lower()], _value(right) * SCALES[scale.lower()]})
    values.update(Decimal(left[:2] + right) for left, right in _SHORT_RANGE.findall(text))
    values.update(Decimal(_ROMANS[one]) for one in _ROMAN.findall(text) if one in _ROMANS)
    return frozenset(values) | frozenset(map(abs, values))


def roman_value(word: str) -> Decimal | None:
    """The value of a Roman numeral from II to XXI that stands as a word; else None."""
    return Decimal(_ROMANS[word]) if word in _ROMANS else None


def _plain(text: str) -> str:
    """ "10⁶" as "10^6", "½" as "1⁄2" by itself, digits of any script as ASCII, minus signs as hyphens."""
    if not text.isascii():
        text = text.replace("ſ", "s").replace("\u212a", "K")  # which a pattern that ignores case takes for s and k
        text = _POWER.sub(lambda found: "^" + found.group().translate(_RAISED), text)
        text = _NOT_ASCII.sub(lambda found: _plain_sign(found.group()), text)
    return _SIZE_OF_SIZES.sub("", _NEGATIVE.sub("-", text))


def _plain_sign(char: str) -> str:
    if char == "−":
        return "-"
    if char.isdecimal():
        return str(int(char))
    if unicodedata.decomposition(char).startswith("<fraction>"):
        return f" {unicodedata.normalize('NFKC', char)} "
    return char


def _numerals(text: str) -> Iterator[tuple[str, tuple[frozenset[Decimal], ...]]]:
    """The numerals of a text with their readings, and its runs of words with none."""
    spaced = {match.start(): match.group() for match in _SPACED.finditer(text)}
    covered = 0
    for match in _FIGURE.finditer(text):
        if match.start() < covered:
            continue
        whole = spaced.get(match.start("digits"))
        if whole is None:
            yield match.group(), tuple(_readings(match))
        else:
            covered = match.start("digits") + len(whole)
            signed = f"-{whole}" if match["minus"] else whole
            yield signed, tuple(_spaced_readings(signed))


def _spaced_readings(whole: str) -> Iterator[frozenset[Decimal]]:
    """ "10 250" is one number or two; in "10 000" what stands behind the space is none by itself."""
    parts = whole.split()
    yield frozenset([_value("".join(parts))])
    if not any(part.startswith("0") for part in parts[1:]):
        yield frozenset(map(_value, parts))


def _readings(match: re.Match[str]) -> Iterator[frozenset[Decimal]]:
    if match["words"]:
        return
    if match["over"]:
        over, under = Decimal(match["over"]), Decimal(match["under"])
        if match["whole"]:
            whole = Decimal(match["whole"])
            yield frozenset([whole + over / under])
            yield frozenset([whole, over / under])
            return
        yield frozenset([over / under])
        yield frozenset([over, under])
        if over == 1:
            yield frozenset([under])  # as "half" and "third" give it
        return
    value = _value(match["digits"])
    if match["minus"]:
        value = -value
    if match["exponent"]:
        size = int(match["exponent"])
        yield frozenset([value, Decimal(10), Decimal(abs(size))])
        yield frozenset([value, Decimal(f"10{abs(size)}").normalize()])  # a source that lost its raised digits
        if abs(size) <= 30:
            yield frozenset([value.scaleb(size).normalize()])
        return
    if match["scale"]:
        yield frozenset([value * SCALES[match["scale"].lower()]])
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
