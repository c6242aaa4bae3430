"""A corpus that is ingested once into a folder, and found there again by its content."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from castalia.graphs.run_folder import CORPUS, corpus_key
from castalia.graphs.sources import BadRows, Paths, Progress, corpus_paths, fill_store
from castalia.memory.waits import run_in_thread
from castalia.tools.corpora import corpus_files
from castalia.tools.corpus_report import CorpusReport


async def kept_corpus(
    folder: Path,
    corpus: Paths,
    *,
    embeddings: str | None = None,
    fields: Mapping[str, str] | None = None,
    bad_rows: BadRows = "skip",
    progress: Progress | None = None,
) -> tuple[Path, CorpusReport | None]:
    """The store in this folder that was made of this very content, read in this way; made where it is not there, and then with a report."""
    reading = {"fields": dict(fields or {}), "bad_rows": bad_rows, "embeddings": embeddings}
    key = await run_in_thread(corpus_key, corpus_files(corpus_paths(corpus)), reading)
    store = folder / f"{CORPUS}{key}"
    if store.is_dir():
        return store, None
    report, _ = await fill_store(
        store, corpus, embeddings=embeddings, fields=fields, bad_rows=bad_rows, progress=progress
    )
    return store, report
