"""Space on the disk: whether an error says that there is none left, and whether there is enough before something
grows."""

from __future__ import annotations

import errno
import math
import os
import shutil
import sqlite3
import sys
from collections.abc import Iterator
from pathlib import Path

from castalia.memory.errors import DiskFullError
from castalia.memory.sqlite_opening import code_of

if sys.platform != "win32":
    import resource

MARGIN = 4 << 20  # bytes: what SQLite, checkpoints and a page may need beside a store while it grows
LEAST = 256 << 10  # bytes: to open a store, whose files are touched here and there for the first time
STAGING = ".castalia-"  # how the names of temporary folders begin
_LOG = 64 << 20  # bytes: SQLite's log of a file seldom gets as large
_OF_DISKS = (errno.ENOSPC, errno.EDQUOT)
_ERRNOS = (*_OF_DISKS, errno.EFBIG)
_COPYING = tuple(f"[errno {one}]" for one in _ERRNOS)
_DISK_WORDS = ("no space left", "disk quota", *(f"(os error {one})" for one in _OF_DISKS))
_WORDS = (*_DISK_WORDS, "disk is full", "file too large", f"(os error {errno.EFBIG})")


def full(path: str | Path, error: BaseException | None = None) -> DiskFullError:
    """The error of a write that found no room in this file or folder, because of the disk or of the limit that this
    process has for the size of files; ``error`` is what the write ended with, which may say which of them it was."""
    limit = _limit()
    if limit is not None and not _says_disk(error) and _left(Path(lasting(path)).parent) >= LEAST:
        why, mend = f"no file may grow over {limit:,} bytes here (ulimit -f)", "raise this limit"
    else:
        why, mend = "the disk is full, or its quota used up", "make room on it"
    return DiskFullError(f"{why}: {lasting(path)} cannot be written; {mend}")


def is_full(error: BaseException) -> bool:
    """Whether this error, or one that it came of, says that a disk is full, or that a file has come to its limit."""
    return any(_says_full(one) for one in with_causes(error))


def has_no_room(path: Path) -> bool:
    """Whether a file of SQLite's may be about as large as it may get, with the log beside it, or its disk about full.
    SQLite says of both no more than "disk I/O error"."""
    limit = _limit()
    size = path.stat().st_size if path.exists() else 0
    return (limit is not None and size + _LOG > limit) or _left(path.parent) < LEAST


def check_room(folder: Path, need: int) -> None:
    """``DiskFullError`` where the disk of this folder has less than these bytes left.

    The engine of the store maps its files into memory, and a page of a file that the disk has no room for ends the
    process (SIGBUS): so it is asked before, with a margin. Another process may still take what is left in between.
    """
    if (left := _left(folder)) < need:
        raise DiskFullError(
            f"the disk is full: {lasting(folder)} has {_told(left)} left, and {_told(need)} are needed; make room on it"
        )


def allocated(folder: Path) -> int:
    """Bytes on disk of all files in a folder, holes apart."""
    total = 0
    for place, _, names in os.walk(folder):
        for name in names:
            try:
                found = (Path(place) / name).stat()
            except OSError:  # it went away meanwhile
                continue
            total += getattr(found, "st_blocks", -(-found.st_size // 512)) * 512
    return total


def _left(folder: Path) -> float:
    """Bytes that are free on the disk of this folder; without end where the file system does not say."""
    try:
        return shutil.disk_usage(folder).free
    except OSError:
        return math.inf


def _limit() -> int | None:
    """Bytes that a file may have in this process, where that is limited."""
    if sys.platform == "win32":
        return None
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)[0]
    return None if limit == resource.RLIM_INFINITY else limit


def _says_disk(error: BaseException | None) -> bool:
    """Whether this error, or one that it came of, is about the disk or its quota, and not about the size of a file."""
    return error is not None and any(
        getattr(one, "errno", None) in _OF_DISKS or any(words in str(one).casefold() for words in _DISK_WORDS)
        for one in with_causes(error)
    )


def _says_full(error: BaseException) -> bool:
    if isinstance(error, DiskFullError):
        return True
    if isinstance(error, shutil.Error):  # of a folder that was copied: it lists what became of each file
        return any(one in str(error).casefold() for one in _COPYING)
    if isinstance(error, OSError):
        return error.errno in _ERRNOS
    if code_of(error) == sqlite3.SQLITE_FULL:
        return True
    if isinstance(error, sqlite3.Error) or type(error) is Exception:  # the engine's own are bare
        words = str(error).casefold()
        return any(one in words for one in _WORDS)
    return False


def with_causes(error: BaseException) -> Iterator[BaseException]:
    """The error, and those that it came of, the nearest first."""
    seen: set[int] = set()
    one: BaseException | None = error
    while one is not None and id(one) not in seen:
        seen.add(id(one))
        yield one
        one = one.__cause__ or one.__context__


def lasting(path: str | Path) -> str:
    """The path up to the first temporary folder in it (see ``STAGING``): that will be gone when somebody looks."""
    place = Path(path)
    at = next((at for at, one in enumerate(place.parts) if one.startswith(STAGING)), None)
    return str(path if at is None else Path(*place.parts[:at]))


def _told(count: float) -> str:
    return f"{count / (1 << 20):.1f} MB"
