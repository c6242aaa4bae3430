"""Copies of folders with a store in them, whose files are a megabyte in a hundred: their holes stay holes. Not a test
file."""

from __future__ import annotations

import os
import shutil
from pathlib import Path


def copy_tree(source: Path, target: Path) -> Path:
    """Copies the folder, over what is in the other one, and answers that."""
    copy = _copy if hasattr(os, "SEEK_DATA") else shutil.copy2
    return Path(shutil.copytree(source, target, copy_function=copy, dirs_exist_ok=True))


def _copy(source: str, target: str) -> None:
    with Path(source).open("rb") as old, Path(target).open("wb") as new:
        size, end = os.fstat(old.fileno()).st_size, 0
        while end < size:
            try:
                begin = os.lseek(old.fileno(), end, os.SEEK_DATA)
            except OSError:  # nothing but a hole is left
                break
            end = os.lseek(old.fileno(), begin, os.SEEK_HOLE)
            old.seek(begin)
            new.seek(begin)
            new.write(old.read(end - begin))
        new.truncate(size)
    shutil.copystat(source, target)
