"""What is on record of the changes that were made to a finished page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from castalia.graphs.pipeline.noted import details
from castalia.graphs.runs.run_folder import RunFolder
from castalia.memory.errors import CastaliaError
from castalia.memory.event_kinds import REVISED
from castalia.memory.ledgers import Ban, Ledgers, Run
from castalia.tools.pages.own_files import json_object


def revisions_told(folder: RunFolder) -> list[Any] | None:
    """The revisions in ``run.json``; ``None`` where that cannot be read."""
    record = json_object(folder.out / "run.json")
    if record is None:
        return None
    found = record.get("revisions")
    return found if isinstance(found, list) else []


def revisions_in(ledger: Run) -> int:
    """How many revisions are on a run's record."""
    return len({one.step for one in ledger.events() if one.kind == REVISED})


def rewrites_in(ledger: Run) -> list[dict[str, Any]]:
    """What the record says of each revision that a person asked of a section, or of the lead, oldest first."""
    return [one for one in details(ledger.events(), REVISED) if one.get("units")]


def ban_of(rewrites: Iterable[Mapping[str, Any]]) -> Ban:
    """All that was banned in these, oldest first."""
    ban = Ban()
    for one in rewrites:
        ban = ban_after(ban, one)
    return ban


def ban_after(ban: Ban, rewrite: Mapping[str, Any]) -> Ban:
    """What is banned after this rewrite, too: who pins what was banned before wants it back."""
    banned, pinned = rewrite["banned"], rewrite["pinned"]
    return Ban(
        ban.snippets.difference(pinned).union(banned),
        ban.documents.union(rewrite["documents"]),
        ban.wanted.union(pinned).difference(banned),
    )


def is_revised(folder: RunFolder) -> bool:
    """Whether the page was rewritten or updated since it was generated. Where ``run.json`` is lost, the run's ledgers
    know."""
    told = revisions_told(folder)
    if told is not None or not folder.ledgers.is_file():
        return bool(told)
    try:
        manifest = folder.read()
        if manifest is None:
            return False
        with Ledgers(folder.ledgers) as ledgers:
            return revisions_in(ledgers.run(manifest.run_id)) > 0
    except CastaliaError:  # nobody knows
        return False
