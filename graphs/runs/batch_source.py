"""Where a page of a batch has its snippets from. The page's own run was given an open memory; the manifest of the
batch, in a folder above, names the store."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from castalia.memory.errors import StoreError
from castalia.memory.server_urls import is_url
from castalia.memory.store_contents import built_with
from castalia.tools.corpus.batch_files import KEY, MANIFEST, OWN

MOVED = "moved"  # a line with what was asked has it where only the store lies elsewhere: all that is done stays done


def batch_source(page: Path, run_id: str) -> Mapping[str, Any]:
    """The ``store`` and its ``embeddings``, as a run's manifest tells them, of the batch that made the page in this
    folder in this run; empty where there is none. The store itself may be gone."""
    for folder in dict.fromkeys((*page.parents, *page.resolve().parents)):
        asked = _asked_for(folder / MANIFEST, run_id)
        corpus, store = asked.get("corpus"), asked.get("store")
        place = str(folder / OWN / corpus) if isinstance(corpus, str) else store
        if isinstance(place, str):
            return {"store": place, "embeddings": _embeddings(place)}
    return {}


def manifest_line(text: bytes) -> dict[str, Any] | None:
    """The object that a line holds; ``None`` where it holds none."""
    try:
        line = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return line if isinstance(line, dict) else None


def _asked_for(manifest: Path, run_id: str) -> Mapping[str, Any]:
    """What the batch was asked for when this run ended."""
    asked: object = {}
    found: object = {}
    for line in _lines(manifest):
        if KEY in line:
            before, asked = asked, line.get("asked")
            if line.get(MOVED) and found is before:
                found = asked
        elif line.get("run") == run_id:
            found = asked
    return found if isinstance(found, dict) else {}


def _lines(manifest: Path) -> Iterator[dict[str, Any]]:
    """The lines that can be read; none of a file that is no manifest of a batch."""
    if not manifest.is_file():
        return
    try:
        with manifest.open("rb") as file:
            for number, text in enumerate(file):
                if not number and KEY.encode() not in text:
                    return
                line = manifest_line(text)
                if line is not None:
                    yield line
    except OSError:  # nobody may read it: it tells nothing
        return


def _embeddings(store: str) -> str | None:
    """The embeddings of a store in a folder; ``None`` where it is on a server, or cannot be read."""
    try:
        return None if is_url(store) else built_with(store)
    except StoreError:  # told when it is opened
        return None
