"""Errors that every snippet and section would meet: a full disk, a store or a ledger that cannot be used. They end the
run, which can be resumed.

LangGraph would hand such an error to the node's error handler, as if one snippet had failed. So ``stopping`` wraps it
in ``RunStopped``, which handlers do not see, and ``stopped_told`` unwraps it where the run ends.
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
    """Wrap an error that all would meet in ``RunStopped``."""
    try:
        yield
    except (StoreError, sqlite3.Error, OSError) as error:
        if isinstance(error, OSError) and error.errno not in DISK:
            raise
        from castalia.graphs.pipeline.stopped import RunStopped  # LangGraph is there by now

        raise RunStopped(error) from error


@contextmanager
def stopped_told() -> Iterator[None]:
    """Raise the error itself where ``RunStopped`` wraps one."""
    from castalia.graphs.pipeline.stopped import RunStopped

    try:
        yield
    except RunStopped as stopped:
        raise stopped.error from stopped.error.__cause__  # which tells whether others would meet it too
