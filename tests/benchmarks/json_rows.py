"""Files of JSON lines, gzipped or not."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any


def read_rows(path: Path) -> Iterator[dict[str, Any]]:
    """The rows of a file; of a name without ``.gz`` where only that file exists."""
    real = path if path.exists() else path.with_name(path.name + ".gz")
    with gzip.open(real, "rt", encoding="utf-8") if real.suffix == ".gz" else real.open(encoding="utf-8") as lines:
        yield from (json.loads(line) for line in lines if line.strip())
