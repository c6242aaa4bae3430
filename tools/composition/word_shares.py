"""Word shares: how many of the words of a page each of its units gets."""

from __future__ import annotations

import math
from collections.abc import Mapping

PART = 60  # words that a section or subsection may always have


def share(words: int, room: Mapping[str, int], shortest: int, longest: Mapping[str, int]) -> dict[str, int]:
    """Words for each unit, by the root of what it has to say and up to its ``longest``; what a small one cannot use goes
    to the others."""
    shares = dict.fromkeys(room, 0)
    open_units = [name for name, size in room.items() if size]
    left = words
    while open_units and left > len(open_units):
        total = sum(math.sqrt(room[name]) for name in open_units)
        given = {name: max(1, round(left * math.sqrt(room[name]) / total)) for name in open_units}
        for name, more in given.items():
            shares[name] = min(longest[name], room[name], max(shortest, shares[name] + more))
        left = words - sum(shares.values())
        open_units = [name for name in open_units if shares[name] < min(longest[name], room[name])]
    return shares


def cut(shares: Mapping[str, int], words: int, shortest: int) -> dict[str, int]:
    """The shares, which come to more than ``words``, cut down to as many, which are enough for ``shortest`` each: what
    is too much is taken, in proportion, from what each has beyond that."""
    least = {name: min(one, shortest) for name, one in shares.items()}
    kept = (words - sum(least.values())) / (sum(shares.values()) - sum(least.values()))
    return {name: least[name] + round(kept * (one - least[name])) for name, one in shares.items()}
