"""Years and centuries that a sentence speaks of, before our era as well, or begins with. The page on a topic tells its
history by them."""

from __future__ import annotations

import re

MID, LATE = 50, 80  # years into a century, where a sentence says in which part of it


def years(text: str) -> tuple[int, ...]:
    """The years a sentence speaks of, in no order, those before our era as negative numbers; citations such as "(Smith,
    1987)" are left out. Decades and centuries count by their start, a century of which a part is named by that ("the
    late nineteenth century" is 1880)."""
    plain = _CITED.sub(" ", text)
    found = [_of_century(match) for match in _CENTURY.finditer(plain)]
    plain = _CENTURY.sub(" ", plain)
    eras = [one for match in _ERA.finditer(plain) for one in _of_era(match)]
    plain = _ERA.sub(" ", plain)
    spans = [_of_span(one) for one in _SPAN.finditer(plain)]
    single = [int(match[0]) for match in _YEAR.finditer(_SPAN.sub(" ", plain))]
    early = [int(match[1]) for match in _EARLY_YEAR.finditer(plain)]
    return tuple(single + spans + early + eras + found)


def opens_with_date(sentence: str) -> bool:
    """Whether a sentence begins by saying when: "In 1918, …", "By the early 1990s …", "During the 19th century …"."""
    return _DATED.match(sentence) is not None


def _of_century(match: re.Match[str]) -> int:
    named = match["nth"].lower()
    nth = _ORDINALS.index(named) + 1 if named in _ORDINALS else int(named[:-2])
    start = -100 * nth if match["before"] or match["both_before"] else 100 * (nth - 1)
    return start + _part(match["part"])


def _of_era(match: re.Match[str]) -> tuple[int, ...]:
    """The years with an era behind or before them; what leads to a year before our era is an earlier one ("1600–1500
    BC")."""
    if match["ad"]:
        return (int(match["ad"]),)
    last, first = _number(match["year"]), _number(match["first"] or "")
    if match["era"].startswith("B"):
        return (-first, -last) if first > last else (-last,)
    return (first, last) if 0 < first < last else (last,)


def _number(digits: str) -> int:
    return int(digits.replace(",", "") or 0)


def _of_span(match: re.Match[str]) -> int:
    """The first year of a decade ("1980s", "2000s"), which is short enough; of "1800s" the part that is named."""
    start = int(match["span"])
    return start if start % 100 or start >= 2000 else start + _part(match["part"])


def _part(word: str | None) -> int:
    """How many years into a century the part of this name lies."""
    name = (word or "").lower()
    if name.startswith(("mid", "second", "latter")):
        return MID
    return LATE if name.startswith(("late", "end", "close")) else 0


_CITED = re.compile(r"\([^()]{0,80}\b(?:1[5-9]|20)\d\d[a-z]?\)")
_PART = r"(?:\b(?P<part>(?i:early|mid|late|(?:middle|beginning|start|end|(?:first|second|latter) half|turn|close) of the))[ -])?"
_BEFORE = r"(?:BCE?\b|B\.\s?C\.)"
# What diseases and the like are called by the same letters: "of 600 BC patients".
_NO_PEOPLE = r"(?! (?:[a-z]+ )?(?:patients?|cases?|cells?|wom[ae]n|men|subjects?|samples?|tissues?|controls?|brains?|mice|tumou?rs?|individuals|participants|families)\b)"

_ORDINALS = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth"
    " sixteenth seventeenth eighteenth nineteenth twentieth twenty-first"
).split()
_SOONER, _LATER = "|".join(_ORDINALS[:14]), "|".join(_ORDINALS[14:])
# "The 19th century", and the first of "the 19th and early 20th centuries". A century before the fifteenth is one of our
# calendar where no other is named ("the third century of its reign").
_CENTURY = re.compile(
    rf"{_PART}\b(?P<nth>(?:[12]?[1-9]|[12]0)(?:st|nd|rd|th)|(?i:{_LATER})|(?:{_SOONER})(?! century (?:of|after|since)\b))"
    rf"(?:[ -]centur(?:y|ies)\b(?P<before> {_BEFORE})?"
    rf"|(?= (?:and|or|to|through) (?:the )?(?:(?:early|mid|late)[ -])?(?:\d?\d(?:st|nd|rd|th)|(?i:{_SOONER}|{_LATER}))[ -]centur(?:y|ies)\b(?P<both_before> {_BEFORE})?))"
)
_COUNT = r"(?:[1-9]\d?,\d{3}|[1-9]\d{0,4})"
_ERA = re.compile(
    rf"(?<![\d.,])(?:(?P<first>{_COUNT})(?: ?[-–] ?| to | and ))?(?P<year>{_COUNT})\s?(?P<era>BCE?\b|CE\b|AD\b|B\.\s?C\.|C\.\s?E\.|A\.\s?D\.){_NO_PEOPLE}"
    rf"|\b(?:AD|A\.\s?D\.) (?P<ad>\d{{2,4}})\b(?![.,]\d){_NO_PEOPLE}"
)
_SPAN = re.compile(rf"{_PART}\b(?P<span>(?:1[1-9]|20)\d0)s\b")
_YEAR = re.compile(
    r"\b(1[4-9]\d\d|20[0-2]\d)\b(?!(?:[-–]\d{3,4})?\s?(?:km|m|kg|K|°|years|people|percent|species|mm|nm|Hz|g)\b)"
)
# Before 1400 a number is a year where a month, "the year" or a word of time leads to it, and nothing is counted by it.
_MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
_EARLY_YEAR = re.compile(
    rf"(?:\b(?:{_MONTHS}) (?:\d\d?,? )?|\b[Tt]he year |\b(?:[Ii]n|[Ss]ince|[Uu]ntil|By|Around|From|Before|After) (?=1[0-3]\d\d(?:[;:)]|[,.](?! ?\d)|$| (?:by|when|the|that|at|on|as|he|she|it|they|who|which|was|were)\b)))"
    r"(1[0-3]\d\d)\b"
)
_DATED = re.compile(
    r"(?:In|By|During|Since|Around|Until|Before|After) (?:the )?(?:(?:early|late|mid)[ -])?"
    rf"(?:(?:[A-Z][a-z]{{2,8}},? )?(?:1[4-9]|20)\d\ds?\b(?! [a-z]{{2,20}}s,)|(?:\d\d?(?:st|nd|rd|th)|{_LATER}) century\b)"
)
