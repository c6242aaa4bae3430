"""When two entity names mean the same by their spelling alone: keys. No model, no stemmer, no state.

``name_key`` folds what never changes the meaning (accents, case, hyphens, articles, possessives, plurals) and keeps
what does (numbers, single letters, charges, ``+`` and ``#``, acronyms that would read as a word). Why two names must
not be merged is told by ``name_vetoes``; what is merged, and from which evidence, is the business of ``clusters``.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from castalia.memory.name_words import (
    FUNCTION_WORDS,
    GREEK,
    JOINED,
    NO_PLURAL,
    PLURALS,
    WORDS_IN_CAPITALS,
)
from castalia.memory.spellings import american

_INVISIBLE = re.compile(r"[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff©®™℠]")
_APOSTROPHE = re.compile("[’‘ʼ´`]")
_POWER = re.compile(r"(?<=\d)(?=[⁰¹²³⁴-⁹⁻])")
_MARKS = re.compile(r"[\u0300-\u036f]+")
_LIGATURES = str.maketrans(
    {"ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "ı": "i"}
)
_DOTTED = re.compile(r"(?<!\w)(?:[A-Z]\. ?)+[A-Z](?!\w)\.?")
_PRIME = re.compile(r"(?<=\d)'")
_TYPESET_HYPHEN = re.compile(r"(?<=\w)−(?=\w)")
_CHARGE = re.compile(r"(?<=[^\W_])[-−](?![\w(])|(?<![\w)])[-−](?=\d)")
_LONE_GREEK = re.compile(r"(?<![\u0370-\u03ff])[α-ω](?![\u0370-\u03ff])")
_TOKEN = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d_]+(?:'[^\W\d_]+)*|[^\w\s]")
_THOUSANDS = re.compile(r",(?=\d{3}(?!\d))")
_KEPT_PUNCTUATION = frozenset("#%*@/′″‰")


@lru_cache(maxsize=30_000)
def name_key(name: str) -> str:
    """The normalisation key of a name: names with one key are one entity. Linear in the length of the name.

    A key is words separated by single spaces; it is empty only for a name without any visible character. It is not a
    name: do not make a key of a key.
    """
    raw: list[str] = [token for token in _TOKEN.findall(_fold(_without_gloss(name.strip()))) if _is_kept(token)]
    if len(raw) > 1 and raw[0] in {"a", "an", "An", "the", "The", "THE"}:
        raw = raw[1:]
    if len(raw) == 1 and len(raw[0]) == 1:  # K is no k; a lone letter has nothing else to tell it apart
        return raw[0]
    shouted = _is_shouted(raw)
    words = [_word(token, shouted, _is_head(raw, place)) for place, token in enumerate(raw)]
    return " ".join(_join_prefixes(words)) or _seen(name)


def content_words(text: str) -> frozenset[str]:
    """The words of a name's or a question's key that say what it is about; may be empty."""
    return frozenset(
        word
        for token in name_key(text).split()
        if (word := _singular(token)) not in FUNCTION_WORDS and word[0].isalnum()
    )


def _seen(name: str) -> str:
    """A name of signs alone without the characters that leave no mark, such as a zero-width space."""
    kept = "".join(one for one in name if one.isspace() or unicodedata.category(one) not in ("Cc", "Cf"))
    return " ".join(kept.split())


def _without_gloss(name: str) -> str:
    """Drop a closing acronym that repeats the name: "polymerase chain reaction (PCR)" is the name before it."""
    if not name.endswith(")"):
        return name
    head, _, gloss = name[:-1].rpartition("(")
    if not head.strip() or not 2 <= len(gloss) <= 12 or ")" in gloss:
        return name
    letters = gloss.removesuffix("s").casefold()
    words = re.findall(r"[^\W_]+", head.casefold())
    initials = ("".join(word[0] for word in words), "".join(word[0] for word in words if word not in FUNCTION_WORDS))
    return head.strip() if letters in initials else name


def _fold(name: str) -> str:
    """Compatibility forms, accents of Latin and Greek words, dashes and Greek letters brought to one spelling."""
    text = _POWER.sub("^", _APOSTROPHE.sub("'", _INVISIBLE.sub("", name)))  # 10⁵ is not 105
    text = _MARKS.sub(_drop_marks, unicodedata.normalize("NFKD", text)).translate(_LIGATURES)
    text = _DOTTED.sub(lambda match: match.group().replace(".", "").replace(" ", ""), text)
    text = _CHARGE.sub("−", _TYPESET_HYPHEN.sub(" ", _PRIME.sub("′", text)))
    return _LONE_GREEK.sub(lambda match: f" {GREEK[match.group()]} ", text.replace("&", " and "))


def _drop_marks(match: re.Match[str]) -> str:
    text, start, end = match.string, match.start(), match.end()
    base = text[start - 1 : start]
    if not (base.isascii() and base.isalpha()) and not "\u0370" <= base <= "\u03ff":
        return match.group()  # й, が and their like are letters of their own
    alone = not text[max(start - 2, 0) : start - 1].isalpha() and not text[end : end + 1].isalpha()
    return match.group() if alone else ""  # x̄ is not x


def _is_kept(token: str) -> bool:
    return token[0].isalnum() or token in _KEPT_PUNCTUATION or unicodedata.category(token)[0] in "SM"


def _is_shouted(tokens: list[str]) -> bool:
    """Whether the whole name is in capitals, as headings are, so that capitals say nothing."""
    words = [token for token in tokens if token[0].isalpha()]
    return len(words) > 1 and all(word.isupper() for word in words) and any(len(word) > 5 for word in words)


def _is_head(tokens: list[str], place: int) -> bool:
    """Only the last word, and a word before "of", can carry the plural of the whole name."""
    return place == len(tokens) - 1 or tokens[place + 1] == "of"


def _word(token: str, shouted: bool, head: bool) -> str:
    if not token[0].isalpha():
        return _THOUSANDS.sub("", token)
    if len(token) == 1:
        return token if "Α" <= token <= "Ω" else token.casefold()  # Δ is not δ
    if len(token) > 2 and token[-1] == "s" and token[-2].isupper():  # LLMs, mRNAs, but not As, Cs, Os
        token = token[:-1]
        return token if token.casefold() in WORDS_IN_CAPITALS else token.casefold()
    if token.isupper() and not shouted:
        return token if token.casefold() in WORDS_IN_CAPITALS else token.casefold()
    word = american(token.casefold().removesuffix("'s"))
    return _singular(word) if head else word


def _singular(word: str) -> str:
    """The singular of an English noun as far as its ending tells safely; other words come back unchanged."""
    if word in PLURALS:
        return PLURALS[word]
    if len(word) < 4 or word[-1] != "s" or word in NO_PLURAL or word[-2] in "sui" or not word.isalpha():
        return word
    if word.endswith("viruses"):
        return word[:-2]
    if word.endswith(("yses", "eses")) and len(word) > 5:
        return word[:-2] + "is"
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("ches", "shes", "xes", "sses", "zzes")):
        return word[:-2]
    return word[:-1]


def _join_prefixes(words: list[str]) -> list[str]:
    joined: list[str] = []
    for word in words:
        if joined and joined[-1] in JOINED and word.isalpha() and len(word) > 2:
            joined[-1] += word
        else:
            joined.append(word)
    return joined
