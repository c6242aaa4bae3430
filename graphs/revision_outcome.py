"""The outcome of a revision, and the way in which it is put in place.

It is first written as one file, whole or not at all; then ledgers, checkpoints, page and manifest are updated one
after another. A process that dies before that file is there has changed nothing; after one that dies later, the next
process that opens the folder completes the update.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from castalia.graphs.page import TopicPage
from castalia.graphs.runs.run_files import check_no_folder, damaged
from castalia.graphs.runs.run_folder import RunFolder, config_of
from castalia.graphs.runs.run_manifest import Manifest
from castalia.memory.errors import one_line
from castalia.memory.ledgers import Ledgers
from castalia.memory.triplets import TripletGraph
from castalia.memory.waits import run_in_thread
from castalia.tools.pages.write_whole import write_file


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a revision came to, as values of JSON: the page, its graph and run, the run's ledgers, state and manifest as
    they shall be, and what its caller is told."""

    asked: Mapping[str, Any]
    page: Mapping[str, Any]
    graph: str
    run: Mapping[str, Any]
    entries: list[list[Any]]
    state: Mapping[str, Any]
    manifest: Mapping[str, Any]
    told: Mapping[str, Any] = field(default_factory=dict)
    journal: str = ""


def read_pending(folder: RunFolder) -> Outcome | None:
    """The outcome that a process which died left to be put in place; ``None`` where there is none."""
    path = folder.revised
    check_no_folder(path)
    try:
        return Outcome(**json.loads(path.read_text(encoding="utf-8")))
    except FileNotFoundError:
        return None
    except TypeError as error:
        raise damaged(path, "it is not what a change leaves there") from error
    except (OSError, ValueError, RecursionError) as error:
        raise damaged(path, one_line(error)) from error


def write_pending(folder: RunFolder, outcome: Outcome) -> None:
    """Write the outcome down, to be put in place."""
    plain = {name: getattr(outcome, name) for name in Outcome.__dataclass_fields__}
    write_file(folder.revised, json.dumps(plain, ensure_ascii=False))


async def catch_up(folder: RunFolder, outcome: Outcome, ledgers: Ledgers, pipeline: Any) -> TopicPage:
    """Update ledgers, checkpoints, page and manifest to an outcome. Doing it twice is the same as once."""
    manifest = Manifest(**outcome.manifest)
    ledgers.restore(manifest.run_id, outcome.entries)
    ledgers.restore(outcome.journal, [])
    await pipeline.aupdate_state(config_of(manifest.run_id), dict(outcome.state), as_node="assemble")
    page = TopicPage(outcome.page, TripletGraph.from_json(outcome.graph), outcome.run)
    await run_in_thread(_put, page, folder, manifest)
    return page


def _put(page: TopicPage, folder: RunFolder, manifest: Manifest) -> None:
    page.save(folder.out, force=True)
    folder.write(manifest)
    for stale in folder.corpora():
        if stale.name != manifest.source.get("corpus"):
            shutil.rmtree(stale, ignore_errors=True)
