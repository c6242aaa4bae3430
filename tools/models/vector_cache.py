"""Vectors kept by content: a text that a model has embedded once is never sent to it again, whatever store it was for.

A file in the user's cache directory, for a new store that was interrupted leaves nothing else behind. Removing it costs
what the vectors cost. Several processes may use it.
"""

from __future__ import annotations

import sqlite3
import sys
from array import array
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from castalia.memory.cache_folder import cache_folder
from castalia.memory.identity import digest
from castalia.memory.protocols import Embedder
from castalia.memory.sqlite_errors import sqlite_told
from castalia.memory.sqlite_opening import opened
from castalia.memory.waits import run_in_thread
from castalia.tools.models.embedding_answers import checked
from castalia.tools.models.embeddings import embedder

if TYPE_CHECKING:
    from langchain_core.embeddings import Embeddings

FILE = "vectors.sqlite"
SCHEMA = 1
_TABLE = "CREATE TABLE IF NOT EXISTS vectors (key BLOB PRIMARY KEY, vector BLOB NOT NULL) WITHOUT ROWID"
_REMEDY = "remove it, it is a cache"
PORTION = 128  # texts a request; each portion is kept as it comes
_LOOKED_UP = 500  # keys a query; SQLite allows at least 999 parameters


class VectorCache:
    """The vectors in this file, made if it is not there, by model, role and text; each of 32-bit floats."""

    def __init__(self, path: Path) -> None:
        self.path = path
        with self._opened():
            pass  # made, or refused, now

    def find(self, model: str, role: str, texts: Sequence[str]) -> dict[str, list[float]]:
        """The vectors that are kept of these texts."""
        by_key = {_key(model, role, text): text for text in texts}
        keys = sorted(by_key)
        found: dict[str, list[float]] = {}
        with self._opened() as file:
            for start in range(0, len(keys), _LOOKED_UP):
                part = keys[start : start + _LOOKED_UP]
                marks = ",".join("?" * len(part))
                rows = file.execute(f"SELECT key, vector FROM vectors WHERE key IN ({marks})", part)
                found |= {by_key[key]: _unpacked(vector) for key, vector in rows}
        return found

    def keep(self, model: str, role: str, vectors: Mapping[str, Sequence[float]]) -> None:
        """Keep the vectors of these texts."""
        rows = [(_key(model, role, text), _packed(vector)) for text, vector in vectors.items()]
        with self._opened() as file, file:
            file.executemany("INSERT OR REPLACE INTO vectors VALUES (?, ?)", rows)

    @contextmanager
    def _opened(self) -> Iterator[sqlite3.Connection]:
        with (
            sqlite_told(self.path, _REMEDY, "the vector cache"),
            closing(opened(self.path, SCHEMA, _TABLE, _REMEDY)) as file,
        ):
            yield file


class CachedEmbedder:
    """An embedder that asks another one only for what the cache lacks. ``identity`` stands for the model and all its
    settings."""

    def __init__(self, embedder: Embedder, identity: str, cache: VectorCache) -> None:
        self.name = embedder.name
        self.count_tokens = getattr(embedder, "count_tokens", None)
        self._embedder = embedder
        self._identity = identity
        self._cache = cache

    async def embed_queries(self, texts: Sequence[str]) -> list[list[float]]:
        return await self._embed(texts, "query")

    async def embed_documents(self, texts: Sequence[str]) -> list[list[float]]:
        return await self._embed(texts, "document")

    async def _embed(self, texts: Sequence[str], role: str) -> list[list[float]]:
        found = await run_in_thread(self._cache.find, self._identity, role, texts)
        missing = [text for text in dict.fromkeys(texts) if text not in found]
        ask = self._embedder.embed_queries if role == "query" else self._embedder.embed_documents
        for start in range(0, len(missing), PORTION):
            portion = missing[start : start + PORTION]
            # Rounded at once to what is kept, so that the first time and the second give the same.
            fresh = {text: _unpacked(_packed(vector)) for text, vector in zip(portion, await ask(portion), strict=True)}
            await run_in_thread(self._cache.keep, self._identity, role, fresh)
            found |= fresh
        return checked(self.name, [found[text] for text in texts], len(texts))


def cached_embedder(spec: str | Embeddings | None) -> Embedder | None:
    """The ``embedder`` that a spec names, with the user's vector cache before it; ``None`` without a spec."""
    return cached(embedder(spec)) if spec else None


def cached(model: Embedder | None, path: Path | None = None) -> Embedder | None:
    """The embedder with the user's vector cache (or the one at ``path``) before it.

    Only for embedders with an ``identity``: of other objects nobody can say whether two of one name are the same model,
    and the hashing embedder is quicker than a look into a file.
    """
    identity = getattr(model, "identity", "")
    if model is None or not identity:
        return model
    return CachedEmbedder(model, identity, VectorCache(path or cache_folder() / FILE))


def _key(model: str, role: str, text: str) -> bytes:
    return bytes.fromhex(digest(model, role, text))


def _packed(vector: Sequence[float]) -> bytes:
    return _little(array("f", vector)).tobytes()


def _unpacked(vector: bytes) -> list[float]:
    values = array("f")
    values.frombytes(vector)
    return _little(values).tolist()


def _little(values: array[float]) -> array[float]:
    """The values in little-endian order, on any machine: a home folder may be shared."""
    if sys.byteorder == "big":
        values.byteswap()
    return values
