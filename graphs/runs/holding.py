"""Who may write in a folder: one run at a time, held by a file that is locked and signed. What is in the folder lives
elsewhere."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, AsyncExitStack, ExitStack, contextmanager, suppress
from io import FileIO
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

from castalia.memory.errors import InputError
from castalia.tools.pages.folders import make_folders, refusal, remove_folders, try_lock

LOCK = "lock"
TURN, GLANCE = 10.0, 0.02  # seconds: how long a run that was left may take to end, and how often that is looked at
LEFT = 10  # glances: by then a run that was left is known to be ending

_HOLDERS: WeakValueDictionary[str, asyncio.Task[Any]] = WeakValueDictionary()  # of this process, by the lock's path


class BusyError(InputError):
    """The folder is another process's at the moment, or that of another run in this one (``is_here``), which may have
    been cancelled (``is_ending``)."""

    def __init__(self, message: str, is_here: bool = False, is_ending: bool = False) -> None:
        super().__init__(message)
        self.is_here, self.is_ending = is_here, is_ending


async def in_turn(stack: ExitStack | AsyncExitStack, hold: Callable[[], AbstractContextManager[object]]) -> None:
    """Hold until the stack is left. A run of this process that is ending, as after a cancellation or where the reader of
    a stream broke off, is waited for, at most ``TURN`` seconds. A run that is at work is not."""
    for glance in range(round(TURN / GLANCE)):
        try:
            stack.enter_context(hold())
        except BusyError as error:
            if not error.is_here or (glance >= LEFT and not error.is_ending):
                raise
        else:
            return
        await asyncio.sleep(GLANCE)
    stack.enter_context(hold())


@contextmanager
def held(path: Path, what: str, *, is_kept: bool = False) -> Iterator[list[Path]]:
    """Keep others out by this file, made with its folders (they are given); ``BusyError`` names ``what`` somebody is
    writing there, ``InputError`` a folder that cannot be written to. The file goes at the end, unless ``is_kept``."""
    try:
        made = make_folders(path.parent)
    except OSError as error:
        raise refusal(path.parent, error) from error
    with _locked(path, what) as lock:
        _sign(lock)
        _note_holder(path)
        try:
            yield made
        finally:
            if not is_kept:
                with suppress(OSError):
                    path.unlink(missing_ok=True)
                remove_folders(made)


@contextmanager
def _locked(path: Path, what: str) -> Iterator[FileIO]:
    while True:
        try:
            lock = path.open("ab+", buffering=0)
        except OSError as error:
            raise refusal(path.parent, error) from error
        with lock:
            if not try_lock(lock.fileno()):
                raise _busy(path, what, lock)
            if _is_same(path, lock):
                yield lock
                return


def _is_same(path: Path, lock: FileIO) -> bool:
    """Whether the file is still there: whoever held it before may have removed it."""
    try:
        return os.path.samestat(path.stat(), os.fstat(lock.fileno()))
    except FileNotFoundError:
        path.parent.mkdir(parents=True, exist_ok=True)
        return False


def _sign(lock: FileIO) -> None:
    """Note whose the lock is; on a full disk nobody's."""
    lock.truncate(0)
    with suppress(OSError):
        lock.write(b"%d" % os.getpid())


def _note_holder(path: Path) -> None:
    """Remember which task has the lock: one that is cancelled lets go of it soon."""
    key = str(path.resolve())
    _HOLDERS.pop(key, None)
    with suppress(RuntimeError):  # no event loop runs here
        if (task := asyncio.current_task()) is not None:
            _HOLDERS[key] = task


def _busy(path: Path, what: str, lock: FileIO) -> BusyError:
    lock.seek(0)
    if lock.read() == b"%d" % os.getpid():
        holder = _HOLDERS.get(str(path.resolve()))
        return BusyError(
            f"another run of this process is writing {what}: wait until it has ended, or choose another folder",
            is_here=True,
            is_ending=holder is not None and (holder.cancelling() > 0 or holder.done()),
        )
    return BusyError(f"another process is writing {what}: wait for it, or choose another folder")
