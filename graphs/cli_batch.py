"""castalia batch: pages by the hundred from a file of topics, told line by line, with a table and the failures at the end."""

from __future__ import annotations

import argparse
import gc
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from castalia.graphs.cli_models import account_lines, settings_of, table_lines, thinking_of
from castalia.graphs.interruption import Interrupted, run_interruptible
from castalia.memory.errors import CastaliaError, InputError

if TYPE_CHECKING:
    from castalia.graphs.batch_report import BatchReport
    from castalia.graphs.settings import Settings
    from castalia.graphs.thinking import Thinking
    from castalia.graphs.topics import Topic
    from castalia.graphs.workers import Workers

Say = Callable[[str], None]
Tell = Callable[[dict[str, Any]], None]

LONGEST_TOPIC = 40  # characters, in tables
REHEARSED = 3  # topics of a dry run
MOST_NOTICES = 10
MOST_NAMED = 5


def add_batch(commands: Any) -> argparse.ArgumentParser:
    """The command with the options that are its own."""
    batch: argparse.ArgumentParser = commands.add_parser(
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
        "--corpus", metavar="FILE|DIR", nargs="+", help="snippets; they are ingested once, into a store in --out"
    )
    source.add_argument("--store", metavar="PATH|URL", help="a store that castalia ingest made")
    batch.add_argument("--out", metavar="DIR", required=True, help="where the pages go, each into a folder of its own")
    batch.add_argument(
        "--at-once", type=int, metavar="N", help="pages written side by side (default: 4 with models, else 1)"
    )
    batch.add_argument("--domain", default="", help="the domain of topics that name none (default: all domains)")
    batch.add_argument("--words", type=int, metavar="N", help="about how long a page may get (default: 1700)")
    batch.add_argument(
        "--force", action="store_true", help="write anew what was made with other settings, another store or model"
    )
    machines = batch.add_argument_group("more than one machine", 'Needs Ray: pip install "castalia[ray]"')
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
    return batch


