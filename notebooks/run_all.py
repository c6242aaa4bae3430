"""Execute every notebook from its first cell, in a folder of its own; fails where a cell fails. ``--write`` keeps what
the cells show."""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

import nbformat
from nbclient import NotebookClient


def main() -> int:
    """Run all notebooks beside this file; the number that could be run is told."""
    paths = sorted(Path(__file__).parent.glob("*.ipynb"))
    for path in paths:
        started = time.perf_counter()
        with tempfile.TemporaryDirectory() as folder:
            notebook = nbformat.read(path, as_version=4)
            metadata = dict(notebook.metadata)
            NotebookClient(
                notebook,
                timeout=120,
                kernel_name="python3",
                resources={"metadata": {"path": folder}},
                record_timing=False,  # so that what is written changes only where the outputs do
            ).execute()
        if "--write" in sys.argv[1:]:
            notebook.metadata = nbformat.from_dict(metadata)
            nbformat.write(notebook, path)
        sys.stdout.write(f"{path.name}: {len(notebook.cells)} cells in {time.perf_counter() - started:.1f} s\n")
    return 0 if paths else 1


if __name__ == "__main__":
    sys.exit(main())
