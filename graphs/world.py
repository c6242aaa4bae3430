"""What fails for all alike: a full disk, a store or a ledger that cannot be used. It ends a run, which can go on later.

LangGraph hands every error of a node to its error handler, goes on with what the other nodes left, and raises what the
handler raises at the very end: such an error has to pass by the handlers, and becomes itself again where the run ends.
"""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from castalia.memory.errors import StoreError

DISK = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EROFS)


@contextmanager
def stopping() -> Iterator[None]:
    """``RunStopped`` for an error that all would meet."""
    try:
        yield
    except (StoreError, sqlite3.Error, OSError) as error:
        if isinstance(error, OSError) and error.errno not in DISK:
            raise
        from castalia.graphs.stopped import RunStopped  # LangGraph is there by now

        raise RunStopped(error) from error


@contextmanager
def stopped_told() -> Iterator[None]:
    """The error itself, where a run was stopped by one."""
    from castalia.graphs.stopped import RunStopped

    try:
        yield
    except RunStopped as stopped:
        raise stopped.error from None
