"""Limits that hold for all workers together, divided among them: each keeps to its share, so nobody has to ask anybody.
Pure functions."""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Share:
    """What one worker may do to an endpoint: so many calls at once, so many a minute (``None``: no limit), the first
    after ``wait`` seconds."""

    concurrency: int
    per_minute: float | None
    wait: float = 0.0


def divided(concurrency: int, per_minute: float | None, workers: int) -> tuple[Share, ...]:
    """A share for each worker, which together are the whole and never more; fewer shares than workers where there is
    not enough to share.

    A worker without a call at once could do nothing, so there are at most ``concurrency`` of them. A worker with less
    than a call a minute would write no page in a night, so there are at most ``per_minute`` (rounded down, at least
    one): with one call a minute one worker has it all. Shares of a rate begin one after another, evenly spaced. In a
    single minute each worker may be one call ahead of its rate.
    """
    count = min(workers, concurrency)
    if per_minute is not None:
        count = min(count, max(math.floor(per_minute), 1))
    rate = None if per_minute is None else per_minute / count
    gap = 0.0 if per_minute is None else 60 / per_minute
    return tuple(
        Share(concurrency // count + (place < concurrency % count), rate, place * gap) for place in range(count)
    )
