"""``error.txt``: the traceback of a bug that cost a topic its page, in the topic's folder until the page is there.

A file of that name that somebody else has put there stays as it is.
"""

from __future__ import annotations

import traceback
from contextlib import suppress
from pathlib import Path

from castalia.memory.errors import InputError
from castalia.tools.corpus.batch_files import ERROR, is_traceback
from castalia.tools.pages.write_whole import write_file


def keep_traceback(folder: Path, text: str | bytes) -> None:
    """Write it in place of an earlier one. ``InputError`` where it cannot be written."""
    path = folder / ERROR
    if is_traceback(path) or not path.exists():
        write_file(path, text)


def keep_error(folder: Path, error: Exception) -> None:
    """Keep the traceback of this error, where it can be written: the manifest tells of the error in any case."""
    with suppress(InputError):
        keep_traceback(folder, "".join(traceback.format_exception(error)))


def forget_traceback(folder: Path) -> None:
    """Remove what an earlier run kept."""
    path = folder / ERROR
    if is_traceback(path):
        path.unlink(missing_ok=True)
