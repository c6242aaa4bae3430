"""castalia bench: systems side by side on the same topics, told line by line, and one report of them."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from castalia.graphs.benching.bench_systems import SYSTEMS, read_changes
from castalia.graphs.commands.batch_lines import TopicLines, what_helps
from castalia.graphs.commands.cli_models import add_model_options, thinking_of
from castalia.graphs.commands.cli_options import (
    add_embeddings,
    add_quiet,
    add_reading,
    add_topics_options,
    check_reading,
    reading_of,
)
from castalia.graphs.commands.interruption import run_interruptible
from castalia.graphs.events import event_of
from castalia.graphs.screens.display import Faults, tell
from castalia.graphs.screens.lines import note, print_line
from castalia.memory.errors import InputError
from castalia.tools.language.counting import count

if TYPE_CHECKING:
    from castalia.graphs.benching.bench_report import BenchReport

MOST_TOLD = 20  # failures


def add_bench(commands: Any) -> None:
    """The command ``bench``."""
    bench = commands.add_parser(
        "bench",
        help="measure systems side by side",
        usage="%(prog)s [options] --out DIR CORPUS TOPICS\n       %(prog)s [options] --out DIR --store PATH|URL TOPICS",
        description="Write the pages of many topics with several systems (ablations, engines, baselines), measure them, and report what "
        "differs from apollo. The same command again goes on where it ended.",
    )
    bench.add_argument(
        "given",
        metavar="CORPUS TOPICS",
        nargs="+",
        help="a corpus, or the folder of the corpora that topics name in a column corpus (or corpus_file); and, last, a file of topics as "
        "batch takes it, or of gold pages. With --store TOPICS alone",
    )
    bench.add_argument("--store", metavar="PATH|URL", help="a store that castalia ingest made, in place of CORPUS")
    bench.add_argument(
        "--out", metavar="DIR", required=True, help="where pages and report go: DIR/SYSTEM/REPEAT/PAGE, DIR/report.md"
    )
    bench.add_argument(
        "--gold",
        metavar="FILE|DIR",
        action="append",
        help="pages that people wrote on these topics, as evaluate takes them",
    )
    bench.add_argument(
        "--systems",
        metavar="NAME,NAME",
        action="append",
        help=f"which, apollo always among them (default: all that there can be): {', '.join(one.name for one in SYSTEMS)}",
    )
    bench.add_argument(
        "--set",
        metavar="NAME:KEY=VALUE",
        action="append",
        default=[],
        help="a setting of a system, of a new one (shallow:depth=2; named in --systems, too, where that is given), or of all ('*:words=900')",
    )
    bench.add_argument(
        "--repeat", type=int, default=1, metavar="N", help="how often a model writes each page, asked anew (default: 1)"
    )
    add_topics_options(bench)
    bench.add_argument(
        "--force", action="store_true", help="write anew what was made with other settings, another corpus or model"
    )
    add_reading(bench)
    add_embeddings(bench)
    add_quiet(bench)
    add_model_options(bench, folder="--out")
    bench.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    from castalia.graphs.benching.benches import bench
    from castalia.graphs.checks import check_count

    for name, value in (("--repeat", options.repeat), ("--at-once", options.at_once)):
        if value is not None:
            check_count(name, value)
    *corpus, topics = options.given
    if options.store is not None and corpus:
        raise InputError("give CORPUS and TOPICS, or --store and TOPICS alone")
    if options.store is None and not corpus:
        raise InputError("give CORPUS and TOPICS next to each other, or --store and TOPICS; see castalia bench --help")
    check_reading(options, corpus or None)
    names = (
        [name for given in options.systems for name in given.split(",") if name.strip()] if options.systems else None
    )
    if names == []:
        raise InputError("--systems names no system: give at least one, or leave it out for all")
    thinking = thinking_of(options, options.out)
    follow = _Following(options.quiet)
    work = bench(
        corpus or None,
        topics,
        out=options.out,
        store=options.store,
        gold=options.gold,
        systems=names,
        settings=read_changes(options.set),
        repeat=options.repeat,
        model=thinking,
        at_once=options.at_once,
        domain=options.domain,
        **reading_of(options),
        force=options.force,
        progress=follow,
    )
    how = "the same command goes on from here"
    return _tell_end(run_interruptible(work, how, pays=bool(thinking.models)))


class _Following:
    """A line for each leg, and one for each topic that ends in it."""

    def __init__(self, is_quiet: bool) -> None:
        self._is_quiet = is_quiet
        self._lines: Callable[[dict[str, Any]], None] = tell

    def __call__(self, event: dict[str, Any]) -> None:
        if self._is_quiet:
            Faults().hear(event_of(event))
            return
        match event:
            case {"phase": "bench", "system": system, "repeat": repeat, "corpus": corpus, "leg": leg, "of": of}:
                more = ", ".join([*([f"repeat {repeat}"] if repeat > 1 else []), *([corpus] if corpus else [])])
                note(f"bench     {leg}/{of}: {system}{f', {more}' if more else ''}")
                self._lines = TopicLines(is_quiet=False)
            case {"phase": "measure", "pages": pages, "known": known}:
                note(f"measure   {count(pages, 'page')}" + (f", {known:,} known" if known else ""))
            case _:
                self._lines(event)


def _tell_end(report: BenchReport) -> int:
    """The failures, what is left, where the report is, and the exit code."""
    for one in report.failures[:MOST_TOLD]:
        note(f"{one.status}: {one.system}, {one.topic}: {one.error}")
    if len(report.failures) > MOST_TOLD:
        note(f"and {len(report.failures) - MOST_TOLD:,} more such lines, in the report")
    for line in report.unmeasured:
        note(f"not measured: {line}")
    print_line(str(report.folder / "report.md"))
    left = f"{count(report.not_begun, 'page')} not begun, or not finished"
    if report.stopped:
        note(f"castalia: it made no sense to go on: {report.stopped}; {left}; the same command goes on from here")
        return 1
    if report.budget:
        note(
            f"castalia: the budget of {report.budget} is used up, {left}: the same command with a larger one goes on; it counts what was spent before"
        )
        return 3 if report.pages else 1
    if report.failures or report.unmeasured:
        told = (
            [f"{count(len(report.failures), 'page')} failed: {what_helps(report.failures)}"] if report.failures else []
        )
        if report.unmeasured:
            told.append(f"{count(len(report.unmeasured), 'page')} not measured: the same command measures again")
        note(f"castalia: {'; '.join(told)}")
        return 1
    return 0
