"""What a command says of a page that it has made: its size, what it lacks, and where it is."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from castalia.graphs.events import Spent
from castalia.graphs.screens.lines import note, print_line
from castalia.graphs.screens.standing import size_line, spent_line
from castalia.tools.language.counting import count

if TYPE_CHECKING:
    from castalia.graphs.page import TopicPage


def tell_size(page: TopicPage, *, with_calls: bool) -> None:
    """The size of a page on stderr and, where models were asked, what it came to."""
    stats = page.record["stats"]
    note(size_line(stats["words"], len(page.record["sections"]), len(page.record["references"])))
    if with_calls:
        note(spent_line(Spent(stats["model_calls"], stats["replayed_calls"], 0, stats["tokens"], stats["cost"])))


def tell_end(page: TopicPage, target: str) -> int:
    """Say what a page lacks, and on stdout where it is; the exit code."""
    if stub := page.record.get("stub"):
        note(f"castalia: {stub[0].lower()}{stub[1:]}")
    for line in _lost_lines(page.record["stats"]):
        note(f"castalia: {line}")
    print_line(str(Path(target) / "page.html"))
    print_line(str(Path(target) / "page.md"))
    if exhausted := page.record["stats"]["budget_exhausted"]:
        note(
            f"castalia: the budget of {exhausted} ran out: the page was finished with what there was; the same command with a larger one, without --resume, goes further"
        )
        return 3
    return 0


def _lost_lines(stats: Mapping[str, Any]) -> list[str]:
    """What is told of what a page lost, for it is a failure though the page is there."""
    lost = (
        (stats["failed_sections"], "section", "could not be written: page.md says why"),
        (stats["failed_snippets"], "snippet", "could not be read: run.json says why"),
    )
    return [f"{count(number, thing)} {what}" for number, thing, what in lost if number]
