"""How fast the product is on one corpus: ingest, search, curation, page; and the peak memory of each.

    python tests/benchmarks/speed.py --corpus FILE --topic "Black hole" --repeat 3

Every phase runs in a child process of its own, whose ``getrusage`` gives the peak resident memory. This process imports
nothing of the product: a child's peak starts at its parent's. Times are medians of the runs, in seconds unless marked.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from castalia.memory.memory import Memory
    from castalia.memory.protocols import SearchQuery

QUERIES = 200
BATCH = 10
HITS = 10

Numbers = dict[str, float]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the phases, print a table; 0 when every run ended well."""
    options = _options().parse_args(arguments)
    if options.phase:
        print(json.dumps(PHASES[options.phase](options)))
        return 0
    with tempfile.TemporaryDirectory(prefix="castalia-speed-") as work:
        found: dict[str, list[Numbers]] = {"ingest": [], "search": [], "page": []}
        for run in range(options.repeat):
            store = Path(work) / f"store-{run}"
            for phase in found:
                found[phase].append(_child(phase, options, store))
            shutil.rmtree(store)
    report = {phase: _medians(runs) for phase, runs in found.items()}
    for phase, numbers in report.items():
        print(f"{phase} (median of {options.repeat})")
        for name, value in numbers.items():
            print(f"  {name:<32}{value:>12.3f}")
    if options.json:
        options.json.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    return 0


# Phases; each runs in a child.


def ingest(options: argparse.Namespace) -> Numbers:
    """The ``ingest`` command, from its start to its end (so with the start of Python)."""
    command = [sys.executable, "-m", "castalia.graphs", "ingest", str(options.corpus), "--store", str(options.store)]
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return {"seconds": time.perf_counter() - start, "peak MB": _peak(resource.RUSAGE_CHILDREN)}


def search(options: argparse.Namespace) -> Numbers:
    """Single queries and batches of ten, top 10, over the open store."""
    return asyncio.run(_search(options))


def page(options: argparse.Namespace) -> Numbers:
    """A page from a store that has seen no topic, then the same page again; the phases as the first page reports
    them."""
    start = time.perf_counter()
    from castalia.graphs import generate_sync

    found = {"import seconds": time.perf_counter() - start}
    for which in ("first", "again"):
        start = time.perf_counter()
        record = generate_sync(options.topic, store=options.store, domain=None).record
        found[f"{which} page seconds"] = time.perf_counter() - start
        if which == "first":
            phases: Mapping[str, float] = record["stats"].get("seconds") or {}
            found |= {f"  {name}": float(value) for name, value in phases.items()}
            found["peak MB"] = _peak(resource.RUSAGE_SELF)
    return found


PHASES = {"ingest": ingest, "search": search, "page": page}


# Steps.


def _options() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--corpus", type=Path, required=True, metavar="FILE")
    parser.add_argument("--topic", required=True)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--json", type=Path, metavar="FILE")
    parser.add_argument("--phase", choices=sorted(PHASES), help=argparse.SUPPRESS)
    parser.add_argument("--store", type=Path, help=argparse.SUPPRESS)
    return parser


def _child(phase: str, options: argparse.Namespace, store: Path) -> Numbers:
    command = [sys.executable, __file__, "--corpus", str(options.corpus), "--topic", options.topic]
    command += ["--phase", phase, "--store", str(store)]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    numbers: Numbers = json.loads(done.stdout.splitlines()[-1])
    return numbers


async def _search(options: argparse.Namespace) -> Numbers:
    from castalia.memory.memory import Memory
    from castalia.memory.protocols import SearchQuery

    start = time.perf_counter()
    async with await Memory.open(options.store) as memory:
        opened = time.perf_counter() - start
        snippets = await memory.store.sample(QUERIES)
        queries = [SearchQuery(" ".join(one.text.split()[3:7])) for one in snippets]
        single = [await _timed(memory, [query]) for query in queries]
        batches = [await _timed(memory, queries[at : at + BATCH]) for at in range(0, len(queries), BATCH)]
    return {
        "open seconds": opened,
        "single p50 ms": 1000 * statistics.median(single),
        "single p95 ms": 1000 * statistics.quantiles(single, n=20)[-1],
        f"batch of {BATCH} p50 ms": 1000 * statistics.median(batches),
        f"batch of {BATCH} p95 ms": 1000 * statistics.quantiles(batches, n=20)[-1],
        "peak MB": _peak(resource.RUSAGE_SELF),
    }


async def _timed(memory: Memory, queries: Sequence[SearchQuery]) -> float:
    start = time.perf_counter()
    await memory.store.search(queries, HITS)
    return time.perf_counter() - start


def _peak(whose: int) -> float:
    """Peak resident memory in MB: the kernel counts in kilobytes, macOS in bytes."""
    return resource.getrusage(whose).ru_maxrss / (1_000_000 if sys.platform == "darwin" else 1_000)


def _medians(runs: Sequence[Numbers]) -> Numbers:
    return {name: statistics.median(run[name] for run in runs if name in run) for name in runs[0]}


if __name__ == "__main__":
    sys.exit(main())
