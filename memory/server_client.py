"""Calls to a Qdrant server: a client for each event loop, another attempt where one may help, and one clear line where
none does.

No snippets here. ``qdrant_client`` takes a second to import: whoever has no url of a server never imports this file.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeVar
from weakref import WeakKeyDictionary

import httpx
from castalia.memory.errors import StoreError, one_line
from castalia.memory.http_clients import client_made, key_in, or_proxy
from castalia.memory.long_answers import LongAnswerError, at_most
from castalia.memory.retries import ATTEMPTS, retried, retry_after
from castalia.memory.server_urls import KEY, ServerUrl
from castalia.memory.waits import to_its_end
from qdrant_client import AsyncQdrantClient
from qdrant_client.common.client_exceptions import QdrantException, ResourceExhaustedResponse
from qdrant_client.http.exceptions import ApiException, ResponseHandlingException, UnexpectedResponse

AT_ONCE = 16  # requests; a page asks for a hundred snippets at a time, each for itself
TIMEOUT = 60  # seconds that a request may take in all; an exact search among millions of vectors takes its time
MOST_BYTES = 200_000_000  # of an answer: a read of 1,000 snippets, each of them long, takes a tenth
_NO_JSON = (ValueError, RecursionError)  # of an answer: other letters, numbers too long to read, brackets in brackets

Connect = Callable[[], AsyncQdrantClient]
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Connection:
    """What belongs to one event loop: the client, the lock of those who write, and the slots of those who ask."""

    client: AsyncQdrantClient
    writing: asyncio.Lock
    slots: asyncio.Semaphore


class ServerClient:
    """The server of one store. ``connect`` makes its client (default: by url, with the key in ``QDRANT_API_KEY``)."""

    def __init__(self, url: ServerUrl, connect: Connect | None = None) -> None:
        self.url = url
        self._key = key_in(KEY)
        self._connect = connect or self._by_url
        self._connections: WeakKeyDictionary[asyncio.AbstractEventLoop, Connection] = WeakKeyDictionary()
        self._lock = threading.Lock()
        self._closed = False

    @property
    def is_closed(self) -> bool:
        """Whether it was let go of."""
        return self._closed

    @property
    def connection(self) -> Connection:
        """That of the running event loop: a connection cannot be used in another one than the one that made it."""
        with self._lock:
            if self._closed:
                raise StoreError(f"the store {self.url} is closed: open it again")
            loop = asyncio.get_running_loop()
            if loop not in self._connections:
                self._connections[loop] = Connection(self._connect(), asyncio.Lock(), asyncio.Semaphore(AT_ONCE))
            return self._connections[loop]

    async def ask(
        self, doing: str, call: Callable[[AsyncQdrantClient], Awaitable[Result]], attempts: int = ATTEMPTS
    ) -> Result:
        """The server's answer to a call that may be made twice; ``StoreError`` in one line where there is none."""
        connection = self.connection

        async def limited() -> Result:
            async with asyncio.timeout(TIMEOUT):  # the client's own limit starts again with every byte
                return await call(connection.client)

        with self._told(f"cannot {doing} the store {self.url}"):
            async with connection.slots:
                return await retried(limited, _pause, attempts)

    async def close(self) -> None:
        """Let go of the connections. Closing twice is fine."""
        with self._lock:
            self._closed = True
            mine = self._connections.pop(asyncio.get_running_loop(), None)
            self._connections.clear()  # those of other loops went, or go, with their loops
        if mine is not None:
            await to_its_end(mine.client.close())

    def _by_url(self) -> AsyncQdrantClient:
        # The key goes into a header of ours: as an argument, every plain http:// address would be warned of on stderr.
        headers = {"api-key": self._key} if self._key else None
        with client_made():
            return AsyncQdrantClient(
                url=self.url.server,
                headers=headers,
                timeout=TIMEOUT,
                check_compatibility=False,
                event_hooks={"response": [at_most(MOST_BYTES)]},
            )

    @contextmanager
    def _told(self, what: str) -> Iterator[None]:
        try:
            yield
        except (ApiException, QdrantException, *_NO_JSON, AssertionError, TimeoutError) as error:
            line = one_line(_reason(error, bool(self._key)))
            if self._key:
                line = line.replace(self._key, "…")
            raise StoreError(f"{what}: {line}") from None  # the cause holds the request, and with it the key


def _pause(error: Exception) -> float | None:
    """How long to wait before another attempt, or ``None`` where that is of no use."""
    if isinstance(error, ResourceExhaustedResponse):
        return float(error.retry_after_s)
    if isinstance(error, QdrantException):  # of a 429 whose pause is no whole number, which the message ends with
        return retry_after({"retry-after": str(error).rpartition(": ")[2]}) or 0.0
    if isinstance(error, UnexpectedResponse):
        return 0.0 if error.status_code in (429, 502, 503, 504) else None
    if isinstance(error, ResponseHandlingException):
        return 0.0 if isinstance(error.source, httpx.NetworkError | httpx.RemoteProtocolError) else None
    return None


def _reason(error: Exception, keyed: bool) -> str:
    """What is wrong, and what to do."""
    source = error.source if isinstance(error, ResponseHandlingException) else error
    if isinstance(source, httpx.TimeoutException | TimeoutError):
        return f"its server did not answer within {TIMEOUT} s; see whether it is overloaded, or try again"
    if isinstance(error, ResponseHandlingException):
        if isinstance(source, httpx.TransportError):
            said = str(source) or type(source).__name__
            return f"its server cannot be reached ({said}); check the address, and that it runs{or_proxy()}"
        if isinstance(source, LongAnswerError):
            return f"{source}; check the address"
        return "what answers there is no Qdrant server; check the address"
    if isinstance(error, _NO_JSON):
        return "what answers there is no Qdrant server; check the address"
    if isinstance(error, AssertionError):  # how the client takes an answer without a result
        return "the server's answer holds no result; check the address and the server's log"
    if not isinstance(error, UnexpectedResponse):
        return f"the server refuses for now ({error}); try again later"
    if error.status_code in (401, 403):
        return (
            f"the server refuses the key in {KEY} ({error.status_code}); check it, and what it may do"
            if keyed
            else f"the server wants a key ({error.status_code}); set {KEY}"
        )
    if error.status_code in (502, 503, 504):
        return f"its server is not available ({error.status_code}); try again later"
    said = _said(error)
    shown = f" ({said})" if said else ""
    return f"the server answers {error.status_code}{shown}; check the address and the server's log"


def _said(error: UnexpectedResponse) -> str:
    """The server's own words, or "" where it shows a page."""
    try:
        said = str(error.structured()["status"]["error"])
    except (ValueError, LookupError, TypeError, RecursionError):
        said = error.content.decode("utf-8", "replace").strip()
    return "" if said.startswith("<") else said[:200]
