"""Profiles: what groups of passages speak of, as vectors of unit length that can be compared by their cosine."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable

from castalia.tools.topic.background import Background


def profile(texts: Iterable[frozenset[str]], topic: frozenset[str], background: Background) -> dict[str, float]:
    """The stems of some texts but for the topic's, by count and inverse document frequency, scaled to length 1; empty
    where there are none."""
    counts = Counter(stem for stems in texts for stem in stems - topic)
    weights = {stem: count * background.idf(stem) for stem, count in sorted(counts.items())}
    length = math.hypot(*weights.values())
    return {stem: weight / length for stem, weight in weights.items()} if length else {}
