"""Pages in processes of their own that are killed on the way, and the counting server that they ask.

The server's answer is a function of the prompt (that of the scripted model), so that a run that goes on has to come to
the page of one that was never killed, and every request that comes twice was paid for twice. Not a
test file.
"""

from __future__ import annotations

import hashlib
import json
import os
import signal
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import chat_server
import forked
from castalia.tools.models.chat import Call, Message
from castalia.tools.scripted.scripted_model import good_answer

SPENT = ("model_calls", "replayed_calls", "failed_calls", "tokens", "cost")  # what a call that was under way adds to

# Ends its own process without a word once a checkpoint was written so many times.
DYING = """
import os, sys
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver as Saver
number, put, seen = int(sys.argv.pop(1)), Saver.aput, []
async def aput(self, *given, **more):
    found = await put(self, *given, **more)
    seen.append(1)
    if len(seen) == number:
        os.kill(os.getpid(), 9)
    return found
Saver.aput = aput
"""
AT_CHECKPOINT = f"{DYING}from castalia.graphs.cli import main\nsys.exit(main(sys.argv[1:]))\n"


class CountingServer:
    """``with CountingServer() as server``: answers like the scripted model after ``delay`` seconds; ``asked`` counts
    requests by their digest; at the request ``kill_at`` (from 1) the process ``victim`` is killed."""

    def __init__(self, delay: float = 0.02) -> None:
        self.asked: Counter[str] = Counter()
        self.victim: subprocess.Popen[str] | forked.Forked | None = None
        self.kill_at = 0
        self.kill_by = signal.SIGKILL
        self._lock = threading.Lock()
        self._server = chat_server.ChatServer(self._answer, delay=delay)

    def __enter__(self) -> CountingServer:
        self._server.__enter__()
        return self

    def __exit__(self, *error: Any) -> None:
        self._server.__exit__(*error)

    @property
    def spec(self) -> str:
        return f"openai:test@{self._server.url}"

    @property
    def chats(self) -> list[Any]:
        """The requests, in the order in which they came."""
        return list(self._server.chats)

    @property
    def repeated(self) -> int:
        """Requests that had been made before."""
        return sum(count - 1 for count in self.asked.values())

    def kill_after(self, requests: int, by: signal.Signals) -> None:
        """Send the victim this signal at a request, counted from now on; 0: at none."""
        self.kill_by = by
        self.kill_at = self.asked.total() + requests if requests else 0

    def forget(self) -> None:
        self.asked.clear()
        self.kill_at = 0

    def _answer(self, body: Mapping[str, Any]) -> str:
        if "messages" not in body:  # who sent it was killed meanwhile
            return ""
        with self._lock:
            self.asked[hashlib.sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()] += 1
            if self.kill_at and self.victim is not None and self.asked.total() == self.kill_at:
                self.victim.send_signal(self.kill_by)
        messages = tuple(Message(one["role"], one["content"]) for one in body["messages"])
        wanted = (body.get("response_format") or {}).get("json_schema") or {}
        return good_answer(Call("", messages, wanted.get("schema"), wanted.get("name", "")))


def page_run(
    server: CountingServer,
    arguments: Sequence[str],
    kill_at_request: int = 0,
    kill_at_checkpoint: int = 0,
    by: signal.Signals = signal.SIGKILL,
) -> tuple[int, str]:
    """Run the command line in a process of its own, perhaps killed (at a request ``by`` another signal); its exit code
    (-9: killed) and stderr."""
    begin = ["-c", AT_CHECKPOINT, str(kill_at_checkpoint)] if kill_at_checkpoint else ["-m", "castalia.graphs"]
    server.kill_after(kill_at_request, by)
    env = {**os.environ, "OPENAI_API_KEY": "none", "CASTALIA_MODEL_KEY": "none"}
    server.victim = subprocess.Popen(
        [sys.executable, *begin, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=env
    )
    _, told = server.victim.communicate(timeout=300)
    return server.victim.returncode, told


def killed_run(
    server: CountingServer,
    arguments: Sequence[str],
    at_request: int = 0,
    at_checkpoint: int = 0,
    by: signal.Signals = signal.SIGKILL,
) -> tuple[int, str]:
    """The same in a process that need not import anything; its hashes are not those of the process that goes on."""
    server.kill_after(at_request, by)
    dying = (DYING, [str(at_checkpoint)]) if at_checkpoint else ("", [])
    with forked.Forked([*dying[1], *arguments], code=dying[0]) as victim:
        server.victim = victim
        _, told = victim.communicate()
    assert victim.returncode is not None
    return victim.returncode, told


def page_of(folder: Path) -> dict[str, Any]:
    """The page, without what was spent on it."""
    page: dict[str, Any] = json.loads((folder / "page.json").read_text())
    for name in SPENT:
        page["stats"].pop(name)
    return page
