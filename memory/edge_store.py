"""The snippet store in a folder: Qdrant's engine inside this process (qdrant-edge), one process at a time.

What lives here: points, filters, searches, the folder and its meta file. How texts become sparse vectors is in ``bm25``, how
rankings are settled and fused in ``fusion``. The engine has no async interface, so every call runs in a thread; none of its
objects leaves this file.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import re
import tempfile
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import qdrant_edge as edge
from castalia.memory import bm25
from castalia.memory.errors import InputError, StoreError
from castalia.memory.fusion import complete, fuse, rank
from castalia.memory.identity import point_id
from castalia.memory.protocols import Embedder, Filters, Hit, SearchQuery
from castalia.memory.records import Snippet

SCHEMA = 1
META = "castalia.json"
POINTS = "points"
SPARSE, DENSE = "bm25", "dense"
BATCH = 512  # snippets a write
PAGE = 10_000  # points a scroll
FUSED = 50  # how deep each ranking goes into a fusion
SPARE = 16  # hits beyond k that a first fetch asks for, so that most ties settle in one round
INDEXED_FROM = 5_000  # points: below that an index costs more than it saves
KEYWORD_FIELDS = ("domain", "source", "topic")
SNIPPET_FIELDS = ("authors", "doi", "domain", "id", "source", "text", "title", "topic", "url", "year")


@dataclass(frozen=True, slots=True)
class DenseSettings:
    """How dense vectors are indexed: HNSW with ``m`` edges a node and a candidate list of ``ef_construct`` (thesis, Table 4.2).

    ``optimize()`` builds that index. While ``exact`` holds, searches compare with every vector nevertheless: the answer is then
    the same whatever the order of arrival, which an approximate index cannot promise.
    """

    m: int = 16
    ef_construct: int = 128
    exact: bool = True


class EdgeStore:
    """A ``SnippetStore`` in a folder; open it with ``EdgeStore.open``."""

    def __init__(
        self,
        folder: Path,
        shard: edge.EdgeShard,
        meta: _Meta,
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
        self._fingerprint: str | None = None
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
        temporary = tempfile.TemporaryDirectory(prefix="castalia-") if path is None else None
        folder = Path(temporary.name) if temporary else _folder(path)
        settings = dense or DenseSettings()
        try:
            shard, meta = _open(folder, embedder.name if embedder else None, settings, create)
        except StoreError:
            if temporary:
                temporary.cleanup()
            raise
        return cls(folder, shard, meta, embedder, settings, temporary)

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
        unique = {snippet.id: snippet for snippet in snippets}
        payloads = await asyncio.to_thread(lambda: {one: _payload(snippet) for one, snippet in unique.items()})
        ids = list(unique)
        added = 0
        for start in range(0, len(ids), BATCH):
            batch = {one: payloads[one] for one in ids[start : start + BATCH]}
            added += await self._add_batch(batch)
        if ids and not self._temporary:
            await asyncio.to_thread(self._flush)
        return added

    async def search(self, queries: Sequence[SearchQuery], k: int, filters: Filters | None = None) -> list[list[Hit]]:
        """For each query its ``k`` best hits, best first, ties by snippet id.

        BM25 with idf; where the store has embeddings, a query of text is answered by BM25 and cosine together, by reciprocal rank
        fusion over the 50 (or ``k``) best of each. A query without a single content word finds nothing by BM25.
        """
        if k < 0:
            raise InputError(f"k is {k}: ask for 0 hits or more")
        if not k or not queries or (filters is not None and filters.ids is not None and not filters.ids):
            return [[] for _ in queries]
        vectors = await self._query_vectors(queries)
        return await asyncio.to_thread(self._search, queries, vectors, k, filters)

    async def get(self, ids: Sequence[str]) -> list[Snippet]:
        """The snippets with these ids, in that order; ``KeyError`` names an id that is not there."""
        return await asyncio.to_thread(self._get, ids)

    async def sample(self, limit: int, filters: Filters | None = None) -> list[Snippet]:
        """Up to ``limit`` snippets, sorted by id. Those whose point ids come first: point ids are hashes, so this is a uniform
        sample, and the same one whatever the order of arrival."""
        if limit < 0:
            raise InputError(f"the sample's limit is {limit}: ask for 0 snippets or more")
        return await asyncio.to_thread(self._sample, limit, filters)

    async def count(self, filters: Filters | None = None) -> int:
        """How many snippets there are."""
        return await asyncio.to_thread(self._count, filters)

    async def fingerprint(self) -> str:
        """16 hex digits that stand for the set of snippets, whatever the order of arrival; kept until something is added."""
        return await asyncio.to_thread(self._digest)

    async def optimize(self) -> bool:
        """Merge segments and build the indexes; whether there was anything to do. Blocks writers, and doubles memory for a while."""
        return await asyncio.to_thread(self._optimize)

    async def close(self) -> None:
        """Write what is pending and let go of the folder; a temporary one is removed. Closing twice is fine."""
        await asyncio.to_thread(self.release)

    def release(self) -> None:
        """``close`` for those who have no event loop; blocks until it is done."""
        with self._writing:
            shard, self._shard = self._shard, None
            if shard is None:
                return
            with _told(f"cannot close the store {self.path}"):
                if not self._temporary:
                    shard.flush()
                shard.close()
            if self._temporary:
                self._temporary.cleanup()

    # Steps of add, in threads.

    async def _add_batch(self, batch: Mapping[str, dict[str, Any]]) -> int:
        kept = await asyncio.to_thread(self._payloads, list(batch))
        changed = {one: payload for one, payload in batch.items() if kept.get(one) != payload}
        # A vector depends on the text alone, so only new texts are encoded and embedded.
        fresh = [one for one in changed if one not in kept or kept[one]["text"] != changed[one]["text"]]
        vectors: list[list[float]] | None = None
        if self._embedder is not None and fresh:
            texts = [changed[one]["text"] for one in fresh]
            vectors = _checked(await self._embedder.embed_documents(texts), len(texts), self._meta, "documents")
        return await asyncio.to_thread(self._write, changed, fresh, vectors)

    def _write(
        self, changed: Mapping[str, dict[str, Any]], fresh: Sequence[str], dense: list[list[float]] | None
    ) -> int:
        if not changed:
            return 0
        points = [
            edge.Point(point_id(one), _vectors(changed[one]["text"], dense[place] if dense else None), changed[one])
            for place, one in enumerate(fresh)
        ]
        described = sorted(changed.keys() - set(fresh))
        with self._writing, self._engine("write to") as shard:
            if dense and self._meta.dimension is None:
                self._set_dimension(shard, len(dense[0]))
            before = shard.count(edge.CountRequest(exact=True))
            if points:
                shard.update(edge.UpdateOperation.upsert_points(points))
            for one in described:
                shard.update(edge.UpdateOperation.overwrite_payload([point_id(one)], changed[one]))
            self._fingerprint = None
            count = shard.count(edge.CountRequest(exact=True))
            if count >= INDEXED_FROM and not self._indexed:
                if not shard.info().payload_schema:
                    _create_indexes(shard)
                self._indexed = True
            return count - before

    def _set_dimension(self, shard: edge.EdgeShard, dimension: int) -> None:
        # The meta file first: making the vector again after a crash in between is a no-op.
        self._meta = _Meta(self._meta.embeddings, dimension)
        _write_meta(self.path, self._meta)
        _create_dense(shard, dimension)

    def _payloads(self, ids: Sequence[str]) -> dict[str, dict[str, Any]]:
        with self._engine("read") as shard:
            records = shard.retrieve([point_id(one) for one in ids], with_payload=True, with_vector=False)
        payloads = (record.payload or {} for record in records)
        return {payload["id"]: payload for payload in payloads}

    def _flush(self) -> None:
        with self._writing, self._engine("write to") as shard:
            shard.flush()

    # Steps of search.

    async def _query_vectors(self, queries: Sequence[SearchQuery]) -> dict[str, list[float]]:
        if self._embedder is None or self._meta.dimension is None:
            return {}
        texts = sorted({query.text for query in queries if query.text.strip() and not query.weights})
        if not texts:
            return {}
        vectors = _checked(await self._embedder.embed_queries(texts), len(texts), self._meta, "queries")
        return dict(zip(texts, vectors, strict=True))

    def _search(
        self, queries: Sequence[SearchQuery], dense: Mapping[str, list[float]], k: int, filters: Filters | None
    ) -> list[list[Hit]]:
        condition = _condition(filters)
        asked: list[_Ranking] = []
        for place, query in enumerate(queries):
            sparse = bm25.encode_weights(query.weights) if query.weights else bm25.encode_query(query.text)
            vector = None if query.weights else dense.get(query.text)
            depth = k if vector is None else max(k, FUSED)
            if sparse.indices:
                asked.append(_Ranking(place, depth, edge.Query.Nearest(_sparse(sparse), using=SPARSE), None))
            if vector is not None:
                params = edge.SearchParams(hnsw_ef=self._dense.ef_construct, exact=self._dense.exact)
                asked.append(_Ranking(place, depth, edge.Query.Nearest(vector, using=DENSE), params))
        rankings: list[list[list[Hit]]] = [[] for _ in queries]
        for ranking, hits in zip(asked, self._rank_all(asked, condition), strict=True):
            rankings[ranking.query].append(hits)
        hybrid = [query.text in dense and not query.weights for query in queries]
        return [
            fuse(lists, k) if both else (lists[0] if lists else [])
            for lists, both in zip(rankings, hybrid, strict=True)
        ]

    def _rank_all(self, asked: Sequence[_Ranking], condition: edge.Filter | None) -> list[list[Hit]]:
        """One batch for all; only rankings that end within a tie are fetched again, twice as deep."""
        ranked: dict[int, list[Hit]] = {}
        limits = {place: ranking.depth + SPARE for place, ranking in enumerate(asked)}
        while limits:
            requests = [
                edge.QueryRequest(
                    limit=limit,
                    query=asked[place].nearest,
                    params=asked[place].params,
                    filter=condition,
                    with_payload=["id"],
                )
                for place, limit in limits.items()
            ]
            with self._engine("search") as shard:
                answers = shard.query_batch(edge.QueryBatchRequest(requests))
            for (place, limit), answer in zip(list(limits.items()), answers, strict=True):
                depth = asked[place].depth
                if complete([point.score for point in answer], limit, depth):
                    ranked[place] = rank((Hit((point.payload or {})["id"], point.score) for point in answer), depth)
                    del limits[place]
                else:
                    limits[place] = limit * 2
        return [ranked[place] for place in range(len(asked))]

    # Steps of the reading verbs.

    def _get(self, ids: Sequence[str]) -> list[Snippet]:
        kept = self._payloads(sorted(set(ids)))
        for one in ids:
            if one not in kept:
                raise KeyError(one)
        return [_snippet(kept[one]) for one in ids]

    def _sample(self, limit: int, filters: Filters | None) -> list[Snippet]:
        if not limit:
            return []
        condition = _condition(filters)
        with self._engine("read") as shard:
            records, _ = shard.scroll(edge.ScrollRequest(limit=limit, filter=condition, with_payload=True))
        snippets = [_snippet(record.payload or {}) for record in records]
        return sorted(snippets, key=lambda snippet: snippet.id)

    def _count(self, filters: Filters | None) -> int:
        condition = _condition(filters)
        with self._engine("read") as shard:
            return shard.count(edge.CountRequest(exact=True, filter=condition))

    def _digest(self) -> str:
        with self._writing, self._engine("read") as shard:
            if self._fingerprint is None:
                digest, offset = hashlib.sha256(), None
                while True:
                    # A scroll goes by ascending point id, so the order of arrival does not matter.
                    records, offset = shard.scroll(edge.ScrollRequest(limit=PAGE, offset=offset, with_payload=False))
                    for record in records:
                        digest.update(str(record.id).encode())
                    if offset is None:
                        break
                self._fingerprint = digest.hexdigest()[:16]
            return self._fingerprint

    def _optimize(self) -> bool:
        with self._writing, self._engine("optimize") as shard:
            changed = shard.optimize()
            shard.flush()
            return changed

    @contextmanager
    def _engine(self, doing: str) -> Iterator[edge.EdgeShard]:
        shard = self._shard
        if shard is None:
            raise StoreError(f"the store {self.path} is closed: open it again")
        with _told(f"cannot {doing} the store {self.path}"):
            yield shard


@dataclass(frozen=True, slots=True)
class _Meta:
    """What the meta file says: the spec of the embeddings and, once a vector has been kept, its length."""

    embeddings: str | None
    dimension: int | None


@dataclass(frozen=True, slots=True)
class _Ranking:
    query: int
    depth: int
    nearest: edge.Query
    params: edge.SearchParams | None


# The folder.


def _folder(path: str | Path | None) -> Path:
    text = str(path)
    if re.match(r"[A-Za-z][A-Za-z0-9+.-]+:/", text):  # two letters or more: C:/ is a drive
        raise StoreError(f"{text} is a url, and server stores are not supported yet in this version: give a folder")
    return Path(text).expanduser()


def _open(folder: Path, embeddings: str | None, settings: DenseSettings, create: bool) -> tuple[edge.EdgeShard, _Meta]:
    try:
        if folder.exists() and not folder.is_dir():
            raise StoreError(f"{folder} is a file, and a store is a folder: give another path")
        if not create and not (folder / META).exists():
            raise StoreError(f"there is no store in {folder}: check the path, or ingest a corpus into it first")
        folder.mkdir(parents=True, exist_ok=True)
        names = {entry.name for entry in folder.iterdir()}
        meta = _read_meta(folder) if META in names else None
        if meta is None and names - {POINTS, META + ".part"}:
            raise StoreError(f"{folder} is not a store but holds other files: give a new or an empty folder")
        if meta is not None and meta.embeddings != embeddings:
            built = meta.embeddings or "none"
            raise StoreError(
                f"the store {folder} was built with embeddings {built}, not {embeddings or 'none'}: "
                f"open it with {built} (--embeddings {built}), or ingest the corpus into another folder"
            )
        return _open_points(folder, meta, embeddings, settings)
    except OSError as error:
        raise StoreError(
            f"cannot write to the store {folder} ({error.strerror}): choose a folder that you may write to"
        ) from error


def _open_points(
    folder: Path, meta: _Meta | None, embeddings: str | None, settings: DenseSettings
) -> tuple[edge.EdgeShard, _Meta]:
    points = folder / POINTS
    if meta is None:
        # Nobody but an interrupted `open` leaves points without a meta file, and then there is none to lose.
        shard = _load(folder) if (points / "edge_config.json").exists() else _create(folder, settings)
        if shard.count(edge.CountRequest(exact=True)):
            shard.close()
            raise StoreError(f"the store {folder} has lost its {META}: restore it, or ingest into another folder")
        meta = _Meta(embeddings, None)
        _write_meta(folder, meta)
        return shard, meta
    if not points.is_dir():
        raise StoreError(f"the store {folder} has lost its folder {POINTS}: restore it, or ingest into another folder")
    shard = _load(folder)
    if meta.dimension is not None:
        with _told(f"cannot open the store {folder}"):
            _create_dense(shard, meta.dimension)
    return shard, meta


def _create(folder: Path, settings: DenseSettings) -> edge.EdgeShard:
    hnsw = edge.HnswIndexConfig(m=settings.m, ef_construct=settings.ef_construct, full_scan_threshold=10_000)
    config = edge.EdgeConfig(
        sparse_vectors={SPARSE: edge.EdgeSparseVectorParams(modifier=edge.Modifier.Idf)}, hnsw_config=hnsw
    )
    with _told(f"cannot make a store in {folder}"):
        return edge.EdgeShard.create(str(folder / POINTS), config)


def _load(folder: Path) -> edge.EdgeShard:
    with _told(f"cannot open the store {folder}"):
        return edge.EdgeShard.load(str(folder / POINTS))


def _create_indexes(shard: edge.EdgeShard) -> None:
    keyword = edge.KeywordIndexParams(enable_hnsw=False)
    for field in KEYWORD_FIELDS:
        shard.update(edge.UpdateOperation.create_field_index(field, keyword))
    year = edge.IntegerIndexParams(lookup=True, range=True, enable_hnsw=False)
    shard.update(edge.UpdateOperation.create_field_index("year", year))


def _create_dense(shard: edge.EdgeShard, dimension: int) -> None:
    shard.update(edge.UpdateOperation.create_dense_vector(DENSE, dimension, edge.Distance.Cosine))


@contextmanager
def _told(what: str) -> Iterator[None]:
    """Turn the engine's bare exceptions into one clear line."""
    try:
        yield
    except Exception as error:
        if type(error) is not Exception:
            raise
        reason = " ".join(str(error).split())
        if "WouldBlock" in reason:
            raise StoreError(
                f"{what}: it is open in another process, or a second time in this one; close it there, "
                "or copy the folder and use the copy"
            ) from error
        if "ermission denied" in reason or "ead-only file system" in reason:
            raise StoreError(
                f"{what}: you may not write there; choose a folder that you may write to, or use a copy"
            ) from error
        raise StoreError(f"{what} ({reason[:200]}): check the disk, or ingest into another folder") from error


