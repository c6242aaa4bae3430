"""What is on record of the changes that were made to a finished page."""

from __future__ import annotations

import json
from typing import Any

from castalia.graphs.runs.run_folder import RunFolder
from castalia.memory.errors import CastaliaError
from castalia.memory.ledgers import Ledgers

KIND = "revised"  # of the events that say what was changed


def revisions_told(folder: RunFolder) -> list[Any]:
    """What the record of the run says of its revisions, as far as it can be read."""
    return _told(folder) or []


def revisions_in(ledgers: Ledgers, run_id: str) -> int:
    """How many revisions are on a run's record."""
    return len({one.step for one in ledgers.run(run_id).events() if one.kind == KIND})


def is_revised(folder: RunFolder) -> bool:
    """Whether the page was rewritten or updated since it was generated. Where ``run.json`` is lost, the run's ledgers
    know."""
    told = _told(folder)
    if told is not None or not folder.ledgers.is_file():
        return bool(told)
    try:
        manifest = folder.read()
        if manifest is None:
            return False
        with Ledgers(folder.ledgers) as ledgers:
            return revisions_in(ledgers, manifest.run_id) > 0
    except CastaliaError:  # nobody knows
        return False


def _told(folder: RunFolder) -> list[Any] | None:
    """The revisions in ``run.json``; ``None`` where that cannot be read."""
    try:
        record = json.loads((folder.out / "run.json").read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return None
    if not isinstance(record, dict):
        return None
    found = record.get("revisions")
    return found if isinstance(found, list) else []
