"""A store that has grown since a page was made: opened with what it held then, or made of the old one and new rows."""

from __future__ import annotations

import shlex
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

from castalia.graphs.changes.revision import opened
from castalia.graphs.finished_run import AtRest
from castalia.graphs.ingestion import corpus_paths
from castalia.graphs.kept_stores import check_there, kept_damaged, open_kept
from castalia.graphs.sources import Read, Source, read_kept, source_then
from castalia.memory.errors import DamagedStoreError, InputError, StoreError, reworded
from castalia.memory.known_ids import KnownIds
from castalia.memory.memory import Memory
from castalia.memory.store_copies import copy_store
from castalia.memory.waits import run_in_thread
from castalia.tools.corpus.batch_files import OWN
from castalia.tools.corpus.corpora import corpus_key
from castalia.tools.corpus.held_rows import HeldRows
from castalia.tools.pages.folders import refusal
from castalia.tools.pages.write_whole import whole_folder


@asynccontextmanager
async def grown_store(source: Source, there: AtRest) -> AsyncIterator[tuple[Read, KnownIds, Path | None]]:
    """The memory that may have grown, what it held when the page was made, and the folder of its store where that is a
    new one."""
    was, place = there.manifest.source, None
    if source.corpus is not None:
        if "corpus" not in was:
            raise InputError(_ways(source, there))
        read, place = await _added(source, there)
    elif source.store is None and source.memory is None and "corpus" in was:
        raise InputError(
            "this page was written from a corpus: give the one that has grown, or the new rows, as --corpus"
        )
    else:
        read = await opened(source, there)
    try:
        fingerprint = str(there.manifest.asked.get("snippets", ""))
        known = await read.memory.library.known(fingerprint)
        if known is None and "corpus" in was:
            async with await open_kept(there.folder.path / was["corpus"], source.vectors(was), was["name"]) as then:
                known = await then.library.held()
        if known is None and await read.memory.library.held() is None:
            raise InputError(
                "this store cannot tell what is new in it: give it the methods of ListedStore, or generate the page anew"
            )
        if known is None:
            raise InputError(
                "nobody noted what this store held when the page was made, or that has made room since: generate it anew "
                "once; or the page was written from another store: give that one"
            )
        yield read, known, place
    finally:
        if source.memory is None:
            await read.memory.close()


def _ways(source: Source, there: AtRest) -> str:
    """How new rows come into a page that was written from a store, or in a batch, whose pages share one: not into that
    of its corpus, which later batches with this corpus read. ``InputError`` where the store is gone."""
    found = source_then(there.folder, there.manifest)
    if "store" not in found:
        return (
            "this page was written from an open memory: add the new rows to its store, then update with that as store"
        )
    check_there(found["store"])
    if Path(found["store"]).parent.name == OWN:
        return (
            "this page was written from the corpus of its batch, whose store holds nothing else: castalia ingest that corpus and the new rows "
            "into a store of your own, and castalia batch or castalia generate with --store writes from both"
        )
    assert source.corpus is not None
    rows = corpus_paths(source.corpus)
    embedded = ["--embeddings", found["embeddings"]] if found.get("embeddings") else []
    ingest = shlex.join(["castalia", "ingest", *map(str, rows), "--store", found["store"], *embedded])
    update = shlex.join(["castalia", "update", str(there.folder.out)])
    is_held = any(isinstance(one, HeldRows) for one in rows)
    python = "fill_store takes the new rows in, for all its pages, then update, without corpus"
    return f"this page was not written from a corpus of its own but from the store {found['store']}: " + (
        python if is_held else f"{ingest} takes the new rows in, for all its pages, then {update} (in Python {python})"
    )


async def _added(source: Source, there: AtRest) -> tuple[Read, Path]:
    """The rows of a corpus added to a copy of the store that the page was written from, which takes its place later."""
    assert source.corpus is not None
    folder, manifest = there.folder, there.manifest
    was = folder.path / manifest.source["corpus"]
    reading = {"fields": dict(source.fields or {}), "bad_rows": source.bad_rows, "before": was.name}
    key = await run_in_thread(corpus_key, corpus_paths(source.corpus), reading)
    place, vectors = folder.corpus(key), source.vectors(manifest.source)
    if not place.exists():
        try:
            with whole_folder(place) as new:
                await run_in_thread(_copy, was, new)
                with _told_of(was, new):
                    async with await Memory.open(new, vectors, create=False) as memory:
                        await source.fill(memory)
        except DamagedStoreError as error:  # the copy is gone, and what it was made of has the fault
            raise kept_damaged(was, manifest.source["name"]) from error
    memory = await open_kept(place, vectors, manifest.source["name"])
    return await read_kept(memory, {**manifest.source, "corpus": place.name}), place


@contextmanager
def _told_of(was: Path, new: Path) -> Iterator[None]:
    """Errors that name the copy name the store that it was made from in its place: the copy is removed."""
    try:
        yield
    except StoreError as error:
        raise reworded(error, str(error).replace(str(new), str(was))) from error


def _copy(old: Path, new: Path) -> None:
    """``InputError`` in one line where that cannot be done."""
    try:
        copy_store(old, new)
    except OSError as error:
        raise refusal(new.parent.parent, error) from error
