"""Kept stores, which a run or a batch made of its corpus: whether they are there and can be used, and what to do where
they cannot."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from castalia.graphs.runs.run_files import check_sound
from castalia.graphs.runs.run_folder import RunFolder
from castalia.memory.errors import CastaliaError, DamagedStoreError, InputError, StoreError
from castalia.memory.library import CACHE, LOG, SNIPPETS
from castalia.memory.memory import Memory
from castalia.memory.paths import expand
from castalia.memory.protocols import Embedder
from castalia.memory.server_urls import is_url
from castalia.memory.store_files import META
from castalia.memory.waits import run_in_thread
from castalia.tools.corpus.batch_files import OWN


def store_then(folder: RunFolder, was: Mapping[str, Any]) -> str:
    """The store that the run in this folder reads, of which its manifest says what it ``was``: given to it, or made of
    its corpus. ``InputError`` where it is gone."""
    if "store" in was:
        check_there(was["store"])
        return str(was["store"])
    place = folder.path / was["corpus"]
    if not place.exists():
        raise InputError(
            f"what this run made of its corpus, {place}, is not there any more: give {was['name']} again with --corpus "
            "(in Python corpus=)"
        )
    return str(place)


def check_there(store: str) -> None:
    """``InputError`` where the folder of a store that a run read is gone."""
    if not is_url(store) and not expand(store).exists():
        again = "run the batch again with its corpus, or say" if Path(store).parent.name == OWN else "say"
        raise InputError(
            f"the store that this run reads, {store}, is not there any more: {again} with --store (in Python store=) where it is now"
        )


async def open_kept(place: Path, vectors: Embedder | None, name: str) -> Memory:
    """What a run made of its corpus (``name``), open; ``CastaliaError`` where it is damaged."""
    try:
        return await Memory.open(place, vectors, create=False)
    except DamagedStoreError as error:
        raise kept_damaged(place, name) from error


def kept_damaged(place: Path, name: str) -> CastaliaError:
    """The error for what a run made of its corpus (``name``) and cannot read any more, with the way out."""
    return CastaliaError(
        f"{place}, made of {name}, is damaged: delete it, and castalia generate with --resume and --corpus {name} makes it "
        "again; without --resume the page is written anew"
    )


async def is_damaged(store: Path, vectors: Embedder | None) -> bool:
    """Whether a store that was made of a corpus cannot be used, for what is wrong with its files."""
    if not (store / SNIPPETS / META).is_file():
        return True
    try:
        for name in (CACHE, LOG):
            await run_in_thread(check_sound, store / name, "")
        await (await Memory.open(store, vectors, create=False)).close()
    except DamagedStoreError:
        return True
    except StoreError:  # in use, no room, other embeddings: told where it is opened
        return False
    except CastaliaError:  # what ``check_sound`` says
        return True
    return False
