"""What a batch calls its own files among its pages, and how its folder is known. None of them is a corpus."""

from __future__ import annotations

from pathlib import Path

MANIFEST = "manifest.jsonl"  # its record
OWN = "_batch"  # its own folder, beside its pages
FILES = frozenset({MANIFEST, "index.html", "calls.sqlite", "calls.sqlite-wal", "calls.sqlite-shm"})
KEY = "castalia_batch"  # only a line with what was asked has it, of which the first is one
_HEAD = 100  # bytes


def is_batch(folder: Path) -> bool:
    """Whether a batch, or a bench, keeps its record in this folder."""
    try:
        with (folder / MANIFEST).open("rb") as file:
            return KEY.encode() in file.read(_HEAD)
    except OSError:  # there is none, or nobody may read it: it tells nothing
        return False
