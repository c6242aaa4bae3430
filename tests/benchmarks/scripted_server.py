"""A server in a process of its own that answers as the scripted model would, so many seconds after each request."""

from __future__ import annotations

import asyncio
import hashlib
import json
import math
import statistics
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from urllib.request import urlopen

from castalia.tools.models.chat import Call, Message
from castalia.tools.scripted.scripted_model import good_answer


@contextmanager
def scripted_server(delay: float) -> Iterator[str]:
    """The address of a server in a process of its own that answers ``delay`` seconds after each request."""
    command = [sys.executable, __file__, str(delay)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None and process.stdout is not None
        try:
            yield f"http://127.0.0.1:{int(process.stdout.readline())}"
        finally:
            process.stdin.close()


def told_by(url: str) -> dict[str, float]:
    """What the server counted since it was last asked."""
    with urlopen(f"{url}/stats") as answer:
        found: dict[str, float] = json.load(answer)
    return found


class Answers:
    """What to answer, by the digest of the request's body; worked out once."""

    def __init__(self) -> None:
        self.kept: dict[bytes, bytes] = {}
        self.requests = self.worked_out = self.under_way = self.most_at_once = 0
        self.late: list[float] = []

    def answer(self, body: bytes) -> bytes:
        self.requests += 1
        key = hashlib.sha256(body).digest()
        if key not in self.kept:
            self.worked_out += 1
            self.kept[key] = _response(_completion(json.loads(body)))
        return self.kept[key]

    def stats(self) -> dict[str, float]:
        """Since it was last asked."""
        late = sorted(self.late) or [0.0]
        found = {
            "requests": self.requests,
            "worked out": self.worked_out,
            "most at once": self.most_at_once,
            "late ms, median": round(1000 * statistics.median(late), 2),
            "late ms, worst": round(1000 * late[-1], 2),
        }
        self.requests = self.worked_out = self.most_at_once = 0
        self.late.clear()
        return found


class Connection(asyncio.Protocol):
    """One connection of HTTP/1.1, one request after the other; each is answered ``delay`` seconds after it came in."""

    def __init__(self, answers: Answers, delay: float) -> None:
        self._answers, self._delay = answers, delay
        self._buffer = bytearray()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        end = self._buffer.find(b"\r\n\r\n")
        if end < 0:
            return
        head = bytes(self._buffer[:end]).lower()
        length = int(head.partition(b"content-length:")[2].partition(b"\r\n")[0] or 0)
        if len(self._buffer) < end + 4 + length:
            return
        body = bytes(self._buffer[end + 4 : end + 4 + length])
        self._buffer.clear()
        if head.startswith(b"get"):
            self._transport.write(_response(self._answers.stats()))
            return
        loop = asyncio.get_running_loop()
        due = loop.time() + self._delay
        self._answers.under_way += 1
        self._answers.most_at_once = max(self._answers.most_at_once, self._answers.under_way)
        response = self._answers.answer(body)
        loop.call_at(due, self._send, response, due)

    def _send(self, response: bytes, due: float) -> None:
        self._answers.under_way -= 1
        self._answers.late.append(asyncio.get_running_loop().time() - due)
        self._transport.write(response)


async def serve(delay: float) -> None:
    """Listen on a port of the system's choice, tell it on stdout, and answer until stdin ends."""
    loop = asyncio.get_running_loop()
    answers = Answers()
    server = await loop.create_server(lambda: Connection(answers, delay), "127.0.0.1", 0, backlog=256)
    print(server.sockets[0].getsockname()[1], flush=True)
    await loop.run_in_executor(None, sys.stdin.read)
    server.close()


def _completion(body: Mapping[str, Any]) -> dict[str, Any]:
    """The scripted model's good answer to a request, as the body of a response."""
    messages = tuple(Message(one["role"], one["content"]) for one in body["messages"])
    wanted = (body.get("response_format") or {}).get("json_schema") or {}
    text = good_answer(Call("", messages, wanted.get("schema"), wanted.get("name", "")))
    prompt, completion = math.ceil(sum(len(one.text) for one in messages) / 4), math.ceil(len(text) / 4)
    return {
        "id": "chatcmpl-test",
        "object": "chat.completion",
        "created": 0,
        "model": body["model"],
        "choices": [{"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": prompt, "completion_tokens": completion, "total_tokens": prompt + completion},
    }


def _response(content: Mapping[str, Any]) -> bytes:
    data = json.dumps(content).encode("utf-8")
    return b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s" % (len(data), data)


if __name__ == "__main__":
    asyncio.run(serve(float(sys.argv[1])))
