"""A part of the bundled sample corpus, where a page need not draw on all of it. Not a test file."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path


def write_reefs(path: Path, step: int = 4) -> Path:
    """Writes every row in so many to the file, and answers that."""
    rows = (files("castalia.tools") / "sample_coral_reefs.jsonl").read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join(rows[::step]) + "\n", encoding="utf-8")
    return path
