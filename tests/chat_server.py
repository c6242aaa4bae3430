"""A real HTTP server that speaks chat completions and embeddings, answers by a function, and misbehaves by a script.

Loopback only, one thread a connection, on a port of the system's choice. Not a test file::

    with ChatServer(lambda body: "hello", script=[rate_limited(retry_after=0.1), None, dropped()]) as server:
        ... server.url ...          # http://127.0.0.1:PORT/v1
        server.count, server.requests[0].body, server.most_at_once

Each chat request takes the next step of the script; ``None``, or a script that is used up, means the plain answer.
Streaming requests are answered in one chunk.
"""

from __future__ import annotations

import base64
import hashlib
import json
import socket
import struct
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, NamedTuple

Body = Mapping[str, Any]


class Step(NamedTuple):
    """How one request is answered. The plain step asks the server's answer function and says what it says."""

    text: str | None = None  # instead of the answer function's
    finish: str = "stop"
    refusal: str | None = None
    status: int = 200
    error: Mapping[str, Any] | None = None  # the "error" of the answer's body, for a status that is not 200
    raw: str | None = None  # the whole body as it is, whatever the status
    headers: Mapping[str, str] = {}
    stall: float = 0.0  # seconds of silence before anything is sent
    drop: str = ""  # "before" or "midway": when the connection is cut
    usage: bool = True  # whether tokens are told


class Request(NamedTuple):
    """A request as it came in. Header names are in lower case."""

    path: str
    headers: Mapping[str, str]
    body: Mapping[str, Any]
    at: float  # time.monotonic() of its arrival


def text(content: str, finish: str = "stop") -> Step:
    """This very answer."""
    return Step(text=content, finish=finish)


def empty() -> Step:
    return Step(text="")


def truncated(content: str) -> Step:
    """An answer that ran into its length limit."""
    return Step(text=content, finish="length")


def filtered(content: str = "") -> Step:
    """The answer's content filter stepped in: status 200, finish reason ``content_filter``."""
    return Step(text=content, finish="content_filter")


def prompt_filtered() -> Step:
    """The prompt's content filter stepped in (Azure's way): status 400, code ``content_filter``."""
    return failing(400, "The prompt was filtered by the content management policy", code="content_filter")


def refused(reason: str = "I can't help with that.") -> Step:
    return Step(text="", refusal=reason)


def rate_limited(retry_after: float | str | None = None) -> Step:
    """429. ``retry_after`` is the header as it goes out: seconds or an HTTP date; ``None`` for no header."""
    headers = {} if retry_after is None else {"Retry-After": str(retry_after)}
    return failing(429, "Rate limit reached for requests", code="rate_limit_exceeded", headers=headers)


def out_of_quota() -> Step:
    """429 as well, but waiting does not help."""
    return failing(429, "You exceeded your current quota", code="insufficient_quota")


def failing(
    status: int = 500,
    message: str = "The server had an error",
    *,
    code: str = "",
    headers: Mapping[str, str] | None = None,
) -> Step:
    """Any HTTP error with a body like OpenAI's."""
    error = {"message": message, "type": "error", "param": None, "code": code or None}
    return Step(status=status, error=error, headers=headers or {})


def context_too_long() -> Step:
    return failing(
        400,
        "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens.",
        code="context_length_exceeded",
    )


def no_response_format(kind: str = "json_schema") -> Step:
    """400 of an endpoint that does not know this kind of ``response_format``."""
    message = f"Invalid parameter: 'response_format' of type '{kind}' is not supported with this model."
    return failing(400, message)


def dropped(midway: bool = False) -> Step:
    """The connection is cut: before a byte is sent, or in the middle of the answer."""
    return Step(drop="midway" if midway else "before")


def stalled(seconds: float = 30.0) -> Step:
    """Silence for so long (or until the server is closed), then the plain answer."""
    return Step(stall=seconds)


def raw(content: str, status: int = 200, content_type: str = "application/json") -> Step:
    """A body that need not be JSON at all, such as a proxy's error page."""
    return Step(raw=content, status=status, headers={"Content-Type": content_type})


def prompt_of(body: Body) -> str:
    """All texts of a chat request's messages, a blank line between them."""
    return "\n\n".join(str(message.get("content") or "") for message in body.get("messages", ()))


def vector_of(content: str, length: int = 8) -> list[float]:
    """A vector that is the same for the same text, and hardly ever for another."""
    digest = hashlib.sha256(content.encode("utf-8", "replace")).digest()
    return [digest[place % len(digest)] / 255.0 + 0.01 for place in range(length)]


