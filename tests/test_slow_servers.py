"""A server that sends a byte now and then, and never a whole answer, is not waited for for ever."""

from __future__ import annotations

import asyncio
import contextlib
import socketserver
import threading
import time
from collections.abc import Awaitable, Callable, Iterator

import pytest
from castalia.memory import server_client
from castalia.memory.errors import CastaliaError
from castalia.memory.server_store import ServerStore
from castalia.tools.models import openai_embeddings
from castalia.tools.models.embeddings import embedder

LIMIT = 0.4  # seconds
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 9999\r\n\r\n"


class Dribbling(socketserver.BaseRequestHandler):
    """Begins an answer, and goes on with white space until nobody listens any more."""

    def handle(self) -> None:
        """One request."""
        with contextlib.suppress(OSError):
            self.request.recv(65536)
            self.request.sendall(HEAD)
            while True:
                self.request.sendall(b" ")
                time.sleep(LIMIT / 8)


@pytest.fixture
def address() -> Iterator[str]:
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Dribbling) as server:
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


async def opened(address: str) -> None:
    await ServerStore.open(f"{address}/reefs")


async def embedded(_: str) -> None:
    made = embedder("openai:m")
    assert made is not None
    await made.embed_documents(["reef"])


@pytest.mark.parametrize(
    ("ask", "told"),
    [
        (opened, r"^cannot open the store \S+: its server did not answer within 0\.4 s; "),
        (embedded, r"^the embeddings openai:m failed \(TimeoutError: no whole answer in 0\.4 s\): check "),
    ],
)
def test_an_answer_that_comes_by_single_bytes_has_an_end(
    ask: Callable[[str], Awaitable[None]], told: str, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_client, "TIMEOUT", LIMIT)
    monkeypatch.setattr(openai_embeddings, "TIMEOUT", LIMIT)
    monkeypatch.setattr("castalia.memory.retries.FIRST_PAUSE", 0.0)
    monkeypatch.setenv("OPENAI_BASE_URL", f"{address}/v1")
    with pytest.raises(CastaliaError, match=told):
        asyncio.run(asyncio.wait_for(ask(address), 30))
