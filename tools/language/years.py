"""Years and centuries that a sentence speaks of, those of our era, or begins with. The page on a topic tells its
history by them."""

from __future__ import annotations

import re


def years(text: str) -> tuple[int, ...]:
    """The years a sentence speaks of, citations such as "(Smith, 1987)" left out; centuries count by their start."""
    plain = _CITED.sub(" ", text)
    centuries = [int(m) for m in _CENTURY.findall(plain)] + [
        _ORDINALS[m.lower()] for m in _NAMED_CENTURY.findall(plain)
    ]
    return tuple(int(m) for m in _YEAR.findall(plain)) + tuple((one - 1) * 100 for one in centuries)


def opens_with_date(sentence: str) -> bool:
    """Whether a sentence begins by saying when: "In 1918, …", "By the early 1990s …", "During the 19th century …"."""
    return _DATED.match(sentence) is not None


_CITED = re.compile(r"\([^()]{0,80}\b(?:1[5-9]|20)\d\d[a-z]?\)")
_YEAR = re.compile(
    r"\b(1[4-9]\d\d|20[0-2]\d)s?\b(?!(?:[-–]\d{3,4})?\s?(?:BCE?\b|B\.\s?C|km|m|kg|K|°|years|people|percent|species|mm|nm|Hz|g)\b)"
)
# "The 19th century", and the first of "the 19th and early 20th centuries"; none before our era.
_OURS = r"\b(?! (?:BCE?\b|B\.\s?C))"
_OF_CENTURY = rf"(?:[ -]centur(?:y|ies){_OURS}| (?=(?:and|or|to|through) [^.,;]{{3,24}}[ -]centuries{_OURS}))"
_CENTURY = re.compile(rf"\b(\d\d?)(?:st|nd|rd|th){_OF_CENTURY}")
_ORDINALS = {
    "fifteenth": 15,
    "sixteenth": 16,
    "seventeenth": 17,
    "eighteenth": 18,
    "nineteenth": 19,
    "twentieth": 20,
    "twenty-first": 21,
}
_NAMED_CENTURY = re.compile(rf"\b({'|'.join(_ORDINALS)}){_OF_CENTURY}", re.IGNORECASE)
_DATED = re.compile(
    r"(?:In|By|During|Since|Around|Until|Before|After) (?:the )?(?:(?:early|late|mid)[ -])?"
    rf"(?:(?:[A-Z][a-z]{{2,8}},? )?(?:1[4-9]|20)\d\ds?\b(?! [a-z]{{2,20}}s,)|(?:\d\d?(?:st|nd|rd|th)|{'|'.join(_ORDINALS)}) century\b)"
)
