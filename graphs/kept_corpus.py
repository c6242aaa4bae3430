"""A corpus that is ingested once into a folder, and found there again by its content."""

from __future__ import annotations

from pathlib import Path

from castalia.graphs.ingestion import fill_store
from castalia.graphs.progress import Tell
from castalia.graphs.runs.run_folder import CORPUS
from castalia.graphs.sources import Source
from castalia.tools.corpus.corpus_report import CorpusReport


async def kept_corpus(folder: Path, source: Source, progress: Tell) -> tuple[Path, CorpusReport | None]:
    """The store in this folder that was made of this very content, read in this way; made where it is not there, and
    then with a report."""
    assert source.corpus is not None
    store = folder / f"{CORPUS}{await source.key()}"
    if store.is_dir():
        return store, None
    embeddings, fields, bad_rows = source.embeddings, source.fields, source.bad_rows
    report, _ = await fill_store(
        store, source.corpus, embeddings=embeddings, fields=fields, bad_rows=bad_rows, progress=progress
    )
    return store, report
