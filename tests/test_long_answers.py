"""A server that never stops answering, or packs much into little, is read only so far, once, and told of in one
line."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import socketserver
import threading
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest
from castalia.memory import server_client
from castalia.memory.errors import CastaliaError
from castalia.memory.server_store import ServerStore
from castalia.tools.doors.chat_models import chat_model
from castalia.tools.models import langchain_chat, openai_embeddings
from castalia.tools.models.account import Account
from castalia.tools.models.chat import Call, Message, ModelError
from castalia.tools.models.embeddings import embedder
from castalia.tools.models.gate import Gate

MOST = 1_000_000
BUFFERS = 20_000_000  # bytes that two sockets and the kernel may hold between them
HEAD = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n"
PACKED = gzip.compress(b"x" * 8 * MOST)


class Endless(socketserver.BaseRequestHandler):
    """Begins a text, and goes on with it until nobody listens any more."""

    server: Any

    def handle(self) -> None:
        """One request."""
        self.server.requests += 1
        with contextlib.suppress(OSError):
            self.request.recv(65536)
            if self.server.is_packed:
                head = f"{HEAD}Content-Encoding: gzip\r\nContent-Length: {len(PACKED)}\r\n\r\n"
                self.request.sendall(head.encode() + PACKED)
                return
            self.request.sendall(f'{HEAD}\r\n{{"choices":[{{"message":{{"content":"'.encode())
            while self.server.sent < MOST + BUFFERS:
                self.server.sent += self.request.send(b"x" * 65536)


@pytest.fixture(params=["endless", "packed"])
def server(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    for module in (server_client, langchain_chat, openai_embeddings):
        monkeypatch.setattr(module, "MOST_BYTES", MOST)
    serving: Any = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Endless)
    with serving as made:
        made.daemon_threads = True
        made.requests, made.sent, made.is_packed = 0, 0, request.param == "packed"
        threading.Thread(target=made.serve_forever, args=(0.02,), daemon=True).start()
        monkeypatch.setenv("OPENAI_BASE_URL", f"http://127.0.0.1:{made.server_address[1]}/v1")
        yield made
        made.shutdown()


async def asked(address: str) -> None:
    call = Call("writer", (Message("user", "Go on."),))
    await Gate().ask(chat_model(f"openai:m@{address}/v1"), call, Account())


async def embedded(_: str) -> None:
    made = embedder("openai:m")
    assert made is not None
    await made.embed_documents(["reef"])


async def opened(address: str) -> None:
    await ServerStore.open(f"{address}/reefs")


@pytest.mark.parametrize(
    ("ask", "kind", "told"),
    [
        (asked, ModelError, r"^the model \S+: the server does not stop answering; .* more than 1,000,000 bytes\)$"),
        (
            embedded,
            CastaliaError,
            r"^the embeddings openai:m failed: the server does not stop answering; is the address right\?$",
        ),
        (opened, CastaliaError, r"^cannot open the store \S+: its answer has more than 1,000,000 bytes; check "),
    ],
)
def test_an_answer_without_end_is_read_so_far_and_not_asked_for_again(
    ask: Callable[[str], Awaitable[None]], kind: type[CastaliaError], told: str, server: Any
) -> None:
    address = f"http://127.0.0.1:{server.server_address[1]}"
    with pytest.raises(kind, match=told):
        asyncio.run(asyncio.wait_for(ask(address), 30))
    assert server.requests == 1
    assert server.sent < MOST + BUFFERS
