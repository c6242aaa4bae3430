"""What a terminal is told of a batch: a line for each topic that ends, a table of all of them, and how it stands at the
end."""

from __future__ import annotations

import gc
import shutil
import sys
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from castalia.graphs.checks import check_topic
from castalia.graphs.commands.cli_models import table_lines
from castalia.graphs.events import event_of
from castalia.graphs.screens.display import Faults, is_live, tell
from castalia.graphs.screens.lines import note, print_line
from castalia.memory.ellipsis import abridge, whole_clauses
from castalia.memory.errors import InputError
from castalia.tools.language.counting import count
from castalia.tools.language.listing import first_few

if TYPE_CHECKING:
    from castalia.graphs.batching.batch_report import BatchReport
    from castalia.graphs.batching.ended import Ended
    from castalia.graphs.benching.bench_report import BenchFailure
    from castalia.tools.models.budgets import Usage

LONGEST_TOPIC = 40  # characters, in tables and lines
LEAST_TOPIC = 12  # however narrow the terminal
LONGEST_REASON = 200  # characters; the manifest has the whole
MOST_NAMED = 5


class TopicLines:
    """A line for each topic that ends; ``told`` are the folders of those of which it said why they failed."""

    def __init__(self, is_quiet: bool) -> None:
        self.count = 0
        self.told: set[str] = set()
        self._is_frozen = False
        self.is_quiet = is_quiet

    def __call__(self, event: dict[str, Any]) -> None:
        match event:
            case {"phase": "batch", "topics": total, "skipped": skipped}:
                self.count = skipped
                self._say(f"batch     {count(total, 'topic')}" + (f", {skipped:,} done before" if skipped else ""))
            case {"phase": "topic"}:
                if not self._is_frozen:
                    gc.freeze()  # what is imported by now stays for good: the garbage collector need not look through it again
                    self._is_frozen = True
                self.count = event["count"]
                if event["error"] and not self.is_quiet:
                    self.told.add(event["folder"])
                self._say(_line(event))
            case {"phase": "worker" | "damaged", "line": line}:
                self._say(f"batch     {line}")
            case _ if not self.is_quiet:
                tell(event)
            case _:
                Faults().hear(event_of(event))

    def _say(self, line: str) -> None:
        if not self.is_quiet:
            note(line)


def summary_lines(report: BatchReport, width: int | None = None) -> list[str]:
    """The topics that have ended, what other attempts have spent, and what all of it came to, as a table; without what
    models came to, where none was asked. Names are cut to what ``width`` leaves for them, but to no less than
    ``LEAST_TOPIC``."""
    rows: list[tuple[str, ...]] = [("status", "words", "snippets cited", "calls", "tokens", "cost", "seconds")]
    rows += [
        (one.outcome, f"{one.words:,}", f"{one.sources:,}", *_spent([one]), _seconds([one])) for one in report.ended
    ]
    names = [one.topic for one in report.ended]
    others: Sequence[Ended | Usage] = (*report.earlier, report.under_way)
    earlier: Sequence[Ended] = report.earlier
    if any(one.calls for one in others):
        rows.append(("", "", "", *_spent(others), _seconds(earlier)))
        names.append("other attempts")
    else:
        others, earlier = (), ()
    sums = [f"{sum(getattr(one, name) for one in report.ended):,}" for name in ("words", "sources")]
    rows.append(("", *sums, *_spent((*report.ended, *others)), _seconds((*report.ended, *earlier))))
    if not any(one.calls or one.replayed for one in (*report.ended, *others)):
        rows = [(*row[:3], row[-1]) for row in rows]
    rest = max(map(len, table_lines(rows)))
    longest = LONGEST_TOPIC if width is None else min(max(width - rest - 2, LEAST_TOPIC), LONGEST_TOPIC)
    names = ["topic", *(cut(one, longest) for one in names), "all"]
    return table_lines([(name, *row) for name, row in zip(names, rows, strict=True)], left=2)


def _spent(those: Sequence[Ended | Usage]) -> tuple[str, str, str]:
    """Calls, tokens and cost of all of them, as a table shows them."""
    known = [one.cost for one in those if one.cost is not None]
    cost = f"{sum(known):.4f}" if len(known) == len(those) else "unknown"
    return f"{sum(one.calls for one in those):,}", f"{sum(one.tokens for one in those):,}", cost


def _seconds(those: Iterable[Ended]) -> str:
    return f"{sum(one.seconds for one in those):,.1f}"


