"""A display on a terminal that is written over as the run goes on, and left behind as it was at the end."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TextIO, cast

from castalia.graphs.events import Event, SectionState
from castalia.graphs.screens.lines import hush, shown
from castalia.graphs.screens.standing import Standing, rows_of, state_line
from rich.cells import cell_len, set_cell_size
from rich.console import Console, ConsoleOptions, RenderResult
from rich.live import Live
from rich.table import Table
from rich.text import Text

A_SECOND = 5  # times it is drawn: elapsed time goes on where no event comes
_STYLES = {"written": "green", "failed": "red", "revising": "yellow", "reviewing": "cyan", "writing": "cyan"}
_LEAST = 12  # cells of a heading, however narrow the terminal


class LiveDisplay:
    """A context: the cursor is hidden inside, and back afterwards. Headings are text, never markup."""

    def __init__(self, topic: str, stream: TextIO) -> None:
        self._topic = topic
        self._standing = Standing()
        self._begun = time.monotonic()
        self._is_over = False
        self._lock = threading.Lock()  # it is drawn by a thread
        console = Console(
            file=cast(TextIO, _Listener(stream)),
            force_terminal=True,
            force_jupyter=False,
            markup=False,
            emoji=False,
            highlight=False,
        )
        self._live = Live(
            get_renderable=lambda: self,
            console=console,
            refresh_per_second=A_SECOND,
            redirect_stdout=False,
            vertical_overflow="crop",
        )

    def __enter__(self) -> LiveDisplay:
        self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._is_over = True
        self._live.transient = self._standing == Standing(doing=self._standing.doing)  # nothing happened: leave nothing
        self._live.stop()

    def hear(self, event: Event) -> None:
        """Take one event in; it is seen when the display is drawn next."""
        with self._lock:
            self._standing.hear(event)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        with self._lock:
            standing = replace(self._standing, sections=dict(self._standing.sections))
        head = self._head(standing)
        yield head
        sections = list(standing.sections.values())
        room = len(sections)
        if not self._is_over:
            room = max(console.size.height - 2 - len(console.render_lines(head, options)), 0)
        chosen = _chosen(sections, room)
        yield from _rows(chosen, options.max_width, "..." if options.ascii_only else "…", self._is_over)
        if hidden := len(sections) - len(chosen):
            yield Text(f"  and {hidden} more", style="dim", no_wrap=True, overflow="crop")

    def _head(self, standing: Standing) -> Table:
        """What is known of the run as a whole; long values are wrapped."""
        table = Table.grid(padding=(0, 1))
        table.add_column(width=8, no_wrap=True)
        table.add_column(overflow="fold")
        for name, value in rows_of(standing, time.monotonic() - self._begun):
            table.add_row(Text(name, style="bold"), Text(shown(value)))
        whole = Table.grid()
        whole.add_row(Text(shown(self._topic), style="bold"))
        whole.add_row(table)
        return whole


def _chosen(sections: Sequence[SectionState], room: int) -> list[SectionState]:
    """As many as there is room for: those under way before the failed before the written, in their order."""
    if len(sections) <= room:
        return list(sections)
    rank = {"written": 2, "failed": 1}
    order = sorted(range(len(sections)), key=lambda at: (rank.get(sections[at].state, 0), at))
    return [sections[at] for at in sorted(order[: max(room, 0)])]


def _rows(sections: Sequence[SectionState], width: int, dots: str, is_over: bool) -> RenderResult:
    """A line a section: its heading, cut to leave room for its state. Reasons are told in full when all is over."""
    headings = [shown(one.heading) for one in sections]
    states = [shown(state_line(one)) for one in sections]
    widest = max((len(state) for one, state in zip(sections, states, strict=True) if one.state != "failed"), default=6)
    column = max(min(max(map(cell_len, headings), default=0), width - widest - 4), _LEAST)
    for one, heading, state in zip(sections, headings, states, strict=True):
        cut = heading if cell_len(heading) <= column else set_cell_size(heading, column - len(dots)) + dots
        line = Text(
            "  " + set_cell_size(cut, column) + "  ", no_wrap=not is_over, overflow="fold" if is_over else "crop"
        )
        yield line.append(state, style=_STYLES.get(one.state, "dim"))


class _Listener:
    """A stream whose reader may go: from then on nothing is written, and the work goes on."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._is_gone = False
        self.encoding = stream.encoding

    def write(self, text: str) -> int:
        self._careful(lambda: self._stream.write(text))
        return len(text)

    def flush(self) -> None:
        self._careful(self._stream.flush)

    def isatty(self) -> bool:
        return not self._is_gone

    def fileno(self) -> int:
        return self._stream.fileno()

    def _careful(self, act: Callable[[], object]) -> None:
        if self._is_gone:
            return
        try:
            act()
        except (OSError, ValueError):  # a terminal that is gone, a stream that is closed
            self._is_gone = True
            hush(self._stream)
