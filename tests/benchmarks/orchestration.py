"""What orchestration adds to the model's own time: a page against a bare loop that sends the same prompts in the same
order.

    python tests/benchmarks/orchestration.py --repeat 5

A server in a process of its own answers as the scripted model would, 200 ms after each request; its answers are worked
out in a first run, which also records the calls and what waits for what. Then pages and bare loops take turns: both
through ``chat_model``, at the same concurrency, each page from a store that no model has read and that is open, what is
imported out of the way of the garbage collector (``gc.freeze``), as on the command line. Times are medians of the runs,
for a machine is never quiet.

The bare loop keeps the order that the data demand: the snippets of a batch at once, then what the graph needs step by
step, units side by side with each unit's own chain, the editor last. What a page asks for that waits for nothing, it
sends at once.

Then the longest stalls of the event loop during a page, with the line that caused them, and a table of calls and tokens
by role for the presets and the ablations (a scripted model in this process; tokens are characters / 4).
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import hashlib
import json
import math
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any
from urllib.request import urlopen

from castalia.graphs import Settings, generate
from castalia.graphs.ingestion import fill_store
from castalia.graphs.thinking import ROLES, Thinking
from castalia.memory.memory import Memory
from castalia.tools.models.account import Account
from castalia.tools.models.chat import Call, ChatModel, Message, Reply
from castalia.tools.models.chat_models import chat_model
from castalia.tools.models.gate import Gate
from castalia.tools.scripted.scripted_model import ScriptedModel, good_answer

CORPUS = Path(__file__).resolve().parents[2] / "tools" / "sample_coral_reefs.jsonl"
TOPIC = "Coral reef"
MOST_WALL, MOST_CPU = 1.15, 5.0  # targets: ratio of wall times; milliseconds a call beyond the bare loop's
TICK = 0.002  # seconds between two looks at the event loop
SHOWN_STALLS = 6

Numbers = dict[str, float]
Chain = list[list[Call]]  # waves of calls, each of which waits for the one before it
Plan = list[list[Chain]]  # phases, each with chains that run side by side


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; 0 when both targets are met."""
    options = _options().parse_args(arguments)
    if options.serve:
        asyncio.run(serve(options.delay))
        return 0
    with tempfile.TemporaryDirectory(prefix="castalia-orchestration-") as work, _server(options.delay) as url:
        store = Path(work) / "store"
        asyncio.run(fill_store(store, options.corpus))
        bench = Bench(options.topic, store, Path(work), url, options.at_once, options.tape)
        plan, first = asyncio.run(bench.record())
        gc.freeze()  # as the command line does, once all is imported
        report: dict[str, Any] = {"plan": _plan_told(plan), "first page seconds": round(first, 3)}
        pages, loops = [], []
        for _ in range(options.repeat):
            bench.prepare()
            pages.append(_measured(bench.page))
            loops.append(_measured(lambda: bench.bare(plan)))
        report |= compare(pages, loops)
        report["server"] = _told(url)
        bench.prepare()
        report["stalls"] = {"page": stalls(bench.page), "bare loop": stalls(lambda: bench.bare(plan))}
    _print_report(report, options)
    if not options.no_table:
        report["presets"] = asyncio.run(presets(options))
        _print_presets(report["presets"])
    if options.json:
        options.json.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    return 0 if report["wall ratio"] <= MOST_WALL and report["CPU ms a call beyond"] < MOST_CPU else 1


