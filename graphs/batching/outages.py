"""What goes wrong for all topics of a batch alike: a key that is refused, a server that is gone, a full disk, a store
that was removed.

One topic's failure says little about the others. These are told apart here, so that a batch stops instead of failing
all of them.
"""

from __future__ import annotations

import asyncio
import errno
import sqlite3
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from castalia.memory.edge_store import EdgeStore
from castalia.memory.errors import CastaliaError, InUseError, one_line
from castalia.memory.memory import Memory
from castalia.memory.room import is_full, with_causes
from castalia.memory.sqlite_opening import code_of
from castalia.tools.models.chat import Call, ChatModel, ModelError, Reply
from castalia.tools.models.replies import reply_of
from castalia.tools.models.tape import Tape
from castalia.tools.pages.write_whole import check_folder

IN_A_ROW = 3  # refusals without an answer between them, and topics that failed while the server was silent
_SILENT = frozenset({"connection", "timeout", "server"})
_ERRNOS = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO, errno.EMFILE, errno.ENFILE})
_SQLITE = frozenset({sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY})


class Outages:
    """Watches the models of a batch. ``reason`` is set, with the event, once it makes no sense to go on."""

    def __init__(self) -> None:
        self.reason = ""
        self._event = asyncio.Event()
        self._refused: dict[str, int] = {}  # refusals in a row, by model
        self._silent: ModelError | None = None  # the last failure since the last answer
        self._topics = 0  # that failed in a row, in silence

    def watch(self, model: ChatModel) -> ChatModel:
        """A model that asks this one, and notes its troubles."""
        return _Watched(model, self)

    async def wait(self) -> None:
        """Sleep until there is a reason to stop."""
        await self._event.wait()

    def stop(self, reason: str) -> None:
        """Note the first reason to stop."""
        self.reason = self.reason or reason
        self._event.set()

    def answered(self, model: ChatModel) -> None:
        """A model gave an answer."""
        self._refused.pop(model.name, None)
        self._silent, self._topics = None, 0

    def failed(self, model: ChatModel, error: ModelError) -> None:
        """A request came to nothing. One prompt may be refused; all of them, in a row, is the key or the model."""
        if error.is_lasting or (error.trouble == "rate limit" and not error.transient):
            self._refused[model.name] = self._refused.get(model.name, 0) + 1
            if self._refused[model.name] >= IN_A_ROW:
                self.stop(str(error))
        elif error.trouble in _SILENT:
            self._silent = error

    def topic_failed(self, error: Exception, folder: Path) -> None:
        """The topic of this folder failed: stop where the disk is full, or another process holds what all share, or
        where it is one of several that met no server."""
        if reason := _of_the_machine(error, folder):
            self.stop(reason)
        if self._silent is not None:
            self._topics += 1
            if self._topics >= IN_A_ROW:
                self.stop(f"{self._topics} topics in a row, and no answer: {self._silent}")

    async def look(self, memory: Memory, tape: Tape | None, out: Path) -> None:
        """After a failure: stop where the store, the tape or the folder that all of them need cannot be used any
        more."""
        try:
            await memory.store.count()
            if isinstance(memory.store, EdgeStore) and not memory.library.path.is_dir():
                self.stop(f"the store {memory.library.path} is gone: put it back")
            if tape is not None:
                tape.find("")
            check_folder(out, ())
        except (CastaliaError, OSError, sqlite3.Error) as error:
            self.stop(one_line(error))


class _Watched:
    def __init__(self, model: ChatModel, outages: Outages) -> None:
        self._model = model
        self._outages = outages

    @property
    def name(self) -> str:
        return self._model.name

    @property
    def endpoint(self) -> str:
        return self._model.endpoint

    @property
    def parameters(self) -> Mapping[str, Any]:
        return self._model.parameters

    async def complete(self, call: Call) -> Reply:
        try:
            reply = await reply_of(self._model, call)
        except ModelError as error:
            self._outages.failed(self._model, error)
            raise
        self._outages.answered(self._model)
        return reply


def _of_the_machine(error: BaseException, folder: Path) -> str:
    """The reason of an error that every topic would meet, and not the one of this folder alone, or ""."""
    told = one_line(error)
    if is_full(error):
        return told
    for one in with_causes(error):
        if isinstance(one, MemoryError):
            return "there is no memory left: run fewer topics --at-once"
        if isinstance(one, OSError) and one.errno in _ERRNOS:
            return told
        if code_of(one) in _SQLITE:
            return told
        if isinstance(one, InUseError) and not Path(one.path).resolve().is_relative_to(folder.resolve()):
            return told
    return ""
