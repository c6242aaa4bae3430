"""Limits that a process has beside the room for its files (see ``room``): which one an error tells of, and what to do
about it."""

from __future__ import annotations

import errno
import os

FILES = "this process may open no more files; raise its limit (ulimit -n), or do less side by side"
_LIMITS = (
    ("too many open files", FILES),
    ("cannot allocate memory", "this process gets no more memory; free some, or raise its limit (ulimit -v)"),
    (
        "resource temporarily unavailable",
        "this process may start no more threads, or gets no more memory; raise its limits (ulimit -u, ulimit -v; in a "
        "container those on processes and memory)",
    ),
)


def limit_told(reason: str) -> str:
    """What to do about a limit that these words of an error tell of; "" where they tell of none."""
    return next((mend for words, mend in _LIMITS if words in reason.casefold()), "")


def has_no_more_files() -> bool:
    """Whether no further file can be opened at the moment."""
    try:
        os.close(os.open(os.devnull, os.O_RDONLY))
    except OSError as error:
        return error.errno in (errno.EMFILE, errno.ENFILE)
    return False
