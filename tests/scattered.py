"""The sample corpus as paragraphs from everywhere: no two of one document, none under a title."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path


def write_scattered(path: Path, step: int = 1) -> Path:
    """Writes it, or every row in so many, to the file, and answers that."""
    rows = map(
        json.loads, (files("castalia.tools") / "sample_coral_reefs.jsonl").read_text(encoding="utf-8").splitlines()
    )
    kept = ({**row, "title": "", "source": "", "url": f"https://example.org/{at}"} for at, row in enumerate(rows))
    path.write_text("".join(json.dumps(row) + "\n" for row in [*kept][::step]), encoding="utf-8")
    return path
