"""The snippet store in a folder: Qdrant's engine inside this process (qdrant-edge), one process at a time.

What lives here: the verbs of a store, and what it remembers. The engine, whose calls block, is in ``edge_engine``, and
is called in threads; the folder and its meta file are in ``store_files``; what every store shares in ``payloads``,
``store_vectors``, ``point_search`` and ``fingerprints``.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Self

from castalia.memory.edge_engine import EdgeEngine
from castalia.memory.fingerprints import Fingerprint, told_of_store
from castalia.memory.payloads import Changes, Payload, changes_of, payloads_of, snippet_of
from castalia.memory.point_search import asks_nothing, check_sample
from castalia.memory.protocols import Embedder, Filters, Hit, SearchQuery
from castalia.memory.records import Snippet
from castalia.memory.store_files import folder_of, open_shard
from castalia.memory.store_vectors import DenseSettings, document_vectors, query_vectors
from castalia.memory.waits import run_in_thread

BATCH = 512  # snippets a write
# snippets that are remembered once they were read, until the next write: a page reads each of its own many times
READ = 2_000


class EdgeStore:
    """A ``SnippetStore`` in a folder; open it with ``EdgeStore.open``."""

    def __init__(self, engine: EdgeEngine, embedder: Embedder | None) -> None:
        self.path = engine.folder
        self._engine = engine
        self._embedder = embedder
        self._keeping = threading.Lock()
        self._fingerprint: Fingerprint | None = None
        self._read: dict[str, Snippet] = {}

    @classmethod
    def open(
        cls,
        path: str | Path,
        embedder: Embedder | None = None,
        *,
        create: bool = True,
        dense: DenseSettings | None = None,
    ) -> Self:
        """The store in this folder, made if it is not there (unless ``create`` is false).

        Blocks for the fraction of a second that opening takes. ``StoreError`` in one line where the folder is no store,
        is open in another process, cannot be written, is damaged, or was built with other embeddings.
        """
        folder, settings = folder_of(path), dense or DenseSettings()
        shard, meta = open_shard(folder, embedder.name if embedder else None, settings, create)
        engine = EdgeEngine(folder, shard, meta, settings)
        engine.check()
        return cls(engine, embedder)

    def __repr__(self) -> str:
        return f"EdgeStore({str(self.path)!r}{self.told})"

    @property
    def told(self) -> str:
        """What it says of itself besides its place, without asking the engine."""
        return told_of_store(self._fingerprint, self.embeddings, not self._engine.is_open)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    @property
    def embeddings(self) -> str | None:
        """The spec of the embeddings that the store was built with, or ``None``."""
        return self._engine.meta.embeddings

    async def add(self, snippets: Sequence[Snippet]) -> int:
        """Keep these snippets; the number of ids that were new. All are on disk when this returns.

        A snippet that is there already, field by field, costs neither a write nor an embedding; one whose other fields
        changed is replaced, and of several with one id in a call the last counts. ``StoreError`` before anything is
        written for a snippet that cannot be kept exactly, and before anything of its batch is written for a bad vector
        (batches before it stay: adding again goes on from there).
        """
        payloads = await run_in_thread(payloads_of, snippets)
        ids = list(payloads)
        added = 0
        for start in range(0, len(ids), BATCH):
            batch = {one: payloads[one] for one in ids[start : start + BATCH]}
            added += await self._add_batch(batch)
        if ids:
            await run_in_thread(self._engine.flush)
        return added

    async def search(self, queries: Sequence[SearchQuery], k: int, filters: Filters | None = None) -> list[list[Hit]]:
        """For each query its ``k`` best hits, best first, ties by snippet id.

        BM25 with idf; where the store has embeddings, a query of text is answered by BM25 and cosine together, by
        reciprocal rank fusion over the 50 (or ``k``) best of each. A query without a single content word finds nothing
        by BM25.
        """
        if asks_nothing(queries, k, filters):
            return [[] for _ in queries]
        vectors = await query_vectors(self._embedder, queries, self._engine.meta.dimension)
        return await run_in_thread(self._engine.search, queries, vectors, k, filters)

    async def get(self, ids: Sequence[str]) -> list[Snippet]:
        """The snippets with these ids, in that order; ``KeyError`` names an id that is not there."""
        read = self._read
        if self._engine.is_open and all(one in read for one in ids):
            return [read[one] for one in ids]
        return await run_in_thread(self._get, ids)

    async def sample(self, limit: int, filters: Filters | None = None) -> list[Snippet]:
        """Up to ``limit`` of the snippets that pass the filters (of all without), sorted by id. Those whose point ids
        come first: point ids are hashes, so this is a uniform sample, and the same one whatever the order of
        arrival."""
        check_sample(limit)
        return await run_in_thread(self._engine.sample, limit, filters) if limit else []

    async def count(self, filters: Filters | None = None) -> int:
        """How many snippets pass the filters; without filters, how many there are."""
        return await run_in_thread(self._engine.count, filters)

    async def fingerprint(self) -> str:
        """16 hex digits that stand for the set of snippets, whatever the order of arrival; kept until something is
        added."""
        return (await run_in_thread(self._identity)).digits

    async def beginnings(self) -> bytes:
        """The first 8 bytes of every snippet's point id, ascending, end to end: what ``KnownIds`` keeps."""
        return (await run_in_thread(self._identity)).beginnings

    async def optimize(self) -> bool:
        """Merge segments and build the HNSW index; whether there was anything to do. Blocks writers, and doubles memory
        for a while.

        Castalia itself never calls it. It is for somebody who searches a store of their own by an approximate index:
        see ``DenseSettings.exact``."""
        return await run_in_thread(self._engine.optimize)

    async def close(self) -> None:
        """Write what is pending and let go of the folder. Closing twice is fine."""
        await run_in_thread(self.release)

    def release(self) -> None:
        """``close`` for those who have no event loop; blocks until it is done."""
        self._engine.close()

    # Steps of add, in threads.

    async def _add_batch(self, batch: Mapping[str, Payload]) -> int:
        kept = await run_in_thread(self._engine.payloads, list(batch))
        changes = changes_of(batch, kept)
        texts = [batch[one]["text"] for one in changes.fresh]
        vectors = await document_vectors(self._embedder, texts, self._engine.meta.dimension)
        return await run_in_thread(self._write, batch, changes, vectors)

    def _write(self, batch: Mapping[str, Payload], changes: Changes, dense: list[list[float]]) -> int:
        if not changes.fresh and not changes.described:
            return 0
        try:
            return self._engine.write(batch, changes, dense)
        finally:  # what was written before an error counts too
            with self._keeping:
                self._fingerprint, self._read = None, {}

    # Steps of the reading verbs.

    def _get(self, ids: Sequence[str]) -> list[Snippet]:
        read = self._read  # a write replaces this dict, so that what is read now is forgotten then
        found = {one: read[one] for one in ids if one in read}
        payloads = self._engine.payloads(sorted(set(ids) - found.keys()))
        fresh = {one: snippet_of(payload) for one, payload in payloads.items()}
        if len(read) + len(fresh) <= READ:
            read.update(fresh)
        else:
            with self._keeping:
                if self._read is read:
                    self._read = dict(fresh)
        found |= fresh
        for one in ids:
            if one not in found:
                raise KeyError(one)
        return [found[one] for one in ids]

    def _identity(self) -> Fingerprint:
        with self._keeping:
            if self._fingerprint is None or not self._engine.is_open:  # one that is closed says so
                self._fingerprint = self._engine.fingerprint()
            return self._fingerprint
