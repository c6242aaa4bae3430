"""Names that a sentence says and its sources have to say too: capitalised words, acronyms, symbols such as CO2 or p53.

Which of them are missing is decided by folded forms (accents, case, hyphens, plurals, possessives, demonyms) and by
what an acronym may stand for. Numbers live in ``ground_numbers``.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from castalia.tools.language.given_names import GIVEN_NAMES
from castalia.tools.language.sentences import split_sentences
from castalia.tools.language.words import FUNCTION_WORDS, stem, tokens

_PARTS = re.compile(r"[^\W_]+")
_OPENERS = frozenset("“‘«:;")
_OPENING = " \t\r\n([{\"'“‘"
_INNER_STOP = re.compile(r"[.!?…。]\W*\s")
_UNIT_NAMES = frozenset(
    """C K F N J W V A T S H L M G P B Hz kHz MHz GHz THz Pa kPa MPa GPa hPa kJ MJ GJ mV kV MV keV MeV GeV TeV eV mL dL uL μL µL mM μM µM
    nM pM kDa Da MDa Mb kb Gb bp kW MW GW TW kWh MWh GWh TWh Wh mA Ah Bq Gy Sv mSv Mpc kpc Gpc pc AU Myr Gyr Ma Ga ka BP BC AD CE BCE AM
    PM GB MB TB KB dB Ω kΩ rpm U IU USD EUR GBP pH CI SD SE""".split()
)
_DEGREES = frozenset("Celsius Fahrenheit Kelvin C F K".split())
_POWERED_UNIT = re.compile(r"(?:[munkdcμµ]?m|s|kg|g|mg|ft|in|ha|h)[23]")
_SYMBOL = re.compile(r"(?=[^\W_]{0,30}[0-9])(?=[^\W_]{0,30}[^\W\d_])[^\W\d_][^\W_]*")
_DEMONYMS = ("n", "an", "ian", "ean", "ese", "ish", "ic", "al", "ist", "ism", "i", "s", "es", "ans", "ians", "d")
_SHORTEST_ROOT = 4
_LEAST_INITIALS = 3


@dataclass(frozen=True, slots=True)
class Name:
    """A word of a sentence that names something: as it stands, the word behind it, and whether a stop follows (an
    initial)."""

    text: str
    following: str
    is_abbreviated: bool


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What a source says: folded words and pairs, stems, those of words in small letters, single capitals as they stand,
    each word's first letter with the next word, and the initials of its words."""

    forms: frozenset[str]
    stems: frozenset[str]
    small: frozenset[str]
    capitals: frozenset[str]
    genera: frozenset[tuple[str, str]]
    initials: str


_MONEY = re.compile(r"\b[A-Z]{1,3}(?=[$€£¥])")


def names(sentence: str) -> tuple[Name, ...]:
    """The names of a sentence, in order. Its first word is one only if its letters show it, or if it is a given name
    before another; see ``opening_names`` for the others.

    Units behind a number, capitalised function words and the letters before a sign of money ("US$") are none. Linear in
    the length of the sentence.
    """
    text = _MONEY.sub("", _raise_down(sentence))
    starts = _starts(text)
    words = [(match.group(), match.start(), match.end()) for match in _PARTS.finditer(text)]
    found: list[Name] = []
    for place, (word, _, end) in enumerate(words):
        following = words[place + 1][0] if place + 1 < len(words) else ""
        if _is_name(text, words, place, starts):
            stop = text[end : end + 1] == "."
            found.append(Name(word, following, stop and len(word) == 1))
    return tuple(found)


def vocabulary(text: str) -> Vocabulary:
    """What a source says, for ``says``. Linear in the length of the text."""
    text = _raise_down(text)
    words = _PARTS.findall(text)
    folded = [_fold(word) for word in words]
    joined = {left + right for left, right in pairwise(folded)}
    content = [word for word in folded if word not in FUNCTION_WORDS]
    return Vocabulary(
        frozenset(folded) | joined | {_fold(one.text) for one in tokens(text)},
        frozenset(stem(word) for word in folded),
        frozenset(stem(low) for word, low in zip(words, folded, strict=True) if word[0].islower()),
        frozenset(word for word in words if len(word) == 1),
        frozenset((left[:1], right) for left, right in pairwise(folded)),
        " ".join("".join(word[:1] for word in those if word.isalpha()) for those in (folded, content)),
    )


