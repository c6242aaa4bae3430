"""Marks of notes in Markdown: they go, and what they mark is read."""

from __future__ import annotations

import time

import pytest
from castalia.memory.records import Snippet
from castalia.tools.corpus.cleaning import clean
from castalia.tools.corpus.note_marks import strip_note_marks


@pytest.mark.parametrize(
    ("noted", "read"),
    [
        ("---\ntags:\n  - sea\n- shore\naliases: [tide]\ncreated: 2024-01-05\n---\n# Tides\n\nTides turn.", "Tides\n\nTides turn."),
        ("So they turn. #sea #tide", "So they turn."),
        ("Tides turn twice a day. ^turn-1\n\n#sea #to/do\n\nSo x ^2.", "Tides turn twice a day.\n\nSo x ^2."),
        ("> [!note]\n> Tides turn.", "Tides turn."),
        ("Tides turn.\n\n> [!note] Mind this\n> Twice a day.", "Tides turn.\n\nMind this\n\nTwice a day."),
        ("To read:\n- [ ] Lee\n- [x] Ito", "To read:\n• Lee\n• Ito"),
        ("To read:\n- [ ] Lee\n- [ ] Ito", "To read:\n• Lee\n• Ito"),
        ("---\nid: 5\n---\nTides turn.\n\n---\nso: it\n---\nThey do.", "Tides turn. so: it\n\nThey do."),
        ("==A tide== may ==turn twice== a day.%%ask\nIto%% So", "A tide may turn twice a day. So"),
        ("Tides turn [@lee2001; @ito, p. 5]. So it is, as [@lee2001] shows.", "Tides turn. So it is, as [@lee2001] shows."),
    ],
)  # fmt: skip
def test_the_marks_of_notes_go(noted: str, read: str) -> None:
    ((one,), _) = clean([Snippet("", noted)], min_words=0)
    assert one.text == read


@pytest.mark.parametrize(
    "text",
    [
        "---\nTides: they turn.\n---\nSo",
        "a == b and c==d==e",
        "if i ==0 and j== 1, a ==b== c",
        "5%% and 6%, x %% 2 + y %% 3",
        "by 50%%, then by 20%% (5%%), “%%a%%” and %%time/%%timeit",
        "x[!a] and [x] and [@]",
        "me@a.org [a@b.org]",
    ],
)
def test_what_marks_no_note_stays(text: str) -> None:
    assert strip_note_marks(text) == text


@pytest.mark.parametrize(
    "unit", ["---\n", "a:\n", "a: b\n- c\n", "> [!a", "> > ", "- [x] ", "==a", "%%", "%% a", "[@a", " [[@a,", "\n "]
)
def test_notes_are_read_in_linear_time(unit: str) -> None:
    start = time.process_time()
    for begin in ("", "---\n", "==", "%%", "[@a ", "> "):
        strip_note_marks(begin + unit * (40_000 // len(unit)))
    assert time.process_time() - start < 2
