"""Folders to write into: made with their parents, held, synced, removed again, and what to say where they are in the
way.

How files get into them whole lives in ``write_whole``.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from castalia.memory.errors import InputError, LimitError
from castalia.memory.limits import limit_told
from castalia.memory.room import full, is_full

if sys.platform != "win32":
    import fcntl

_RACES = 20  # times that others may take a parent away before that is an error
_NUMBERED = re.compile(r"\[Errno \d+\] ([^:]+).*", re.DOTALL)  # how Python writes an error of the system: words, file


def make_folders(target: Path) -> list[Path]:
    """Make the target and its missing parents; those that were made, outermost first.

    A parent that another process made may be removed by it in the meantime: then all begins anew.
    """
    for _ in range(_RACES):
        with contextlib.suppress(FileNotFoundError):
            return _make_missing(target)
    return _make_missing(target)


def _make_missing(target: Path) -> list[Path]:
    missing = [folder for folder in (target, *target.parents) if not folder.exists()][::-1]
    made: list[Path] = []
    try:
        for folder in missing:
            folder.mkdir(exist_ok=True)
            made.append(folder)
    finally:
        if len(made) < len(missing):
            remove_folders(made)
    if not target.is_dir():
        raise NotADirectoryError(None, "it is a file, not a folder")
    return made


def remove_folders(made: Sequence[Path]) -> None:
    """Remove what ``make_folders`` made, innermost first, as far as it is empty."""
    with contextlib.suppress(OSError):  # one that is not empty any more stays, and so do those around it
        for folder in reversed(made):
            folder.rmdir()


def try_lock(descriptor: int) -> bool:
    """Hold this file until it is closed; false where somebody else holds it, true also where files cannot be held (on
    Windows, or by the file system)."""
    if sys.platform != "win32":
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:  # a file system without locks
            pass
    return True


def lock_folder(folder: Path) -> int | None:
    """Hold this folder until the descriptor is closed or the process dies; ``OSError`` where somebody holds it,
    ``None`` where folders cannot be held (on Windows)."""
    if sys.platform == "win32":
        return None
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor


def sync_folder(folder: Path) -> None:
    """Have the names in this folder on the disk before going on."""
    if os.name != "posix":  # elsewhere a folder cannot be opened, and needs no sync
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def refusal(target: Path, error: OSError) -> InputError:
    """What stands in the way of writing into this folder, in one line."""
    if is_full(error):
        return full(target, error)
    words = _in_words(error)
    if mend := limit_told(words):
        return LimitError(f"cannot write to {target}: {mend}")
    return InputError(f"cannot write to {target}: {words}; choose another folder")


def _in_words(error: OSError) -> str:
    told = error.args[0] if isinstance(error, shutil.Error) else ()  # of files that were copied, each with its reason
    words = str(told[0][-1]) if isinstance(told, list) and told else error.strerror or str(error)
    words = _NUMBERED.sub(r"\1", words)
    return words[:1].lower() + words[1:].rstrip(".")
