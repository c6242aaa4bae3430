"""castalia batch: pages by the hundred from a file of topics, told line by line, with a table and the failures at the
end."""

from __future__ import annotations

import argparse
from collections.abc import Coroutine, Sequence
from typing import TYPE_CHECKING, Any

from castalia.graphs.commands.batch_estimate import estimate
from castalia.graphs.commands.batch_lines import TopicLines, tell_end
from castalia.graphs.commands.cli_models import (
    add_dry_run,
    add_method_options,
    add_model_options,
    add_preset,
    check_rehearsable,
    settings_of,
    thinking_of,
)
from castalia.graphs.commands.cli_options import (
    add_embeddings,
    add_language,
    add_quiet,
    add_reading,
    add_topics_options,
    check_reading,
    language_of,
    reading_of,
)
from castalia.graphs.commands.interruption import Interrupted, run_interruptible
from castalia.graphs.screens.lines import check_stdout, note, print_result
from castalia.memory.errors import CastaliaError, InputError

if TYPE_CHECKING:
    from castalia.graphs.batching.batch_report import BatchReport
    from castalia.graphs.batching.workers import Workers

MOST_NOTICES = 10


def add_batch(commands: Any) -> None:
    """The command ``batch``."""
    batch = commands.add_parser(
        "batch",
        help="write the pages of many topics",
        description="Write the pages of many topics. The same command again goes on where it ended: what is done is skipped, "
        "what failed is tried again.",
    )
    batch.add_argument(
        "topics",
        metavar="TOPICS",
        help="a file of topics, or - for stdin: CSV (columns topic, domain, words, out), text (one a line) or JSONL",
    )
    source = batch.add_mutually_exclusive_group(required=True)
    source.add_argument(
        "--corpus",
        metavar="FILE|DIR",
        action="extend",
        nargs="+",
        help="snippets; they are ingested once, into a store in --out",
    )
    source.add_argument("--store", metavar="PATH|URL", help="a store that castalia ingest made")
    batch.add_argument("--out", metavar="DIR", required=True, help="where the pages go, each into a folder of its own")
    add_topics_options(batch)
    batch.add_argument(
        "--words",
        type=int,
        metavar="N",
        help="about how long all sections of a page together may get, without the lead (default: 1700; at least 100)",
    )
    batch.add_argument(
        "--force",
        action="store_true",
        help="write anew what was made with other settings, another store or model; write over pages that were changed",
    )
    _add_workers(batch)
    add_reading(batch)
    add_embeddings(batch)
    add_language(batch)
    add_quiet(batch)
    add_model_options(batch, folder="--out")
    add_preset(batch)
    add_method_options(batch)
    add_dry_run(batch)
    batch.set_defaults(run=_run)


def _add_workers(batch: argparse.ArgumentParser) -> None:
    """Where pages are made on other machines."""
    machines = batch.add_argument_group("more than one machine", 'Needs Ray: pip install "ray[client]" (the extra ray)')
    machines.add_argument(
        "--workers",
        metavar="ray://…",
        help="write the pages on a Ray cluster: ray://HOST:10001, ray://auto (the one this machine is part of) or ray://local (one that "
        "is started here); --at-once is then that of each worker, --rate, --concurrency and --budget hold for all together",
    )
    machines.add_argument(
        "--workers-count", type=int, metavar="N", help="how many workers (default: one on each machine)"
    )
    machines.add_argument(
        "--pass-env",
        metavar="NAME",
        action="append",
        default=[],
        help="give the workers this variable of the environment here, for example OPENAI_API_KEY (default: they have their own)",
    )


def _run(options: argparse.Namespace) -> int:
    from castalia.graphs.batching.batches import batch
    from castalia.graphs.batching.topic_files import read_topics
    from castalia.graphs.batching.topics import topics_of
    from castalia.graphs.checks import check_count

    check_reading(options, options.corpus)
    if options.at_once is not None:
        check_count("--at-once", options.at_once)
    workers = _workers(options)
    listed = topics_of(read_topics(options.topics, options.domain), "")
    thinking = thinking_of(options, options.out)
    settings = settings_of(options, thinking, options.words, **language_of(options))
    source = {"corpus": options.corpus, "store": options.store, **reading_of(options)}
    for line in _notices(listed.notices):
        note(line)
    if options.dry_run:
        check_rehearsable(thinking)
        check_stdout()
        work = estimate(listed.topics, source, options.out, thinking, settings, force=options.force)
        for line in run_interruptible(work):
            print_result(line)
        return 0
    progress = TopicLines(options.quiet)
    pages = batch(
        listed.topics,
        **source,
        out=options.out,
        model=thinking,
        settings=settings,
        at_once=options.at_once,
        force=options.force,
        progress=progress,
        workers=workers,
    )
    try:
        code = _made(pages, len(listed.topics), progress, pays=bool(thinking.models))
    except CastaliaError as error:
        if not _is_tied(workers):
            raise
        note(f"castalia: {error}")
        code = 2 if isinstance(error, InputError) else 1
    return _left(workers, code)


def _made(pages: Coroutine[Any, Any, BatchReport], topics: int, progress: TopicLines, *, pays: bool) -> int:
    """Make the pages and tell how that ended; the exit code."""
    try:
        report = run_interruptible(pages, pays=pays)
    except Interrupted as error:
        ended = f"{progress.count:,} of {topics:,} topics {'has' if progress.count == 1 else 'have'} ended"
        note(f"castalia: interrupted; {ended}: the same command goes on from here")
        return 128 + error.number
    return tell_end(report, topics, progress.is_quiet, progress.told)


def _left(workers: Workers | None, code: int) -> int:
    """The exit code. Where the process is still tied to a Ray cluster that is gone, it exits here: later it would
    crash, and the code would be lost."""
    if workers is not None:
        from castalia.graphs.batching.ray_clusters import leave

        leave(code)
    return code


def _is_tied(workers: Workers | None) -> bool:
    """Whether this process is still connected to a Ray cluster: an ordinary exit would crash then (see ``_left``)."""
    if workers is None:
        return False
    from castalia.graphs.batching.ray_clusters import is_tied

    return is_tied()


def _workers(options: argparse.Namespace) -> Workers | None:
    from castalia.graphs.batching.workers import Workers

    if options.workers is None:
        if options.workers_count is not None or options.pass_env:
            raise InputError("--workers-count and --pass-env say something of workers: add --workers ray://…")
        return None
    return Workers.of(options.workers, options.workers_count, options.pass_env)


def _notices(notices: Sequence[str]) -> list[str]:
    more = len(notices) - MOST_NOTICES
    return [*notices[:MOST_NOTICES], *([f"and {more:,} more such lines"] if more > 0 else [])]
