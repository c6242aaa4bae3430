"""How much memory a batch holds while it writes page after page: it has to be level, for topics come by the hundred.

    python tests/benchmarks/batch_memory.py --store STORE --topics 120

Writes extractive pages from a copy of the store and prints, every ten topics, CPU seconds, resident memory and, with
``--detail``, what of it is in use by Python and what fills the caches. At the end comes the slope over the last half of
the topics, in kB a topic. The topics are words of the titles in the store, or those of ``--file``. Linux only: it reads
/proc.
"""

from __future__ import annotations

import argparse
import asyncio
import ctypes
import functools
import gc
import re
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from statistics import linear_regression
from typing import Any

from castalia.graphs import Settings, batch, open_memory, read_topics

EVERY = 10  # topics between two lines
TITLES = 20_000  # snippets whose titles are read
_WORD = re.compile(r"[A-Z][a-z]{5,}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the batch and print; 0 when the curve could be measured."""
    options = _options().parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="castalia-memory-") as work:
        store = Path(shutil.copytree(options.store, Path(work) / "store"))
        topics = [one.name for one in read_topics(options.file).topics] if options.file else asyncio.run(_titles(store))
        watch = _Watch(options.detail)
        print(f"{'topics':>6}{'CPU s':>9}{'MB':>7}", flush=True)
        asyncio.run(
            batch(
                topics[: options.topics],
                store=store,
                out=Path(work) / "out",
                settings=Settings(),
                at_once=options.at_once,
                progress=watch,
            )
        )
    half = watch.resident[len(watch.resident) // 2 :]
    if len(half) < 2:
        print("too few topics for a slope", file=sys.stderr)
        return 1
    slope = linear_regression(range(len(half)), half).slope
    print(f"slope of the last {len(half)} topics: {slope * 1024:+.0f} kB a topic; most: {max(watch.resident):.0f} MB")
    print(", ".join(f"{count} {status}" for status, count in sorted(watch.statuses.items())))
    return 0


class _Watch:
    """Notes the resident memory whenever a topic ends."""

    def __init__(self, is_detailed: bool) -> None:
        self.resident: list[float] = []
        self.statuses: Counter[str] = Counter()
        self._is_detailed = is_detailed

    def __call__(self, event: dict[str, Any]) -> None:
        if event["phase"] != "topic":
            return
        self.resident.append(resident())
        self.statuses[event["status"]] += 1
        count = len(self.resident)
        if count == 1 or count % EVERY == 0:
            print(f"{count:>6}{time.process_time():>9.0f}{self.resident[-1]:>7.0f}", flush=True)
            if self._is_detailed:
                print(_detail(), flush=True)


def resident() -> float:
    """The resident memory of this process, in MB."""
    line = next(one for one in Path("/proc/self/status").read_text().splitlines() if one.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


def _detail() -> str:
    """What the heap has in use and free (glibc), how many objects the collector knows, and the fullest caches."""
    used, free, mapped = _heap()
    objects = gc.get_objects()
    kinds = Counter(type(one).__name__ for one in objects)
    caches = sorted(
        (
            (one.cache_info().currsize, getattr(one.__wrapped__, "__qualname__", "?"))
            for one in map(_cache, objects)
            if one
        ),
        reverse=True,
    )
    return (
        f"       heap {used:.0f} MB used, {free:.0f} free, {mapped:.0f} mapped; {len(objects):,} objects: "
        f"{', '.join(f'{name} {count:,}' for name, count in kinds.most_common(8))}\n"
        f"       caches: {', '.join(f'{name} {size:,}' for size, name in caches[:14])}"
    )


def _cache(one: object) -> Any:
    """The object where it is a cache of ``lru_cache``."""
    return one if isinstance(one, functools._lru_cache_wrapper) and hasattr(one, "__wrapped__") else None


def _heap() -> tuple[float, float, float]:
    """Used, free and mapped memory of malloc's, in MB; zeros where the C library does not tell."""

    class Info(ctypes.Structure):
        _fields_ = [
            (name, ctypes.c_size_t)
            for name in "arena ordblks smblks hblks hblkhd usmblks fsmblks uordblks fordblks keepcost".split()
        ]

    try:
        told = ctypes.CDLL(None).mallinfo2
    except (OSError, AttributeError):
        return 0.0, 0.0, 0.0
    told.restype = Info
    found = told()
    return found.uordblks / 2**20, found.fordblks / 2**20, found.hblkhd / 2**20


async def _titles(store: Path) -> list[str]:
    """Words of the titles, those of most snippets first."""
    memory, _ = await open_memory(store=store)
    async with memory:
        snippets = await memory.store.sample(TITLES)
    counts = Counter(word for one in snippets for word in sorted(set(_WORD.findall(one.title))))
    return [word for word, _ in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))]


def _options() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--store", type=Path, required=True, help="a store that castalia ingest made; it is copied")
    parser.add_argument("--file", type=Path, help="a file of topics (default: words of the titles in the store)")
    parser.add_argument("--topics", type=int, default=120, metavar="N", help="how many of them (default: 120)")
    parser.add_argument("--at-once", type=int, default=1, metavar="N", help="pages written side by side (default: 1)")
    parser.add_argument("--detail", action="store_true", help="heap, objects and caches too")
    return parser


if __name__ == "__main__":
    raise SystemExit(main())
