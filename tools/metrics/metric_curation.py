"""Metrics of knowledge curation: how many sources were gathered, and how different they are. No model: vectors are
given."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from castalia.memory.records import without_chunks
from castalia.tools.language.vectors import Vector, cosine
from castalia.tools.metrics.metric_vectors import hull_areas


def unique_urls(urls: Iterable[str]) -> int:
    """How many different urls (thesis section 5.1, table 5.1; STORM, table 5). Range: 0 and up; rows without a url do
    not count.

    A fragment (``#cells``) is part of a document, and so is a chunk that cleaning made (``@chunk2``): both are cut off.
    """
    return len({without_chunks(one.partition("#")[0].strip()) for one in urls} - {""})


def unique_snippets(texts: Iterable[str]) -> int:
    """How many different snippets, white space and case aside. Range: 0 and up."""
    return len({" ".join(one.split()).casefold() for one in texts} - {""})


def information_diversity(vectors: Sequence[Vector]) -> float | None:
    """1 − the mean cosine of all pairs of different snippets (thesis section 4.6, "Information Diversity").

    Range: 0 (all the same) to 1 (nothing in common) for vectors without negative cosines, to 2 at the most. ``None``
    for fewer than two. The order of the snippets does not matter. The thesis embeds with snowflake-arctic-embed-m-v2.0;
    values by other vectors do not compare.
    """
    size = len(vectors)
    if size < 2:
        return None
    pairs = (cosine(vectors[i], vectors[j]) for i in range(size) for j in range(i + 1, size))
    return max(0.0, 1.0 - 2.0 * math.fsum(pairs) / (size * (size - 1)))


def convex_hull_area(vectors: Sequence[Vector]) -> float | None:
    """The area of the convex hull of the snippets in their own plane of two principal components (thesis section 5.1,
    figure 5.1).

    Range: 0 and up. ``None`` for fewer than three snippets. Two sets compare only in a plane that both share:
    ``hull_areas``.
    """
    return hull_areas([vectors])[0]
