"""A file that is there already: what it holds, and whether it may be lost."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from castalia.memory.errors import InputError


def check_own(path: Path, is_own: Callable[[Path], bool], force: bool) -> None:
    """``InputError`` where a file is there that is not empty, and not what the same command wrote: nobody may be able
    to make it again. With ``force`` it may be lost."""
    if not force and path.is_file() and path.stat().st_size and not is_own(path):
        raise InputError(
            f"{path} is there already and holds something else: name another file, or --force to write over it"
        )


def json_object(path: Path) -> dict[str, Any] | None:
    """The JSON object in a file; ``None`` where there is none that can be read."""
    try:
        found = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def begins(path: Path, beginning: str) -> bool:
    """Whether a file begins with this text."""
    wanted = beginning.encode("utf-8")
    with path.open("rb") as file:
        return file.read(len(wanted)) == wanted
