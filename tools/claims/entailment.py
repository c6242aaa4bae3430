"""Entailment by rules: does a passage say what a claim says? An answer in three ways, with a score and what speaks for
it.

Linear, offline, the same every time, and strict: it reads words, not meaning. What it cannot see is said at
``entails``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from castalia.memory.records import Snippet
from castalia.tools.claims.ground_numbers import figures
from castalia.tools.claims.grounding import missing_from, stemmed_sentences
from castalia.tools.claims.quotes import find_quote
from castalia.tools.language.words import stem_set, tokens

Answer = Literal["entailed", "neutral", "contradicted"]

ENOUGH = 0.75  # of the claim's content stems, in two neighbouring sentences of the passage
_NEAR = 0.6  # of them, where the two say the opposite: the opposite word itself is not held
_SHORTEST = 2  # content stems: a claim with fewer is not judged; nor is a single word that the passage has
_DENIALS = frozenset(
    "not no never neither nor cannot none without fail fails failed lack lacks lacked hardly rarely unable".split()
)
_OPPOSITES = [
    frozenset(pair.split("/"))
    for pair in """increas/decreas rais/lower rise/fall activ/inhibit stimul/inhibit promot/inhibit promot/prevent enhanc/reduc gain/lose
    high/low higher/lower larger/smaller before/after above/below accept/reject presenc/absenc present/absent posit/negat maximum/minimum
    faster/slower longer/shorter hypertrophi/atrophi intracellular/extracellular endotherm/exotherm aerob/anaerob anod/cathod
    prokaryot/eukaryot oxid/reduc""".split()
]
_WORD = re.compile(r"[^\W\d_]+")
_NO_DENIAL = re.compile(r"\bnot (?:only|just|merely|simply|limited|even|until|necessarily)\b")
_CLAUSE = re.compile(r"[,;:—(]|\b(?:but|whereas|while|although|though)\b")


@dataclass(frozen=True, slots=True)
class Entailment:
    """``score`` is how much of the claim the passage holds, 0 to 1; ``quote`` the part of the passage that is nearest;
    ``why`` one line."""

    answer: Answer
    score: float
    quote: str = ""
    why: str = ""


def entails(claim: str, passage: str, topic: str = "", title: str = "", year: int | None = None) -> Entailment:
    """Whether a passage entails a claim.

    *Entailed*: the passage has the claim word for word, marks and white space aside; or its numbers and names are all
    in the passage (its title and year speak too, the topic's names need no source), two neighbouring sentences have
    three quarters of its content stems, and neither a denial nor an opposite stands on one side only. *Contradicted*:
    as near as that, but denied, said the other way round by a word of a short list of opposites, or with a number where
    the passage has another. *Neutral*: all else.

    It cannot see: paraphrase in other words (neutral, though true), who does what to whom ("A inhibits B" and "B
    inhibits A" are one), a condition or a "may" left out, a cause made of a sequence, what a pronoun means, what stands
    around a span that is copied ("it is false that …"). So it finds invented facts, not distorted ones.
    """
    quote = find_quote(claim, passage)
    if quote and len(tokens(claim)) >= _SHORTEST and _stands(quote, passage):
        return Entailment("entailed", 1.0, quote, "word for word")
    wanted = stem_set(claim)
    if len(wanted) < _SHORTEST:
        return Entailment("neutral", 0.0, "", "too short to judge")
    near, held = _nearest(wanted, passage)
    score = held / len(wanted)
    missing = missing_from([Snippet("", passage, title=title, year=year)], claim, topic)
    opposed = _opposition(claim, near) if score >= _NEAR and held >= _SHORTEST else ""
    if opposed := (opposed or _other_number(claim, near, missing)):
        return Entailment("contradicted", 0.0, near, opposed)
    if missing:
        return Entailment("neutral", score / 2, near, f"the passage does not have: {', '.join(missing[:6])}")
    if score >= ENOUGH:
        return Entailment("entailed", score, near, "its numbers, its names and its words are there")
    lost = sorted(wanted - stem_set(near))
    return Entailment("neutral", score, near, f"not near enough; without: {', '.join(lost[:6])}")


def _stands(quote: str, passage: str) -> bool:
    """Whether a part of the passage stands in it somewhere without a letter before or behind it."""
    start = passage.find(quote)
    while start >= 0:
        around = passage[max(0, start - 1) : start] + passage[start + len(quote) : start + len(quote) + 1]
        if not any(char.isalnum() for char in around):
            return True
        start = passage.find(quote, start + len(quote))
    return False


def _nearest(wanted: frozenset[str], passage: str) -> tuple[str, int]:
    """The sentence, or the two neighbouring sentences, with most of these stems, and how many; the shorter of equals,
    then the first."""
    sentences = stemmed_sentences(passage)
    best, held = "", 0
    for at, (text, stems) in enumerate(sentences):
        if (count := len(wanted & stems)) > held:
            best, held = text, count
        if at and (count := len(wanted & (stems | sentences[at - 1][1]))) > held:
            best, held = f"{sentences[at - 1][0]} {text}", count
    return best, held


def _opposition(claim: str, near: str) -> str:
    """Why a claim and its nearest sentences say the opposite, as far as single words show it; "" where they do not."""
    wanted = stem_set(claim)
    clauses = _CLAUSE.split(near)
    clause = max(clauses, key=lambda one: len(wanted & stem_set(one)), default="")
    mine, theirs = _words(claim) & _DENIALS, _words(near) & _DENIALS
    if mine and not theirs:
        return f'"{min(mine)}" stands in the claim only'
    if theirs and not mine and _words(clause) & _DENIALS:
        return f'"{min(theirs)}" stands in the passage only'
    first, second = wanted | _words(claim), stem_set(near) | _words(near)
    for pair in _OPPOSITES:
        here, there = pair & first, pair & second
        if len(here) == 1 and len(there) == 1 and here != there:
            return f'"{min(here)}" where the passage has "{min(there)}"'
    return ""


def _other_number(claim: str, near: str, missing: Sequence[str]) -> str:
    """Which missing number of a claim stands where its nearest sentences, alike in nearly all other words, have another
    one; "" where none does."""
    numbers = {one.text for one in figures(claim)}
    wrong, other = [one for one in missing if one in numbers], figures(near)
    rest = stem_set(" ".join(one for one in claim.split() if not any(number in one for number in wrong)))
    if wrong and other and len(rest) >= _SHORTEST and len(rest & stem_set(near)) >= 0.9 * len(rest):
        return f"{wrong[0]} where the passage has {other[0].text}"
    return ""


@lru_cache(maxsize=4096)
def _words(text: str) -> frozenset[str]:
    lower = text.lower().replace("n't", " not").replace("n’t", " not")
    return frozenset(_WORD.findall(_NO_DENIAL.sub(" ", lower)))


def nearest_first(claim: str, passages: Sequence[str]) -> list[int]:
    """The places of the passages by how much of the claim they hold, most first, ties by place."""
    wanted = stem_set(claim)
    return sorted(range(len(passages)), key=lambda at: (-_nearest(wanted, passages[at])[1], at))