def _read_meta(folder: Path) -> _Meta:
    damaged = StoreError(f"the {META} of the store {folder} is damaged: restore it, or ingest into another folder")
    try:
        meta = json.loads((folder / META).read_text("utf-8"))
    except ValueError as error:
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
    return _Meta(embeddings, dimension)


def _write_meta(folder: Path, meta: _Meta) -> None:
    part = folder / (META + ".part")
    record = {"schema": SCHEMA, "embeddings": meta.embeddings, "dimension": meta.dimension}
    part.write_text(json.dumps(record, indent=1) + "\n", "utf-8")
    part.replace(folder / META)


# Snippets to points and back.


def _payload(snippet: Snippet) -> dict[str, Any]:
    payload: dict[str, Any] = {name: getattr(snippet, name) for name in SNIPPET_FIELDS}
    payload["authors"] = list(snippet.authors)
    payload["extra"] = dict(snippet.extra)
    # The engine's Python binding takes True for 1 in a filter, so truth values are kept as words as well.
    payload["flags"] = [_flag(key, value) for key, value in snippet.extra.items() if isinstance(value, bool)]
    refused = f"the snippet {snippet.id!r} cannot be kept"
    if not snippet.id:
        raise StoreError(f"{refused}: its id is empty")
    try:
        json.dumps(payload, ensure_ascii=False, allow_nan=False).encode("utf-8")
    except (TypeError, ValueError) as error:  # a number that is not finite, half a surrogate pair, a foreign type
        raise StoreError(f"{refused}: {error}") from error
    for key, value in (("year", snippet.year), *snippet.extra.items()):
        if not isinstance(key, str) or not isinstance(value, str | int | float | None):
            raise StoreError(f"{refused}: its field {key!r} is neither text nor a number nor a truth value")
        if isinstance(value, int) and not -(2**63) <= value < 2**63:
            raise StoreError(f"{refused}: its field {key!r} does not fit into 64 bits")
    return payload


