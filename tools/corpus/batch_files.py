"""What a batch calls its own files among its pages, and how its folder is known. None of them is a corpus."""

from __future__ import annotations

from pathlib import Path

MANIFEST = "manifest.jsonl"  # its record
OWN = "_batch"  # its own folder, beside its pages
FILES = frozenset({MANIFEST, "index.html", "calls.sqlite", "calls.sqlite-wal", "calls.sqlite-shm"})
KEY = "castalia_batch"  # only a line with what was asked has it, of which the first is one
ERROR = "error.txt"  # the traceback of a bug, in the folder of a topic
_HEAD = 100  # bytes
_TRACEBACK = b"Traceback (most recent call last):"


def is_batch(folder: Path) -> bool:
    """Whether a batch, or a bench, keeps its record in this folder."""
    try:
        with (folder / MANIFEST).open("rb") as file:
            return KEY.encode() in file.read(_HEAD)
    except OSError:  # there is none, or nobody may read it: it tells nothing
        return False


def is_traceback(path: Path) -> bool:
    """Whether the traceback of a bug is kept in this file."""
    try:
        with path.open("rb") as file:
            return _TRACEBACK in file.readline(_HEAD)  # of a group of errors more stands before it
    except OSError:  # there is none, or it is not ours
        return False
