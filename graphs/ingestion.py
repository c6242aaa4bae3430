"""Ingestion: a corpus read, cleaned and kept in a store, with what is learned of it."""

from __future__ import annotations

import asyncio
import os
import re
import shlex
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from castalia.graphs.checks import kept_domain
from castalia.graphs.progress import Tell, telling
from castalia.graphs.runs.ends import cancelled_once
from castalia.memory.ellipsis import abridge
from castalia.memory.errors import InputError, one_line
from castalia.memory.ingest_marks import IngestMark, begin_ingest, end_ingest, unfinished_ingests
from castalia.memory.library import Library, is_store
from castalia.memory.memory import Memory, check_memory
from castalia.memory.paths import expand
from castalia.memory.payloads import sample_of
from castalia.memory.records import Snippet
from castalia.memory.room import STAGING
from castalia.memory.server_urls import is_url
from castalia.memory.waits import both, run_in_thread, run_until_left
from castalia.tools.corpus.cleaning import clean
from castalia.tools.corpus.corpora import read_corpus
from castalia.tools.corpus.corpus_report import CorpusReport
from castalia.tools.corpus.held_rows import CorpusFile, HeldRows, held, recorded
from castalia.tools.corpus.snippet_length import MIN_WORDS
from castalia.tools.language.unspaced import UNREAD
from castalia.tools.models.vector_cache import cached_embedder
from castalia.tools.pages.write_whole import whole_folder
from castalia.tools.topic.background import SAMPLE, background_of
from castalia.tools.topic.learning_ahead import learned_ahead

if TYPE_CHECKING:
    from langchain_core.embeddings import Embeddings

# Files and folders of rows, or rows held in memory.
Corpus = str | CorpusFile | Sequence[str | CorpusFile] | Sequence[Mapping[str, Any] | Snippet]
BadRows = Literal["skip", "refuse"]

PORTION = 5_000  # snippets between two lines of progress
_SHOWN = 80  # characters of a text that is given for a path
_PATH = re.compile(r"[~./\\]|[A-Za-z]:[\\/]|\w+://|.*\.[A-Za-z]{2,6}$")


@cancelled_once
async def fill_store(
    store: str | Path,
    corpus: Corpus,
    *,
    domain: str = "",
    embeddings: str | Embeddings | None = None,
    fields: Mapping[str, str] | None = None,
    bad_rows: BadRows = "skip",
    progress: Tell | None = None,
) -> tuple[CorpusReport, int]:
    """Ingest a corpus into the store in this folder, or at this url of a server: the report, and how many snippets the
    store now holds.

    A new folder appears when all of it is there, and not at all where something fails; a store that was there, and one
    on a server, keeps the snippets that came in before the failure, and a mark by which it tells that others may be
    missing; ingesting again adds the rest. What a model has embedded is in the user's vector cache by then, and not
    paid for again.
    """
    domain = kept_domain(domain)
    vectors = cached_embedder(embeddings)

    async def fill(path: str | Path) -> tuple[CorpusReport, int]:
        async with await Memory.open(path, vectors) as memory:
            report = await ingest(memory, corpus, domain=domain, fields=fields, bad_rows=bad_rows, progress=progress)
            return report, await memory.store.count()

    if is_new(store):
        with whole_folder(Path(store)) as new:
            return await fill(new)
    return await fill(store)


async def ingest(
    memory: Memory,
    corpus: Corpus,
    *,
    domain: str = "",
    fields: Mapping[str, str] | None = None,
    bad_rows: BadRows = "skip",
    progress: Tell | None = None,
    meanwhile: Callable[[], object] | None = None,
) -> CorpusReport:
    """Read, clean and keep a corpus; learn its background, so that pages need not. Returns what became of every row.

    ``domain`` is that of all these snippets (default: as the rows say); ``progress`` is called as the store fills.
    ``meanwhile`` is called in a thread if this process would otherwise wait for another one that learns the background.
    """
    check_memory(memory)
    domain = kept_domain(domain)
    paths = corpus_paths(corpus)
    tell = telling(progress)
    reading = read_corpus(paths, fields, bad_rows, domain or None)
    snippets, cleaned = await _cleaned(reading, memory.count_tokens)
    if not snippets:
        raise InputError(
            f"{', '.join(map(str, paths))}: no snippet of at least {MIN_WORDS} words: give longer passages; {UNREAD}"
        )

    sample = [] if await memory.store.count() else sample_of(snippets, SAMPLE)
    names = [str(one.resolve()) if isinstance(one, Path) else f"{one}, {recorded(one)}" for one in paths]
    mark = IngestMark.of(names, (one.id for one in snippets))
    await run_in_thread(begin_ingest, memory.library.path, mark)
    learning = asyncio.create_task(learned_ahead(sample))

    async def kept() -> int:
        new = 0
        for start in range(0, len(snippets), PORTION):
            new += await memory.store.add(snippets[start : start + PORTION])
            tell({"phase": "keep", "snippets": min(start + PORTION, len(snippets)), "of": len(snippets)})
        if meanwhile is not None and not learning.done():
            await run_in_thread(meanwhile)
        return new

    new, learned = await both(kept(), learning)
    await run_in_thread(end_ingest, memory.library.path, mark)  # each portion is on disk by now
    await background_of(memory.library, ahead=learned)
    return replace(reading.report.then(cleaned), new=new)


