"""Where a run's snippets come from: a corpus to ingest, or a store that is there already."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from castalia.graphs.progress import telling
from castalia.memory.errors import InputError
from castalia.memory.memory import Memory
from castalia.memory.paths import expand
from castalia.memory.records import Snippet
from castalia.memory.server_urls import is_url
from castalia.tools.background import background_of
from castalia.tools.cleaning import clean
from castalia.tools.corpora import read_corpus
from castalia.tools.corpus_report import CorpusReport
from castalia.tools.embeddings import embedder
from castalia.tools.vector_cache import cached
from castalia.tools.write_whole import STAGING, whole_folder

Paths = str | Path | Sequence[str | Path]
BadRows = Literal["skip", "refuse"]
Progress = Callable[[dict[str, Any]], None]

PORTION = 5_000  # snippets between two lines of progress


async def open_memory(
    corpus: Paths | None = None,
    store: str | Path | None = None,
    *,
    embeddings: str | None = None,
    fields: Mapping[str, str] | None = None,
    bad_rows: BadRows = "skip",
) -> tuple[Memory, CorpusReport | None]:
    """A memory over a corpus (in a temporary store) or over a store; close it when done.

    Raises ``InputError`` unless exactly one of the two is given, and for whatever is wrong with it.
    """
    if (corpus is None) == (store is None):
        raise InputError("give either a corpus (a file or folder of snippets) or a store (made by castalia ingest)")
    vectors = cached(embedder(embeddings)) if embeddings else None
    if store is not None:
        return await Memory.open(store, vectors, create=False), None
    assert corpus is not None
    memory = await Memory.open(None, vectors)
    try:
        return memory, await ingest(memory, corpus, fields=fields, bad_rows=bad_rows)
    except BaseException:
        await memory.close()
        raise


async def fill_store(
    store: str | Path,
    corpus: Paths,
    *,
    domain: str = "",
    embeddings: str | None = None,
    fields: Mapping[str, str] | None = None,
    bad_rows: BadRows = "skip",
    progress: Progress | None = None,
) -> tuple[CorpusReport, int]:
    """Ingest a corpus into the store in this folder, or at this url of a server: the report, and how many snippets the store now holds.

    A new folder appears when all of it is there, and not at all where something fails; a store that was there, and one on a server,
    keeps the snippets that came in before the failure, and ingesting again adds the rest. What a model has embedded is in the user's
    vector cache by then, and not paid for again.
    """
    vectors = cached(embedder(embeddings)) if embeddings else None

    async def fill(path: str | Path) -> tuple[CorpusReport, int]:
        async with await Memory.open(path, vectors) as memory:
            report = await ingest(memory, corpus, domain=domain, fields=fields, bad_rows=bad_rows, progress=progress)
            return report, await memory.store.count()

    if _is_new(store):
        with whole_folder(Path(store)) as new:
            return await fill(new)
    return await fill(store)


async def ingest(
    memory: Memory,
    corpus: Paths,
    *,
    domain: str = "",
    fields: Mapping[str, str] | None = None,
    bad_rows: BadRows = "skip",
    progress: Progress | None = None,
) -> CorpusReport:
    """Read, clean and keep a corpus; learn its background, so that pages need not. Returns what became of every row.

    ``domain`` is that of all these snippets (default: as the rows say); ``progress`` is called as the store fills.
    """
    given = [corpus] if isinstance(corpus, str | Path) else corpus
    if not isinstance(given, Sequence) or isinstance(given, bytes):
        raise InputError(f"the corpus is {given!r}: give a path, or a list of paths")
    if not all(str(one).strip() for one in given):
        raise InputError("the path of the corpus is empty: name a file or a folder of snippets")
    paths = [expand(one) for one in given]
    for path in paths:
        if (path / "library.sqlite").is_file():
            raise InputError(f"{path} is a store, not a corpus: castalia generate TOPIC --store {path} writes from it")
    tell = telling(progress)
    reading = read_corpus(paths, fields, bad_rows, domain or None)
    snippets, cleaned = await _cleaned(reading)
    if not snippets:
        raise InputError(f"{', '.join(map(str, paths))}: no snippet of at least 20 words: give longer passages")
    for start in range(0, len(snippets), PORTION):
        await memory.store.add(snippets[start : start + PORTION])
        tell({"phase": "keep", "snippets": min(start + PORTION, len(snippets)), "of": len(snippets)})
    await background_of(memory.library)
    return reading.report.then(cleaned)


async def _cleaned(reading: Iterator[Snippet]) -> tuple[tuple[Snippet, ...], CorpusReport]:
    """``clean`` in a thread, which stops reading when the caller is cancelled: a process waits for its threads."""
    cancelled = threading.Event()

    def until_cancelled() -> Iterator[Snippet]:
        for snippet in reading:
            if cancelled.is_set():
                raise asyncio.CancelledError
            yield snippet

    try:
        return await asyncio.to_thread(clean, until_cancelled())
    except asyncio.CancelledError:
        cancelled.set()
        raise


def _is_new(store: str | Path) -> bool:
    """Whether a store can be made in this folder: it is not there, or empty."""
    if not str(store).strip() or is_url(store):
        return False
    folder = expand(store)
    if folder.is_dir():
        return all(one.name.startswith(STAGING) for one in folder.iterdir())  # what others wanted to put there
    return not folder.exists()
