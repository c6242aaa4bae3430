"""How the time of a step grows with the text that it is given. Not a test file."""

from __future__ import annotations

import time
import timeit
from collections.abc import Callable


def grows_in_proportion(step: Callable[[str], object], short: str, long: str) -> bool:
    """Whether four times the length takes less than eight times the CPU time, the best of five each.

    ``timeit`` keeps the garbage collector off: a full collection of the test runner's heap would count as ours.
    """

    def cost(text: str) -> float:
        return min(timeit.repeat(lambda: step(text), timer=time.process_time, number=1, repeat=5))

    # A busy machine may spoil one comparison; time that grows with the square spoils them all.
    return any(cost(long) < 8 * max(cost(short), 0.0005) for _ in range(4))