class Bench:
    """One corpus, one server: pages and bare loops over it."""

    def __init__(self, topic: str, store: Path, work: Path, url: str, at_once: int, tape: bool) -> None:
        self._topic, self._store, self._work, self._at_once, self._tape = topic, store, work, at_once, tape
        self._spec = f"openai:test@{url}/v1"
        self._count = 0
        self._memory: Memory | None = None

    async def record(self) -> tuple[Plan, float]:
        """Make a page, so that the server knows all answers, and see what was asked after what; and the seconds of this
        first page."""
        gate = RecordingGate(self._at_once)
        await self._open()
        start = time.perf_counter()
        await self._generate(gate)
        return gate.plan(), time.perf_counter() - start

    async def page(self) -> int:
        """A page from a store of its own; the calls it made."""
        page = await self._generate(None)
        return int(page.record["stats"]["model_calls"])

    async def bare(self, plan: Plan) -> int:
        """The same calls in the same order, with nothing in between."""
        model = chat_model(self._spec)
        slots = asyncio.Semaphore(self._at_once)

        async def ask(call: Call) -> Reply:
            async with slots:
                return await model.complete(call)

        async def follow(chain: Chain) -> int:
            return sum([len(await asyncio.gather(*map(ask, wave))) for wave in chain])

        return sum([sum(await asyncio.gather(*map(follow, phase))) for phase in plan])

    def prepare(self) -> None:
        """Copy and open the store, which is no part of what is measured: a batch opens one for all its pages."""
        asyncio.run(self._open())

    async def _open(self) -> None:
        if self._memory is not None:
            await self._memory.close()
        self._count += 1
        shutil.copytree(self._store, self._folder)
        self._memory = await Memory.open(self._folder)

    @property
    def _folder(self) -> Path:
        return self._work / f"store-{self._count}"

    async def _generate(self, gate: Gate | None) -> Any:
        tape = self._folder / "calls.sqlite" if self._tape else None
        thinking = Thinking.of(self._spec, concurrency=self._at_once, tape=tape)
        return await generate(self._topic, memory=self._memory, model=thinking, gate=gate)


@dataclass(frozen=True, slots=True)
class Asked:
    """A call and its reply, when it was asked for and answered, and in which task of the graph (a snippet, a unit)."""

    call: Call
    reply: Reply
    begun: float
    ended: float
    task: str


class RecordingGate(Gate):
    """A gate that notes each call before it waits for its turn: what waits for an answer is told from what waits for a
    slot."""

    def __init__(self, at_once: int) -> None:
        super().__init__(concurrency=at_once)
        self._asked: list[Asked] = []

    async def ask(self, model: ChatModel, call: Call, account: Account) -> Reply:
        from langgraph.config import get_config

        task = str(get_config()["configurable"]["checkpoint_ns"]).partition("|")[0]
        begun = time.perf_counter()
        reply = await super().ask(model, call, account)
        if all(reply is not one.reply for one in self._asked):  # else two who asked at once share one request
            self._asked.append(Asked(call, reply, begun, time.perf_counter(), task))
        return reply

    def plan(self) -> Plan:
        """Tasks that were at work at the same time are one phase; in a task, a call waits for those that ended before
        it began."""
        tasks: dict[str, list[Asked]] = {}
        for one in sorted(self._asked, key=lambda one: one.begun):
            tasks.setdefault(one.task, []).append(one)
        phases: list[list[list[Asked]]] = []
        name = ""
        for task, calls in sorted(tasks.items(), key=lambda pair: pair[1][0].begun):
            if task.partition(":")[0] != name:
                phases.append([])
            name = task.partition(":")[0]
            phases[-1].append(calls)
        return [[_waves(calls) for calls in phase] for phase in phases]


def _waves(calls: Sequence[Asked]) -> Chain:
    """Calls that were asked for before any of the wave was answered are in one wave."""
    waves: list[list[Asked]] = []
    for one in calls:
        if waves and one.begun < min(other.ended for other in waves[-1]):
            waves[-1].append(one)
        else:
            waves.append([one])
    return [[one.call for one in wave] for wave in waves]


