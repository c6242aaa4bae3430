"""Paths as people write them."""

from __future__ import annotations

from pathlib import Path

from castalia.memory.errors import InputError


def expand(path: str | Path) -> Path:
    """The path with ``~`` written out; ``InputError`` where it names a user that there is not."""
    try:
        return Path(path).expanduser()
    except RuntimeError:
        raise InputError(f"{path} names a home folder that there is not: write the path out") from None
