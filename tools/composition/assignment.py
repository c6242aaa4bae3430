"""Assignment: each curated snippet to the units whose sentences it holds, and to each unit its share of the words.

Sentences have one place at most, so two units never draw on the same sentence even where they share a snippet.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from castalia.memory.records import Section
from castalia.tools.composition.placed import Placed
from castalia.tools.topic.passages import Passage

DOUBT = 0.3  # of a sentence's fit, for each unit of log-odds that a reader objects


@dataclass(frozen=True, slots=True)
class Assignment:
    """What a unit (a top-level section with its subsections) may use: snippet ids, and about how many words; ``pinned``
    are those that a person wants used there."""

    section: str
    snippet_ids: tuple[str, ...]
    words: int
    pinned: tuple[str, ...] = ()


def assign(
    outline: Sequence[Section], placed: Placed, words: int, shortest: int = 110, longest: int = 450
) -> tuple[Assignment, ...]:
    """One assignment a unit, in outline order; the words are shared by how much there is to say.

    Where they are too few for every unit to have ``shortest``, those get them that can fill so many words best.
    """
    ids: dict[str, tuple[str, ...]] = {}
    room: dict[str, int] = {}
    worth: dict[str, float] = {}
    for section in outline:
        found = [pair for node in (section, *section.sections) for pair in placed.passages[node.id]]
        ids[section.id] = tuple(sorted({one.snippet_id for one, _ in found}))
        room[section.id] = _words([one for one, _ in found])
        worth[section.id] = _worth(found, shortest)
    most = max(1, words // shortest)
    best = set(sorted(worth, key=lambda name: (-worth[name], name))[:most])
    outline = [section for section in outline if section.id in best]
    shares = _share(words, {section.id: room[section.id] for section in outline}, shortest, longest)
    return tuple(Assignment(section.id, ids[section.id], shares[section.id]) for section in outline)


def _worth(found: Sequence[tuple[Passage, float]], words: int) -> float:
    """How well the sentences that belong most to a unit do, over so many words: their fit, less what doubt there is of
    them."""
    singles = ((fit - DOUBT * one.doubt, one.words) for one, fit in found if len(one.sentences) == 1)
    left, worth = words, 0.0
    for value, size in sorted(singles, reverse=True):
        if left <= 0:
            break
        worth += value * min(size, left) / words
        left -= size
    return worth


def _words(passages: Sequence[Passage]) -> int:
    """How many words the sentences of these passages have, each counted once."""
    sentences = {(one.snippet_id, one.place + at): text for one in passages for at, text in enumerate(one.sentences)}
    return sum(len(text.split()) for text in sentences.values())


def _share(words: int, room: Mapping[str, int], shortest: int, longest: int) -> dict[str, int]:
    """Words for each unit, by the root of what it has to say; what a small one cannot use goes to the others."""
    shares = dict.fromkeys(room, 0)
    open_units = [name for name, size in room.items() if size]
    left = words
    while open_units and left > len(open_units):
        total = sum(math.sqrt(room[name]) for name in open_units)
        given = {name: max(1, round(left * math.sqrt(room[name]) / total)) for name in open_units}
        for name, more in given.items():
            shares[name] = min(longest, room[name], max(shortest, shares[name] + more))
        left = words - sum(shares.values())
        open_units = [name for name in open_units if shares[name] < min(longest, room[name])]
    return shares
