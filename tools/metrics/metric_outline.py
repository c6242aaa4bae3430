"""Metrics of an outline against the headings that people wrote. No model: vectors of headings, or what gives them, are
given."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from castalia.tools.language.vectors import Vector, cosine


def soft_recall_best(gold: Sequence[str], mine: Sequence[str], vectors: Mapping[str, Vector]) -> float | None:
    """Heading soft recall as the thesis has it: for each gold heading the cosine of the nearest heading, on average
    (section 4.6).

    Range: 0 to 1 for vectors without negative cosines. ``None`` without gold headings; 0 without headings. ``vectors``
    maps each heading to its vector. The same headings give 1, a superset too: it asks for recall alone. A heading that
    stands twice counts twice.
    """
    if not gold:
        return None
    return math.fsum(max((_likeness(one, other, vectors) for other in mine), default=0.0) for one in gold) / len(gold)


def soft_recall_cardinality(gold: Sequence[str], mine: Sequence[str], vectors: Mapping[str, Vector]) -> float | None:
    """Heading soft recall as STORM has it: card(G ∩ P) / card(G) with soft cardinalities (appendix C.1, eq. 1 to 4).

    An item counts as 1 over the sum of its cosines to all items of its set, itself included; card(G ∩ P) = card(G) +
    card(P) − card(G ∪ P). Range: about 0 to 1; it may fall a little outside, for soft cardinality is not additive.
    ``None`` without gold headings; 0 without headings. G and P are sets here as in the paper: a heading that stands
    twice counts once. Negative cosines, for which the paper says nothing, count as 0, so that no count is negative or
    endless.
    """
    wanted, given = list(dict.fromkeys(gold)), list(dict.fromkeys(mine))
    if not wanted:
        return None
    whole = _cardinality(wanted, vectors)
    both = _cardinality(list(dict.fromkeys([*wanted, *given])), vectors)
    return (whole + _cardinality(given, vectors) - both) / whole


def entity_recall(gold: frozenset[str], mine: frozenset[str]) -> float | None:
    """|E_gold ∩ E_mine| / |E_gold| (thesis section 4.6, "Entity Recall"; STORM, section 2.2), of headings or of whole
    texts.

    Range: 0 to 1. ``None`` where gold names nothing. The papers recognise entities with FLAIR; what does it here is
    said with the value.
    """
    return len(gold & mine) / len(gold) if gold else None


def _cardinality(items: Sequence[str], vectors: Mapping[str, Vector]) -> float:
    sums = (math.fsum(_likeness(one, other, vectors) for other in items) for one in items)
    return math.fsum(1.0 / one for one in sums)


def _likeness(one: str, other: str, vectors: Mapping[str, Vector]) -> float:
    """1 for the same heading, whatever its vector; never below 0."""
    return 1.0 if one == other else min(1.0, max(0.0, cosine(vectors[one], vectors[other])))
