"""What orchestration adds to the model's own time: a page against a bare loop that sends the same prompts in the same
order.

    python tests/benchmarks/orchestration.py --repeat 5

A server (``scripted_server``) answers as the scripted model would, 200 ms after each request; its answers are worked
out in a first run, which also records the calls and what waits for what. Then pages and bare loops take turns: both
through ``chat_model``, at the same concurrency, each page from a store that no model has read and that is open, what is
imported out of the way of the garbage collector (``gc.freeze``), as on the command line. Times are medians of the runs,
for a machine is never quiet.

The bare loop keeps the order that the data demand: the snippets of a batch at once, then what the graph needs step by
step, units side by side with each unit's own chain, the editor last. What a page asks for that waits for nothing, it
sends at once.

Then the longest ``stalls`` of the event loop during a page, with the line that caused them, and a table of what the
presets and the ablations cost (``preset_costs``).
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from castalia.graphs import generate
from castalia.graphs.ingestion import fill_store
from castalia.graphs.thinking import Thinking
from castalia.memory.memory import Memory
from castalia.tools.doors.chat_models import chat_model
from castalia.tools.models.account import Account
from castalia.tools.models.chat import Call, ChatModel, Reply
from castalia.tools.models.gate import Gate
from preset_costs import presets, print_presets
from scripted_server import scripted_server, told_by
from stalls import stalls

CORPUS = Path(__file__).resolve().parents[2] / "tools" / "sample_coral_reefs.jsonl"
TOPIC = "Coral reef"
MOST_WALL, MOST_CPU = 1.15, 5.0  # targets: ratio of wall times; milliseconds a call beyond the bare loop's

Numbers = dict[str, float]
Chain = list[list[Call]]  # waves of calls, each of which waits for the one before it
Plan = list[list[Chain]]  # phases, each with chains that run side by side


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; 0 when both targets are met."""
    options = _options().parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="castalia-orchestration-") as work, scripted_server(options.delay) as url:
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
        report["server"] = told_by(url)
        bench.prepare()
        report["stalls"] = {"page": stalls(bench.page), "bare loop": stalls(lambda: bench.bare(plan))}
    _print_report(report, options)
    if not options.no_table:
        report["presets"] = asyncio.run(presets(options.topic, options.corpus))
        print_presets(report["presets"])
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
    return parser


if __name__ == "__main__":
    sys.exit(main())
