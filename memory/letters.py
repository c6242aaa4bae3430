"""Letters that readers take for plain ones: those with accents ("Poincaré"), and Cyrillic ones that look Latin and came
into a Latin word by a typesetter's slip."""

from __future__ import annotations

import re
import unicodedata

_ALIKE = str.maketrans("аеорсухіјѕԛԝӓёїӧӱАВЕКМНОРСТУХІЈЅӒЁЇӦ", "aeopcyxijsqwäëïöÿABEKMHOPCTYXIJSÄËÏÖ")
_JOINED = str.maketrans({"æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ß": "ss", "ı": "i"})
_MARK = re.compile("(?<=[a-z])[\u0300-\u036f]+")
_CYRILLIC = re.compile("[\u0400-\u052f]")
_WORD = re.compile(r"[^\W\d_]+")
_LATIN = re.compile("[A-Za-z]")


def latin(text: str) -> str:
    """The text with Latin letters for the Cyrillic ones that look alike, in words that have Latin letters besides."""
    return _WORD.sub(_in_latin, text) if _CYRILLIC.search(text) else text


def unaccented(word: str) -> str:
    """A lower-case word with plain letters for accented ones, and for those of ``latin``."""
    if word.isascii():
        return word
    apart = unicodedata.normalize("NFD", latin(word).translate(_JOINED))
    return unicodedata.normalize("NFC", _MARK.sub("", apart))


def _in_latin(found: re.Match[str]) -> str:
    return found[0].translate(_ALIKE) if _LATIN.search(found[0]) else found[0]
