"""Qdrant's engine inside this process (qdrant-edge), open on the folder of one store: what is asked of it and told to
it. Every call blocks.

Nobody else sees an object of the engine. Its words for vectors and filters are in ``points``, what is wrong with its
files in ``store_files``.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import qdrant_edge as edge
from castalia.memory.edge_points import filter_of, request_of, vectors_of
from castalia.memory.errors import DamagedStoreError, StoreError
from castalia.memory.fingerprints import Fingerprint, fingerprint_of
from castalia.memory.identity import point_id
from castalia.memory.payloads import Changes, Payload, snippets_by_id
from castalia.memory.point_search import Rounds, ask
from castalia.memory.protocols import Filters, Hit, SearchQuery
from castalia.memory.records import Snippet
from castalia.memory.room import MARGIN, allocated, check_room
from castalia.memory.store_files import Meta, create_dense, create_indexes, told, write_meta
from castalia.memory.store_vectors import DenseSettings

PAGE = 10_000  # points a scroll
# bytes a character of text comes to on disk at most: payload, words, and both again in the engine's journal
_GROWTH = 8
_EACH = 3_000  # bytes a snippet comes to besides
INDEXED_FROM = 5_000  # points: below that an index costs more than it saves


class EdgeEngine:
    """The engine of a store. Several threads may search and read at once. What changes the store, or needs it not to
    change meanwhile, is done by one thread at a time."""

    def __init__(self, folder: Path, shard: edge.EdgeShard, meta: Meta, dense: DenseSettings) -> None:
        self.folder = folder
        self.meta = meta
        self._shard: edge.EdgeShard | None = shard
        self._dense = dense
        self._writing = threading.Lock()
        self._asking = 0  # threads that ask the engine something
        self._quiet = threading.Condition()
        self._indexed = False

    @property
    def is_open(self) -> bool:
        """Whether it holds its folder."""
        return self._shard is not None

    def check(self) -> None:
        """``DamagedStoreError`` where a snippet is not found by its own words, and then the folder is let go. The
        engine itself reports no error for vectors that are lost: it just finds nothing. Takes milliseconds, at any
        size."""
        try:
            for one in self.sample(1, None):
                words = SearchQuery(one.text)
                if ask([words], {}, 1) and not self.search([words], {}, 1, Filters(ids=frozenset([one.id])))[0]:
                    raise DamagedStoreError(
                        f"the store {self.folder} is damaged, it does not find a snippet by its own words: restore it, "
                        "or ingest into another folder"
                    )
        except BaseException:
            self.close(flushes=False)
            raise

    def write(self, batch: Mapping[str, Payload], changes: Changes, dense: list[list[float]]) -> int:
        """Keep what is fresh in a batch, with its vectors, and describe anew what changed; how many points there are
        more."""
        points = [
            edge.Point(point_id(one), vectors_of(batch[one]["text"], dense[place] if dense else None), batch[one])
            for place, one in enumerate(changes.fresh)
        ]
        texts = sum(len(batch[one]["text"]) for one in (*changes.fresh, *changes.described))
        check_room(self.folder, MARGIN + _GROWTH * texts + _EACH * len(batch) + sum(16 * len(one) for one in dense))
        with self._writing, self._asked("write to") as shard:
            if dense and self.meta.dimension is None:
                self._set_dimension(shard, len(dense[0]))
            before = shard.count(edge.CountRequest(exact=True))
            if points:
                shard.update(edge.UpdateOperation.upsert_points(points))
            for one in changes.described:
                shard.update(edge.UpdateOperation.overwrite_payload([point_id(one)], batch[one]))
            count = shard.count(edge.CountRequest(exact=True))
            if count >= INDEXED_FROM and not self._indexed:
                if not shard.info().payload_schema:
                    create_indexes(shard)
                self._indexed = True
            return count - before

    def payloads(self, ids: Sequence[str]) -> dict[str, Payload]:
        """What is kept of these snippets, by id; those that are not there are left out."""
        with self._asked("read") as shard:
            records = shard.retrieve([point_id(one) for one in ids], with_payload=True, with_vector=False)
        payloads = map(self._kept, records)
        return {payload["id"]: payload for payload in payloads}

    def search(
        self, queries: Sequence[SearchQuery], dense: Mapping[str, list[float]], k: int, filters: Filters | None
    ) -> list[list[Hit]]:
        """For each query its ``k`` best hits; ``dense`` are the vectors of those that have one, by text."""
        condition = filter_of(filters)
        rounds = Rounds(ask(queries, dense, k))
        while wanted := rounds.wanted():
            requests = [request_of(ranking, limit, condition, self._dense) for ranking, limit in wanted]
            with self._asked("search") as shard:
                answers = shard.query_batch(edge.QueryBatchRequest(requests))
            rounds.take([[Hit(self._kept(one)["id"], one.score) for one in found] for found in answers])
        return rounds.hits(len(queries), k)

    def sample(self, limit: int, filters: Filters | None) -> list[Snippet]:
        """The first so many snippets by their point ids, sorted by their own."""
        condition = filter_of(filters)
        with self._asked("read") as shard:
            records, _ = shard.scroll(edge.ScrollRequest(limit=limit, filter=condition, with_payload=True))
        return snippets_by_id(map(self._kept, records))

    def pages(self, fields: Sequence[str]) -> Iterator[list[Payload]]:
        """These fields of all snippets, by ascending point id, up to ``PAGE`` snippets at a time."""
        for records in self._scrolled(list(fields)):
            yield [self._kept(one) for one in records]

    def count(self, filters: Filters | None) -> int:
        """How many points pass the filters."""
        condition = filter_of(filters)
        with self._asked("read") as shard:
            return shard.count(edge.CountRequest(exact=True, filter=condition))

    def fingerprint(self) -> Fingerprint:
        """That of the points as they are between two writes."""
        with self._writing:
            return fingerprint_of(str(one.id) for records in self._scrolled(with_payload=False) for one in records)

    def optimize(self) -> bool:
        """Merge segments and build the indexes; whether there was anything to do."""
        check_room(self.folder, MARGIN + 2 * allocated(self.folder))
        with self._writing, self._asked("optimize") as shard:
            changed = shard.optimize()
            shard.flush()
            return changed

    def flush(self) -> None:
        """Write what is pending."""
        with self._writing, self._asked("write to") as shard:
            shard.flush()

    def close(self, *, flushes: bool = True) -> None:
        """Let go of the folder, after what is asked is answered, for the engine does not let go before, and what is
        pending is written (unless ``flushes`` is false). Closing twice is fine."""
        with self._writing:
            with self._quiet:
                shard, self._shard = self._shard, None
                self._quiet.wait_for(lambda: not self._asking)
            if shard is None:
                return
            with told(f"cannot close the store {self.folder}", self.folder):
                try:
                    if flushes:
                        shard.flush()
                finally:  # what cannot be written any more must not keep the folder locked
                    shard.close()

    def _set_dimension(self, shard: edge.EdgeShard, dimension: int) -> None:
        # The meta file first: making the vector again after a crash in between is a no-op.
        self.meta = Meta(self.meta.embeddings, dimension)
        write_meta(self.folder, self.meta)
        create_dense(shard, dimension)

    def _scrolled(self, with_payload: bool | list[str]) -> Iterator[list[edge.Record]]:
        """All points by ascending id, whatever the order of arrival, up to ``PAGE`` at a time; each with these fields,
        or none."""
        offset = None
        while True:
            request = edge.ScrollRequest(limit=PAGE, offset=offset, with_payload=with_payload)
            with self._asked("read") as shard:
                records, offset = shard.scroll(request)
            yield records
            if offset is None:
                return

    def _kept(self, point: edge.Record | edge.ScoredPoint) -> Payload:
        """What is kept of a snippet; ``DamagedStoreError`` where that is lost."""
        if not point.payload:
            raise DamagedStoreError(
                f"the store {self.folder} has lost what it kept of a snippet: restore it, or ingest into another folder"
            )
        return point.payload

    @contextmanager
    def _asked(self, doing: str) -> Iterator[edge.EdgeShard]:
        with self._quiet:
            shard = self._shard
            if shard is None:
                raise StoreError(f"the store {self.folder} is closed: open it again")
            self._asking += 1
        try:
            with told(f"cannot {doing} the store {self.folder}", self.folder):
                yield shard
        finally:
            with self._quiet:
                self._asking -= 1
                self._quiet.notify_all()
