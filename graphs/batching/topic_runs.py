"""The run in the folder of a topic: which it is, and whether it is under way."""

from __future__ import annotations

from pathlib import Path

from castalia.graphs.runs.run_folder import RunFolder
from castalia.graphs.runs.run_manifest import Manifest
from castalia.memory.errors import CastaliaError


def run_in(folder: Path) -> str:
    """The id of the run in this folder, whether it is over or not; "" where there is none that can be read."""
    found = _run(folder)
    return found.run_id if found is not None else ""


def run_under_way(folder: Path) -> str:
    """The id of the run that was begun in this folder and came to no page so far; "" where there is none."""
    found = _run(folder)
    return found.run_id if found is not None and found.status == "running" else ""


def _run(folder: Path) -> Manifest | None:
    try:
        return RunFolder(folder).read()
    except CastaliaError:  # damaged: the page begins anew, and the tape knows what was paid
        return None
