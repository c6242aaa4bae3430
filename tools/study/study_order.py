"""Which page is shown when, and on which side: shuffled by a seed, balanced over topics. Pure; what is on the pages
lives elsewhere."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


def pair_order(pairs: Sequence[tuple[T, T]], seed: int) -> list[tuple[T, T]]:
    """The pairs shuffled, each with its two sides in the order in which they are shown.

    Of n pairs n/2 (up or down) keep their sides. Seeds 2k and 2k + 1 are mirrored: the same order of pairs, every one
    with its sides exchanged, so that two raters between them see every page on both sides.
    """
    draw = random.Random(seed // 2)
    shuffled = draw.sample(pairs, len(pairs))
    kept = draw.sample(range(len(pairs)), len(pairs) // 2 + draw.randrange(2) * (len(pairs) % 2))
    return [
        (first, second) if (at in kept) != bool(seed % 2) else (second, first)
        for at, (first, second) in enumerate(shuffled)
    ]


def single_order(topics: Sequence[Sequence[T]], seed: int) -> list[T]:
    """Pages one after another; ``topics`` holds the pages of each. Rounds: in each every topic comes at most once, and
    the systems take turns.

    Where there is a choice, a topic does not end one round and begin the next.
    """
    draw = random.Random(seed)
    shuffled = draw.sample(topics, len(topics))
    rounds = max((len(pages) for pages in shuffled), default=0)
    order: list[T] = []
    last = -1
    for number in range(rounds):
        left = [at for at, pages in enumerate(shuffled) if number < len(pages)]
        places = draw.sample(left, len(left))
        if len(places) > 1 and places[0] == last:
            places.append(places.pop(0))
        order += [shuffled[at][(at + number) % len(shuffled[at])] for at in places]
        last = places[-1]
    return order
