"""Files of JSON lines that people hand in: each line read, or an error that names the file and the line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from castalia.memory.errors import InputError
from castalia.memory.paths import refuse_pipe

Read = TypeVar("Read")


def text_of(row: dict[str, Any], key: str) -> str:
    """The text under this key; ``ValueError`` where there is none."""
    value = row.get(key)
    if not isinstance(value, str) or not value.strip():
        raise ValueError(f"{key} has to be a text")
    return value


def read_lines(path: Path, what: str, read: Callable[[Any], Read]) -> list[Read]:
    """What ``read`` makes of each line, in their order; empty lines are passed over. ``what`` names what a line is to
    hold ("judgement").

    ``InputError`` for a file that cannot be read, and for a line that is no JSON or of which ``read`` raises
    ``ValueError``.
    """
    refuse_pipe(path)
    try:
        text = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise InputError(f"there is no file {path} with {what}s") from None
    except IsADirectoryError:
        raise InputError(f"{path} is a folder: name the file with {what}s") from None
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot read the {what}s in {path}: {error}") from None
    found = []
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            try:
                found.append(read(json.loads(line)))
            except (ValueError, RecursionError) as error:
                raise InputError(f"line {number} of {path} is no {what}: {error}") from None
    return found
