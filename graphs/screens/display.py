"""How the command line shows a run: a live display on a terminal, lines in a pipe, a file of events, or nothing."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any, Protocol, TextIO

from castalia.graphs.events import (
    Approved,
    Assembled,
    Curated,
    Event,
    Failed,
    Ingested,
    Kept,
    Outlined,
    Resumed,
    SectionState,
    Seeded,
    Spent,
    event_of,
    finished,
    to_json,
)
from castalia.graphs.screens.event_file import EventFile
from castalia.graphs.screens.lines import note
from castalia.graphs.screens.standing import gathered_line, left_line, left_out_line, spent_line, state_line
from castalia.memory.errors import one_line
from castalia.tools.corpus.corpus_report import unread_in
from castalia.tools.language.counting import count

if TYPE_CHECKING:
    from castalia.graphs.page import TopicPage


class Display(Protocol):
    """Whoever shows events."""

    def hear(self, event: Event) -> None: ...


class Following:
    """What a run's ``progress=`` is given: passes each event to the display and to the file of events."""

    def __init__(self, display: Display | None, file: EventFile | None, is_rehearsal: bool) -> None:
        self._display = display
        self._file = file
        self._is_rehearsal = is_rehearsal

    def __call__(self, event: dict[str, Any]) -> None:
        """Pass an event on."""
        settle(event)
        if self._is_rehearsal and event.get("phase") == Spent.phase:
            return  # nothing is
        if self._file is not None:
            self._file.write(event)
        if self._display is not None:
            self._display.hear(event_of(event))

    @property
    def is_live(self) -> bool:
        """Whether the display leaves the whole state of the run behind."""
        return self._display is not None and not isinstance(self._display, Lines | Faults)

    def finish(self, page: TopicPage) -> None:
        """Tell that the run ended with this page."""
        self(to_json(finished(page)))


@contextmanager
def following(
    topic: str, *, quiet: bool = False, events: str | None = None, is_rehearsal: bool = False
) -> Iterator[Following]:
    """Show a run on stderr, with ``quiet`` no more than what of its corpus could not be read, and append its events to
    a file. ``InputError`` where that cannot be written."""
    with ExitStack() as opened:
        file = None
        if events is not None:
            file = EventFile(events, topic)
            opened.callback(file.close)
        display: Display | None = None
        if not quiet and is_live(sys.stderr):
            from castalia.graphs.screens.live_display import LiveDisplay  # rich, only where it is seen

            display = opened.enter_context(LiveDisplay(topic, sys.stderr))
        else:
            display = Faults() if quiet else Lines()
        follow = Following(display, file, is_rehearsal)
        try:
            yield follow
        except Exception as error:
            follow(to_json(Failed(one_line(error) or type(error).__name__)))
            raise
        except BaseException:
            follow(to_json(Failed("interrupted")))
            raise


class Lines:
    """Plain lines on stderr, each with its phase in front. What is spent is told when a phase ends."""

    def __init__(self) -> None:
        self._due = ""  # the phase that ended, and whose spending was not told yet

    def hear(self, event: Event) -> None:
        """Say what this event is worth saying."""
        if isinstance(event, Spent):
            if self._due:
                left = left_line(event)
                note(f"{self._due:<10}{spent_line(event)}" + (f"; left: {left}" if left else ""))
            self._due = ""
            return
        for line in lines_of(event):
            note(line)
        self._due = event.phase if isinstance(event, Curated | Outlined) else ""


class Faults:
    """What is no progress, and stands on stderr even where that is not wanted: rows and files that were not read."""

    def hear(self, event: Event) -> None:
        """Say what this event has of that."""
        for line in unread_in(event.report) if isinstance(event, Ingested) else ():
            note(f"castalia: {line}")


def tell(event: dict[str, Any]) -> None:
    """The lines of one event, to stderr."""
    settle(event)
    for line in lines_of(event_of(event)):
        note(line)


def lines_of(event: Event) -> list[str]:
    """What is said of an event; nothing of most states that a section goes through."""
    match event:
        case Ingested():
            return [f"ingest    {line}" for line in event.report]
        case Kept():
            return [f"ingest    {event.snippets:,} of {count(event.of, 'snippet')} in the store"]
        case Seeded():
            best = "snippet that names" if event.snippets == 1 else f"{event.snippets:,} snippets that name"
            name = f"“{event.looked_for}”" if event.looked_for else "the topic"
            return [f"seed      the {best} {name} best"]
        case Resumed(finished=True):
            return ["resume    the page is finished, and was left as it is: without --resume it is made anew"]
        case Resumed():
            planned = f", {count(event.sections, 'section')} planned" if event.sections else ""
            place = f"after step {event.iterations - 1}" if event.iterations else "before step 0"
            return [f"resume    {place}: {count(event.snippets, 'snippet')}{planned}"]
        case Curated():
            return [f"curate    step {event.step}: {gathered_line(event)}"]
        case Approved():
            return [f"approve   {event.part} decided"]
        case Outlined():
            return [f"outline   {count(event.sections, 'section')} planned"]
        case SectionState(state="revising" | "failed"):
            return [f"write     {event.heading}: {state_line(event)}"]
        case SectionState(state="written"):
            return [f"write     {event.heading}{state_line(event).removeprefix('written')}"]
        case Assembled():
            return [f"assemble  {event.words:,} words{left_out_line(event)}"]
    return []


def settle(event: dict[str, Any]) -> None:
    """What the beginning of a page means for the process, shown or not."""
    if event.get("phase") in (Seeded.phase, Resumed.phase):
        gc.freeze()  # all is imported now and stays: looking through it again and again took a sixth of a page's CPU


def is_live(stream: TextIO | None) -> bool:
    """Whether lines on this stream can be written over."""
    if stream is None or not stream.isatty():
        return False
    return os.name == "nt" or os.environ.get("TERM", "") not in ("", "dumb", "unknown")
