"""Vetoes: why two entity names must not be merged, whoever proposes it. By rule alone; no model, no state.

When two names are one by their spelling is told by ``names``.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from castalia.memory.name_words import GREEK, ROMAN
from castalia.memory.names import name_key

# Prefixes that turn a word into another thing; two of one row are opposites, and each differs from the bare word.
_PREFIX_ROWS = tuple(
    tuple(row.split())
    for row in (
        "hyper hypo normo", "pre post peri", "intra inter extra trans", "endo exo ecto", "macro micro nano meso",
        "homo hetero auto allo", "mono bi di tri tetra poly oligo multi uni", "over under", "up down", "super sub supra",
        "pro anti", "ante post", "cis trans", "ortho meta para", "eu pro", "photo chemo", "hydro litho", "brady tachy",
        "ana cata", "in ex", "max min", "iso aniso", "leuko erythro", "a eu", "co counter", "mega pico",
    )
)  # fmt: skip
_NEGATIONS = ("un", "non", "in", "im", "ir", "il", "dis", "de", "a", "an", "mis", "pseudo", "semi", "quasi", "contra", "neo", "proto", "ultra")  # fmt: skip
_PREFIXES = tuple(sorted({one for row in _PREFIX_ROWS for one in row} | set(_NEGATIONS)))
_OPPOSITES = tuple(
    frozenset(row.split())
    for row in (
        "left right", "upper lower middle", "high low", "male female", "positive negative neutral", "vivo vitro silico",
        "early late", "primary secondary tertiary quaternary", "anterior posterior", "dorsal ventral", "proximal distal",
        "internal external", "inner outer", "major minor", "maximum minimum", "maximal minimal", "acute chronic",
        "benign malignant", "afferent efferent", "systolic diastolic", "increase decrease", "increased decreased",
        "gain loss", "donor acceptor", "agonist antagonist", "oxidation reduction", "anode cathode", "north south east west",
        "northern southern eastern western", "first second third fourth fifth", "old new", "young old", "father mother",
        "maternal paternal", "parent child", "input output", "encoder decoder", "supply demand", "import export",
        "activator inhibitor repressor", "activation inhibition", "aerobic anaerobic", "active passive", "short long",
        "fast slow", "strong weak", "large small", "hot cold", "wet dry", "public private", "local global", "open closed",
        "single double triple", "direct indirect", "linear quadratic cubic", "sensitivity specificity", "precision recall",
        "supervised unsupervised", "prokaryote eukaryote", "prokaryotic eukaryotic", "day night", "winter summer",
        "deductive inductive", "sender receiver", "predator prey", "buyer seller", "light heavy", "top bottom",
    )
)  # fmt: skip
_GREEK_NAMES = frozenset(GREEK.values())


def veto(a: str, b: str) -> str:
    """Why these two names must not be merged by a machine, or an empty string. Symmetric.

    Different numbers, roman numerals, Greek or single letters, signs, or opposite words or prefixes. An acronym is held
    against a long form more mildly: its letters and numbers must not contradict it.
    """
    if name_key(a) == name_key(b):
        return ""
    first, second = sorted((_profile(a), _profile(b)), key=lambda one: (not one.short, one.marks, sorted(one.words)))
    if first.short and not second.short:
        return _acronym_veto(first, second)
    if first.marks != second.marks:
        return f"different numbers, letters or signs: {' '.join(first.marks) or 'none'} / {' '.join(second.marks) or 'none'}"
    return _opposite(first.words - second.words, second.words - first.words)


@dataclass(frozen=True, slots=True)
class _Profile:
    """What vetoes compare: marks in order, the other words, and whether the name looks like an acronym."""

    marks: tuple[str, ...]
    words: frozenset[str]
    short: bool
    letters: str


@lru_cache(maxsize=30_000)
def _profile(name: str) -> _Profile:
    tokens = name_key(name).split()
    marks = tuple(ROMAN.get(token.casefold(), token) for token in tokens if _is_mark(token))
    words = frozenset(token for token in tokens if not _is_mark(token))
    short = len(name.split()) == 1 and sum(letter.isupper() for letter in name) >= 2
    return _Profile(marks, words, short, "".join(one for one in name.casefold() if one.isalpha()))


def _is_mark(token: str) -> bool:
    return len(token) == 1 or not token.isalpha() or token.casefold() in ROMAN or token in _GREEK_NAMES


def _acronym_veto(short: _Profile, long: _Profile) -> str:
    """An acronym against a long form: HBV is not "hepatitis C virus", VEGFR-1 is not "... receptor 2"."""
    for mark in long.marks:
        if len(mark) == 1 and mark.isalpha() and mark.casefold() not in short.letters:
            return f"the letter {mark} is not in the acronym"
    ours = [mark for mark in short.marks if mark[0].isdigit()]
    theirs = [mark for mark in long.marks if mark[0].isdigit() and mark not in ROMAN.values()]
    theirs_all = [mark for mark in long.marks if mark[0].isdigit()]
    if not theirs_all or (not ours and not theirs):
        return ""  # CO2 may be "carbon dioxide", and a roman numeral may be one of the acronym's letters
    if len(ours) != len(theirs_all) or any(
        not one.endswith(other) and not other.endswith(one) for one, other in zip(ours, theirs_all, strict=True)
    ):
        return f"different numbers: {' '.join(ours) or 'none'} / {' '.join(theirs_all)}"
    return ""


def _opposite(only_a: frozenset[str], only_b: frozenset[str]) -> str:
    for row in _OPPOSITES:
        if (x := sorted(row & only_a)) and (y := sorted(row & only_b)):
            return f"opposites: {x[0]} / {y[0]}"
    for mine, others in ((only_a, only_b), (only_b, only_a)):
        for word in sorted(mine):
            for rivals in _rivals(word):
                if found := sorted(rivals & others):
                    return f"opposites: {' / '.join(sorted((word, found[0])))}"
    return ""


@lru_cache(maxsize=30_000)
def _rivals(word: str) -> tuple[frozenset[str], ...]:
    """For each prefix that a word may begin with, the words that mean its opposite then."""
    found = []
    for prefix in _PREFIXES:
        stem = word[len(prefix) :]
        if word.startswith(prefix) and len(stem) >= 3:
            rivals = {other + stem for row in _PREFIX_ROWS if prefix in row for other in row if other != prefix}
            bare = {stem} if len(stem) > 3 else set()  # "in" + "put" is not the opposite of "put"
            found.append(frozenset(rivals | bare))
    return tuple(found)
