"""The two memories of a run: the library that runs share, and the ledgers of each run.

The triplet graph is derived from the log, and kept until the log or the run's snippets change.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import replace
from pathlib import Path

from castalia.memory.ellipsis import abridge
from castalia.memory.errors import InputError, StoreError, UnknownRunError
from castalia.memory.ledgers import Ledgers, Run
from castalia.memory.library import Library
from castalia.memory.memo import Memo
from castalia.memory.paths import named_file
from castalia.memory.protocols import Embedder, SnippetStore
from castalia.memory.records import Snippet, Triplet
from castalia.memory.server_urls import is_url
from castalia.memory.triplet_log import Extraction, TripletLog
from castalia.memory.triplets import TripletGraph
from castalia.memory.waits import open_in_thread, run_in_thread

_MOST_DOCUMENTS = 50_000  # documents of snippets that are remembered, for runs by the hundred


class Memory:
    """What every agent is bound to: ``store`` and ``log`` (the library), ``ledgers`` (the runs), ``memo`` (derived
    values)."""

    def __init__(self, library: Library, log: TripletLog, ledgers: Ledgers) -> None:
        self.library = library
        self.log = log
        self.ledgers = ledgers
        # the tokens of a text; None where the embedding model has no tokenizer here
        self.count_tokens: Callable[[str], int] | None = None
        self._documents: dict[str, str] = {}
        self._derive_anew()

    def _derive_anew(self) -> None:
        """Hold no derived value yet: those of one log mean nothing beside another."""
        self.memo = Memo()
        self._verdicts = Memo(1)
        self._graphs = Memo()  # apart: a page's units ask for one each, which would push out its evidence

    @classmethod
    async def open(
        cls,
        path: str | Path | None = None,
        embedder: Embedder | None = None,
        *,
        create: bool = True,
        ledgers: str | Path | None = None,
    ) -> Memory:
        """Open the library in this folder, or a temporary one that ``close`` removes, or that of a store on a Qdrant
        server, by its url (``http://HOST:6333/COLLECTION``; the key, if it wants one, in ``QDRANT_API_KEY``). The
        ``ledgers`` of the runs of a lasting library may be kept in a file, so that another process can go on with them.

        Raises ``StoreError`` where the folder is no store, is in use, or was built with other embeddings; where the
        server cannot be reached or refuses; where the file cannot be opened or holds something else; ``InputError`` for
        an ``embedder`` that is none: ``tools.models.embeddings.embedder`` makes one of a spec or of a LangChain object.
        """
        if not (embedder is None or hasattr(embedder, "embed_queries")):
            raise InputError(
                f"the embedder is {embedder!r}: give what castalia.tools.models.embeddings.embedder makes of it, or give it to open_memory"
            )
        if path is not None and is_url(path):
            library = await Library.connect(path, embedder, create=create)
        else:
            library = await open_in_thread(lambda: Library.open(path, embedder, create=create), Library.close)
        try:
            memory = cls._of(library, ledgers, path)
            memory.count_tokens = getattr(embedder, "count_tokens", None)
            return memory
        except BaseException:
            await library.close()  # its folder is locked as long as it is open
            raise

    @classmethod
    def over(cls, store: SnippetStore, path: str | Path | None = None, *, ledgers: str | Path | None = None) -> Memory:
        """A memory whose snippets are in a store of your own: any object with the verbs of ``SnippetStore``. ``close``
        closes it, too.

        Triplets and term statistics are kept in the folder ``path``, or in a temporary one; beside a folder
        the ``ledgers`` of runs may be kept in a file. Pages from it can be
        changed by ``rewrite``; ``update`` needs a ``ListedStore``. Raises ``InputError`` for what is no store,
        ``StoreError`` for a folder or a file that cannot be used.
        """
        library = Library.over(store, path)
        try:
            return cls._of(library, ledgers, path)
        except BaseException:
            library.release()  # the store stays its owner's
            raise

    @classmethod
    def _of(cls, library: Library, ledgers: str | Path | None, path: str | Path | None) -> Memory:
        """The memory of this library, whose log and ledgers are opened, both or neither."""
        noted = _ledgers_in(ledgers, path)
        try:
            return cls(library, TripletLog(library.log_path), noted)
        except BaseException:
            noted.close()
            raise

    def __repr__(self) -> str:
        return f"Memory({self.library.told})"

    @property
    def store(self) -> SnippetStore:
        """The corpus C_D."""
        return self.library.snippets

    async def snippets(self, ids: Sequence[str]) -> list[Snippet]:
        """The snippets with these ids, in that order; ``InputError`` names an id that the store does not hold."""
        try:
            return await self.store.get(ids)
        except StoreError:
            raise  # a server's, which says what to do
        except KeyError as error:
            raise InputError(
                f"the store holds no snippet {error}: give the ids of snippets that it does, as its search finds them"
            ) from None

    def run(self, run_id: str) -> Run:
        """The ledgers of one run: curated snippets, questions, queries, feedback, events."""
        return self.ledgers.run(run_id)

    def begun(self, run_id: str) -> Run:
        """The ledgers of a run whose snippets are to be read; ``UnknownRunError`` where they know nothing of it: a page
        would be made of nothing."""
        run = self.run(run_id)
        if not run.is_begun:
            raise UnknownRunError(
                f'the ledgers of this memory, {self.ledgers.told}, know nothing of the run "{run_id}": what it curated, '
                "asked and reviewed is lost, or in another file; open the file that it was begun with, as in "
                'open_memory(…, ledgers="ledgers.sqlite"), or begin a new run. In a graph of your own '
                f'memory.run("{run_id}").curate(0, hits) begins one'
            )
        return run

    def apart(self) -> Memory:
        """A memory of this library with an empty log and empty ledgers in memory: for a trial that leaves no trace."""
        memory = self.noting(Ledgers())
        memory.log = TripletLog()
        memory._derive_anew()
        return memory

    def noting(self, ledgers: Ledgers) -> Memory:
        """A memory of this library and log with these ledgers, which stay the caller's to close: for runs with a file
        of their own."""
        memory = copy(self)
        memory.ledgers = ledgers
        return memory

    async def graph(self, run_id: str, before: int | None = None) -> TripletGraph:
        """The triplet graph over what this run had curated before an iteration (all of it: ``None``), as its extractor
        read it; ``UnknownRunError`` for a run that was not begun in these ledgers."""
        return await self.graph_so_far(self.begun(run_id), before)

    async def graph_so_far(self, run: Run, before: int | None) -> TripletGraph:
        """The triplet graph as ``graph`` gives it, but empty for a run that has curated nothing yet."""
        return await self.graph_of([hit.snippet_id for hit in run.curated(before)], run.extractor, run.vetoed(before))

    async def graph_of(
        self, snippet_ids: Sequence[str], extractor: str, vetoed: frozenset[Triplet] = frozenset()
    ) -> TripletGraph:
        """The triplet graph over these snippets as this extractor read them, without the triplets that a run does not
        want, resolutions by rule recomputed inside the view."""
        documents = await self._documents_of(sorted(set(snippet_ids)))
        return await run_in_thread(self._derived, documents, extractor, vetoed)

    async def _documents_of(self, ids: Sequence[str]) -> dict[str, str]:
        """The document of each snippet. What a snippet is cut from never changes, so it is read once."""
        known = {one: self._documents[one] for one in ids if one in self._documents}
        if unknown := [one for one in ids if one not in known]:
            found = {one.id: one.document for one in await self.snippets(unknown)}
            if len(self._documents) > _MOST_DOCUMENTS:
                self._documents.clear()
            self._documents |= found
            known |= found
        return {one: known[one] for one in ids}

    def _derived(self, documents: Mapping[str, str], extractor: str, vetoed: frozenset[Triplet]) -> TripletGraph:
        """The graph over the snippets that have these documents, derived once for what the log holds: nothing ever
        leaves it, so numbers tell its states apart."""
        verdicts = self.log.verdicts()
        read = len(self.log.has(documents, extractor))
        key = (extractor, tuple(documents.items()), read, verdicts, vetoed)
        found: TripletGraph | None = self._graphs.get(key)
        if found is None:
            extractions = self.log.extractions(documents, extractor)
            if vetoed:
                extractions = {name: _without(one, vetoed) for name, one in extractions.items()}
            resolutions = self._verdicts.get(verdicts)
            if resolutions is None:
                resolutions = self.log.resolutions()
                self._verdicts.keep(len(resolutions), resolutions)
            found = TripletGraph.of(extractions, documents, resolutions)
            self._graphs.keep(key, found)
        return found

    async def close(self) -> None:
        """Write what is pending and let go of every file."""
        self.log.close()
        self.ledgers.close()
        await self.library.close()

    async def __aenter__(self) -> Memory:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()


def _ledgers_in(path: str | Path | None, library: str | Path | None) -> Ledgers:
    """The ledgers in this file, made with its folders; ``None``: in memory. ``InputError`` for a file beside a library
    that is temporary: what the runs read goes with it."""
    if path is None:
        return Ledgers()
    if library is None:
        raise InputError(
            f"the ledgers would be kept in {path}, and the triplets of their runs for this time alone: give a store (made by "
            "castalia ingest) in place of a corpus, or a folder to Memory.over"
        )
    return Ledgers(named_file(path, "file of the ledgers"))


def check_memory(memory: object) -> None:
    """``InputError`` for what is no memory, such as the name of a store."""
    if not isinstance(memory, Memory):
        what = abridge(repr(memory), 60)  # a crew's would fill the screen
        raise InputError(f"the memory is {what}: give an open castalia Memory, the first of what open_memory gives")


def _without(extraction: Extraction, vetoed: frozenset[Triplet]) -> Extraction:
    return replace(extraction, triplets=tuple(one for one in extraction.triplets if one not in vetoed))
