"""Where a run's snippets come from: a corpus to ingest, or a store that is there already."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from castalia.graphs.ingestion import BadRows, Corpus, corpus_paths, fill_store, ingest
from castalia.graphs.kept_stores import is_damaged, kept_damaged, open_kept, store_then
from castalia.graphs.progress import Tell
from castalia.graphs.runs.batch_source import batch_source
from castalia.graphs.runs.run_folder import CORPUS, RunFolder
from castalia.graphs.runs.run_manifest import Manifest
from castalia.memory.errors import DamagedStoreError, InputError
from castalia.memory.memory import Memory
from castalia.memory.paths import expand
from castalia.memory.protocols import Embedder
from castalia.memory.server_urls import is_url, server_url
from castalia.memory.waits import run_in_thread
from castalia.tools.corpus.cleaning import RULES
from castalia.tools.corpus.corpora import corpus_key, named_together
from castalia.tools.corpus.corpus_report import CorpusReport
from castalia.tools.corpus.held_rows import CorpusFile, held
from castalia.tools.corpus.row_snippets import check_bad_rows, field_names
from castalia.tools.language.listing import first_few
from castalia.tools.models.embeddings import embedder
from castalia.tools.models.vector_cache import cached_embedder
from castalia.tools.pages.write_whole import whole_folder

if TYPE_CHECKING:
    from langchain_core.embeddings import Embeddings

REPORT = "report"  # the kind under which a library keeps what became of the rows of its corpus


@dataclass(frozen=True, slots=True)
class Read:
    """An open memory: ``name`` for messages, ``report`` (lines) on the corpus it was made of and how many snippets of
    it were ``kept``; ``kept_as`` is what a run's manifest says of it."""

    memory: Memory
    name: str
    report: list[str] = field(default_factory=list)
    kept: int = 0
    kept_as: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Source:
    """Where a run's snippets come from: exactly one of ``corpus``, ``store`` and ``memory``, with how to read it.
    ``meanwhile`` is done while this process would wait for the corpus (see ``ingest``).

    ``InputError`` for what would be left unused beside a memory or a store."""

    corpus: Corpus | None = None
    store: str | Path | None = None
    memory: Memory | None = None
    embeddings: str | Embeddings | None = None
    fields: Mapping[str, str] | None = None
    bad_rows: BadRows = "skip"
    meanwhile: Callable[[], object] | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "corpus", held(self.corpus))  # once, for it is read more than once
        field_names({} if self.fields is None else self.fields)
        check_bad_rows(self.bad_rows)
        sources = {"a corpus": self.corpus, "a store": self.store, "an open memory": self.memory}
        if len(given := [name for name, one in sources.items() if one is not None]) > 1:
            raise InputError(f"{' and '.join(given)} are given: give one, not two of them")
        if self.memory is not None and self.embeddings is not None:
            raise InputError("an open memory has its embeddings: give them to open_memory, or leave them out")
        if self.corpus is None and not (self.store is None and self.memory is None):
            _check_unread(self.fields, "an open memory" if self.store is None else "a store")

    async def open(self, folder: RunFolder | None = None, before: Manifest | None = None) -> Read:
        """The memory; close it when done, unless it was given.

        In a run's ``folder`` an ingested corpus is kept under a digest of its content. Where no source is given, that of
        the run ``before`` is opened again. A kept corpus that is damaged is ingested again, unless a run goes on. Raises
        ``InputError`` unless exactly one source is known, and for whatever is wrong with it.
        """
        if self.memory is not None:
            return Read(self.memory, "the corpus")
        if before is not None and self.corpus is None and self.store is None:
            return await self._again(folder, before)
        check_one_source(self.corpus, self.store)
        if self.store is not None:
            memory, _ = await open_memory(store=self.store, embeddings=self.embeddings)
            kept_as = {"store": _lasting(self.store), "embeddings": self.embedded_by}
            return Read(memory, str(self.store), kept_as=kept_as)
        if folder is not None:
            return await self._kept(folder, begins=before is None)
        memory, report = await self.in_memory()
        return Read(memory, self._name, list(report.lines()), report.kept)

    async def in_memory(self, ledgers: str | Path | None = None) -> tuple[Memory, CorpusReport]:
        """A memory over the corpus, in a temporary store, and the report on its rows."""
        memory = await Memory.open(None, cached_embedder(self.embeddings), ledgers=ledgers)
        try:
            return memory, await self._ingested(memory)
        except BaseException:
            await memory.close()
            raise

    @property
    def embedded_by(self) -> str | None:
        """The embeddings as a file can hold them: the spec, or the name of a LangChain object, which has to be given
        again."""
        if self.embeddings is None or isinstance(self.embeddings, str):
            return self.embeddings
        made = embedder(self.embeddings)
        return made.name if made is not None else None

    @property
    def called(self) -> str:
        """What a reader is told that it is: a corpus or a store without the folders it lies in, a server by its url."""
        if self.corpus is not None:
            return first_few([Path(str(one)).name for one in self._paths], 1)
        if self.store is None:
            return ""
        return _lasting(self.store) if is_url(self.store) else Path(_lasting(self.store)).name

    async def key(self) -> str:
        """A digest of the content of the corpus, and of how it is read and by which rules it is cleaned."""
        reading = {
            "fields": dict(self.fields or {}),
            "bad_rows": self.bad_rows,
            "embeddings": self.embedded_by,
            "cleaning": RULES,
        }
        return await run_in_thread(corpus_key, self._paths, reading)

    async def kept_name(self) -> str:
        """The name of the folder that holds the store made of this very corpus, read in this way."""
        return f"{CORPUS}{await self.key()}"

    def vectors(self, was: Mapping[str, Any]) -> Embedder | None:
        """The embedder of a memory that is opened again, of which a run's manifest says what it ``was``."""
        return cached_embedder(self.embeddings or was.get("embeddings"))

    async def kept_in(self, folder: Path, tell: Tell, name: str = "") -> Path:
        """The store in this folder that was made of this very corpus, read in this way. Where it is missing or damaged
        it is made, and ``tell`` hears of that. ``name`` is ``kept_name``, where that is known: it reads the corpus."""
        store = folder / (name or await self.kept_name())
        if store.is_symlink() or store.is_file():
            store.unlink()
        elif store.is_dir() and await is_damaged(store, cached_embedder(self.embeddings)):
            await run_in_thread(shutil.rmtree, store, ignore_errors=True)
        if not store.is_dir():
            reading: dict[str, Any] = {"fields": self.fields, "bad_rows": self.bad_rows}
            report, _ = await fill_store(store, self._given, embeddings=self.embeddings, progress=tell, **reading)
            tell({"phase": "ingest", "snippets": report.kept, "report": list(report.lines())})
        return store

    async def fill(self, memory: Memory) -> None:
        """Ingest the corpus, and keep the report on it beside the snippets."""
        report = await self._ingested(memory)
        memory.library.keep(REPORT, "", {"lines": list(report.lines()), "kept": report.kept})

    async def _kept(self, folder: RunFolder, *, begins: bool) -> Read:
        """The corpus as a store in the folder, which is made where this very corpus is not there yet, or is damaged and
        a run ``begins``."""
        place, name = folder.path / await self.kept_name(), self._name
        vectors = cached_embedder(self.embeddings)
        if not place.exists():
            with whole_folder(place) as new:
                async with await Memory.open(new, vectors) as memory:
                    await self.fill(memory)
        try:
            memory = await Memory.open(place, vectors, create=False)
        except DamagedStoreError as error:
            if not begins:
                raise kept_damaged(place, name) from error
            await run_in_thread(shutil.rmtree, place, ignore_errors=True)
            return await self._kept(folder, begins=False)
        return await read_kept(memory, {"corpus": place.name, "name": name, "embeddings": self.embedded_by})

    @property
    def _given(self) -> Corpus:
        """The corpus, of a source that is one."""
        assert self.corpus is not None
        return self.corpus

    @property
    def _paths(self) -> list[CorpusFile]:
        return corpus_paths(self._given)

    @property
    def _name(self) -> str:
        """The corpus in messages."""
        return named_together(self._paths)

    async def _ingested(self, memory: Memory) -> CorpusReport:
        return await ingest(memory, self._given, fields=self.fields, bad_rows=self.bad_rows, meanwhile=self.meanwhile)

    async def _again(self, folder: RunFolder | None, before: Manifest) -> Read:
        """What the run before read."""
        assert folder is not None
        _check_unread(self.fields, "that of the run")
        was = source_then(folder, before)
        vectors = self.vectors(was)
        if not was:
            raise InputError("the run to resume was given a memory: give it again, or a corpus, or a store")
        store = store_then(folder, was)
        if "store" in was:
            return Read(await Memory.open(store, vectors, create=False), was["store"], kept_as=before.source)
        return await read_kept(await open_kept(Path(store), vectors, was["name"]), was)