def run_batch(options: argparse.Namespace, fields: Mapping[str, str], tell: Tell, note: Say, show: Say) -> int:
    """Run it; the exit code. ``tell`` shows progress, ``note`` writes to stderr, ``show`` to stdout."""
    from castalia.graphs.batches import batch
    from castalia.graphs.topics import read_topics

    if options.at_once is not None and options.at_once < 1:
        raise InputError(f"--at-once is {options.at_once}: give a whole number from 1 up")
    workers = _workers(options)
    listed = read_topics(options.topics, options.domain)
    thinking = thinking_of(options, options.out)
    settings = settings_of(options, thinking, options.words)
    source = {
        "corpus": options.corpus,
        "store": options.store,
        "embeddings": options.embeddings,
        "fields": fields,
        "bad_rows": options.bad_rows or "skip",
    }
    for line in _notices(listed.notices):
        note(line)
    if options.dry_run:
        for line in run_interruptible(_estimate(listed.topics, source, thinking, settings)):
            show(line)
        return 0
    progress = TopicLines(tell, note, options.quiet)
    work = batch(
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
    wait = bool(thinking.models) and not options.quiet
    try:
        report = run_interruptible(work, told=lambda: note(_FINISHING) if wait else None)
    except Interrupted as error:
        note(
            f"castalia: interrupted; {progress.count:,} of {len(listed.topics):,} topics have ended: the same command goes on from here"
        )
        return _left(workers, 128 + error.number)
    except CastaliaError as error:
        if not _is_tied(workers):
            raise
        note(f"castalia: {error}")
        return _left(workers, 2 if isinstance(error, InputError) else 1)
    return _left(workers, _tell_end(report, len(listed.topics), options.quiet, note, show))


def _left(workers: Workers | None, code: int) -> int:
    """The exit code; where it would get lost with a cluster that is gone, the exit."""
    if workers is not None:
        from castalia.graphs.ray_clusters import leave

        leave(code)
    return code


def _is_tied(workers: Workers | None) -> bool:
    """Whether something of a cluster is left in this process, which would crash where others see it off."""
    if workers is None:
        return False
    from castalia.graphs.ray_clusters import is_tied

    return is_tied()


def _workers(options: argparse.Namespace) -> Workers | None:
    from castalia.graphs.workers import Workers

    if options.workers is None:
        if options.workers_count is not None or options.pass_env:
            raise InputError("--workers-count and --pass-env say something of workers: add --workers ray://…")
        return None
    return Workers.of(options.workers, options.workers_count, options.pass_env)


class TopicLines:
    """A line for each topic that ends."""

    def __init__(self, tell: Tell, note: Say, is_quiet: bool) -> None:
        self.count = 0
        self._is_frozen = False
        self._tell, self._note, self._is_quiet = tell, note, is_quiet

    def __call__(self, event: dict[str, Any]) -> None:
        match event:
            case {"phase": "batch", "topics": total, "skipped": skipped}:
                self.count = skipped
                self._say(f"batch     {_count(total, 'topic')}" + (f", {skipped:,} done before" if skipped else ""))
            case {"phase": "topic"}:
                if not self._is_frozen:
                    gc.freeze()  # all is imported now and stays: the collector need not look through it again and again
                    self._is_frozen = True
                self.count = event["count"]
                self._say(_line(event))
            case {"phase": "worker" | "damaged", "line": line}:
                self._say(f"batch     {line}")
            case _ if not self._is_quiet:
                self._tell(event)

    def _say(self, line: str) -> None:
        if not self._is_quiet:
            self._note(line)


def summary_lines(report: BatchReport) -> list[str]:
    """The topics that have ended, and what they came to, as a table."""
    rows: list[tuple[str, ...]] = [("topic", "status", "words", "sources", "calls", "tokens", "cost", "seconds")]
    rows += [
        (
            _cut(one.topic),
            one.status,
            f"{one.words:,}",
            f"{one.sources:,}",
            f"{one.calls:,}",
            f"{one.tokens:,}",
            _cost(one.cost),
            f"{one.seconds:,.1f}",
        )
        for one in report.ended
    ]
    known = [one.cost for one in report.ended if one.cost is not None]
    sums = [sum(getattr(one, name) for one in report.ended) for name in ("words", "sources", "calls", "tokens")]
    rows.append(
        (
            "all",
            "",
            *(f"{one:,}" for one in sums),
            _cost(sum(known) if len(known) == len(report.ended) else None),
            f"{sum(one.seconds for one in report.ended):,.1f}",
        )
    )
    return table_lines(rows, left=2)


def _tell_end(report: BatchReport, total: int, is_quiet: bool, note: Say, show: Say) -> int:
    """Table, failures, what is left, and the exit code."""
    if not is_quiet:
        for line in summary_lines(report):
            note(line)
    for one in (*report.failed, *report.short):
        note(f"{one.status}: {one.topic}{f' ({one.domain})' if one.domain else ''}: {one.error or _SHORT}")
    for one in report.done:
        if one.lost_sections:
            note(f"done, but without {_count(one.lost_sections, 'section')} that could not be written: {one.topic}")
    if report.deaths:
        note(f"{_count(len(report.deaths), 'worker')} died; the pages they had begun were given to others")
    show(str(report.manifest))
    if report.not_begun:
        note(f"not begun, or not finished: {_names(report.not_begun)}")
    if report.stopped:
        note(
            f"castalia: {len(report.done):,} of {_count(total, 'topic')} done, then it made no sense to go on: "
            f"{report.stopped}; the same command goes on from here"
        )
        return 1
    if report.budget:
        note(
            f"castalia: the budget of {report.budget} is used up, {len(report.done):,} of {_count(total, 'topic')} done: "
            "the same command with a larger one goes on; it counts what was spent before"
        )
        return 3 if any(one.words for one in report.ended) else 1
    if report.failed:
        note(f"castalia: {len(report.failed):,} of {_count(total, 'topic')} failed: the same command tries them again")
        return 1
    return 0


_FINISHING = "castalia: waiting for the calls under way, which are paid for; Ctrl-C again to leave them"
_SHORT = "the page was finished with what there was"


async def _estimate(
    topics: Sequence[Topic], source: Mapping[str, Any], thinking: Thinking, settings: Settings
) -> list[str]:
    """What the pages would come to, from a rehearsal of a few of them, spread over the list."""
    from castalia.graphs.generation import generate
    from castalia.graphs.sources import open_memory
    from castalia.graphs.thinking import rehearsal
    from castalia.tools.account import Account

    rehearsed: list[str] = []
    failed: list[str] = []
    account = Account(prices=thinking.prices)
    memory, _ = await open_memory(**source)
    async with memory:
        for topic in _spread(topics):
            if len(rehearsed) == REHEARSED:
                break
            own = settings if topic.words is None else replace(settings, words=topic.words)
            try:
                await generate(
                    topic.name,
                    memory=memory.apart(),
                    domain=topic.domain,
                    model=rehearsal(thinking),
                    settings=own,
                    account=Account(parent=account, prices=thinking.prices),
                )
                rehearsed.append(topic.name)
            except CastaliaError as error:
                failed.append(str(error))
            if len(failed) == REHEARSED:
                break
    if not rehearsed:
        raise CastaliaError(f"none of {_count(len(failed), 'topic')} could be rehearsed: {failed[0]}")
    told = [
        f"{_count(len(topics), 'topic')}, by {_count(len(rehearsed), 'rehearsal')} ({', '.join(map(_cut, rehearsed))}):"
    ]
    scaled = _scaled(account.to_json(), len(topics) / len(rehearsed))
    return [
        *told,
        *account_lines(scaled),
        "Snippets that several pages read are read once, so the extractor's share is an upper bound.",
    ]


def _scaled(account: Mapping[str, Any], factor: float) -> dict[str, Any]:
    def scale(usage: Mapping[str, Any]) -> dict[str, Any]:
        return {
            name: value * factor
            if name == "cost" and value is not None
            else value
            if value is None
            else round(value * factor)
            for name, value in usage.items()
        }

    return {
        "by_role": {role: scale(usage) for role, usage in account["by_role"].items()},
        "total": scale(account["total"]),
    }


def _spread(topics: Sequence[Topic]) -> list[Topic]:
    """First, middle and last, then the others: lists are often sorted by something."""
    first = [0, len(topics) // 2, len(topics) - 1]
    places = dict.fromkeys([*first, *range(len(topics))])
    return [topics[at] for at in places]


def _notices(notices: Sequence[str]) -> list[str]:
    more = len(notices) - MOST_NOTICES
    return [*notices[:MOST_NOTICES], *([f"and {more:,} more such lines"] if more > 0 else [])]


def _line(event: Mapping[str, Any]) -> str:
    head = f"{event['count']:>{len(str(event['of']))}}/{event['of']}"
    if event["error"]:
        rest = f"{event['status']}: {event['error']}"
    else:
        rest = f"{event['words']:,} words, {_count(event['sources'], 'source')}"
        if event["calls"] or event["replayed"]:
            rest += f", {_count(event['calls'], 'call')}"
        if event["status"] != "done":
            rest += f", {event['status']}"
    rest += f", {event['seconds']:.1f} s"
    if event["count"] < event["of"]:
        rest += f"; about {_time(event['left'])} left"
    return f"{head}  {_cut(event['topic'])}: {rest}"


def _names(topics: Sequence[Topic]) -> str:
    more = len(topics) - MOST_NAMED
    return ", ".join(one.name for one in topics[:MOST_NAMED]) + (f" and {more:,} more" if more > 0 else "")


def _time(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"


def _cost(cost: float | None) -> str:
    return "unknown" if cost is None else f"{cost:.4f}"


def _cut(topic: str) -> str:
    return topic if len(topic) <= LONGEST_TOPIC else topic[: LONGEST_TOPIC - 1] + "…"


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}" + ("" if number == 1 else "s")
