"""The snippet store on a Qdrant server or cluster: a collection, open in as many processes as like.

What lives here: the verbs of a store. The making of its collection is in ``server_collection``, connections and errors
are in ``server_client``, the server's words for vectors and filters in ``server_points``, the reading of its answers in
``server_answers``; what every store shares in
``payloads``, ``conditions``, ``store_vectors``, ``point_search`` and ``fingerprints``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Self, TypeVar

from castalia.memory.fingerprints import Fingerprint, fingerprint_of, told_of_store
from castalia.memory.identity import point_id
from castalia.memory.payloads import Payload, changes_of, payloads_of, snippet_of, snippets_by_id
from castalia.memory.point_search import Rounds, ask, asks_nothing, check_sample
from castalia.memory.protocols import Embedder, Filters, Hit, SearchQuery
from castalia.memory.records import Snippet
from castalia.memory.server_answers import all_answered, gone, kept_hits, kept_ids, kept_payloads, missing
from castalia.memory.server_client import Connect, ServerClient
from castalia.memory.server_collection import ServerCollection
from castalia.memory.server_points import filter_of, point_of, request_of
from castalia.memory.server_scroll import scroll
from castalia.memory.server_urls import server_url
from castalia.memory.store_vectors import DenseSettings, document_vectors, query_vectors
from castalia.memory.waits import run_in_thread
from qdrant_client import models

BATCH = 512  # snippets that are compared and embedded together
UPLOAD = 128  # points a write: with 4096 dimensions 10 MB, of the 32 that a server takes
PAGE = 1_000  # points with payload a read
ID_PAGE = 10_000  # points without

Item = TypeVar("Item")


class ServerStore:
    """A ``SnippetStore`` in a collection of a Qdrant server; open it with ``ServerStore.open``.

    The collection is made by the first snippets; until then the store is empty.
    """

    def __init__(self, server: ServerClient, embedder: Embedder | None, dense: DenseSettings) -> None:
        self.url = server.url
        self._server = server
        self._name = server.url.collection
        self._embedder = embedder
        self._dense = dense
        self._collection = ServerCollection(server, self.embeddings, dense)
        self._fingerprint: Fingerprint | None = None

    @classmethod
    async def open(
        cls,
        url: str | Path,
        embedder: Embedder | None = None,
        *,
        create: bool = True,
        dense: DenseSettings | None = None,
        connect: Connect | None = None,
    ) -> Self:
        """The store at ``http://HOST:PORT/COLLECTION``; without ``create``, the collection has to be there.

        ``QDRANT_API_KEY`` is the key, if the server wants one; ``connect`` makes another client than that of the url.
        ``StoreError`` in one line where the url is none, the server cannot be reached or refuses, or the collection is
        not a store, or one that was built with other embeddings.
        """
        server = ServerClient(server_url(url), connect)
        store = cls(server, embedder, dense or DenseSettings())
        try:
            await store._collection.look(attempts=1)
            if store._collection.meta is None and not create:
                raise missing(store.url)
        except BaseException:
            await server.close()
            raise
        return store

    def __repr__(self) -> str:
        return f"ServerStore({str(self.url)!r}{self.told})"

    @property
    def told(self) -> str:
        """What it says of itself besides its place, without asking the server."""
        return told_of_store(self._fingerprint, self.embeddings, self._server.is_closed)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    @property
    def embeddings(self) -> str | None:
        """The spec of the embeddings that the store was, or is going to be, built with, or ``None``."""
        return self._embedder.name if self._embedder else None

    async def add(self, snippets: Sequence[Snippet]) -> int:
        """Keep these snippets; the number of ids that were new. The server has them all when this returns.

        As with every store: what is there already costs neither a write nor an embedding, and a snippet that cannot be
        kept exactly is refused before anything is written. Where two processes add the same snippets at once, both may
        count them as new.
        """
        payloads = await run_in_thread(payloads_of, snippets)
        added = 0
        for ids in _parts(list(payloads), BATCH):
            async with self._server.connection.writing:
                added += await self._add_batch({one: payloads[one] for one in ids})
        return added

    async def search(self, queries: Sequence[SearchQuery], k: int, filters: Filters | None = None) -> list[list[Hit]]:
        """For each query its ``k`` best hits, best first, ties by snippet id; as every store searches (see
        ``EdgeStore.search``)."""
        condition = filter_of(filters)
        if asks_nothing(queries, k, filters) or not await self._collection.is_there():
            return [[] for _ in queries]
        vectors = await query_vectors(self._embedder, queries, self._collection.dimension)
        rounds = Rounds(ask(queries, vectors, k))
        while wanted := rounds.wanted():
            requests = [request_of(ranking, limit, condition, self._dense) for ranking, limit in wanted]
            rounds.take(await self._query(requests))
        return rounds.hits(len(queries), k)

    async def get(self, ids: Sequence[str]) -> list[Snippet]:
        """The snippets with these ids, in that order; a ``KeyError`` that is a ``StoreError`` too names an id that is
        not there."""
        kept = await self._payloads(sorted(set(ids)))
        for one in ids:
            if one not in kept:
                raise gone(self.url, one)
        return [snippet_of(kept[one]) for one in ids]

    async def sample(self, limit: int, filters: Filters | None = None) -> list[Snippet]:
        """Up to ``limit`` of the snippets that pass the filters (of all without), sorted by id; sampled as in
        ``EdgeStore.sample``."""
        check_sample(limit)
        condition = filter_of(filters)
        records = await self._scroll(limit, PAGE, condition, True)
        return snippets_by_id(kept_payloads(self.url, records))

    async def count(self, filters: Filters | None = None) -> int:
        """How many snippets pass the filters; without filters, how many there are."""
        condition = filter_of(filters)
        if not await self._collection.is_there():
            return 0
        counted = await self._server.ask("read", lambda client: client.count(self._name, condition, exact=True))
        return counted.count

    async def fingerprint(self) -> str:
        """16 hex digits that stand for the set of snippets, whatever the order of arrival: the same as an embedded
        store's.

        Kept while the number of snippets stays the same: a store only grows, and others may add to it.
        """
        return (await self._identity()).digits

    async def beginnings(self) -> bytes:
        """The first 8 bytes of every snippet's point id, ascending, end to end: what ``KnownIds`` keeps."""
        return (await self._identity()).beginnings

    async def close(self) -> None:
        """Let go of the connections. Closing twice is fine."""
        await self._server.close()

    # Steps of add.

    async def _add_batch(self, batch: Mapping[str, Payload]) -> int:
        kept = await self._payloads(list(batch))
        changes = changes_of(batch, kept)
        texts = [batch[one]["text"] for one in changes.fresh]
        dense = await document_vectors(self._embedder, texts, self._collection.dimension)
        if self._collection.meta is None:
            await self._collection.make(len(dense[0]) if dense else None)
        await self._collection.index()
        for part in _parts(range(len(changes.fresh)), UPLOAD):
            await self._upload([(changes.fresh[one], dense[one] if dense else None) for one in part], batch)
        for ids in _parts(changes.described, UPLOAD):
            await self._describe({point_id(one): batch[one] for one in ids})
        return sum(one not in kept for one in changes.fresh)

    async def _upload(self, fresh: Sequence[tuple[str, list[float] | None]], batch: Mapping[str, Payload]) -> None:
        points = await run_in_thread(lambda: [point_of(one, batch[one], vector) for one, vector in fresh])
        await self._server.ask("write to", lambda client: client.upsert(self._name, points, wait=True))

    async def _describe(self, payloads: Mapping[str, Payload]) -> None:
        writes = [
            models.OverwritePayloadOperation(overwrite_payload=models.SetPayload(payload=payload, points=[point]))
            for point, payload in payloads.items()
        ]
        await self._server.ask("write to", lambda client: client.batch_update_points(self._name, writes, wait=True))

    # Steps of the reading verbs.

    async def _identity(self) -> Fingerprint:
        count = await self.count()
        if self._fingerprint is None or self._fingerprint.count != count:
            # A scroll goes by ascending point id, so the order of arrival does not matter.
            records = await self._scroll(None, ID_PAGE, None, False)
            self._fingerprint = fingerprint_of(kept_ids(self.url, records))
        return self._fingerprint

    async def _query(self, requests: Sequence[models.QueryRequest]) -> list[list[Hit]]:
        answers = await self._server.ask("search", lambda client: client.query_batch_points(self._name, requests))
        found = all_answered(self.url, answers, len(requests))
        return [kept_hits(self.url, one.points) for one in found]

    async def _payloads(self, ids: Sequence[str]) -> dict[str, Payload]:
        if not ids or not await self._collection.is_there():
            return {}
        kept: dict[str, Payload] = {}
        for part in _parts(ids, PAGE):
            records = await self._retrieve([point_id(one) for one in part])
            kept |= {payload["id"]: payload for payload in kept_payloads(self.url, records)}
        return kept

    async def _retrieve(self, points: Sequence[str]) -> list[models.Record]:
        return await self._server.ask("read", lambda client: client.retrieve(self._name, points, with_payload=True))

    async def _scroll(
        self, limit: int | None, page: int, condition: models.Filter | None, with_payload: bool
    ) -> list[models.Record]:
        """The first ``limit`` points by ascending id, or all."""
        if limit == 0 or not await self._collection.is_there():
            return []
        return [one async for some in scroll(self._server, limit, page, condition, with_payload) for one in some]


def _parts(items: Sequence[Item], size: int) -> Iterator[Sequence[Item]]:
    for start in range(0, len(items), size):
        yield items[start : start + size]
