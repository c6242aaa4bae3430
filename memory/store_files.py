"""The files of a snippet store: its folder, the meta file, the engine's files inside, and what may be wrong with them.

The engine locks its folder, so a store is open in one process at a time. What is kept in it lives in ``payloads``.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import qdrant_edge as edge
from castalia.memory.errors import DamagedStoreError, LimitError, RemovedError, StoreError, one_line
from castalia.memory.limits import limit_told
from castalia.memory.paths import expand
from castalia.memory.payloads import DENSE, KEYWORD_FIELDS, SPARSE
from castalia.memory.room import LEAST, MARGIN, check_room, full, is_full, lasting
from castalia.memory.server_urls import is_url, without_secrets
from castalia.memory.store_vectors import DenseSettings, check_embeddings

SCHEMA = 1
META = "castalia.json"
POINTS = "points"
PANICS = "pyo3_runtime"  # the module of the class of the engine's panics, which is no ``Exception``


@dataclass(frozen=True, slots=True)
class Meta:
    """What the meta file says: the spec of the embeddings and, once a vector has been kept, its length."""

    embeddings: str | None
    dimension: int | None


def folder_of(path: str | Path) -> Path:
    """The folder that a path names; ``StoreError`` for a url."""
    if is_url(path):
        raise StoreError(f"{without_secrets(path)} is a url, and this store is a folder: give a folder")
    return expand(path)


def open_shard(
    folder: Path, embeddings: str | None, settings: DenseSettings, create: bool
) -> tuple[edge.EdgeShard, Meta]:
    """The engine on this folder and its meta, made if they are not there (unless ``create`` is false); ``StoreError``
    in one line."""
    with _files_told(folder, "write to"):
        if folder.exists() and not folder.is_dir():
            raise StoreError(f"{folder} is a file, and a store is a folder: give another path")
        if not create:
            with _files_told(folder, "read"):
                _check_is_there(folder)
        folder.mkdir(parents=True, exist_ok=True)
        names = {entry.name for entry in folder.iterdir()}
        check_room(folder, LEAST if META in names else MARGIN)
        with _files_told(folder, "read"):
            meta = _read_meta(folder) if META in names else None
        if meta is None and names - {POINTS, META + ".part"}:
            raise StoreError(f"{folder} is not a store but holds other files: give a new or an empty folder")
        if meta is None:
            return _make_points(folder, embeddings, settings)
        check_embeddings(folder, meta.embeddings, embeddings, "another folder")
        shard = _load(folder)
        if meta.dimension is not None:
            with _let_go(shard), told(f"cannot open the store {folder}", folder):
                create_dense(shard, meta.dimension)
        return shard, meta


def read_shard(folder: Path) -> tuple[edge.EdgeShard, Meta]:
    """The engine on the store in this folder and its meta, whatever embeddings it was built with: to look at what is
    kept, and to be closed without a flush. Nothing is made; ``StoreError`` as ``open_shard``."""
    with _files_told(folder, "read"):
        _check_is_there(folder)
        check_room(folder, LEAST)
        meta = _read_meta(folder)
        return _load(folder), meta


def meta_in(folder: Path) -> Meta:
    """What the meta file of the store in this folder says; ``StoreError`` as ``open_shard``."""
    with _files_told(folder, "read"):
        _check_is_there(folder)
        return _read_meta(folder)


def write_meta(folder: Path, meta: Meta) -> None:
    """Replace the meta file, whole or not at all."""
    part = folder / (META + ".part")
    record = {"schema": SCHEMA, "embeddings": meta.embeddings, "dimension": meta.dimension}
    part.write_text(json.dumps(record, indent=1) + "\n", "utf-8")
    part.replace(folder / META)


def create_indexes(shard: edge.EdgeShard) -> None:
    """Let filters by the usual fields find their points without a scan."""
    keyword = edge.KeywordIndexParams(enable_hnsw=False)
    for field in KEYWORD_FIELDS:
        shard.update(edge.UpdateOperation.create_field_index(field, keyword))
    year = edge.IntegerIndexParams(lookup=True, range=True, enable_hnsw=False)
    shard.update(edge.UpdateOperation.create_field_index("year", year))


def create_dense(shard: edge.EdgeShard, dimension: int) -> None:
    """Make room for dense vectors; doing it again is a no-op."""
    shard.update(edge.UpdateOperation.create_dense_vector(DENSE, dimension, edge.Distance.Cosine))


@contextmanager
def told(what: str, folder: Path, if_denied: str = "choose a folder that you may write to") -> Iterator[None]:
    """Turn the engine's bare exceptions, and its panics, about the store in this folder into one clear line;
    ``if_denied`` is the way out where it may not be written."""
    try:
        yield
    except BaseException as error:
        if type(error) is not Exception and type(error).__module__ != PANICS:
            raise
        reason = one_line(error)
        if is_full(error):
            raise full(folder, error) from error
        if "WouldBlock" in reason:
            raise StoreError(
                f"{what}: it is open in another process, or a second time in this one; close it there, "
                "copy the folder and use the copy, or, in one process, share one open Memory"
            ) from error
        if "ermission denied" in reason or "ead-only file system" in reason:
            raise StoreError(f"{what}: you may not write there; {if_denied}") from error
        if not folder.is_dir():
            raise RemovedError(f"{what}: it is gone; put it back, or run the same command again") from error
        if mend := limit_told(reason):
            raise LimitError(f"{what}: {mend}") from error
        raise DamagedStoreError(f"{what} ({reason[:200]}): check the disk, or ingest into another folder") from error


@contextmanager
def _files_told(folder: Path, does: str) -> Iterator[None]:
    """What the system says of the files of a store that is opened, in one line; ``does`` is what one has to be allowed
    to do."""
    try:
        yield
    except OSError as error:
        if is_full(error):
            raise full(folder, error) from error
        if mend := limit_told(str(error)):
            raise LimitError(f"cannot open the store {lasting(folder)}: {mend}") from error
        raise StoreError(
            f"cannot {does} the store {folder} ({error.strerror}): choose a folder that you may {does}"
        ) from error


def _check_is_there(folder: Path) -> None:
    if not (folder / META).exists():
        raise StoreError(f"there is no store in {folder}: check the path, or ingest a corpus into it first")


def _make_points(folder: Path, embeddings: str | None, settings: DenseSettings) -> tuple[edge.EdgeShard, Meta]:
    # Nobody but an interrupted `open` leaves points without a meta file, and then there is none to lose.
    shard = _load(folder) if (folder / POINTS / "edge_config.json").exists() else _create(folder, settings)
    with _let_go(shard):
        if shard.count(edge.CountRequest(exact=True)):
            raise DamagedStoreError(
                f"the store {folder} has lost its {META}: restore it, or ingest into another folder"
            )
        meta = Meta(embeddings, None)
        write_meta(folder, meta)
    return shard, meta


@contextmanager
def _let_go(shard: edge.EdgeShard) -> Iterator[None]:
    """Close the engine where what has to be done with it fails: the error may be kept, and with it the lock."""
    try:
        yield
    except BaseException:
        shard.close()
        raise


def _create(folder: Path, settings: DenseSettings) -> edge.EdgeShard:
    hnsw = edge.HnswIndexConfig(m=settings.m, ef_construct=settings.ef_construct, full_scan_threshold=10_000)
    config = edge.EdgeConfig(
        sparse_vectors={SPARSE: edge.EdgeSparseVectorParams(modifier=edge.Modifier.Idf)}, hnsw_config=hnsw
    )
    with told(f"cannot make a store in {lasting(folder)}", folder):
        return edge.EdgeShard.create(str(folder / POINTS), config)


def _load(folder: Path) -> edge.EdgeShard:
    if not (folder / POINTS).is_dir():
        raise DamagedStoreError(
            f"the store {folder} has lost its folder {POINTS}: restore it, or ingest into another folder"
        )
    copied = (
        "its files are opened for writing, also to read them: copy it to where you may write, cp -r "
        f"{shlex.quote(str(folder))} MY_COPY && chmod -R u+w MY_COPY, and use the copy"
    )
    with told(f"cannot open the store {folder}", folder, copied):
        return edge.EdgeShard.load(str(folder / POINTS))


def _read_meta(folder: Path) -> Meta:
    damaged = DamagedStoreError(
        f"the {META} of the store {folder} is damaged: restore it, or ingest into another folder"
    )
    try:
        meta = json.loads((folder / META).read_text("utf-8"))
    except (ValueError, RecursionError) as error:
        raise damaged from error
    if not isinstance(meta, dict) or not isinstance(meta.get("schema"), int):
        raise damaged
    if meta["schema"] != SCHEMA:
        raise StoreError(
            f"the store {folder} has schema {meta['schema']}, and this version reads {SCHEMA}: use the version that wrote it"
        )
    embeddings, dimension = meta.get("embeddings"), meta.get("dimension")
    if not isinstance(embeddings, str | None) or not isinstance(dimension, int | None):
        raise damaged
    return Meta(embeddings, dimension)