class ChatServer:
    """``with ChatServer(answer) as server``: requests to ``server.url`` are answered by ``answer(body)``, a text or a
    ``Step``.

    ``script``: steps for the first chat requests, in order of arrival. ``embedding_script``: the same for embeddings
    (of its steps only status, raw, headers, stall and drop matter). ``delay``: seconds that every answer takes.
    ``formats``: the kinds of ``response_format`` the endpoint knows; others get 400. ``cached``: share of the prompt's
    tokens said to be cached.
    """

    def __init__(
        self,
        answer: Callable[[Body], str | Step] = lambda body: "An answer.",
        *,
        script: Iterable[Step | None] = (),
        embed: Callable[[str], Sequence[float]] = vector_of,
        embedding_script: Iterable[Step | None] = (),
        delay: float = 0.0,
        formats: Sequence[str] = ("text", "json_object", "json_schema"),
        cached: float = 0.0,
    ) -> None:
        self.answer, self.embed, self.delay, self.formats, self.cached = answer, embed, delay, tuple(formats), cached
        self.requests: list[Request] = []
        self.failures: list[BaseException] = []  # what the answer function raised; raised again when the server closes
        self.most_at_once = 0
        self.connections = 0
        self.closing = threading.Event()
        self._script, self._embedding_script = deque(script), deque(embedding_script)
        self._at_once = 0
        self._lock = threading.Condition()
        self._http = _Http(self)
        self.root = f"http://127.0.0.1:{self._http.server_address[1]}"
        self.url = self.root + "/v1"

    def __enter__(self) -> ChatServer:
        threading.Thread(target=self._http.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.closing.set()
        self._http.shutdown()
        self._http.server_close()
        if self.failures and error is None:
            raise self.failures[0]

    @property
    def count(self) -> int:
        """Requests so far, of all kinds."""
        return len(self.requests)

    @property
    def chats(self) -> list[Request]:
        """The chat requests, in order of arrival."""
        return [request for request in list(self.requests) if request.path.endswith("/chat/completions")]

    @property
    def embeddings(self) -> list[Request]:
        """The embedding requests, in order of arrival."""
        return [request for request in list(self.requests) if request.path.endswith("/embeddings")]

    def wait_for(self, count: int, timeout: float = 10.0) -> bool:
        """Block until so many requests have arrived; whether they have. (From a coroutine: by
        ``asyncio.to_thread``.)"""
        with self._lock:
            return self._lock.wait_for(lambda: len(self.requests) >= count, timeout)

    def push(self, *steps: Step | None) -> None:
        """Steps for the next chat requests, after those that are still to come."""
        with self._lock:
            self._script.extend(steps)

    def arrived(self, request: Request) -> Step:
        """Note the request and take its step."""
        script = self._embedding_script if request.path.endswith("/embeddings") else self._script
        with self._lock:
            self.requests.append(request)
            self._lock.notify_all()
            self._at_once += 1
            self.most_at_once = max(self.most_at_once, self._at_once)
            return (script.popleft() if script else None) or Step()

    def left(self) -> None:
        with self._lock:
            self._at_once -= 1

    def connected(self) -> None:
        with self._lock:
            self.connections += 1


class _Http(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = 256

    def __init__(self, chat: ChatServer) -> None:
        self.chat = chat
        super().__init__(("127.0.0.1", 0), _Handler)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Clients that hang up are part of the tests."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: _Http

    def setup(self) -> None:
        super().setup()
        self.server.chat.connected()

    def log_message(self, format: str, *args: Any) -> None:
        """Silent."""

    def do_GET(self) -> None:
        self._send(404, json.dumps({"error": {"message": "not found"}}), {})

    def do_POST(self) -> None:
        chat = self.server.chat
        body = json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))) or b"{}")
        path = self.path.partition("?")[0]
        request = Request(path, {name.lower(): value for name, value in self.headers.items()}, body, time.monotonic())
        step = chat.arrived(request)
        try:
            reply = self._reply(request, step)
        finally:
            chat.left()  # before the answer goes out: the client may send its next request at once
        if reply is not None:
            self._send(*reply)

    def _reply(self, request: Request, step: Step) -> tuple[int, str, Mapping[str, str]] | None:
        chat, body = self.server.chat, request.body
        if request.path.endswith("/embeddings"):
            content = None if _cut_short(step) else json.dumps(_embedded(body, chat.embed))
        elif not request.path.endswith("/chat/completions"):
            return 404, json.dumps({"error": {"message": f"no such path: {request.path}"}}), {}
        else:
            known = str((body.get("response_format") or {"type": "text"}).get("type"))
            if known not in chat.formats and not _cut_short(step):
                step = no_response_format(known)
            content = None
            if not _cut_short(step):
                if step.text is None:  # the answer function's own step may stall or drop as well
                    try:
                        answer = chat.answer(body)
                    except Exception as error:  # noqa: BLE001 (told when the server closes)
                        chat.failures.append(error)
                        answer = failing(500, "the test's answer function failed")
                    step = (
                        answer._replace(stall=step.stall or answer.stall, drop=step.drop or answer.drop)
                        if isinstance(answer, Step)
                        else step._replace(text=answer)
                    )
                if not _cut_short(step):
                    content = (
                        _chunks(body, step) if body.get("stream") else json.dumps(_completion(body, step, chat.cached))
                    )
        wait = chat.delay + step.stall
        if wait and chat.closing.wait(wait):
            self._cut()
            return None
        if step.drop:
            self._cut(content or "" if step.drop == "midway" else "")
            return None
        if content is None:
            content = step.raw if step.raw is not None else json.dumps({"error": step.error})
        headers = {"Content-Type": "text/event-stream"} if body.get("stream") and step.status == 200 else {}
        return step.status, content, {**headers, **step.headers}

    def _send(self, status: int, content: str, headers: Mapping[str, str]) -> None:
        data = content.encode("utf-8")
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", **headers, "Content-Length": str(len(data))}.items():
            self.send_header(name, value)
        self._headers_buffer.extend((b"\r\n", data))  # type: ignore[attr-defined]  # one packet
        self.flush_headers()

    def _cut(self, content: str = "") -> None:
        """Hang up; with content, after its first half."""
        self.close_connection = True
        if content:
            data = content.encode("utf-8")
            head = f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {len(data)}\r\n\r\n"
            self.wfile.write(head.encode("ascii") + data[: len(data) // 2])
        self.connection.shutdown(socket.SHUT_RDWR)


def _cut_short(step: Step) -> bool:
    """Whether the step says all there is to send."""
    return step.status != 200 or step.raw is not None or step.drop == "before"


def _completion(body: Body, step: Step, cached: float) -> dict[str, Any]:
    message = {"role": "assistant", "content": step.text, "refusal": step.refusal}
    prompt, completion = _tokens(prompt_of(body)), _tokens(step.text or "")
    usage = {
        "prompt_tokens": prompt,
        "completion_tokens": completion,
        "total_tokens": prompt + completion,
        "prompt_tokens_details": {"cached_tokens": int(prompt * cached)},
    }
    return {
        "id": "chatcmpl-test",
        "object": "chat.completion",
        "created": 0,
        "model": body.get("model", "test"),
        "choices": [{"index": 0, "message": message, "finish_reason": step.finish, "logprobs": None}],
        **({"usage": usage} if step.usage else {}),
    }


def _chunks(body: Body, step: Step) -> str:
    whole = _completion(body, step, 0.0)
    head = {key: whole[key] for key in ("id", "created", "model")} | {"object": "chat.completion.chunk"}
    delta = whole["choices"][0]["message"]
    said = head | {"choices": [{"index": 0, "delta": delta, "finish_reason": None}]}
    ended = head | {"choices": [{"index": 0, "delta": {}, "finish_reason": step.finish}]}
    counted = [head | {"choices": [], "usage": whole["usage"]}] if step.usage else []
    return "".join(f"data: {json.dumps(one)}\n\n" for one in (said, ended, *counted)) + "data: [DONE]\n\n"


def _embedded(body: Body, embed: Callable[[str], Sequence[float]]) -> dict[str, Any]:
    given = body.get("input", "")
    texts = [given] if isinstance(given, str) else list(given)
    packed = body.get("encoding_format") == "base64"
    rows = [
        {"object": "embedding", "index": index, "embedding": _packed(vector) if packed else vector}
        for index, vector in enumerate(list(embed(str(one))) for one in texts)
    ]
    tokens = sum(_tokens(str(one)) for one in texts)
    usage = {"prompt_tokens": tokens, "total_tokens": tokens}
    return {"object": "list", "data": rows, "model": body.get("model", "test"), "usage": usage}


def _packed(vector: Sequence[float]) -> str:
    return base64.b64encode(struct.pack(f"<{len(vector)}f", *vector)).decode("ascii")


def _tokens(content: str) -> int:
    return (len(content) + 3) // 4
