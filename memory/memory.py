"""The two memories of a run: the library that runs share, and the ledgers of each run.

Nothing is computed here; the triplet graph is derived from the log whenever somebody asks for it.
"""

from __future__ import annotations

import threading
from collections.abc import Hashable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

from castalia.memory.ledgers import Ledgers, Run
from castalia.memory.library import Library
from castalia.memory.protocols import Embedder, SnippetStore
from castalia.memory.server_urls import is_url
from castalia.memory.triplet_log import TripletLog
from castalia.memory.triplets import TripletGraph


class Memo:
    """A few derived values, kept because they are pure functions of their key; the oldest make room."""

    def __init__(self, most: int = 8) -> None:
        self._most = most
        self._kept: dict[Hashable, Any] = {}
        self._lock = threading.Lock()

    def get(self, key: Hashable) -> Any:
        """What was kept under this key, or ``None``."""
        return self._kept.get(key)

    def keep(self, key: Hashable, value: Any) -> None:
        """Keep a value; the same key always means the same value."""
        with self._lock:
            while len(self._kept) >= self._most:
                self._kept.pop(next(iter(self._kept)))
            self._kept[key] = value


class Memory:
    """What every agent is bound to: ``store`` and ``log`` (the library), ``ledgers`` (the runs), ``memo`` (derived values).

    ``extractor`` names whose extractions the graph is derived from.
    """

    def __init__(
        self,
        library: Library,
        log: TripletLog,
        ledgers: Ledgers,
        extractor: str = "extractive",
        memo: Memo | None = None,
    ) -> None:
        self.library = library
        self.log = log
        self.ledgers = ledgers
        self.extractor = extractor
        self.memo = memo or Memo()

    @classmethod
    async def open(
        cls, path: str | Path | None = None, embedder: Embedder | None = None, *, create: bool = True
    ) -> Memory:
        """Open the library in this folder, or a temporary one that ``close`` removes, or that of a store on a Qdrant server, by its
        url (``http://HOST:6333/COLLECTION``; the key, if it wants one, in ``QDRANT_API_KEY``).

        Raises ``StoreError`` where the folder is no store, is in use, or was built with other embeddings; where the server cannot be
        reached or refuses.
        """
        if path is not None and is_url(path):
            library = await Library.connect(path, embedder, create=create)
        else:
            library = Library.open(path, embedder, create=create)
        return cls(library, TripletLog(library.log_path), Ledgers())

    @property
    def store(self) -> SnippetStore:
        """The corpus C_D."""
        return self.library.snippets

    def run(self, run_id: str) -> Run:
        """The ledgers of one run: curated snippets, questions, queries, feedback, events."""
        return self.ledgers.run(run_id)

    def reading(self, extractor: str) -> Memory:
        """The same memory, its graph derived from what this extractor read."""
        return Memory(self.library, self.log, self.ledgers, extractor, self.memo)

    async def graph(self, run_id: str, before: int | None = None) -> TripletGraph:
        """The triplet graph over what this run had curated before an iteration (all of it: ``None``)."""
        return await self.graph_of([hit.snippet_id for hit in self.run(run_id).curated(before)])

    async def graph_of(self, snippet_ids: Sequence[str]) -> TripletGraph:
        """The triplet graph over these snippets, resolutions by rule recomputed inside the view."""
        snippets = await self.store.get(snippet_ids)
        return TripletGraph.of(
            self.log.extractions(snippet_ids, self.extractor),
            {one.id: one.document for one in snippets},
            self.log.resolutions(),
        )

    async def close(self) -> None:
        """Write what is pending and let go of every file."""
        self.log.close()
        self.ledgers.close()
        await self.library.close()

    async def __aenter__(self) -> Memory:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()
