"""In a notebook: one output a run, updated in place, with nothing in it that a browser would obey; and errors in one
line."""

from __future__ import annotations

import sys
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from castalia.graphs import notebook_display
from castalia.graphs.events import Assembled as Done
from castalia.graphs.events import Curated, Event, SectionState, Seeded, Spent, to_json
from castalia.memory.errors import InputError


class Notebook:
    """Stands in for IPython: its outputs, each with all that it showed."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, kernel: object) -> None:
        self.outputs: list[list[Any]] = []
        whole, part = ModuleType("IPython"), ModuleType("IPython.display")
        self.shell = SimpleNamespace(kernel=kernel, execution_count=1)
        whole.get_ipython = lambda: self.shell  # type: ignore[attr-defined]
        part.display = self.display  # type: ignore[attr-defined]
        monkeypatch.setitem(sys.modules, "IPython", whole)
        monkeypatch.setitem(sys.modules, "IPython.display", part)

    def display(self, shown: Any, display_id: bool) -> SimpleNamespace:
        assert display_id
        output = [shown]
        self.outputs.append(output)
        return SimpleNamespace(update=output.append)


RUN: list[Event] = [
    Seeded(5),
    Curated(1, 85, 691, 466, 0.92),
    Spent(12, 3, 0, 4_567, None),
    SectionState("<script>alert(1)</script>\x1b", "1", "revising", 2),
    SectionState("Lamp", "2", "failed", reason="<b>no ink</b>"),
    Done(120, 1, 9, "depth"),
]


def test_one_output_a_run_is_updated_in_place(monkeypatch: pytest.MonkeyPatch) -> None:
    notebook = Notebook(monkeypatch, object())
    progress = notebook_display()
    for event in RUN * 2:
        progress(to_json(event))
    assert [len(one) for one in notebook.outputs] == [len(RUN)] * 2
    html, text = notebook.outputs[0][-1]._repr_html_(), repr(notebook.outputs[0][-1])
    for told in ("85 snippets", "466 triplets", "92% new", "12 calls", "revising 2", "120 words"):
        assert told in html and told in text
    assert "<script" not in html and "<b>" not in html and "&lt;script&gt;" in html
    assert "\x1b" not in html + text


@pytest.mark.parametrize("heard", [1, 2, 4])
def test_a_run_after_one_that_was_interrupted_has_its_own_output(heard: int, monkeypatch: pytest.MonkeyPatch) -> None:
    notebook = Notebook(monkeypatch, object())
    progress = notebook_display()
    for event in RUN[:heard]:
        progress(to_json(event))
    notebook.shell.execution_count += 1  # the error ends the cell: the next one is another
    for event in RUN:
        progress(to_json(event))
    assert [len(one) for one in notebook.outputs] == [heard, len(RUN)]
    assert "Lamp" in repr(notebook.outputs[1][-1])


def test_a_run_after_one_that_failed_in_the_same_cell_has_its_own_output(monkeypatch: pytest.MonkeyPatch) -> None:
    notebook = Notebook(monkeypatch, object())
    progress = notebook_display()
    for event in [*RUN[:2], *RUN]:
        progress(to_json(event))
    assert [len(one) for one in notebook.outputs] == [2, len(RUN)]


@pytest.mark.parametrize("where", ["script", "terminal"])
def test_outside_of_a_notebook_it_says_so(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if where == "terminal":
        Notebook(monkeypatch, None)
    else:
        monkeypatch.delitem(sys.modules, "IPython", raising=False)
    with pytest.raises(InputError, match="no notebook is running here"):
        notebook_display()


def test_a_cell_shows_an_error_of_ours_in_one_line_with_how_to_go_on() -> None:
    error = InputError("the topic is empty: name it")
    error.add_note("During task with name seed")
    error.add_note("castalia generate --resume goes on from here")
    assert error._render_traceback_() == [  # IPython asks for it by this name
        "InputError: the topic is empty: name it",
        "castalia generate --resume goes on from here",
    ]
