"""What a store holds, counted. It is looked at, whatever embeddings it was built with; nothing is made or written."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterable
from contextlib import aclosing
from dataclasses import dataclass, field
from pathlib import Path

from castalia.memory.cache_folder import cache_place
from castalia.memory.edge_engine import EdgeEngine
from castalia.memory.ingest_marks import IngestMark, unfinished_ingests
from castalia.memory.library import (
    LOG,
    SNIPPETS,
    cached_under,
    check_server_library,
    check_store_path,
    told_of_library,
)
from castalia.memory.payloads import Payload
from castalia.memory.records import Snippet
from castalia.memory.room import allocated
from castalia.memory.server_urls import is_url, server_url
from castalia.memory.store_files import SCHEMA, folder_of, meta_in, read_shard
from castalia.memory.store_vectors import DenseSettings
from castalia.memory.triplet_log import TripletLog
from castalia.memory.waits import run_in_thread, run_until_left

PAGE = 5_000  # snippets a request to a server
_TEXTS = ("id", "url", "doi", "source", "title", "topic", "domain")
_SECTION = "extra.section"  # the headings over a snippet, where they are a field of their own
_FIELDS = (*_TEXTS, _SECTION)


@dataclass(slots=True)
class Counts:
    """What was counted so far: snippets, and how many of them have a title (``titled``), a section (``sectioned``: a
    field of its own, or something behind a ">" in the title), a topic (``labelled``). ``documents``, ``topics`` and
    ``domains`` have the number of snippets of each; ``titles``, by document, the smallest title that its snippets have,
    up to a ">"."""

    snippets: int = 0
    titled: int = 0
    sectioned: int = 0
    labelled: int = 0
    documents: Counter[str] = field(default_factory=Counter)
    topics: Counter[str] = field(default_factory=Counter)
    domains: Counter[str] = field(default_factory=Counter)
    titles: dict[str, str] = field(default_factory=dict)

    def add(self, payloads: Iterable[Payload]) -> None:
        """Count these snippets, too."""
        for one in payloads:
            texts = {name: one[name] for name in _TEXTS}
            document = Snippet(**texts, text="").document
            title, _, behind = texts["title"].partition(">")
            section = str(one.get("extra", {}).get("section", ""))
            self.snippets += 1
            self.titled += bool(texts["title"].strip())
            self.sectioned += bool(behind.strip() or section.strip())
            self.documents[document] += 1
            if topic := texts["topic"].strip():
                self.labelled += 1
                self.topics[topic] += 1
            if domain := texts["domain"].strip():
                self.domains[domain] += 1
            if title := title.strip():
                self.titles[document] = min(title, self.titles.get(document, title))


@dataclass(frozen=True, slots=True)
class Contents:
    """What a store holds. ``embeddings`` is the spec of those it was built with, ``dimension`` their length, once a
    vector is kept. ``read``: by extractor, how many snippets it has read, and how many triplets it found. ``size`` in
    bytes on disk; of a server it is not known. ``unfinished`` ingests were stopped, or are at work elsewhere."""

    schema: int
    embeddings: str | None
    dimension: int | None
    counts: Counts = field(hash=False)
    read: dict[str, tuple[int, int]] = field(hash=False)
    size: int | None
    unfinished: tuple[IngestMark, ...] = ()


def built_with(store: str | Path) -> str | None:
    """The spec of the embeddings that the store in this folder was built with; ``StoreError`` where there is none."""
    check_store_path(store, create=False)
    inside = folder_of(store) / SNIPPETS
    with told_of_library(str(inside), str(store)):
        return meta_in(inside).embeddings


async def contents_of(store: str | Path) -> Contents:
    """What the store in this folder, or at this url of a server, holds. Takes about eight seconds for 100,000 snippets
    in a folder, and locks it as long.

    ``StoreError`` in one line where there is no store, where another process has the folder open, or the server cannot
    be reached; ``InputError`` where ``qdrant-client`` is not installed for a server.
    """
    if is_url(store):
        return await _on_server(str(store))
    return await run_until_left(lambda left: _in_folder(store, left))


def _in_folder(path: str | Path, left: threading.Event) -> Contents:
    """Until all is counted, or nobody waits for it any more."""
    check_store_path(path, create=False)
    folder = folder_of(path)
    inside = folder / SNIPPETS
    with told_of_library(str(inside), str(path)):
        shard, meta = read_shard(inside)
        engine = EdgeEngine(inside, shard, meta, DenseSettings())
        counts = Counts()
        try:
            for some in engine.pages(_FIELDS):
                if left.is_set():
                    break
                counts.add(some)
            read = _read(folder / LOG)  # while the lock keeps others out
        finally:
            engine.close(flushes=False)
    unfinished = unfinished_ingests(folder)
    return Contents(SCHEMA, meta.embeddings, meta.dimension, counts, read, allocated(folder), unfinished)


async def _on_server(url: str) -> Contents:
    where = server_url(url)
    check_server_library(where)
    from castalia.memory.server_answers import kept_payloads, missing  # a second, which folders need not pay
    from castalia.memory.server_client import ServerClient
    from castalia.memory.server_collection import collection_of
    from castalia.memory.server_scroll import scroll

    server, counts = ServerClient(where), Counts()
    try:
        if (found := await collection_of(server, attempts=1)) is None:
            raise missing(where)
        async with aclosing(scroll(server, None, PAGE, None, [*_FIELDS])) as pages:
            async for records in pages:
                counts.add(kept_payloads(where, records, _TEXTS))
    finally:
        await server.close()
    here = cache_place(*cached_under(where))
    read = await run_in_thread(_read, here / LOG)
    unfinished = await run_in_thread(unfinished_ingests, here)
    meta, _ = found
    return Contents(SCHEMA, meta.embeddings, meta.dimension, counts, read, None, unfinished)


def _read(log: Path) -> dict[str, tuple[int, int]]:
    if not log.is_file():
        return {}
    with TripletLog(log) as kept:
        return kept.read()