def _flag(name: object, value: bool) -> str:
    return f"{name}={value}"


def _snippet(payload: Mapping[str, Any]) -> Snippet:
    fields = {name: payload[name] for name in SNIPPET_FIELDS}
    return Snippet(**{**fields, "authors": tuple(payload["authors"])}, extra=dict(payload["extra"]))


def _vectors(text: str, dense: list[float] | None) -> dict[str, Any]:
    vectors: dict[str, Any] = {SPARSE: _sparse(bm25.encode_document(text))}
    if dense is not None:
        vectors[DENSE] = dense
    return vectors


def _sparse(vector: bm25.Sparse) -> edge.SparseVector:
    return edge.SparseVector(indices=list(vector.indices), values=list(vector.values))


def _checked(vectors: Sequence[Sequence[float]], wanted: int, meta: _Meta, what: str) -> list[list[float]]:
    """The vectors as lists, or ``StoreError``: the engine keeps NaN and zero vectors in silence."""
    told = f"the embeddings {meta.embeddings} gave"
    if len(vectors) != wanted:
        raise StoreError(f"{told} {len(vectors)} vectors for {wanted} {what}: check the embedding model")
    lists = [[float(value) for value in vector] for vector in vectors]
    length = meta.dimension or len(lists[0])
    for vector in lists:
        if len(vector) != length or not vector:
            raise StoreError(f"{told} a vector of length {len(vector)}, not {length}: check the embedding model")
        # False for NaN and infinity, and for what is zero or infinite as float32.
        if not 1e-30 < sum(value * value for value in vector) < 1e30:
            raise StoreError(f"{told} a vector that is zero or not finite: check the embedding model")
    return lists