def tell_end(report: BatchReport, total: int, is_quiet: bool, told: Collection[str] = ()) -> int:
    """Tell it: table, failures (but for those in the folders that were ``told``), what is left, and the exit code."""
    if report.ended and not is_quiet:
        for line in summary_lines(report, shutil.get_terminal_size().columns if is_live(sys.stderr) else None):
            note(line)
    for one in (*report.failed, *report.short):
        if one.folder not in told:
            name = f"{cut(one.topic)}{f' ({cut(one.domain)})' if one.domain else ''}"
            note(f"{one.status}: {name}: {whole_clauses(one.reason, LONGEST_REASON)}")
    for one in report.done:
        if one.lost_sections:
            note(f"done, but without {count(one.lost_sections, 'section')} that could not be written: {cut(one.topic)}")
    for lacks, has_sections in (("section", False), ("lead", True)):
        if stubs := [cut(one.topic) for one in report.done if one.stub and bool(one.sections) == has_sections]:
            note(f"a stub, without a {lacks}: {first_few(stubs, MOST_NAMED)}")
    if report.deaths:
        note(f"{count(len(report.deaths), 'worker')} died; the pages they had begun were given to others")
    print_line(str(report.manifest))
    if report.not_begun:
        note(f"not begun, or not finished: {first_few([cut(one.name) for one in report.not_begun], MOST_NAMED)}")
    if report.stopped:
        note(
            f"castalia: {len(report.done):,} of {count(total, 'topic')} done, then it made no sense to go on: "
            f"{report.stopped}; the same command goes on from here"
        )
        return 1
    if report.budget:
        note(
            f"castalia: the budget of {report.budget} is used up, {len(report.done):,} of {count(total, 'topic')} done: "
            "the same command with a larger one goes on; it counts what was spent before"
        )
        return 3 if any(one.words for one in report.ended) else 1
    if report.failed:
        note(f"castalia: {len(report.failed):,} of {count(total, 'topic')} failed: {what_helps(report.failed)}")
        return 1
    if report.not_begun:
        note(f"castalia: {len(report.done):,} of {count(total, 'topic')} done: the same command goes on from here")
        return 1
    return 0


def cut(topic: str, longest: int = LONGEST_TOPIC) -> str:
    """A topic as it stands in a line or a table."""
    return abridge(topic, longest)


def what_helps(failed: Sequence[Ended | BenchFailure]) -> str:
    """What can be done about failed topics: another run does nothing for a name that is no topic, nor for what the
    corpus does not know, nor for what else is wrong with what was asked, whichever system it failed in."""
    topics = {(one.topic, one.domain): one.topic for one in failed}
    unusable = {key for key, topic in topics.items() if not _is_topic(topic)}
    wrong = {(one.topic, one.domain) for one in failed if one.wrong}
    vain = {
        "write otherwise, for no run makes a page of it": unusable,
        "ingest texts on it or leave it out, for the corpus does not know it": {
            (one.topic, one.domain) for one in failed if one.unknown
        },
        "mend what its line says, for another run ends in the same way": wrong - unusable,
    }
    told = [
        f"{mend}: {first_few([cut(topics[key]) for key in topics if key in those], MOST_NAMED)}"
        for mend, those in vain.items()
        if those
    ]
    if not set(topics) <= set().union(*vain.values()):
        told.append(f"the same command tries again {'the others' if told else 'what failed'}")
    return "; ".join(told)


def _is_topic(name: str) -> bool:
    try:
        check_topic(name)
    except InputError:
        return False
    return True


def _line(event: Mapping[str, Any]) -> str:
    head = f"{event['count']:>{len(str(event['of']))}}/{event['of']}"
    if event["error"]:
        rest = f"{event['status']}: {whole_clauses(event['error'], LONGEST_REASON)}"
    else:
        rest = f"{event['words']:,} words, {count(event['sources'], 'snippet')} cited"
        if event["calls"] or event["replayed"]:
            rest += f", {count(event['calls'], 'call')}"
        if event.get("stub"):
            rest += ", a stub"
        if event["status"] != "done":
            rest += f", {event['status']}"
    rest += f" ({event['seconds']:.1f} s)" if event["error"] else f", {event['seconds']:.1f} s"
    if event["count"] < event["of"] and event["left"] is not None:
        rest += f"; about {_time(event['left'])} left"
    return f"{head}  {cut(event['topic'])}: {rest}"


def _time(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
