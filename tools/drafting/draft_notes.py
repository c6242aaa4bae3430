"""Notes: what had to be mended in a writer's answer, for the run's record."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from castalia.tools.language.listing import first_few

NoteKind = Literal[
    "no heading",
    "missing heading",
    "other heading",
    "repeated heading",
    "deep heading",
    "preamble",
    "references",
    "code fence",
    "markup",
    "html",
    "hidden",
    "table",
    "list",
    "number mark",
    "unknown key",
    "cut off",
]

_LONGEST_DETAIL = 160  # characters
_SHOWN_EXAMPLES = 8


@dataclass(frozen=True, slots=True)
class Note:
    """One thing that was mended: ``kind`` from a closed list, ``detail`` one line of at most 160 characters."""

    kind: NoteKind
    detail: str


def note(kind: NoteKind, detail: str) -> Note:
    """A note whose detail is cut to one short line."""
    line = " ".join(detail.split())
    return Note(kind, line if len(line) <= _LONGEST_DETAIL else line[: _LONGEST_DETAIL - 2] + " …")


def note_all(kind: NoteKind, what: Iterable[str]) -> tuple[Note, ...]:
    """One note that names the first few different things of a kind and counts the rest; none if there are none."""
    found = tuple(dict.fromkeys(what))
    return (note(kind, first_few(found, _SHOWN_EXAMPLES)),) if found else ()
