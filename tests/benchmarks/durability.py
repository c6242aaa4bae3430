"""Kill a run at random moments and at every superstep, let it go on, and see whether it comes to the same page at no
call's price.

    python tests/benchmarks/durability.py --random 25 --boundaries

A server counts requests, and answers each as a function of its prompt; kill -9 comes at a random request of a run
(which is in the middle of something), or right behind a checkpoint. After ``--resume`` the page has to equal that of a
run nobody killed, and no more requests may have come twice than were under way. Exits 1 where one of them does not.
"""

from __future__ import annotations

import argparse
import importlib
import random
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
CORPUS = HERE.parents[1] / "tools" / "sample_coral_reefs.jsonl"
AT_ONCE = 4
MOST_BYTES = 5_000_000


def main(arguments: Sequence[str] | None = None) -> int:
    """Kill, resume, compare, print; 0 when every run came to the same page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--random", type=int, default=25, metavar="N", help="kills at random requests (default: 25)")
    parser.add_argument("--boundaries", action="store_true", help="kill behind every checkpoint as well")
    parser.add_argument("--corpus", type=Path, default=CORPUS)
    parser.add_argument("--topic", default="Coral reef")
    parser.add_argument("--seed", type=int, default=0, help="of the random moments (default: 0)")
    options = parser.parse_args(arguments)
    sys.path.append(str(HERE.parent))  # where the tests' helpers lie
    runs = importlib.import_module("killed_runs")
    with runs.CountingServer() as server, tempfile.TemporaryDirectory(prefix="castalia-durability-") as work:
        bench = Bench(runs, server, Path(work), options)
        bench.whole()
        moments = random.Random(options.seed)
        for _ in range(options.random):
            bench.killed("request", moments.randint(1, bench.calls))
        number = 1
        while options.boundaries and bench.killed("checkpoint", number):
            number += 1
        return bench.report()


class Bench:
    """The page that nobody killed, and what became of the others."""

    def __init__(self, runs: Any, server: Any, work: Path, options: argparse.Namespace) -> None:
        self._runs, self._server, self._work, self._options = runs, server, work, options
        self._count = self._wrong = self._dearest = 0

    def whole(self) -> None:
        """The page to compare with, its calls and the size of its checkpoints."""
        out = self._work / "whole"
        begun = time.perf_counter()
        code, told = self._runs.page_run(self._server, self._command(out))
        if code:
            raise SystemExit(told)
        self.page, self.calls = self._runs.page_of(out), self._server.asked.total()
        size = sum(one.stat().st_size for one in (out / "state").glob("checkpoints*"))
        print(f"whole run: {self.calls} calls, {time.perf_counter() - begun:.1f} s, checkpoints {size / 1e6:.2f} MB")
        self._wrong += size > MOST_BYTES

    def killed(self, what: str, number: int) -> bool:
        """Kill at this request or behind this checkpoint, go on, compare; false where the run had ended before."""
        self._count += 1
        self._server.forget()
        out = self._work / f"killed-{self._count}"
        kill = {f"kill_at_{what}": number}
        code, told = self._runs.page_run(self._server, self._command(out), **kill)
        if code == 0:
            return False
        before = self._server.asked.total()
        code, told = self._runs.page_run(self._server, [*self._command(out), "--resume"])
        same = code == 0 and self._runs.page_of(out) == self.page
        twice = self._server.repeated
        self._dearest = max(self._dearest, twice)
        fine = same and twice <= AT_ONCE
        self._wrong += not fine
        verdict = "same page" if same else f"ANOTHER PAGE (exit {code}: {told.strip()[-200:]})"
        print(f"killed at {what} {number:>4}: {before:>4} calls before, {twice} paid twice, {verdict}", flush=True)
        return True

    def report(self) -> int:
        print(f"{self._count} kills, {self._wrong} wrong; at most {self._dearest} calls paid twice ({AT_ONCE} at once)")
        return 1 if self._wrong else 0

    def _command(self, out: Path) -> list[str]:
        given = ["--corpus", str(self._options.corpus), "--model", self._server.spec, "--out", str(out)]
        return ["generate", self._options.topic, *given, "--concurrency", str(AT_ONCE), "--quiet"]


if __name__ == "__main__":
    sys.exit(main())
