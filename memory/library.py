"""The library: what all runs share. The snippet store, a small cache of what was worked out from it, the place of the
triplet log.

Content-addressed and append-only: nothing here depends on a run, an order of arrival or a clock.
"""

from __future__ import annotations

import importlib.util
import json
import re
import sqlite3
import tempfile
import threading
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, Self

from castalia.memory.cache_folder import cache_folder
from castalia.memory.edge_store import EdgeStore
from castalia.memory.errors import InputError, StoreError, reworded
from castalia.memory.identity import digest, node_id
from castalia.memory.known_ids import KnownIds, keep_known_ids, known_ids_file, read_known_ids
from castalia.memory.own_store import checked
from castalia.memory.paths import expand
from castalia.memory.protocols import Embedder, ListedStore, SnippetStore
from castalia.memory.server_urls import ServerUrl, is_url, server_url, without_secrets
from castalia.memory.sqlite_errors import sqlite_told
from castalia.memory.sqlite_opening import opened
from castalia.memory.waits import run_in_thread

SNIPPETS, CACHE, LOG = "snippets", "library.sqlite", "triplets.sqlite"
SCHEMA = 1
SEEN = 2_000  # snippets of a sample that stands for a store
_TABLE = (
    "CREATE TABLE IF NOT EXISTS cache (kind TEXT, key TEXT, value TEXT NOT NULL, PRIMARY KEY (kind, key)) WITHOUT ROWID"
)
_VERBS = ("add", "search", "get", "sample", "count", "close")  # of a ``SnippetStore``


