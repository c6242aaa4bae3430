"""Likeness: whether two texts say the same, but for labels and headings before them and small edits.

Texts are compared word by word. A difference in a number, sign, name, negation or contrast makes another text: to keep
a text twice costs less than to lose what one of them says.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache
from typing import NamedTuple

from castalia.tools.corpus.telling_words import NEGATIONS, TELLING
from castalia.tools.language.words import FUNCTION_WORDS, TOKEN, stem

OVERLAP = 0.9  # share of words (as a multiset) that near duplicates have in common
HEADING_WORDS = 12  # a longer beginning is not taken as a heading
# cells of the largest comparison: texts of many thousand words that differ throughout are not compared
_LONGEST = 4_000_000
_DIGITS = re.compile(r"\d+")
# What texts are compared by: words, and the signs that carry meaning between them. Other punctuation is layout.
_MARK = re.compile(TOKEN.pattern + r"|[<>=≤≥≠≈≡∝±+−×÷∓∈∉⊂⊃∪∩∧∨¬→←↔↑↓∞∂∇√∫∑∏%‰°]|(?<![^\s(\[,])-(?=[\d.])")
_HYPHENS = str.maketrans({"’": "'", "–": "-", "‐": "-", "‑": "-"})
_NUMBER = r"\d{1,2}(?:\.\d{1,2}){0,4}"
# A number or a name of a part of a document before the text proper: "3.1", "(b)", "IV.", "Table 2:", "Abstract."
_LABEL = re.compile(
    rf"""(?:
      (?i:chapter|section|part|figure|fig\.?|table|box|appendix|example|exercise|problem|step|note|unit|lesson|§)\s?
        {_NUMBER}[a-z]?(?:[.:)|—–-]\s|\s(?=[A-Z]))
    | (?i:abstract|background|introduction|summary|conclusions?|results|methods|discussion|overview|objectives?|aims?)
        \s?[.:|—–]\s?
    | [(\[](?:{_NUMBER}|[a-z]|(?i:[ivx]{{1,5}}))[)\]]\s?
    | (?:{_NUMBER}|(?i:[ivx]{{2,5}}))[.):]\s(?=[^\s\d])
    | \d{{1,2}}(?:\.\d{{1,2}}){{1,4}}\s(?=[A-Z][a-z]{{2}})
    )""",
    re.VERBOSE,
)
_HEADING_NUMBER = re.compile(_NUMBER)
_HEADING_LINKS = frozenset(
    """of and the in for a an to on with by from or at as vs versus between its their how why during under
    through into""".split()
)
_HEADING_ENDS = frozenset(".:!?—–|\n")


def has_twin(text: str, others: Iterable[str]) -> bool:
    """Whether one of these other texts says the same."""
    for other in others:
        # The cheap tests come first: numbers, then words by count.
        ours, theirs = _content(text), _content(other)
        longer, shorter = sorted((ours.numbers, theirs.numbers), key=len, reverse=True)
        least = min(ours.length, theirs.length)
        if (
            longer[len(longer) - len(shorter) :] == shorter  # a heading may begin with some
            and abs(ours.length - theirs.length) <= HEADING_WORDS + (1 - OVERLAP) * (least + HEADING_WORDS)
            and (ours.counted & theirs.counted).total() >= OVERLAP * least
            and _same(other, text)
        ):
            return True
    return False


def words_and_signs(text: str) -> list[str]:
    """The words and signs of a text, as they stand, by which it is compared. A text all in capitals says nothing by
    them."""
    return _MARK.findall(_unshouted(text))


@lru_cache(maxsize=50_000)
def compared_form(word: str) -> str:
    """The form in which a word is compared: lower case, plain hyphens; but "CO" and "WHO" are not "Co" and "who"."""
    if len(word) <= 3 and not word.islower() and sum(map(str.isupper, word)) > 1:
        return word
    return word.lower() if word.isascii() else word.lower().translate(_HYPHENS)


class _Word(NamedTuple):
    """A word (or sign) of a text, the form it is compared by, and where it stands."""

    raw: str
    key: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Content:
    """A text as it is compared: from ``start``, behind its label, so many words and signs, and how often each
    stands."""

    text: str
    start: int
    length: int
    counted: Counter[str]
    numbers: tuple[str, ...]

    def words(self) -> tuple[_Word, ...]:
        found = _MARK.finditer(self.text, self.start)
        return tuple(_Word(one.group(), compared_form(one.group()), *one.span()) for one in found)


@lru_cache(maxsize=256)  # texts made from one template meet the same candidates again and again
def _content(text: str) -> _Content:
    text = _unshouted(text)
    label = _LABEL.match(text)
    start = label.end() if label else 0
    keys = list(map(compared_form, _MARK.findall(text, start)))
    return _Content(text, start, len(keys), Counter(keys), tuple(_DIGITS.findall(text, start)))


def _unshouted(text: str) -> str:
    return text.lower() if text.isupper() else text


def _same(one: str, other: str) -> bool:
    """Do these texts say the same, but for labels and headings before them and small edits?"""
    a, b = _content(one), _content(other)
    ours, theirs = a.words(), b.words()
    return _edited(ours, theirs) or _headed(a.text, ours, theirs) or _headed(b.text, theirs, ours)


def _headed(text: str, longer: Sequence[_Word], shorter: Sequence[_Word]) -> bool:
    """Is the longer text the shorter one with a heading before it?"""
    opening = [word.key for word in shorter[:3]]
    for length in range(1, min(HEADING_WORDS, len(longer) - len(opening)) + 1):
        if [word.key for word in longer[length : length + 3]] == opening:
            heading, body = longer[:length], longer[length:]
            if _is_heading(heading, body[0], text[heading[-1].end : body[0].start]) and _edited(body, shorter):
                return True
    return False


def _is_heading(heading: Sequence[_Word], following: _Word, gap: str) -> bool:
    """A few words without a verb of the commonest kind, set off by a mark or by the capital that follows."""
    stopped = not _HEADING_ENDS.isdisjoint(gap)
    keys = [word.key for word in heading]
    if any(key in NEGATIONS or key.endswith("n't") for key in keys):
        return False
    if not stopped:
        titled = keys[1:] if _HEADING_NUMBER.fullmatch(keys[0]) else keys
        if following.raw[0].islower() or not all(key.replace("-", "").isalpha() for key in titled):
            return False
    return "?" in gap or all(key in _HEADING_LINKS or key not in FUNCTION_WORDS for key in keys)


def _edited(a: Sequence[_Word], b: Sequence[_Word]) -> bool:
    """Do the texts share nine words in ten, and differ in none that changes what is said?"""
    ours, theirs = [word.key for word in a], [word.key for word in b]
    if (Counter(ours) & Counter(theirs)).total() < OVERLAP * max(len(a), len(b)):
        return False
    head = next((at for at, (x, y) in enumerate(zip(ours, theirs, strict=False)) if x != y), min(len(a), len(b)))
    most = min(len(a), len(b)) - head
    tail = next((at for at in range(most) if ours[-1 - at] != theirs[-1 - at]), most)
    left, right = ours[head : len(a) - tail], theirs[head : len(b) - tail]
    if len(left) * len(right) > _LONGEST:
        return False
    edits = [
        (a[head + i : head + j], b[head + k : head + m])
        for operation, i, j, k, m in SequenceMatcher(None, left, right, autojunk=False).get_opcodes()
        if operation != "equal"
    ]
    return _harmless(edits, _parts(ours), _parts(theirs))


def _parts(keys: Sequence[str]) -> Counter[str]:
    return Counter(part for key in keys for part in key.split("-"))


def _harmless(
    edits: Sequence[tuple[Sequence[_Word], Sequence[_Word]]], ours: Mapping[str, int], theirs: Mapping[str, int]
) -> bool:
    """No number, sign, name, negation or contrast is touched, no word is moved, and no term stands for another
    throughout."""
    if not all(_is_plain(word) for out, into in edits for word in (*out, *into)):
        return False
    gone = {word.key for out, _ in edits for word in out} - FUNCTION_WORDS
    come = {word.key for _, into in edits for word in into} - FUNCTION_WORDS
    if gone & come:
        return False
    for out, into in edits:
        stems = {stem(word.key) for word in out} & {stem(word.key) for word in into}
        content = [word.key for word in (*out, *into) if word.key not in FUNCTION_WORDS and stem(word.key) not in stems]
        if out and into and any(ours[part] + theirs[part] > 1 for key in content for part in key.split("-")):
            return False
        if len(out) == len(into) == 1 and _contrasts(out[0].key, into[0].key):
            return False
    return True


def _is_plain(word: _Word) -> bool:
    """An everyday word in lower case (a function word in any): no name, acronym, symbol, unit or number."""
    key = word.key
    if key in FUNCTION_WORDS:
        return key not in TELLING and not key.endswith("n't") and (word.raw.istitle() or word.raw.islower())
    parts = re.split("[-']", key)
    return (
        word.raw.islower()
        and key.isascii()
        and all(part.isalpha() and len(part) > 2 for part in parts)
        and TELLING.isdisjoint({key, *parts, *map(stem, parts)})
        and not key.startswith("non-")
    )


def _contrasts(one: str, other: str) -> bool:
    """Hypertension and hypotension, stable and unstable, increase and decrease: one ending, another beginning."""
    if stem(one) == stem(other):
        return False
    short = min(len(one), len(other))
    ending = next((at for at in range(short) if one[-1 - at] != other[-1 - at]), short)
    return ending >= 4 and one[:4] != other[:4]
