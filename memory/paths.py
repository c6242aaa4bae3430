"""Paths as people write them."""

from __future__ import annotations

import errno
import os
import sys
from contextlib import suppress
from pathlib import Path

from castalia.memory.errors import InputError

_SHOWN = 80  # characters of a path that is too long


def expand(path: str | Path) -> Path:
    """The path with ``~`` written out; ``InputError`` where it names a user that there is not, leads through a link that
    leads back to itself, or can be no path at all."""
    if not isinstance(path, str | Path):
        raise InputError(f"{repr(path)[:_SHOWN]} is no path: give a str or a pathlib.Path")
    try:
        full = Path(path).expanduser()
    except RuntimeError:
        raise InputError(f"{path} names a home folder that there is not: write the path out") from None
    if "\0" in str(full):
        raise InputError(f"{str(full)!r} holds a NUL character, which no path can: leave it out")
    try:
        os.lstat(full)
    except UnicodeEncodeError:
        raise InputError(f"{str(full)!r} holds characters that no path can{of_this_shell()}: write it anew") from None
    except OSError as error:  # whatever else is wrong is told by those who open it
        if error.errno == errno.ENAMETOOLONG:
            short = str(full)[:_SHOWN]
            raise InputError(f"{short}… ({len(str(full)):,} characters) is too long for a path: shorten it") from None
    if _goes_round(full):
        raise InputError(f"{full} is, or lies behind, a link that leads back to itself: remove it")
    return full


def _goes_round(path: Path) -> bool:
    try:
        path.stat()
    except OSError as error:
        return error.errno == errno.ELOOP
    return False


def of_this_shell() -> str:
    """What to add where paths, and what is typed beside them, have another encoding than UTF-8."""
    encoding = sys.getfilesystemencoding()
    return "" if encoding == "utf-8" else f" under the locale of this shell ({encoding}; PYTHONUTF8=1 makes it UTF-8)"


def refuse_pipe(path: Path) -> None:
    """``InputError`` for a named pipe, which would be waited for until somebody writes into it. The pipes of a shell
    (``<(…)``) have no name: they are read."""
    is_pipe = False
    with suppress(OSError, ValueError):  # whoever reads it tells why that cannot be
        is_pipe = Path(os.path.realpath(path)).is_fifo()
    if is_pipe:
        raise InputError(f"{path} is a pipe: save what comes out of it to a file first, and give that")


def named_file(path: str | Path, what: str = "file to write") -> Path:
    """The path of a file, of ``what`` kind; ``InputError`` where it has no name."""
    if not str(path).strip():
        raise InputError(f"the {what} has no name: give one")
    return expand(path)


def named_folder(folder: str | Path) -> Path:
    """The output folder; ``InputError`` where it has no name."""
    if not str(folder).strip():
        raise InputError("the output folder has no name: give one, or . for this folder")
    return expand(folder)