# Filters.


def _condition(filters: Filters | None) -> edge.Filter | None:
    if filters is None or not (filters.where or filters.exclude or filters.ids is not None):
        return None
    must: list[edge.ConditionType] = [_matches(name, wanted) for name, wanted in sorted(filters.where.items())]
    if filters.ids is not None:
        must.append(_has_id(filters.ids))
    return edge.Filter(must=must, must_not=[_has_id(filters.exclude)] if filters.exclude else None)


def _has_id(ids: frozenset[str]) -> edge.ConditionType:
    return edge.HasIdCondition({point_id(one) for one in ids})


def _matches(name: str, wanted: Any) -> edge.ConditionType:
    key = _key(name)
    if isinstance(wanted, tuple):
        return edge.FieldCondition(key, range=_range(name, wanted))
    if isinstance(wanted, str) or not isinstance(wanted, Sequence | frozenset | set):
        return _equals(name, key, wanted)
    if not wanted:
        return edge.HasIdCondition(set())
    return edge.Filter(should=[_equals(name, key, value) for value in wanted])


def _key(name: str) -> str:
    if name in SNIPPET_FIELDS:
        return name
    if '"' in name or "\\" in name:
        raise InputError(f"cannot filter by the field {name!r}: its name holds a quote or a backslash")
    return f'extra."{name}"'


