"""Whether the store of a batch only lies elsewhere by now: its folder was moved, or a copy of it is given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from castalia.graphs.batching.ended import Ended
from castalia.graphs.batching.manifest import asked_last, lines_in
from castalia.graphs.runs.differences import differences
from castalia.graphs.runs.run_folder import manifest_in
from castalia.graphs.sources import Source, open_memory


async def store_has_moved(folder: Path, asked: Mapping[str, Any], source: Source) -> bool:
    """Whether the batch in this folder was asked for the same but for the place of its store, and the store of
    ``source`` holds, or once held, just what each of its pages was made from.

    ``InputError`` and ``StoreError`` where that store cannot be opened."""
    lines = lines_in(folder)
    before = asked_last(lines)
    if before is None or "store" not in before or "store" not in asked or before["store"] == asked["store"]:
        return False
    made_from = _made_from(folder, lines)
    if not made_from or differences(asked, {**before, "store": asked["store"]}):
        return False
    memory, _ = await open_memory(store=source.store, embeddings=source.embeddings)
    async with memory:
        return all([await memory.library.known(one) is not None for one in made_from])


def _made_from(folder: Path, lines: Sequence[Mapping[str, Any] | Ended]) -> list[str]:
    """The fingerprints of the snippets that pages of the batch were made from, as far as their runs can be read."""
    folders = dict.fromkeys(line.folder for line in lines if isinstance(line, Ended))
    manifests = (manifest_in(folder / one) for one in folders)
    return sorted({str(found) for one in manifests if one is not None and (found := one.asked.get("snippets"))})
