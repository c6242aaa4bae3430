"""The README shows what the demo writes."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

from castalia.graphs import generate_sync

README = Path(__file__).parents[1] / "README.md"


def test_the_excerpt_is_from_the_page_that_the_demo_writes() -> None:
    page = generate_sync("Coral reef", corpus=str(files("castalia.tools") / "sample_coral_reefs.jsonl"))
    quoted = [line[2:] for line in README.read_text(encoding="utf-8").splitlines() if line.startswith("> ")]
    lines = [line for line in quoted if line.strip()]
    assert len(lines) >= 3
    written = {re.sub(r"\\(.)", r"\1", line) for line in page.markdown.splitlines()}
    assert [line for line in lines if re.sub(r"\\(.)", r"\1", line) not in written] == []
