"""Where a run's snippets come from: a corpus to ingest, or a store that is there already."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from castalia.memory.errors import InputError
from castalia.memory.memory import Memory
from castalia.memory.paths import expand
from castalia.tools.background import background_of
from castalia.tools.cleaning import clean
from castalia.tools.corpora import read_corpus
from castalia.tools.corpus_report import CorpusReport
from castalia.tools.embeddings import embedder
from castalia.tools.write_whole import whole_folder

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
    vectors = embedder(embeddings) if embeddings else None
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
    """Ingest a corpus into the store in this folder: the report, and how many snippets the store now holds.

    A new store appears when all of it is there, and not at all where something fails; one that was there keeps the snippets that
    came in before the failure, and ingesting again adds the rest.
    """
    vectors = embedder(embeddings) if embeddings else None

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
    given = [corpus] if isinstance(corpus, str | Path) else list(corpus)
    if not all(str(one).strip() for one in given):
        raise InputError("the path of the corpus is empty: name a file or a folder of snippets")
    paths = [Path(one) for one in given]
    for path in paths:
        if (path / "library.sqlite").is_file():
            raise InputError(f"{path} is a store, not a corpus: castalia generate TOPIC --store {path} writes from it")
    reading = read_corpus(paths, fields, bad_rows, domain or None)
    snippets, cleaned = await asyncio.to_thread(clean, reading)
    if not snippets:
        raise InputError(f"{', '.join(map(str, paths))}: no snippet of at least 20 words: give longer passages")
    for start in range(0, len(snippets), PORTION):
        await memory.store.add(snippets[start : start + PORTION])
        if progress is not None:
            progress({"phase": "keep", "snippets": min(start + PORTION, len(snippets)), "of": len(snippets)})
    await background_of(memory.library)
    return reading.report.then(cleaned)


def _is_new(store: str | Path) -> bool:
    """Whether a store can be made in this folder: it is not there, or empty."""
    if not str(store).strip() or "://" in str(store):
        return False
    folder = expand(store)
    return not any(folder.iterdir()) if folder.is_dir() else not folder.exists()
