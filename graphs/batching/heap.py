"""Gives freed memory back to the operating system: a batch makes hundreds of pages in one process, and each frees a
lot.

glibc keeps what is freed in as many heaps as there were threads, and never trims most of them by itself. Elsewhere
nothing is done.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from functools import lru_cache


def give_back() -> None:
    """Give free memory back. Takes a few milliseconds, in which other threads may run."""
    if (trim := _trim()) is not None:
        trim(0)


@lru_cache(maxsize=1)
def _trim() -> Callable[[int], int] | None:
    if not sys.platform.startswith("linux"):
        return None
    try:
        found: Callable[[int], int] = ctypes.CDLL(None).malloc_trim
    except (OSError, AttributeError):  # another C library
        return None
    return found