def says(source: Vocabulary, name: Name) -> bool:
    """Whether a source has the name, in another form or, for an acronym of three letters and more, spelled out."""
    word, folded = name.text, _fold(name.text)
    if name.is_abbreviated:
        return word in source.capitals or (folded, _fold(name.following)) in source.genera or not name.following
    if len(word) == 1:
        return word in source.capitals
    if folded in source.forms or stem(folded) in source.stems:
        return True
    if name.following and folded + _fold(name.following) in source.forms:
        return True
    if _is_acronym(word):
        letters = folded.removesuffix("s") if word.endswith("s") else folded
        return (letters in source.forms) or (
            letters.isalpha() and len(letters) >= _LEAST_INITIALS and letters in source.initials
        )
    if (
        (word[:1] in source.capitals)
        and (folded[:1], _fold(name.following)) in source.genera
        and name.following.islower()
    ):
        return True  # the source abbreviates the genus
    return any(_related(folded, ending, source) for ending in _DEMONYMS)


def _related(folded: str, ending: str, source: Vocabulary) -> bool:
    if len(folded) >= _SHORTEST_ROOT and folded + ending in source.forms:
        return True
    return (
        folded.endswith(ending)
        and len(folded) - len(ending) >= _SHORTEST_ROOT
        and folded.removesuffix(ending) in source.forms
    )


def _is_name(text: str, words: list[tuple[str, int, int]], place: int, starts: Sequence[int]) -> bool:
    word, start, end = words[place]
    before = words[place - 1] if place else None
    if word in _DEGREES and before is not None and before[0].lower() in ("degree", "degrees"):
        return False
    behind_number = before is not None and before[0][-1:].isdigit() and start - before[2] <= 2
    if word in _UNIT_NAMES and (
        behind_number or text[start - 1 : start] in ("°", "/", "·", "⋅") or "/" in text[end : end + 1]
    ):
        return False
    if _SYMBOL.fullmatch(word):
        return not _POWERED_UNIT.fullmatch(word)
    if word[0].isdigit():
        return False
    if any(char.isupper() for char in word[1:]):
        is_stressed = word.isupper() and word.lower() in FUNCTION_WORDS and len(word) > 2
        return not is_stressed or (before is not None and before[0].lower() == "the")  # the WHO
    if not word[0].isupper() or word.lower() in FUNCTION_WORDS or word == "I":
        return False
    if text[start - 1 : start] in ("'", "’") and before is not None and before[2] == start - 1:
        return False
    if _opens(text, start, starts):
        return word.lower() in GIVEN_NAMES and text[end : end + 1] == " " and text[end + 1 : end + 2].isupper()
    return True


def _starts(text: str) -> list[int]:
    """Where a sentence begins. A stop inside is not looked at closely unless a capital may follow it."""
    return [one.start for one in split_sentences(text)] if _INNER_STOP.search(text) else [0]


def _opens(text: str, start: int, starts: Sequence[int]) -> bool:
    """Whether a word at this place has its capital from the sentence: at its start, or behind a mark that opens."""
    before = text[max(0, start - 4) : start].rstrip()
    begun = starts[bisect_right(starts, start) - 1]
    return before[-1:] in _OPENERS or not text[begun:start].strip(_OPENING)


def _is_acronym(word: str) -> bool:
    return sum(char.isupper() for char in word.removesuffix("s")) >= 2


def _fold(word: str) -> str:
    """Lower case without accents, hyphens and a possessive."""
    lower = word.casefold()
    if not lower.isascii():
        lower = "".join(char for char in unicodedata.normalize("NFKD", lower) if not unicodedata.combining(char))
        lower = lower.replace("'", "").replace("’", "") if lower.endswith(("'", "’")) else lower
    for ending in ("'s", "’s"):
        lower = lower.removesuffix(ending)
    return lower.replace("-", "").replace("–", "")


def _raise_down(text: str) -> str:
    """Lowered and raised digits as plain ones: CO₂ is CO2."""
    return text if text.isascii() else text.translate(_LOWERED)


_LOWERED = str.maketrans("₀₁₂₃₄₅₆₇₈₉⁰¹²³⁴⁵⁶⁷⁸⁹₊₋⁺⁻", "01234567890123456789+-+-")
