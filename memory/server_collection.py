"""The collection of a store on a Qdrant server: whether it is there, whether it is ours, how it is made and indexed.

What is put into it and read from it is told in ``server_store``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from castalia.memory.errors import StoreError
from castalia.memory.payloads import DENSE, KEYWORD_FIELDS, SPARSE
from castalia.memory.server_client import ServerClient
from castalia.memory.server_points import dense_params
from castalia.memory.store_files import SCHEMA, Meta
from castalia.memory.store_vectors import DenseSettings, check_embeddings
from qdrant_client import models

OLDEST = (1, 16)  # the version of Qdrant that began to keep metadata of collections
OURS = "castalia"  # the key of ours among that metadata


class ServerCollection:
    """The collection that a server's url names, for these embeddings. ``meta`` is ``None`` while there was none when
    last looked."""

    def __init__(self, server: ServerClient, embeddings: str | None, dense: DenseSettings) -> None:
        self.meta: Meta | None = None
        self._server = server
        self._name = server.url.collection
        self._embeddings = embeddings
        self._dense = dense
        self._indexed = False

    @property
    def dimension(self) -> int | None:
        """The length of its dense vectors, where it is there and has some."""
        return self.meta.dimension if self.meta else None

    async def is_there(self) -> bool:
        """Whether there is a collection; another process may have made it since."""
        if self.meta is None:
            await self.look()
        return self.meta is not None

    async def look(self, **settings: int) -> None:
        """See whether there is a collection, and whether it is ours; ``StoreError`` where it is not."""
        if (found := await collection_of(self._server, **settings)) is None:
            return
        meta, fields = found
        check_embeddings(self._server.url, meta.embeddings, self._embeddings, "another collection")
        self.meta = meta
        self._indexed = {*KEYWORD_FIELDS, "year"} <= fields

    async def make(self, dimension: int | None) -> None:
        """Make the collection, unless another process has just done so."""
        info = await self._server.ask("make", lambda client: client.info())
        version = re.match(r"(\d+)\.(\d+)", info.version)
        if version and (int(version[1]), int(version[2])) < OLDEST:
            raise StoreError(
                f"cannot make the store {self._server.url}: its server is Qdrant {info.version}, and {OLDEST[0]}.{OLDEST[1]} or newer is needed"
            )
        meta = {"schema": SCHEMA, "embeddings": self._embeddings or "none"}
        try:
            await self._server.ask(
                "make",
                lambda client: client.create_collection(
                    self._name,
                    vectors_config={DENSE: dense_params(dimension, self._dense)} if dimension else {},
                    sparse_vectors_config={SPARSE: models.SparseVectorParams(modifier=models.Modifier.IDF)},
                    metadata={OURS: meta},
                ),
            )
        except StoreError:
            await self.look()
            if self.meta is None:
                raise
        else:
            await self.look()

    async def index(self) -> None:
        """Let filters by the usual fields find their points without a scan, unless they do."""
        if self._indexed:
            return
        for field in KEYWORD_FIELDS:
            await self._index_field(field, models.PayloadSchemaType.KEYWORD)
        await self._index_field("year", models.PayloadSchemaType.INTEGER)
        self._indexed = True

    async def _index_field(self, field: str, kind: models.PayloadSchemaType) -> None:
        await self._server.ask(
            "write to", lambda client: client.create_payload_index(self._name, field, kind, wait=True)
        )


async def collection_of(server: ServerClient, **settings: int) -> tuple[Meta, frozenset[str]] | None:
    """What the collection that a server's url names says of itself, and its fields that are indexed; ``None`` where
    there is none, ``StoreError`` where it is not a store of ours."""
    name = server.url.collection
    if not await server.ask("open", lambda client: client.collection_exists(name), **settings):
        return None
    found = await server.ask("open", lambda client: client.get_collection(name), **settings)
    return _meta_of(found, str(server.url)), frozenset(found.payload_schema or {})


def _meta_of(found: models.CollectionInfo, url: str) -> Meta:
    """What the collection says of itself; ``StoreError`` where it is not a store of ours."""
    ours = (found.config.metadata or {}).get(OURS)
    vectors, sparse = found.config.params.vectors, found.config.params.sparse_vectors
    if not isinstance(ours, Mapping) or SPARSE not in (sparse or {}):
        raise StoreError(f"the collection {url} is not a store but something else: give the name of a new one")
    if ours.get("schema") != SCHEMA:
        raise StoreError(
            f"the store {url} has schema {ours.get('schema')}, and this version reads {SCHEMA}: use the version that wrote it"
        )
    dense = vectors.get(DENSE) if isinstance(vectors, Mapping) else None
    embeddings = str(ours.get("embeddings"))
    return Meta(None if embeddings == "none" else embeddings, dense.size if dense else None)
