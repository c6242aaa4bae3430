"""Where this user's caches are: what may be removed at any time, and is then made or paid for again."""

from __future__ import annotations

import os
from pathlib import Path

from castalia.memory.errors import StoreError

# the environment variable of the XDG base directory specification; only an absolute path counts
HOME = "XDG_CACHE_HOME"


def cache_folder(*parts: str) -> Path:
    """The folder ``castalia/…`` in the user's cache directory, made if it is not there; ``StoreError`` where it cannot
    be."""
    folder = cache_place(*parts)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _no_folder(error.strerror) from error
    return folder


def cache_place(*parts: str) -> Path:
    """Where that folder is, or would be; ``StoreError`` where nobody knows the user's home."""
    given = os.environ.get(HOME, "")
    try:
        base = Path(given) if Path(given).is_absolute() else Path.home() / ".cache"
    except RuntimeError as error:
        raise _no_folder(error) from error
    return base.joinpath("castalia", *parts)


def _no_folder(reason: object) -> StoreError:
    return StoreError(f"cannot make a cache folder ({reason}): set {HOME} to a folder that you may write to")
