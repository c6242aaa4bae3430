"""Text to sparse BM25 vectors: the words that the snippet store searches by, and their weights.

No store and no idf here: the store multiplies a query's weights by the inverse document frequency. The encoder is
Qdrant's own (Robertson and Zaragoza, 2009), offline; what stands before it keeps the words of science apart: single
letters ("T cells", "vitamin C") and names that look like function words (nitric oxide, "NO"), and those together that
are one: irregular plurals ("bacteria", "bacterium") and British spellings ("fibre").
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from castalia.memory.errors import InputError
from castalia.memory.letters import latin
from castalia.memory.plurals import IRREGULAR_PLURALS
from castalia.memory.prefixes import with_prefixes
from castalia.memory.spellings import american
from qdrant_edge import Bm25, Bm25Config, SnowballLanguage, SnowballParams, StopwordsSet, TokenizerType

TERM_SATURATION = 1.2  # k1
LENGTH_NORM = 0.75  # b
MEAN_LENGTH = 80.0  # content words of a usual snippet: a constant, so that a vector depends on its own text alone

STOP_WORDS = frozenset(
    """a about above according across after again against all almost along already also although always am among amongst an and
    another any are around as at be because been before being below beneath beside besides between beyond both but by can
    cannot could despite did do does doing done down during each either else ever every except few for from further had has have
    having he hence her here hers herself him himself his how however i if in inside instead into is it its itself just least
    less let like many may me might more moreover most much must my myself nearly neither never no none nor not of off often on
    once one ones only onto or other others ought our ours ourselves out outside over own per perhaps quite rather same shall
    she should since so some sometimes still such than that the their theirs them themselves then there therefore these they
    this those though through throughout thus to too toward towards under unless unlike until up upon us usually very via was
    we were what when where whereas whether which while who whom whose why will with within without would yet you your yours
    yourself yourselves aren couldn didn doesn don hadn hasn haven isn mustn shouldn wasn weren won wouldn et al etc vs versus
    """.split()
)


class Sparse(NamedTuple):
    """A sparse vector: ascending word indices (32 bits, a hash of the stem) and their values, of equal length."""

    indices: tuple[int, ...]
    values: tuple[float, ...]


def encode_document(text: str) -> Sparse:
    """The vector that stands for a text in the store: for each word its saturated, length-normalised frequency."""
    vector = _encoder().embed_document(fold(text))
    return _sorted(dict(zip(vector.indices, vector.values, strict=True)))


def encode_query(text: str) -> Sparse:
    """The vector of a query: weight 1 for each different word; empty where nothing but function words is left."""
    vector = _encoder().embed_query(fold(text))
    return _sorted(dict(zip(vector.indices, vector.values, strict=True)))


def encode_weights(weights: Mapping[str, float]) -> Sparse:
    """The vector of weighted words (a relevance model). Words that share a stem add up; a phrase gives each of its
    words its weight; function words and zero weights fall out.

    Give words as they stand in text, not stems: a stem stemmed again may be another word. ``InputError`` for a weight
    that is negative or not finite.
    """
    shares: dict[int, list[float]] = defaultdict(list)
    for word, weight in weights.items():
        if not (math.isfinite(weight) and weight >= 0):
            raise InputError(f"the weight of the word {word!r} is {weight}: give a finite number that is not negative")
        for index in encode_query(word).indices if weight else ():
            shares[index].append(weight)
    return _sorted({index: math.fsum(parts) for index, parts in shares.items()})


def fold(text: str) -> str:
    """The text with its words made ready for the encoder; linear in its length."""
    plain = _TAIL.sub("", text if text.isascii() else latin(_SURROGATE.sub(" ", text)))
    for abbreviation in _ABBREVIATIONS:
        plain = plain.replace(abbreviation, "")
    if not plain.isupper() or " " not in plain.strip():  # in a heading all in capitals, capitals say nothing
        plain = _CAPITALS.sub(_as_name, plain)
        plain = _LETTER.sub(_as_letter, plain)
    plain = with_prefixes(plain.lower())
    others = {word: meant for word in set(_WORD.findall(plain)) if (meant := _meant(word)) != word}
    return _WORD.sub(lambda found: others.get(found[0], found[0]), plain) if others else plain


@lru_cache(maxsize=50_000)
def _meant(word: str) -> str:
    """The word by which a lower-case one is searched for."""
    return IRREGULAR_PLURALS.get(word) or american(word)


_SURROGATE = re.compile("[\ud800-\udfff]")  # half a character, which no encoder takes
# What may stand before comes behind the mark or letter that is looked for: many times faster.
_TAIL = re.compile(r"['’](?<=[^\W\d_].)(?:s|t|re|ve|ll|d|m|S|T)\b")
_ABBREVIATIONS = ("e.g.", "E.g.", "i.e.", "I.e.")
_CAPITALS = re.compile(r"[A-Z](?<![^\W_].)[A-Z]+(?![^\W_])")
# A or I after a word and not before a capital or an inner dot: "vitamin A", "type I interferon", not "J. A. Smith",
# "What Is A Cell".
_LETTER = re.compile(r"[ -][AI](?<=[^\W_]..)(?![^\W_]|['’.][^\W_]| [A-Z])")
_LAST_WORD = re.compile(r"[^\W_]+\Z")
_WORD = re.compile(r"[a-z]+")


def _as_name(match: re.Match[str]) -> str:
    word = match.group()
    return f"{word}acronym" if word.lower() in STOP_WORDS else word


def _as_letter(match: re.Match[str]) -> str:
    place, letter = match.start(), match.group()[-1]
    before = _LAST_WORD.search(match.string, max(0, place - 16), place)
    if before is None or before.group().lower() in STOP_WORDS:
        return match.group()
    return f" letter{letter.lower()}"


@lru_cache(maxsize=1)
def _encoder() -> Bm25:
    return Bm25(
        Bm25Config(
            k=TERM_SATURATION,
            b=LENGTH_NORM,
            avg_len=MEAN_LENGTH,
            tokenizer=TokenizerType.Word,
            lowercase=True,
            ascii_folding=True,
            stopwords=StopwordsSet(languages=set(), custom=set(STOP_WORDS)),
            stemmer=SnowballParams(SnowballLanguage.English),
            min_token_len=1,
        )
    )


def _sorted(vector: Mapping[int, float]) -> Sparse:
    indices = tuple(sorted(vector))
    return Sparse(indices, tuple(vector[index] for index in indices))