class Watch:
    """Looks whether the event loop turns, from a thread: how long it stood still, and in which line of the product."""

    def __init__(self) -> None:
        self._beat = time.perf_counter()
        self._done = threading.Event()
        self._found: list[tuple[float, str]] = []
        self._main = threading.get_ident()
        self._thread = threading.Thread(target=self._look, daemon=True)

    def __enter__(self) -> Watch:
        self._loop = asyncio.get_running_loop()
        self._tick()
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._done.set()
        self._thread.join()
        self._timer.cancel()

    def longest(self) -> tuple[tuple[float, str], ...]:
        return tuple((round(1000 * late, 1), where) for late, where in sorted(self._found, reverse=True)[:SHOWN_STALLS])

    def _tick(self) -> None:
        self._beat = time.perf_counter()
        self._timer = self._loop.call_later(TICK, self._tick)

    def _look(self) -> None:
        beat, where = self._beat, ""
        longest = 0.0
        while not self._done.wait(TICK):
            if self._beat != beat:
                if longest > 5 * TICK:
                    self._found.append((longest, where))
                beat, where, longest = self._beat, "", 0.0
            late = time.perf_counter() - self._beat - TICK
            if late > longest:
                longest = late
                where = _place(sys._current_frames().get(self._main)) or where


def _place(frame: FrameType | None) -> str:
    """The innermost lines of the product on the stack, from the outer to the inner."""
    found: list[str] = []
    while frame is not None:
        path = frame.f_code.co_filename
        room = Path(path).parent.name
        if "site-packages" not in path and room in ("memory", "tools", "agents", "extractive", "model", "graphs"):
            found.append(f"{room}/{Path(path).name}:{frame.f_lineno} {frame.f_code.co_name}")
        frame = frame.f_back
    return " < ".join(found[:3])


def stalls(work: Callable[[], Any]) -> list[tuple[float, str]]:
    """The longest stalls of the event loop during this work, in ms, and the lines of the product that were at work
    then."""

    async def watched() -> tuple[tuple[float, str], ...]:
        with Watch() as watch:
            await work()
        return watch.longest()

    return list(asyncio.run(watched()))


def compare(pages: Sequence[Numbers], loops: Sequence[Numbers]) -> dict[str, Any]:
    """Medians of the runs, the ratio of wall times, and the CPU a call that pages need beyond the bare loops."""
    page, bare = ({name: statistics.median(one[name] for one in runs) for name in runs[0]} for runs in (pages, loops))
    ratios = [one["wall"] / other["wall"] for one, other in zip(pages, loops, strict=True)]
    return {
        "page": page,
        "bare loop": bare,
        "wall ratio": page["wall"] / bare["wall"],
        "wall ratios": [round(one, 3) for one in ratios],
        "CPU ms a call beyond": 1000 * (page["CPU"] - bare["CPU"]) / page["calls"],
    }


def _measured(work: Callable[[], Any]) -> Numbers:
    """Wall and CPU seconds of this process (its threads too) for one run in an event loop of its own, and the calls it
    made."""
    wall, cpu = time.perf_counter(), time.process_time()
    calls = asyncio.run(work())
    return {"wall": time.perf_counter() - wall, "CPU": time.process_time() - cpu, "calls": calls}


# The table of the presets.


async def presets(options: argparse.Namespace) -> dict[str, dict[str, dict[str, int]]]:
    """Calls and tokens by role for each preset and ablation; one store for all of them, each with a name under which
    nothing was read."""
    base = Settings.for_models()
    chosen = {"for_models": base, "thesis": Settings.thesis()}
    chosen |= {f"without {one}": base.without(one) for one in ("reflection", "filter", "reviewer", "saturation")}
    found = {}
    for name, settings in chosen.items():
        model = ScriptedModel(name=f"scripted {name}")
        page = await generate(options.topic, corpus=options.corpus, model=model, settings=settings)
        account = page.run["account"]
        rows = {**account["by_role"], "all": account["total"]}
        kinds = ("calls", "prompt_tokens", "completion_tokens")
        found[name] = {role: {kind: rows[role][kind] for kind in kinds} for role in (*ROLES, "all") if role in rows}
        stats = page.record["stats"]
        found[name]["page"] = {kind: stats[kind] for kind in ("iterations", "snippets", "revisions", "words")}
    return found


