"""Word classes without a tagger: what a sample of the corpus says about each word.

``learn_classes`` counts in which company each word stands (after *to, can, they, which*: a verb; after a determiner and
before a function word: the head of a noun phrase; after a determiner and before a content word: a modifier). Closed
lists (``word_lists``) and endings stand in for words that the sample hardly knows. How a sentence is read with it is
told in ``tagging``; noun phrases, acronyms and triplet patterns live in files of their own.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from castalia.tools.language.word_lists import (
    ADJECTIVES,
    BOTH,
    ENDINGS,
    NOT_ADVERBS,
    NOUNS,
    PAST_FORMS,
    TAGS,
    VERB_BASES,
)

_STRENGTH = 8.0  # how many pieces of evidence the prior is worth (evidence is counted in halves)


class Counts(NamedTuple):
    """How often a word was seen as verb, noun head, adjective, and modifier before another content word."""

    verb: int
    noun: int
    adjective: int
    modifier: int


@dataclass(frozen=True, slots=True, eq=False)
class WordClasses:
    """The evidence on each word (lower-case). Each is equal to itself alone: what was read with it is remembered by it,
    and to compare the words each time would cost more than reading."""

    counts: Mapping[str, Counts] = field(default_factory=dict)

    def shares(self, word: str) -> tuple[float, float, float]:
        """How much of the word is noun, verb, adjective: three numbers above 0 that sum to 1."""
        lower = word.lower()
        noun, verb, adjective = _prior(lower)
        seen = self.counts.get(lower)
        if seen is None and "-" in lower:
            seen = self.counts.get(lower.rpartition("-")[2])
        scale = _STRENGTH
        if seen:
            noun = noun * scale + seen.noun
            verb = verb * scale + seen.verb
            adjective = adjective * scale + seen.adjective + max(0.0, seen.modifier - 1.5 * seen.noun)
        total = noun + verb + adjective
        return noun / total, verb / total, adjective / total

    def is_verb(self, word: str) -> bool:
        """Whether the word is a verb more often than anything else."""
        lower = word.lower()
        if TAGS.get(lower) in ("M", "B", "H", "O"):
            return True
        if lower in TAGS:
            return False
        noun, verb, adjective = self.shares(lower)
        return verb > noun and verb > adjective

    def is_noun_head(self, word: str) -> bool:
        """Whether a noun phrase may end in this word."""
        lower = word.lower()
        if lower in TAGS or is_adverb(lower) or not any(letter.isalpha() for letter in lower):
            return False
        noun, verb, adjective = self.shares(lower)
        return noun >= 0.22 and noun >= 0.6 * max(verb, adjective)

    def is_adjective(self, word: str) -> bool:
        """Whether the word modifies nouns more often than it is one."""
        lower = word.lower()
        if lower in TAGS or is_adverb(lower):
            return False
        noun, verb, adjective = self.shares(lower)
        return adjective > noun and adjective > verb

    def to_json(self) -> str:
        """The evidence as JSON, words sorted: equal classes give equal text."""
        return json.dumps(
            {word: self.counts[word] for word in sorted(self.counts)}, ensure_ascii=False, separators=(",", ":")
        )

    @classmethod
    def from_json(cls, text: str) -> WordClasses:
        """What ``to_json`` wrote."""
        rows: dict[str, list[int]] = json.loads(text)
        return cls({word: Counts(*row) for word, row in rows.items()})


def learn_classes(texts: Iterable[str]) -> WordClasses:
    """Word classes from a sample of texts, in one pass over their tokens; the order of the texts does not matter."""
    seen: Counter[tuple[str, str, str]] = Counter()
    code = _CONTEXT.get
    for text in texts:
        words = _LEARN.findall(text.lower())
        if len(words) < 2:
            continue
        codes = [code(word, "-") for word in words]
        seen.update(zip(words, [".", *codes], [*codes[1:], "."], strict=False))
    counts: dict[str, list[int]] = {}
    for (word, before, after), number in seen.items():
        if word in _CONTEXT or not word[-1].isalpha() or len(word) < 2:
            continue
        row = counts.setdefault(word, [0, 0, 0, 0])
        kind, weight = _evidence(before, after, word[-1] == "s")
        if kind >= 0:
            row[kind] += weight * number
    return WordClasses({word: Counts(*row) for word, row in sorted(counts.items()) if sum(row) >= 3})


def is_adverb(lower: str) -> bool:
    """Whether a lower-case word is an adverb by list or by its ending."""
    return TAGS.get(lower) == "R" or (lower.endswith("ly") and len(lower) > 4 and lower not in NOT_ADVERBS)


def base_forms(lower: str) -> tuple[str, ...]:
    """The base forms that a verb form in -s, -ed or -ing may belong to, the word itself first."""
    forms = [lower]
    if lower.endswith("ies") or lower.endswith("ied"):
        forms.append(lower[:-3] + "y")
    if lower.endswith("s") and not lower.endswith("ss"):
        forms.append(lower[:-1])
        if lower.endswith("es"):
            forms.append(lower[:-2])
    for ending in ("ed", "ing"):
        if lower.endswith(ending) and len(lower) > len(ending) + 1:
            cut = lower[: -len(ending)]
            forms += [cut, cut + "e"]
            if len(cut) > 3 and cut[-1] == cut[-2]:
                forms.append(cut[:-1])
    return tuple(forms)


_LEARN = re.compile(r"[^\W_]+(?:['’\-–·+][^\W_]+)*|[.,;:()!?]")
_CONTEXT: dict[str, str] = dict.fromkeys(".,;:()!?", ".")
for _word, _tag in TAGS.items():
    _CONTEXT[_word] = {"W": "w", "S": "s", "O": "o"}.get(_tag, _tag)
# After "they" and "which" stands a verb; after "them", "there" or "one" nothing certain.
for _word in "they we i you he she who which".split():
    _CONTEXT[_word] = "U"
for _word in "that one ones there it them him us me none others something".split():
    _CONTEXT[_word] = "s"
for _word in "very more most highly less so too extremely".split():
    _CONTEXT[_word] = "R+"
# "This occurs", "some die": determiners that are pronouns as well.
_CONTEXT["this"] = "D1"
for _word in "these those many most some all both few".split():
    _CONTEXT[_word] = "D+"
_CLOSING = frozenset(("P", "B", "M", ".", "C", "w", "H", "s", "U", "T", "o"))


def _evidence(before: str, after: str, plural: bool) -> tuple[int, int]:
    """Which of the ``Counts`` this company speaks for, by its place, and how much; ``_NOTHING`` for none."""
    if before in ("M", "U"):
        return _VERB, 2
    if before == "T":
        return _VERB, 2 if after in ("D", "D+", "D1") else 1
    if before in ("X", "o"):
        return _VERB, 1
    if before == "-" and after in ("D", "D1"):
        return _VERB, 2
    if before == "R+":
        return _ADJECTIVE, 2 if after != "-" else 1
    if (before == "D1" and plural) or (before == "D+" and not plural):
        return (_VERB, 1) if before == "D1" and after in _CLOSING else _NOTHING
    if before in ("D", "P", "D+", "D1"):
        return (_NOUN, 2) if after in _CLOSING else (_MODIFIER, 2) if after == "-" else _NOTHING
    if before == "B" and after in ("P", ".", "C", "T"):
        return _ADJECTIVE, 2
    return _NOTHING


_VERB, _NOUN, _ADJECTIVE, _MODIFIER = range(4)
_NOTHING = (-1, 0)


@lru_cache(maxsize=50_000)
def _prior(lower: str) -> tuple[float, float, float]:
    """Noun, verb, adjective shares of a word by list and ending alone."""
    if lower in ADJECTIVES or _is_compared(lower):
        return (0.08, 0.02, 0.9)
    if lower in NOUNS or lower.removesuffix("s") in NOUNS:
        return (0.93, 0.02, 0.05)
    for form in base_forms(lower):
        if form in BOTH:
            return (0.5, 0.45, 0.05)
        if form in VERB_BASES:
            return (0.06, 0.92, 0.02)
    if lower in PAST_FORMS:
        return (0.03, 0.95, 0.02)
    for ending, weights in ENDINGS:
        if lower.endswith(ending) and len(lower) > len(ending) + 2:
            return weights
    return (0.86, 0.06, 0.08)


def _is_compared(lower: str) -> bool:
    """Whether the word is a comparative or superlative of a listed adjective: denser, largest, bigger, earlier."""
    cut = lower[:-2] if lower.endswith("er") else lower[:-3] if lower.endswith("est") else ""
    if len(cut) < 3:
        return False
    forms = {cut, cut + "e"}
    if cut.endswith("i"):
        forms.add(cut[:-1] + "y")
    if cut[-1] == cut[-2]:  # bigger; but a thinker is not thin
        forms.add(cut[:-1])
    return not forms.isdisjoint(_COMPARED)


_COMPARED = (ADJECTIVES - {"own"}) | {"tight", "smart", "tall", "rich", "poor", "bright", "dark", "quick"}
