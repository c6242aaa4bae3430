"""Sparse vectors of unit length, by name, and how alike two of them are."""

from __future__ import annotations

import math
from collections.abc import Mapping

Vector = Mapping[str, float]  # by stem, or by the place in an embedding as digits


def cosine(first: Vector, second: Vector) -> float:
    """The dot product of two unit vectors; 0 where one is empty."""
    small, large = (first, second) if len(first) <= len(second) else (second, first)
    return math.fsum(value * large.get(name, 0.0) for name, value in small.items())