def _print_presets(table: Mapping[str, Mapping[str, Mapping[str, int]]]) -> None:
    print("\ncalls / thousand tokens in / thousand tokens out, by role")
    print(f"{'':<18}" + "".join(f"{name:>22}" for name in table))
    for role in (*ROLES, "all"):
        cells = []
        for rows in table.values():
            one = rows.get(role)
            told = (
                [f"{one['calls']:,}", *(f"{one[k] / 1000:.1f}" for k in ("prompt_tokens", "completion_tokens"))]
                if one
                else []
            )
            cells.append(" / ".join(told) or "-")
        print(f"{role:<18}" + "".join(f"{cell:>22}" for cell in cells))
    for kind in ("iterations", "snippets", "revisions", "words"):
        print(f"{kind:<18}" + "".join(f"{rows['page'][kind]:>22,}" for rows in table.values()))


# The server, in a process of its own.


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


@contextmanager
def _server(delay: float) -> Iterator[str]:
    command = [sys.executable, __file__, "--serve", "--delay", str(delay)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None and process.stdout is not None
        try:
            yield f"http://127.0.0.1:{int(process.stdout.readline())}"
        finally:
            process.stdin.close()


def _told(url: str) -> dict[str, float]:
    """What the server counted since it was last asked."""
    with urlopen(f"{url}/stats") as answer:
        found: dict[str, float] = json.load(answer)
    return found


# Printing.


def _plan_told(plan: Plan) -> dict[str, int]:
    """How long the plan is, and how wide."""
    return {
        "calls": sum(len(wave) for phase in plan for chain in phase for wave in chain),
        "phases": len(plan),
        "calls one after the other": sum(max(map(len, phase)) for phase in plan),
        "units": len(plan[-2]) if len(plan) > 1 else 0,
    }


def _print_report(report: Mapping[str, Any], options: argparse.Namespace) -> None:
    plan, page, bare, server = (report[name] for name in ("plan", "page", "bare loop", "server"))
    print(", ".join(f"{name} {value}" for name, value in plan.items()))
    print(
        f"medians of {options.repeat} pages and bare loops in turn; {options.delay:g} s a call, {options.at_once} at once"
    )
    print(f"  {'':<28}{'page':>10}{'bare loop':>12}")
    for name, unit in (("wall", "s"), ("CPU", "s")):
        print(f"  {name + ', ' + unit:<28}{page[name]:>10.3f}{bare[name]:>12.3f}")
    print(f"  {'calls':<28}{page['calls']:>10.0f}{bare['calls']:>12.0f}")
    print(f"  wall ratio {report['wall ratio']:.3f} (target {MOST_WALL}; of each pair {report['wall ratios']})")
    print(f"  CPU of a call beyond the bare loop's {report['CPU ms a call beyond']:.2f} ms (target under {MOST_CPU:g})")
    print(f"  first page, with imports {report['first page seconds']:.3f} s")
    print("  server: " + ", ".join(f"{name} {value}" for name, value in server.items()))
    for what, found in report["stalls"].items():
        print(f"longest stalls of the event loop, {what}")
        for late, where in found:
            print(f"  {late:>8.1f} ms  {where}")


def _options() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--corpus", type=Path, default=CORPUS, metavar="FILE", help="default: the bundled sample")
    parser.add_argument("--topic", default=TOPIC)
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--delay", type=float, default=0.2, metavar="SECONDS", help="of every answer (default: 0.2)")
    parser.add_argument("--at-once", type=int, default=16, metavar="N", help="calls at once (default: 16)")
    parser.add_argument(
        "--tape", action="store_true", help="pages keep their calls on a tape, as the command line does"
    )
    parser.add_argument("--no-table", action="store_true", help="leave out the table of the presets")
    parser.add_argument("--json", type=Path, metavar="FILE")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    return parser


if __name__ == "__main__":
    sys.exit(main())
