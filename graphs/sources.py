"""Where a run's snippets come from: a corpus to ingest, or a store that is there already."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal

from castalia.memory.errors import InputError
from castalia.memory.memory import Memory
from castalia.tools.background import background_of
from castalia.tools.cleaning import clean
from castalia.tools.corpora import CorpusReport, read_corpus
from castalia.tools.embeddings import embedder

Paths = str | Path | Sequence[str | Path]
BadRows = Literal["skip", "refuse"]


async def open_memory(
    corpus: Paths | None = None,
    store: str | Path | None = None,
    *,
    domain: str = "",
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
        return memory, await ingest(memory, corpus, domain=domain, fields=fields, bad_rows=bad_rows)
    except BaseException:
        await memory.close()
        raise


async def ingest(
    memory: Memory,
    corpus: Paths,
    *,
    domain: str = "",
    fields: Mapping[str, str] | None = None,
    bad_rows: BadRows = "skip",
) -> CorpusReport:
    """Read, clean and keep a corpus; learn its background, so that pages need not. Returns what became of every row."""
    paths = [Path(one) for one in ([corpus] if isinstance(corpus, str | Path) else corpus)]
    reading = read_corpus(paths, fields, bad_rows, domain or None)
    snippets, cleaned = await asyncio.to_thread(clean, reading)
    if not snippets:
        raise InputError(f"{', '.join(map(str, paths))}: no snippet of at least 20 words: give longer passages")
    await memory.store.add(snippets)
    await background_of(memory.library)
    return reading.report.then(cleaned)