class Library:
    """A folder with ``snippets/``, ``library.sqlite`` and, by ``log_path``, the triplet log. Open it with
    ``Library.open``.

    With ``Library.connect`` the snippets are on a server, and the folder is one in the user's cache directory, by the
    store's url: all that it holds can be worked out again from the snippets. With ``Library.over`` they are in a store
    of somebody's own.
    """

    def __init__(
        self, path: Path, snippets: SnippetStore, temporary: tempfile.TemporaryDirectory[str] | None = None
    ) -> None:
        self.path = path
        self.snippets = snippets
        # of a store that is not listed: how many snippets it had when last asked, and the fingerprint made then
        self._counted: tuple[int, str] | None = None
        self._cache: sqlite3.Connection | None = _open_cache(path / CACHE)
        self._lock = threading.Lock()
        self._temporary = temporary
        self._place, self._over = str(path), ""  # as it is shown: where, and over whose store

    @classmethod
    def open(cls, path: str | Path | None = None, embedder: Embedder | None = None, *, create: bool = True) -> Self:
        """The library in this folder, made if it is not there (unless ``create`` is false); ``None`` is a temporary
        folder that goes when the library is closed. ``StoreError`` in one line where it cannot be opened."""
        if path is not None:
            check_store_path(path, create)
        temporary = tempfile.TemporaryDirectory(prefix="castalia-") if path is None else None
        inside = f"{temporary.name if temporary else path}/{SNIPPETS}"
        try:
            with told_of_library(inside, str(path if temporary is None else Path(temporary.name).parent)):
                # The store goes first: it knows what is wrong with a path, and its lock keeps a second process out.
                snippets = EdgeStore.open(inside, embedder, create=create)
                try:
                    return cls(snippets.path.parent, snippets, temporary)
                except StoreError:
                    snippets.release()
                    raise
        except StoreError:
            if temporary:
                temporary.cleanup()
            raise

    @classmethod
    async def connect(cls, url: str | Path, embedder: Embedder | None = None, *, create: bool = True) -> Self:
        """The library whose snippets are on a server, at ``http://HOST:PORT/COLLECTION``. ``StoreError`` in one line
        where it cannot be opened; ``InputError`` where ``qdrant-client`` is not installed."""
        where = server_url(url)
        check_server_library(where)
        from castalia.memory.server_store import ServerStore  # takes a second, which folders need not pay

        snippets = await ServerStore.open(url, embedder, create=create)
        try:
            library = cls(cache_folder(*cached_under(where)), snippets)
            library._place = str(where)
            return library
        except BaseException:
            await snippets.close()
            raise

    @classmethod
    def over(cls, snippets: SnippetStore, path: str | Path | None = None) -> Self:
        """The library whose snippets are in this store, which is closed with it. What is worked out from them is kept
        in this folder, made if it is not there; ``None`` is a temporary one that goes when the library is closed."""
        lacks = sorted(name for name in _VERBS if not callable(getattr(snippets, name, None)))
        if lacks:
            raise InputError(
                f"{type(snippets).__name__} is no store: it lacks {', '.join(lacks)}, see castalia.memory.protocols.SnippetStore. Of what only answers "
                "queries, such as a LangChain retriever, castalia.tools.doors.gathering fills a memory"
            )
        if path is not None:
            check_store_path(path)
        temporary = tempfile.TemporaryDirectory(prefix="castalia-") if path is None else None
        folder = Path(temporary.name) if temporary else expand(str(path))
        if (folder / SNIPPETS).exists():
            raise StoreError(f"{folder} holds snippets of its own: name another folder, or open it with Memory.open")
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreError(f"cannot make the folder {folder} ({error.strerror}): choose another one") from error
        try:
            library = cls(folder, checked(snippets), temporary)
        except StoreError:
            if temporary:
                temporary.cleanup()
            raise
        library._over = type(snippets).__name__
        return library

    def __repr__(self) -> str:
        return f"Library({self.told})"

    @property
    def told(self) -> str:
        """Where it is and what it holds, without asking; of a store of somebody's own its kind alone, for what that
        says of itself may take long, or hold a secret."""
        where = "temporary" if self._temporary else repr(self._place)
        return where + (f", over {self._over}" if self._over else str(getattr(self.snippets, "told", "")))

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    @property
    def place(self) -> str:
        """Its folder or url, as a command names it; "" over a store of somebody's own, which no command can open."""
        return "" if self._over else self._place

    @property
    def log_path(self) -> Path:
        """Where the triplet log of this library is kept; the file need not exist yet."""
        return self.path / LOG

    async def fingerprint(self) -> str:
        """Stands for the set of snippets, whatever the order of arrival: a key for what is worked out from all of them.

        Of a store that is no ``ListedStore`` it is made of the number of snippets and of a sample, which in a store
        that only grows is another one whenever the number is."""
        if isinstance(self.snippets, ListedStore):
            return await self.snippets.fingerprint()
        count = await self.snippets.count()
        if self._counted is None or self._counted[0] != count:
            seen = [one.id for one in await self.snippets.sample(SEEN)]
            self._counted = (count, _digits(count, seen))
        return self._counted[1]

    async def held(self) -> KnownIds | None:
        """Which snippets there are now; ``None`` where the store cannot tell."""
        return KnownIds(await self.snippets.beginnings()) if isinstance(self.snippets, ListedStore) else None

    async def keep_known(self) -> None:
        """Note which snippets there are now, under their fingerprint, so that ``known`` can tell later what is new."""
        path = known_ids_file(self.path, await self.fingerprint())
        if not path.exists() and (held := await self.held()) is not None:
            await run_in_thread(keep_known_ids, path, held.beginnings)

    async def known(self, fingerprint: str) -> KnownIds | None:
        """Which snippets there were at this fingerprint; ``None`` where that was not noted."""
        if fingerprint == await self.fingerprint():
            return await self.held()
        return await run_in_thread(read_known_ids, known_ids_file(self.path, fingerprint))

    def cached(self, kind: str, key: str) -> Any | None:
        """The value kept under ``(kind, key)``, or ``None``. Thread-safe."""
        with self._lock, _cache_told(self.path / CACHE):
            row = self._open().execute("SELECT value FROM cache WHERE kind = ? AND key = ?", (kind, key)).fetchone()
            return None if row is None else json.loads(row[0])

    def keep(self, kind: str, key: str, value: Any) -> None:
        """Keep a value of JSON under ``(kind, key)``, in place of what was there. Thread-safe.

        ``TypeError`` or ``ValueError`` for what JSON does not know, numbers that are not finite among it.
        """
        text = json.dumps(value, allow_nan=False, sort_keys=True)  # ASCII: SQLite refuses lone surrogates
        with self._lock, _cache_told(self.path / CACHE), self._open() as cache:
            cache.execute("INSERT OR REPLACE INTO cache VALUES (?, ?, ?)", (kind, key, text))

    async def close(self) -> None:
        """Write what is pending and let go of all files; a temporary folder is removed. Closing twice is fine."""
        try:
            await self.snippets.close()
        finally:  # cancelled, too
            self.release()

    def release(self) -> None:
        """Let go of all but the snippets: what closes without an event loop. Twice is fine."""
        with self._lock:
            cache, self._cache = self._cache, None
        if cache is not None:
            cache.close()
            if self._temporary:
                self._temporary.cleanup()

    def _open(self) -> sqlite3.Connection:
        if self._cache is None:
            raise StoreError(f"the library {self.path} is closed: open it again")
        return self._cache