def _range(name: str, bounds: tuple[Any, ...]) -> edge.RangeFloat:
    if len(bounds) != 2 or not all(isinstance(bound, int | float | None) for bound in bounds):
        raise InputError(
            f"the range {bounds!r} for {name!r} is no (low, high) pair of numbers: for alternatives give a list"
        )
    low, high = bounds
    return edge.RangeFloat(gte=low, lte=high)


def _equals(name: str, key: str, value: Any) -> edge.ConditionType:
    if value is None:
        return edge.IsEmptyCondition(key)
    if isinstance(value, bool):
        return edge.FieldCondition("flags", match=edge.MatchValue(_flag(name, value)))
    if isinstance(value, str):
        return edge.FieldCondition(key, match=edge.MatchValue(value))
    if not isinstance(value, int | float):
        raise InputError(f"cannot filter {name!r} by {value!r}: give text, a number or a truth value")
    if isinstance(value, int) and abs(value) >= 2**63:
        return edge.HasIdCondition(set())  # no payload holds so large a number
    if isinstance(value, int) and abs(value) >= 2**53:
        return edge.FieldCondition(key, match=edge.MatchValue(value))
    # As a range, so that 1 and 1.0 are one number.
    return edge.FieldCondition(key, range=edge.RangeFloat(gte=value, lte=value))
