"""Scores of hits as shares of the best one, whatever scale a store has."""

from __future__ import annotations

from collections.abc import Sequence

from castalia.memory.protocols import Hit


def score_shares(hits: Sequence[Hit]) -> dict[str, float]:
    """By snippet id the score as a share of the best one, from 0 to 1. Where some are negative, as distances or
    logarithms are, the worst counts as 0; where all are 0, or equally negative, so does each."""
    scores = {hit.snippet_id: hit.score for hit in hits}
    low = min([0.0, *scores.values()])
    span = max(scores.values(), default=low) - low or 1.0
    return {name: (score - low) / span for name, score in scores.items()}
