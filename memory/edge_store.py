"""The snippet store in a folder: Qdrant's engine inside this process (qdrant-edge), one process at a time.

What lives here: the verbs of a store, its writes, its lock. The folder and its meta file are in ``store_files``, the engine's words
for vectors and filters in ``points``; what every store shares in ``payloads``, ``conditions``, ``store_vectors``, ``point_search`` and
``fingerprints``. Nobody else sees an object of the engine. It has no async interface, so every call runs in a thread.
"""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Self

import qdrant_edge as edge
from castalia.memory.conditions import conditions_of
from castalia.memory.errors import StoreError
from castalia.memory.fingerprints import Fingerprint, fingerprint_of, told_of_store
from castalia.memory.identity import point_id
from castalia.memory.payloads import Changes, Payload, changes_of, payloads_of, snippet_of, snippets_by_id
from castalia.memory.point_search import Rounds, ask, asks_nothing, check_sample
from castalia.memory.points import filter_of, request_of, vectors_of
from castalia.memory.protocols import Embedder, Filters, Hit, SearchQuery
from castalia.memory.records import Snippet
from castalia.memory.room import MARGIN, allocated, check_room
from castalia.memory.store_files import (
    Meta,
    create_dense,
    create_indexes,
    folder_of,
    open_shard,
    told,
    write_meta,
)
from castalia.memory.store_vectors import DenseSettings, document_vectors, query_vectors
from castalia.memory.waits import run_in_thread

BATCH = 512  # snippets a write
READ = 2_000  # snippets that are remembered once they were read, until the next write: a page reads each of its own many times
PAGE = 10_000  # points a scroll
_GROWTH = (
    8  # bytes a character of text comes to on disk at most: payload, words, and both again in the engine's journal
)
_EACH = 3_000  # bytes a snippet comes to besides
INDEXED_FROM = 5_000  # points: below that an index costs more than it saves


