"""Copies of a store's folder. The engine makes files of 32 MB that are holes but for a few pages: a copy keeps the
holes, which would be a hundred megabytes of zeros."""

from __future__ import annotations

import shutil
from pathlib import Path

PORTION = 1 << 20  # bytes read at once
PAGE = 4096  # bytes: the least that a hole may have
_ZEROS = bytes(PAGE)


def copy_store(old: Path, new: Path) -> None:
    """Copy a folder into another one, made where it is not there; ``OSError`` where that cannot be done."""
    shutil.copytree(old, new, copy_function=_copy_file, dirs_exist_ok=True)


def _copy_file(old: str, new: str) -> None:
    with Path(old).open("rb") as source, Path(new).open("wb") as target:
        while portion := source.read(PORTION):
            for start in range(0, len(portion), PAGE):
                page = portion[start : start + PAGE]
                if page == _ZEROS:
                    target.seek(PAGE, 1)
                else:
                    target.write(page)
        target.truncate(source.tell())
    shutil.copystat(old, new)
