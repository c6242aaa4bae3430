"""Who may write in a folder: one run at a time, held by a file that is locked and signed. What is in the folder lives
elsewhere."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, AsyncExitStack, ExitStack, contextmanager, suppress
from pathlib import Path
from typing import IO

from castalia.memory.errors import InputError
from castalia.tools.pages.folders import make_folders, refusal, remove_folders

if sys.platform != "win32":
    import fcntl

LOCK = "lock"
TURN, GLANCE = 10.0, 0.02  # seconds: how long a run that was left may take to end, and how often that is looked at


class BusyError(InputError):
    """The folder is another process's at the moment, or that of another run in this one (``is_here``)."""

    def __init__(self, message: str, is_here: bool = False) -> None:
        super().__init__(message)
        self.is_here = is_here


async def in_turn(stack: ExitStack | AsyncExitStack, hold: Callable[[], AbstractContextManager[object]]) -> None:
    """Hold until the stack is left. A run of this process that was cancelled or left, such as a stream whose reader
    broke off, ends in a task of its own: it is waited for, for at most ``TURN`` seconds."""
    for _ in range(round(TURN / GLANCE)):
        try:
            stack.enter_context(hold())
        except BusyError as error:
            if not error.is_here:
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
        try:
            yield made
        finally:
            if not is_kept:
                with suppress(OSError):
                    path.unlink(missing_ok=True)
                remove_folders(made)


@contextmanager
def _locked(path: Path, what: str) -> Iterator[IO[str]]:
    while True:
        try:
            lock = path.open("a+")
        except OSError as error:
            raise refusal(path.parent, error) from error
        with lock:
            if sys.platform != "win32":
                try:
                    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except BlockingIOError:
                    raise _busy(what, lock) from None
                except OSError:  # a file system without locks
                    pass
            if _is_same(path, lock):
                yield lock
                return


def _is_same(path: Path, lock: IO[str]) -> bool:
    """Whether the file is still there: whoever held it before may have removed it."""
    try:
        return os.path.samestat(path.stat(), os.fstat(lock.fileno()))
    except FileNotFoundError:
        path.parent.mkdir(parents=True, exist_ok=True)
        return False


def _sign(lock: IO[str]) -> None:
    """Note whose the lock is; on a full disk nobody's."""
    lock.truncate(0)
    with suppress(OSError):
        lock.write(str(os.getpid()))
        lock.flush()


def _busy(what: str, lock: IO[str]) -> BusyError:
    lock.seek(0)
    if lock.read() == str(os.getpid()):
        return BusyError(
            f"another run of this process is writing {what}: wait until it has ended, or choose another folder",
            is_here=True,
        )
    return BusyError(f"another process is writing {what}: wait for it, or choose another folder")
