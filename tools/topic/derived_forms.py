"""Derived forms: the word that says "of the topic" ("Marxist" for Marxism, "buoyant" for buoyancy), where the corpus
uses it in the topic's company and the stemmer does not know that they are one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from castalia.memory.records import Snippet
from castalia.tools.language.words import content_stems, stem, words_with
from castalia.tools.topic.background import Background

LIFT = 4  # times its share of all snippets that the form's share of those is which name the topic, at least
LEAST = 2  # snippets that hold both; one will do, where hardly FEW name the topic
FEW = 8
TAXON = 6  # letters of the name of a group of living beings, at least: "data" has no date
QUARTER = 0.25  # of the snippets with the form name the topic: in notes on volcanoes "volcanic" is as usual as they are

_ENDINGS = (
    ("ism", ("ist", "istic")),
    ("osity", ("ous",)),
    ("ancy", ("ant",)),
    ("ency", ("ent",)),
    ("cracy", ("cratic",)),
    ("ion", ("ory", "ionary")),
    ("ivity", ("or",)),
    ("ity", ("itational",)),
    ("us", ("al",)),
    ("o", ("ic",)),
    ("ia", ("ial",)),
    ("ium", ("ial",)),
    ("osis", ("otic",)),
    ("esis", ("etic",)),
    ("asis", ("atic",)),
    ("ysis", ("ytic",)),
)
# What no ending makes of a word: its name in Latin or Greek. Not "monetary", nor "cellular": most that is called so is
# not about money, and not about the cell.
_LATIN = (
    ("heart", "cardiac"),
    ("kidney", "renal"),
    ("liver", "hepatic"),
    ("lung", "pulmonary"),
    ("moon", "lunar"),
    ("ovary", "ovarian"),
    ("stomach", "gastric"),
    ("uterus", "uterine"),
)
# How a group of living beings ends in English, and its name in the system: "arthropod", "Arthropoda".
_TAXA = (
    ("pod", "poda"),
    ("usk", "usca"),
    ("derm", "dermata"),
    ("ian", "ia"),
    ("ean", "ea"),
    ("mal", "malia"),
    ("tile", "tilia"),
    ("ate", "ata"),
    ("id", "ida"),
    ("tode", "toda"),
    ("sect", "secta"),
    ("fer", "fera"),
    ("phyte", "phyta"),
)


def derived_forms(topic: str, naming: Sequence[Snippet], background: Background) -> dict[str, str]:
    """The derived forms of a topic of one word that stand in the snippets which name it (``naming``): stems, each with
    the word as it is written. None that mostly keeps other company ("current" for currency)."""
    own = content_stems(topic)
    found: dict[str, str] = {}
    for form in _formed(topic.lower()) if len(own) == 1 else ():
        name = stem(form)
        words = [words_with(name, one.text) for one in naming]
        both = sum(map(bool, words))
        said = [word for those in words for word in those]
        is_it = 2 * sum(word in (form, f"{form}s") for word in said) > len(said)  # no electrolytes
        is_it = is_it and not any(word.endswith("ories") for word in said)  # an observatory is a thing
        share = background.share(name)
        is_near = both >= LIFT * share * len(naming) or both >= QUARTER * share * background.size
        if is_it and name != own[0] and both >= (LEAST if len(naming) >= FEW else 1) and is_near:
            found.setdefault(name, form)
    return found


@lru_cache(maxsize=64)
def derived_stems(topic: str) -> frozenset[str]:
    """The stems of all forms that might be made of a topic of one word."""
    return frozenset(map(stem, _formed(topic.lower())))


def _formed(word: str) -> list[str]:
    if re.fullmatch(r"[a-z]+", word) is None:
        return []
    made = [
        word.removesuffix(ending) + other
        for ending, others in _ENDINGS
        if word.endswith(ending) and len(word) > len(ending) + 2
        for other in others
    ]
    made += [
        group.removesuffix(one) + other
        for group in (word, word.removesuffix("s"))
        for pair in _TAXA
        for one, other in (pair, pair[::-1])
        if group.endswith(one) and len(group) >= TAXON
    ]
    return [*made, *(form for name, form in _LATIN if stem(name) == stem(word))]