class EdgeStore:
    """A ``SnippetStore`` in a folder; open it with ``EdgeStore.open``."""

    def __init__(
        self,
        folder: Path,
        shard: edge.EdgeShard,
        meta: Meta,
        embedder: Embedder | None,
        dense: DenseSettings,
        temporary: tempfile.TemporaryDirectory[str] | None,
    ) -> None:
        self.path = folder
        self._shard: edge.EdgeShard | None = shard
        self._meta = meta
        self._embedder = embedder
        self._dense = dense
        self._temporary = temporary
        self._writing = threading.Lock()
        self._fingerprint: Fingerprint | None = None
        self._read: dict[str, Snippet] = {}
        self._indexed = False

    @classmethod
    def open(
        cls,
        path: str | Path | None = None,
        embedder: Embedder | None = None,
        *,
        create: bool = True,
        dense: DenseSettings | None = None,
    ) -> Self:
        """The store in this folder, made if it is not there (unless ``create`` is false); ``None`` is a temporary folder that
        goes when the store is closed.

        Blocks for the fraction of a second that opening takes. ``StoreError`` in one line where the folder is no store, is open in
        another process, cannot be written, is damaged, or was built with other embeddings.
        """
        temporary = None
        if path is None:
            temporary = tempfile.TemporaryDirectory(prefix="castalia-")
            folder = Path(temporary.name)
        else:
            folder = folder_of(path)
        settings = dense or DenseSettings()
        try:
            shard, meta = open_shard(folder, embedder.name if embedder else None, settings, create)
        except StoreError:
            if temporary:
                temporary.cleanup()
            raise
        return cls(folder, shard, meta, embedder, settings, temporary)

    def __repr__(self) -> str:
        return f"EdgeStore({str(self.path)!r}{self.told})"

    @property
    def told(self) -> str:
        """What it says of itself besides its place, without asking the engine."""
        return told_of_store(self._fingerprint, self.embeddings, self._shard is None)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    @property
    def embeddings(self) -> str | None:
        """The spec of the embeddings that the store was built with, or ``None``."""
        return self._meta.embeddings

    async def add(self, snippets: Sequence[Snippet]) -> int:
        """Keep these snippets; the number of ids that were new. All are on disk when this returns.

        A snippet that is there already, field by field, costs neither a write nor an embedding; one whose other fields changed is
        replaced, and of several with one id in a call the last counts. ``StoreError`` before anything is written for a snippet that
        cannot be kept exactly, and before anything of its batch is written for a bad vector (batches before it stay: adding again
        goes on from there).
        """
        payloads = await run_in_thread(payloads_of, snippets)
        ids = list(payloads)
        added = 0
        for start in range(0, len(ids), BATCH):
            batch = {one: payloads[one] for one in ids[start : start + BATCH]}
            added += await self._add_batch(batch)
        if ids and not self._temporary:
            await run_in_thread(self._flush)
        return added

    async def search(self, queries: Sequence[SearchQuery], k: int, filters: Filters | None = None) -> list[list[Hit]]:
        """For each query its ``k`` best hits, best first, ties by snippet id.

        BM25 with idf; where the store has embeddings, a query of text is answered by BM25 and cosine together, by reciprocal rank
        fusion over the 50 (or ``k``) best of each. A query without a single content word finds nothing by BM25.
        """
        if asks_nothing(queries, k, filters):
            return [[] for _ in queries]
        vectors = await query_vectors(self._embedder, queries, self._meta.dimension)
        return await run_in_thread(self._search, queries, vectors, k, filters)

    async def get(self, ids: Sequence[str]) -> list[Snippet]:
        """The snippets with these ids, in that order; ``KeyError`` names an id that is not there."""
        read = self._read
        if self._shard is not None and all(one in read for one in ids):
            return [read[one] for one in ids]
        return await run_in_thread(self._get, ids)

    async def sample(self, limit: int, filters: Filters | None = None) -> list[Snippet]:
        """Up to ``limit`` snippets, sorted by id. Those whose point ids come first: point ids are hashes, so this is a uniform
        sample, and the same one whatever the order of arrival."""
        check_sample(limit)
        return await run_in_thread(self._sample, limit, filters)

    async def count(self, filters: Filters | None = None) -> int:
        """How many snippets there are."""
        return await run_in_thread(self._count, filters)

    async def fingerprint(self) -> str:
        """16 hex digits that stand for the set of snippets, whatever the order of arrival; kept until something is added."""
        return (await run_in_thread(self._identity)).digits

    async def beginnings(self) -> bytes:
        """The first 8 bytes of every snippet's point id, ascending, end to end: what ``KnownIds`` keeps."""
        return (await run_in_thread(self._identity)).beginnings

    async def optimize(self) -> bool:
        """Merge segments and build the indexes; whether there was anything to do. Blocks writers, and doubles memory for a while."""
        return await run_in_thread(self._optimize)

    async def close(self) -> None:
        """Write what is pending and let go of the folder; a temporary one is removed. Closing twice is fine."""
        await run_in_thread(self.release)

    def release(self) -> None:
        """``close`` for those who have no event loop; blocks until it is done."""
        with self._writing:
            shard, self._shard = self._shard, None
            if shard is None:
                return
            with told(f"cannot close the store {self.path}"):
                try:
                    if not self._temporary:
                        shard.flush()
                finally:  # what cannot be written any more must not keep the folder locked
                    shard.close()
            if self._temporary:
                self._temporary.cleanup()

    # Steps of add, in threads.

    async def _add_batch(self, batch: Mapping[str, Payload]) -> int:
        kept = await run_in_thread(self._payloads, list(batch))
        changes = changes_of(batch, kept)
        texts = [batch[one]["text"] for one in changes.fresh]
        vectors = await document_vectors(self._embedder, texts, self._meta.dimension)
        return await run_in_thread(self._write, batch, changes, vectors)

    def _write(self, batch: Mapping[str, Payload], changes: Changes, dense: list[list[float]]) -> int:
        if not changes.fresh and not changes.described:
            return 0
        points = [
            edge.Point(point_id(one), vectors_of(batch[one]["text"], dense[place] if dense else None), batch[one])
            for place, one in enumerate(changes.fresh)
        ]
        texts = sum(len(batch[one]["text"]) for one in changes.fresh) + sum(
            len(batch[one]["text"]) for one in changes.described
        )
        check_room(self.path, MARGIN + _GROWTH * texts + _EACH * len(batch) + sum(16 * len(one) for one in dense))
        with self._writing, self._engine("write to") as shard:
            if dense and self._meta.dimension is None:
                self._set_dimension(shard, len(dense[0]))
            before = shard.count(edge.CountRequest(exact=True))
            try:
                if points:
                    shard.update(edge.UpdateOperation.upsert_points(points))
                for one in changes.described:
                    shard.update(edge.UpdateOperation.overwrite_payload([point_id(one)], batch[one]))
            finally:  # what was written before an error counts too
                self._fingerprint, self._read = None, {}
            count = shard.count(edge.CountRequest(exact=True))
            if count >= INDEXED_FROM and not self._indexed:
                if not shard.info().payload_schema:
                    create_indexes(shard)
                self._indexed = True
            return count - before

    def _set_dimension(self, shard: edge.EdgeShard, dimension: int) -> None:
        # The meta file first: making the vector again after a crash in between is a no-op.
        self._meta = Meta(self._meta.embeddings, dimension)
        write_meta(self.path, self._meta)
        create_dense(shard, dimension)

    def _payloads(self, ids: Sequence[str]) -> dict[str, Payload]:
        with self._engine("read") as shard:
            records = shard.retrieve([point_id(one) for one in ids], with_payload=True, with_vector=False)
        payloads = (record.payload or {} for record in records)
        return {payload["id"]: payload for payload in payloads}

    def _flush(self) -> None:
        with self._writing, self._engine("write to") as shard:
            shard.flush()

    # Steps of search.

    def _search(
        self, queries: Sequence[SearchQuery], dense: Mapping[str, list[float]], k: int, filters: Filters | None
    ) -> list[list[Hit]]:
        condition = filter_of(conditions_of(filters))
        rounds = Rounds(ask(queries, dense, k))
        while wanted := rounds.wanted():
            requests = [request_of(ranking, limit, condition, self._dense) for ranking, limit in wanted]
            with self._engine("search") as shard:
                answers = shard.query_batch(edge.QueryBatchRequest(requests))
            rounds.take([[Hit((one.payload or {})["id"], one.score) for one in found] for found in answers])
        return rounds.hits(len(queries), k)

    # Steps of the reading verbs.

    def _get(self, ids: Sequence[str]) -> list[Snippet]:
        read = self._read  # a write puts another in its place, so that what is read now is not kept beyond it
        found = {one: read[one] for one in ids if one in read}
        payloads = self._payloads(sorted(set(ids) - found.keys()))
        fresh = {one: snippet_of(payload) for one, payload in payloads.items()}
        if len(read) + len(fresh) <= READ:
            read.update(fresh)
        else:
            with self._writing:
                if self._read is read:
                    self._read = dict(fresh)
        found |= fresh
        for one in ids:
            if one not in found:
                raise KeyError(one)
        return [found[one] for one in ids]

    def _sample(self, limit: int, filters: Filters | None) -> list[Snippet]:
        if not limit:
            return []
        condition = filter_of(conditions_of(filters))
        with self._engine("read") as shard:
            records, _ = shard.scroll(edge.ScrollRequest(limit=limit, filter=condition, with_payload=True))
        return snippets_by_id(record.payload or {} for record in records)

    def _count(self, filters: Filters | None) -> int:
        condition = filter_of(conditions_of(filters))
        with self._engine("read") as shard:
            return shard.count(edge.CountRequest(exact=True, filter=condition))

    def _identity(self) -> Fingerprint:
        with self._writing, self._engine("read") as shard:
            if self._fingerprint is None:
                self._fingerprint = fingerprint_of(_point_ids(shard))
            return self._fingerprint

    def _optimize(self) -> bool:
        check_room(self.path, MARGIN + 2 * allocated(self.path))
        with self._writing, self._engine("optimize") as shard:
            changed = shard.optimize()
            shard.flush()
            return changed

    @contextmanager
    def _engine(self, doing: str) -> Iterator[edge.EdgeShard]:
        shard = self._shard
        if shard is None:
            raise StoreError(f"the store {self.path} is closed: open it again")
        with told(f"cannot {doing} the store {self.path}"):
            yield shard


def _point_ids(shard: edge.EdgeShard) -> Iterator[str]:
    """All of them; a scroll goes by ascending point id, so the order of arrival does not matter."""
    offset = None
    while True:
        records, offset = shard.scroll(edge.ScrollRequest(limit=PAGE, offset=offset, with_payload=False))
        yield from (str(record.id) for record in records)
        if offset is None:
            return
