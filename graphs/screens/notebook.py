"""A display in a notebook: one output that is updated in place as the run goes on."""

from __future__ import annotations

import html
import sys
import time
from importlib import import_module
from typing import Any

from castalia.graphs.events import Event, Ingested, Kept, Resumed, Seeded, event_of
from castalia.graphs.screens.lines import shown
from castalia.graphs.screens.standing import Standing, rows_of, state_line
from castalia.memory.errors import InputError

_LEFT = 'style="text-align: left"'


def notebook_display() -> NotebookDisplay:
    """For ``generate(…, progress=notebook_display())`` in a notebook's cell; ``InputError`` where there is none.

    One display may follow several runs one after the other: each has its own output.
    """
    if getattr(_shell(), "kernel", None) is None:
        raise InputError(
            "no notebook is running here: leave notebook_display out, or give progress= a function that takes an event, a dict"
        )
    return NotebookDisplay()


class NotebookDisplay:
    """A progress function that draws the run as a table, in HTML and as text."""

    def __init__(self) -> None:
        self._standing = Standing()
        self._begun = time.monotonic()
        self._handle: Any = None
        self._cell: object = None  # its number

    def __call__(self, event: dict[str, Any]) -> None:
        """Take one event in, and draw."""
        told = event_of(event)
        if self._is_another_run(told):
            self._standing, self._handle = Standing(), None
        if self._handle is None:
            self._begun, self._cell = time.monotonic(), _cell()
        self._standing.hear(told)
        self._draw()

    def _is_another_run(self, told: Event) -> bool:
        """Whether this event begins a run; the one before may have ended with an error, or been interrupted,
        anywhere."""
        if not isinstance(told, Kept | Ingested | Seeded | Resumed):
            return False
        one = self._standing
        return bool(one.curated or one.headings or one.sections or one.assembled) or _cell() != self._cell

    def _draw(self) -> None:
        drawn = _Drawn(self._standing, time.monotonic() - self._begun)
        if self._handle is None:
            self._handle = import_module("IPython.display").display(drawn, display_id=True)
        else:
            self._handle.update(drawn)


class _Drawn:
    """The run as it stands, in HTML and as text; what comes from elsewhere is escaped."""

    def __init__(self, standing: Standing, seconds: float) -> None:
        rows = rows_of(standing, seconds)
        self._rows = [(name, shown(value)) for name, value in rows]
        self._sections = [(shown(one.heading), shown(state_line(one))) for one in standing.sections.values()]

    def _repr_html_(self) -> str:
        rows = [
            f"<tr><th {_LEFT}>{html.escape(name)}</th><td {_LEFT}>{html.escape(text)}</td></tr>"
            for name, text in self._rows
        ]
        rows += [
            f"<tr><td {_LEFT}>{html.escape(heading)}</td><td {_LEFT}>{html.escape(state)}</td></tr>"
            for heading, state in self._sections
        ]
        return f"<table>{''.join(rows)}</table>"

    def __repr__(self) -> str:
        return "\n".join(
            [f"{name:<10}{text}" for name, text in self._rows] + [f"  {one}: {state}" for one, state in self._sections]
        )


def _shell() -> Any:
    """Whoever runs the cells; ``None`` in a script."""
    return sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None


def _cell() -> object:
    """The number of the cell that runs."""
    return getattr(_shell(), "execution_count", None)