def is_store(folder: Path) -> bool:
    """Whether this folder is a store, as far as the names of its files tell."""
    return (folder / CACHE).is_file() and (folder / SNIPPETS).is_dir()


@contextmanager
def told_of_library(inside: str, shown: str) -> Iterator[None]:
    """Let errors about the folder of snippets ``inside`` a library name the library's folder instead, as ``shown``:
    that is the one that users know, and would copy. The path of a file in there stays as it is."""
    try:
        yield
    except StoreError as error:
        within = "|".join(re.escape(one) for one in (str(Path(inside).expanduser()), inside))
        raise reworded(error, re.sub(rf"(?:{within})(?![\\/])", lambda _: shown, str(error))) from error


def check_server_library(where: ServerUrl) -> None:
    """``InputError`` where the library that speaks with a Qdrant server is not installed."""
    if importlib.util.find_spec("qdrant_client") is None:
        raise InputError(
            f"the store {where} is on a server, which needs a library: pip install qdrant-client (the extra server)"
        )


def cached_under(where: ServerUrl) -> tuple[str, str]:
    """The folders in the user's cache, one in the other, of what is worked out from a store on a server."""
    return "stores", node_id(str(where))


def _digits(count: int, seen: Sequence[str]) -> str:
    """16 hex digits, like those of a store that knows its own."""
    return digest(str(count), *seen)[:16]


def check_store_path(path: str | Path, create: bool = True) -> None:
    """``StoreError`` for a path at which no library can be opened (nor made, if ``create``)."""
    if is_url(path):
        raise StoreError(
            f"{without_secrets(path)} is a url, and not opened like a folder: use Memory.open, or await Library.connect"
        )
    if not str(path).strip():
        raise StoreError("the path of the store is empty: name its folder")
    folder = expand(path)
    if folder.is_file():
        raise StoreError(
            f"{folder} is a file, and a store is a folder: ingest a file of snippets into one, or give it as the corpus"
        )
    try:
        names = {entry.name for entry in folder.iterdir()} if folder.is_dir() else set()
    except OSError as error:
        raise StoreError(f"cannot read the folder {folder} ({error.strerror}): choose one that you may read") from error
    ours = {name for name in names if name.partition("-")[0] in (SNIPPETS, CACHE, LOG)}
    if names and not ours:
        mend = "give a new or an empty folder" if create else "name the store, or ingest a corpus into another folder"
        raise StoreError(f"{folder} is no store but holds other files: {mend}")


def _open_cache(path: Path) -> sqlite3.Connection:
    with _cache_told(path):
        return opened(path, SCHEMA, _TABLE, "use the version that wrote it")


def _cache_told(path: Path) -> AbstractContextManager[None]:
    return sqlite_told(path, "it is a cache: remove it, then do the same again")
