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
    given = os.environ.get(HOME, "")
    try:
        base = Path(given) if Path(given).is_absolute() else Path.home() / ".cache"
        folder = base.joinpath("castalia", *parts)
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, RuntimeError) as error:  # RuntimeError: nobody knows where home is
        reason = error.strerror if isinstance(error, OSError) else error
        raise StoreError(
            f"cannot make a cache folder ({reason}): set {HOME} to a folder that you may write to"
        ) from error
    return folder
