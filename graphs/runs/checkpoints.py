"""The file of LangGraph's checkpoints, open for as long as a run needs it, and let go of when it ends, however it
ends."""

from __future__ import annotations

import sqlite3
import weakref
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiosqlite
from castalia.memory.sqlite_opening import PATIENCE
from castalia.memory.waits import to_its_end
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import CheckpointTuple, get_checkpoint_id
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver

_LAST = "SELECT checkpoint_id FROM checkpoints WHERE thread_id = ? AND checkpoint_ns = ? ORDER BY rowid DESC LIMIT 1"


@asynccontextmanager
async def checkpoints_in(path: Path) -> AsyncIterator[AsyncSqliteSaver]:
    """LangGraph's saver over this file; nothing holds the file, or a lock on it, when the block is left."""
    connection = aiosqlite.connect(path, factory=_Connection, timeout=PATIENCE)
    try:
        await to_its_end(_opened(connection))
        yield _Saver(connection)
    finally:
        await to_its_end(connection.close())


async def _opened(connection: aiosqlite.Connection) -> None:
    await connection
    # a checkpoint that the power takes away is one step done again; to wait for the disk at each would cost seconds
    await connection.execute("PRAGMA synchronous = NORMAL")


class _Saver(AsyncSqliteSaver):
    """LangGraph's saver, in which the last checkpoint of a thread is the one that was written last. By their ids it
    would be the one of the latest time: where the clock went back, or a machine whose clock is behind goes on with the
    run, that is one of an earlier process."""

    async def aget_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        if get_checkpoint_id(config) is None:
            await self.setup()
            thread = {"checkpoint_ns": "", **config["configurable"]}
            asked = (str(thread["thread_id"]), thread["checkpoint_ns"])
            async with self.lock, self.conn.execute(_LAST, asked) as cursor:
                last = await cursor.fetchone()
            if last is None:
                return None
            config = {"configurable": {"thread_id": asked[0], "checkpoint_ns": asked[1], "checkpoint_id": last[0]}}
        return await super().aget_tuple(config)


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

    def close(self) -> None:
        """Let go of the file; what was not committed is undone."""
        for cursor in list(self._cursors):
            cursor.close()
        super().close()