def source_then(folder: RunFolder, manifest: Manifest) -> Mapping[str, Any]:
    """What the run in this folder read: its corpus or store, or, of a page of a batch, what that read; empty for an
    open memory that only its caller knows."""
    return manifest.source or batch_source(folder.out, manifest.run_id)


async def read_kept(memory: Memory, kept_as: Mapping[str, Any]) -> Read:
    """What a run made of its corpus, with the report on it; closed where that cannot be read."""
    try:
        told = memory.library.cached(REPORT, "") or {"lines": [], "kept": 0}
    except BaseException:
        await memory.close()  # its folder is locked as long as it is open
        raise
    return Read(memory, kept_as["name"], told["lines"], told["kept"], kept_as)


async def open_memory(
    corpus: Corpus | None = None,
    store: str | Path | None = None,
    *,
    embeddings: str | Embeddings | None = None,
    fields: Mapping[str, str] | None = None,
    bad_rows: BadRows = "skip",
    ledgers: str | Path | None = None,
) -> tuple[Memory, CorpusReport | None]:
    """A memory over a corpus (in a temporary store) or over a store, and a report on the rows of the corpus, ``None``
    for a store: ``memory, report = await open_memory("snippets.jsonl")``. Close the memory when done; ``async with
    memory`` does.

    ``ledgers`` is a file for what the runs over a store note, made where it is not there; without it that is gone when
    the memory is closed. A run that another process is to go on with needs such a file, and a checkpointer that lasts.

    Raises ``InputError`` unless exactly one of the two is given, and for whatever is wrong with it.
    """
    check_one_source(corpus, store)
    if not isinstance(store, str | Path | None):
        raise InputError(
            f"the store is a {type(store).__name__}: give its folder or url; a store of your own goes into memory=Memory.over(store)"
        )
    source = Source(corpus, store, None, embeddings, fields, bad_rows)
    if store is not None:
        return await Memory.open(store, cached_embedder(embeddings), create=False, ledgers=ledgers), None
    return await source.in_memory(ledgers)


def check_one_source(corpus: Corpus | None, store: str | Path | None) -> None:
    """``InputError`` where both are given, or neither."""
    if (corpus is None) == (store is None):
        raise InputError("give either a corpus (a file or folder of snippets) or a store (made by castalia ingest)")


def _check_unread(fields: Mapping[str, str] | None, given: str) -> None:
    """``InputError`` for the fields of a corpus where none is read."""
    if fields:
        raise InputError(f"fields say how to read a corpus, and {given} was read before: leave them out")


def _lasting(store: str | Path) -> str:
    """A store's name that holds in any working directory, without secrets."""
    return str(server_url(store)) if is_url(store) else str(expand(store).resolve())
