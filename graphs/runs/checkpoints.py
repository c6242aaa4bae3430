"""The file of LangGraph's checkpoints, open for as long as a run needs it, and let go of when it ends, however it
ends."""

from __future__ import annotations

import asyncio
import sqlite3
import weakref
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiosqlite
from castalia.memory.waits import ended
from castalia.memory.write_ahead import PATIENCE
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver


@asynccontextmanager
async def checkpoints_in(path: Path) -> AsyncIterator[AsyncSqliteSaver]:
    """LangGraph's saver over this file; nothing holds the file, or a lock on it, when the block is left."""
    connection = aiosqlite.connect(path, factory=_Connection, timeout=PATIENCE)
    opening = asyncio.ensure_future(_opened(connection))
    try:
        if await ended(opening):
            raise asyncio.CancelledError
        opening.result()
        yield AsyncSqliteSaver(connection)
    finally:
        closing = asyncio.ensure_future(connection.close())
        if await ended(closing):
            raise asyncio.CancelledError
        closing.result()


async def _opened(connection: aiosqlite.Connection) -> None:
    await connection
    # a checkpoint that the power takes away is one step done again; to wait for the disk at each would cost seconds
    await connection.execute("PRAGMA synchronous = NORMAL")


class _Connection(sqlite3.Connection):
    """Closes its cursors with itself.

    SQLite keeps a connection that is closed, and the lock of its transaction, until its last statement is gone: that of
    a task which was cancelled between an INSERT and its commit hangs on the error's traceback until somebody collects
    it.
    """

    def __init__(self, *given: Any, **options: Any) -> None:
        super().__init__(*given, **options)
        self._cursors: weakref.WeakSet[sqlite3.Cursor] = weakref.WeakSet()

    def cursor(self, *given: Any, **options: Any) -> Any:
        """A cursor, remembered."""
        made = super().cursor(*given, **options)
        self._cursors.add(made)
        return made

    def execute(self, *given: Any) -> Any:
        """As ever, with a cursor that is remembered."""
        return self.cursor().execute(*given)

    def executemany(self, *given: Any) -> Any:
        """As ever, with a cursor that is remembered."""
        return self.cursor().executemany(*given)

    def executescript(self, *given: Any) -> Any:
        """As ever, with a cursor that is remembered."""
        return self.cursor().executescript(*given)

    def close(self) -> None:
        """Undo what was not committed, then let go of the file."""
        for cursor in list(self._cursors):
            cursor.close()
        if self.in_transaction:
            self.rollback()
        super().close()
