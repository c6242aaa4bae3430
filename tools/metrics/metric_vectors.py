"""Vectors that metrics compare texts by, and the plane of their two principal components. No model and no numpy here.

A lexical vector is sparse and depends on its own text alone, so that a pair of texts is as near in one set as in any
other.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from operator import mul

from castalia.tools.language.vectors import Vector, cosine
from castalia.tools.language.words import content_stems

Point = tuple[float, float]

LEXICAL = "lexical"
_ROUNDS = 500
_STILL = 1e-15  # change of a unit vector, squared


def lexical_vector(text: str) -> dict[str, float]:
    """The stems of a text's content words at 1 + ln(count), scaled to length 1; empty where there are none. Cosines lie
    in [0, 1]."""
    counts = Counter(content_stems(text))
    return _of_length_1({stem: 1.0 + math.log(count) for stem, count in sorted(counts.items())})


def dense_vector(values: Sequence[float]) -> dict[str, float]:
    """An embedding, scaled to length 1; empty for a vector of zeros."""
    return _of_length_1({str(at): value for at, value in enumerate(values) if value})


def _of_length_1(vector: Vector) -> dict[str, float]:
    length = math.sqrt(sum(value * value for value in vector.values()))
    return {name: value / length for name, value in vector.items()} if length else {}


def hull_areas(groups: Sequence[Sequence[Vector]]) -> list[float | None]:
    """For each group of vectors the area of its convex hull in the plane of the first two principal components of all
    of them, each different vector counted once.

    In one plane areas compare; those of two planes do not (thesis section 5.1, figure 5.1, shows all methods in one).
    Units are squares of the vectors'. ``None`` for a group of fewer than three. Where the second and the third
    component explain almost the same, the plane is one of several, always the same one for the same input.
    """
    return [hull_area(points) for points in shared_plane(groups)]


def shared_plane(groups: Sequence[Sequence[Vector]]) -> list[list[Point]]:
    """For each group the places of its vectors in the plane that ``hull_areas`` measures in."""
    keys = [[tuple(sorted(one.items())) for one in group] for group in groups]
    different = sorted({key for group in keys for key in group})
    places = dict(zip(different, _plane([dict(key) for key in different]), strict=True))
    return [[places[key] for key in group] for group in keys]


def convex_hull(points: Sequence[Point]) -> list[Point]:
    """The corners of the convex hull in order (Andrew's monotone chain); fewer than three for points on a line."""
    ordered = sorted(set(points))
    return [*_half(ordered), *_half(ordered[::-1])] if len(ordered) > 2 else ordered


def hull_area(points: Sequence[Point]) -> float | None:
    """The area of the convex hull of points (the shoelace formula); 0 for points on a line, ``None`` for fewer than
    three."""
    if len(points) < 3:
        return None
    chain = convex_hull(points)
    turns = (a[0] * b[1] - b[0] * a[1] for a, b in zip(chain, [*chain[1:], chain[0]], strict=True))
    return abs(math.fsum(turns)) / 2


def _half(points: Sequence[Point]) -> list[Point]:
    kept: list[Point] = []
    for point in points:
        while len(kept) > 1 and _turn(kept[-2], kept[-1], point) <= 0:
            kept.pop()
        kept.append(point)
    return kept[:-1]


def _turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _plane(vectors: Sequence[Vector]) -> list[Point]:
    """The place of each vector by the first two principal components, found by power iteration on the centred Gram
    matrix."""
    if not vectors:
        return []
    half = [[cosine(one, other) for other in vectors[: at + 1]] for at, one in enumerate(vectors)]
    size = range(len(vectors))
    gram = _centred([[half[max(i, j)][min(i, j)] for j in size] for i in size])
    axes: list[list[float]] = []
    for _ in range(2):
        value, vector = _largest(gram)
        axes.append([math.sqrt(value) * one for one in vector])
        gram = [
            [cell - value * a * b for cell, b in zip(row, vector, strict=True)]
            for row, a in zip(gram, vector, strict=True)
        ]
    return list(zip(*axes, strict=True))


def _centred(gram: list[list[float]]) -> list[list[float]]:
    size = len(gram)
    means = [math.fsum(row) / size for row in gram]
    mean = math.fsum(means) / size
    return [
        [cell - a - b + mean for cell, b in zip(row, means, strict=True)] for row, a in zip(gram, means, strict=True)
    ]


def _largest(matrix: list[list[float]]) -> tuple[float, list[float]]:
    """The largest eigenvalue of a symmetric matrix without negative ones, and its unit vector; 0 where nothing is
    left."""
    size = len(matrix)
    scale = max((abs(matrix[at][at]) for at in range(size)), default=0.0)
    vector = [math.sin(1.0 + at) for at in range(size)]  # far from any symmetry, and the same every time
    if scale < 1e-12:
        return 0.0, [0.0] * size
    value = 0.0
    for _ in range(_ROUNDS):
        image = [sum(map(mul, row, vector)) for row in matrix]
        length = math.sqrt(sum(map(mul, image, image)))
        if length < 1e-12 * scale:
            return 0.0, [0.0] * size
        image = [one / length for one in image]
        change = sum((a - b) ** 2 for a, b in zip(image, vector, strict=True))
        vector, value = image, length
        if change < _STILL:
            break
    return value, vector