def unfinished_lines(marks: Sequence[IngestMark], store: str) -> list[str]:
    """A line for each of these ingests into a store ("": which no command can open) that have not come to their end."""
    lines = []
    for one in marks:
        command = shlex.join(["castalia", "ingest", *one.paths, "--store", store])
        how = f" ({command}, with the options it had)" if store and one.is_of_files else ""
        lines.append(
            f"not ended: the ingest of {one.name}, so snippets may be missing; the same again{how} adds the rest"
        )
    return lines


async def tell_unfinished(library: Library, tell: Tell) -> None:
    """Tell of ingests into this library's store that have not come to their end."""
    if lines := unfinished_lines(await run_in_thread(unfinished_ingests, library.path), library.place):
        tell({"phase": "ingest", "snippets": 0, "report": lines})


def corpus_paths(corpus: Corpus) -> list[CorpusFile]:
    """The paths of a corpus, or its rows in memory; ``InputError`` where there is neither, or a store or the text of a
    row is given for one."""
    given = held(corpus)
    given = [given] if isinstance(given, str | CorpusFile) else given
    if not isinstance(given, Sequence) or isinstance(given, bytes):
        frame = ', of a DataFrame df.to_dict("records")' if hasattr(given, "to_dict") else ""
        raise InputError(
            f"the corpus is of type {type(given).__name__}: give a path, a list of paths, or a list of rows (dicts){frame}"
        )
    if not all(str(one).strip() for one in given):
        raise InputError("the path of the corpus is empty: name a file or a folder of snippets")
    if text := next((one for one in given if isinstance(one, str) and _is_text(one)), ""):
        raise InputError(
            f"“{abridge(one_line(text), _SHOWN)}” is a text, not the path of a corpus: give rows as dicts, "
            '[{"text": "…", "url": "…"}, …], or a file of such rows'
        )
    paths = [one if isinstance(one, HeldRows) else expand(one) for one in given]
    for path in paths:
        if isinstance(path, Path) and is_store(path):
            raise InputError(f"{path} is a store, not a corpus: castalia generate TOPIC --store {path} writes from it")
    return paths


def _is_text(given: str) -> bool:
    """Whether this is a sentence or more, and no path of anything that is there, or is written like one."""
    is_sentence = given.rstrip().endswith((".", "!", "?")) and len(given.split()) > 1
    is_path = _PATH.match(given) is not None or os.path.lexists(given)
    return (is_sentence or len(given.split()) >= MIN_WORDS) and not is_path


async def _cleaned(
    reading: Iterator[Snippet], count_tokens: Callable[[str], int] | None
) -> tuple[tuple[Snippet, ...], CorpusReport]:
    """``clean`` in a thread, which stops reading when the caller is cancelled: a process waits for its threads."""

    def cleaned(left: threading.Event) -> tuple[tuple[Snippet, ...], CorpusReport]:
        def look() -> None:
            if left.is_set():
                raise asyncio.CancelledError

        return clean(reading, count_tokens=count_tokens, look=look)

    return await run_until_left(cleaned)


def is_new(store: str | Path) -> bool:
    """Whether a store can be made in this folder: it is not there, or empty."""
    if not str(store).strip() or is_url(store):
        return False
    folder = expand(store)
    if folder.is_dir():
        return all(one.name.startswith(STAGING) for one in folder.iterdir())  # what others wanted to put there
    return not folder.exists()
