"""What is seen of a run on stderr: lines in a pipe, one picture that is written over on a terminal, and nothing that
could command it."""

from __future__ import annotations

import errno
import fcntl
import io
import json
import os
import pty
import re
import signal
import struct
import subprocess
import sys
import termios
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import lighthouses
import pytest
from castalia.graphs import cli
from castalia.graphs.events import (
    Assembled,
    Curated,
    Event,
    Failed,
    Finished,
    Ingested,
    Kept,
    Left,
    Other,
    Outlined,
    Resumed,
    SectionState,
    Seeded,
    Spent,
    event_of,
    to_json,
)
from castalia.graphs.screens import event_file
from castalia.graphs.screens.display import Lines, following, is_live, lines_of
from castalia.graphs.screens.event_file import EventFile
from castalia.graphs.screens.live_display import LiveDisplay
from castalia.memory.errors import InputError

EVIL = "[red]\x1b]0;mine\x07\u202e:skull: History"
SPENT = Spent(12, 3, 0, 4_567, 0.0123, Left(calls=88, money=0.5))


class Screen:
    """As much of a terminal as is needed: lines, and a cursor that can go up."""

    def __init__(self) -> None:
        self.lines, self.at, self.is_hidden, self.escapes = [""], 0, False, set[str]()

    def feed(self, text: str) -> Screen:
        for part in re.findall(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b.|[\r\n]|[^\x1b\r\n]+", text):
            if part == "\n":
                self.at += 1
                self.lines += [""] * (self.at + 1 - len(self.lines))
            elif part.startswith("\x1b"):
                self._escape(part)
            elif part != "\r":
                self.lines[self.at] += part
        return self

    def _escape(self, code: str) -> None:
        self.escapes.add(code)
        if code == "\x1b[2K":
            self.lines[self.at] = ""
        elif match := re.fullmatch(r"\x1b\[(\d*)A", code):
            self.at -= int(match[1] or 1)
        elif code in ("\x1b[?25l", "\x1b[?25h"):
            self.is_hidden = code.endswith("l")

    @property
    def text(self) -> str:
        return "\n".join(line.rstrip() for line in self.lines).rstrip()


class Terminal(io.StringIO):
    encoding = "utf-8"  # type: ignore[assignment]

    def isatty(self) -> bool:
        return True


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("corpus") / "lights.jsonl"
    path.write_text("\n".join(lighthouses.lighthouse_rows()), encoding="utf-8")
    return path


def drawn(events: Sequence[Event], columns: int = 80, rows: int = 24, **stay: bool) -> Screen:
    """What a terminal of this size shows after these events, and after the run unless it is to ``stay``."""
    stream = Terminal()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COLUMNS", str(columns))
        patch.setenv("LINES", str(rows))
        display = LiveDisplay("Light [bold]house[/bold]", stream)
        with display:
            for event in events:
                display.hear(event)
            display._live.refresh()
            told = stream.getvalue()
    return Screen().feed(told if stay else stream.getvalue())


def sections(count: int, *states: str) -> list[Event]:
    return [SectionState(f"Heading {at}", f"id{at}", states[at % len(states)], revisions=at % 3) for at in range(count)]  # type: ignore[arg-type]


# A live display.


def test_all_that_is_known_is_shown() -> None:
    events: list[Event] = [
        Ingested(48, ("48 rows read, 48 snippets kept", "2 under 20 words")),
        Seeded(5),
        Curated(2, 1_165, 1_269, 885, 0.46),
        SPENT,
        Outlined(3, ("B", "A", "C")),
        SectionState("A", "1", "revising", revisions=2),
        SectionState("B", "2", "written", revisions=1, open=2),
        SectionState("C", "3", "failed", reason="the model declined to answer"),
        Other({"phase": "mine"}),
    ]
    text = drawn(events).text
    for told in (
        "Light [bold]house[/bold]",
        "writing, 0:0",
        "48 rows read",
        "step 2: 1,165 snippets, 1,269 entities, 885 triplets, 46% new",
        "12 calls (3 from the tape), 4,567 tokens, $0.0123",
        "left     $0.5000, 88 calls",
        "1 of 3 written, 1 failed",
        "revising 2",
        "written (revised 1 time, 2 open)",
        "failed: the model declined to answer",
    ):
        assert told in text, text
    places = [text.index(f"\n  {name} ") for name in "BAC"]
    assert places == sorted(places)  # the outline's order, whoever began first
    ended = drawn([*events, Assembled(1_848, 1, 9, "depth", ("B",))], columns=100).text
    assert (
        "1,848 words in 1 section, 9 snippets cited; 1 left out: B" in ended
        and "curation ended: its steps were used up" in ended
    )


def test_it_is_written_over_and_the_cursor_comes_back() -> None:
    states = ("retrieving", "writing", "reviewing", "written")
    screen = drawn([SectionState("Lamp", "1", one) for one in states])  # type: ignore[arg-type]
    assert screen.text.count("Lamp") == 1 and screen.text.count("Light") == 1
    assert not screen.is_hidden and "\x1b[?25l" in screen.escapes


@pytest.mark.parametrize("rows", [4, 10, 24])
def test_a_low_terminal_shows_what_is_under_way_and_in_the_end_everything(rows: int) -> None:
    events = sections(30, "written", "written", "reviewing")
    during = drawn(events, rows=rows, stay=True).text
    assert len(during.splitlines()) <= rows
    if rows > 6:
        assert "more" in during and "Heading 2 " in during
        assert "Heading 0 " not in during or "Heading 29" in during
    assert [line for line in drawn(events, rows=rows).text.splitlines() if line.startswith("  Heading")].__len__() == 30


@pytest.mark.parametrize("columns", [10, 20, 40, 200])
def test_no_line_is_wider_than_the_terminal(columns: int) -> None:
    events = [Curated(4, 276, 2_047, 1_445, 0.09), SPENT, SectionState("Lighthouses 灯台 " * 9, "1", "written", 3)]
    assert max(map(len, drawn(events, columns, stay=True).text.splitlines())) <= columns
    assert "written" in drawn(events, columns=max(columns, 40)).text


def test_headings_and_reasons_do_not_command_the_terminal() -> None:
    events = [Ingested(1, (EVIL,)), SectionState(EVIL, "1", "failed", reason=EVIL), SectionState(EVIL, "2", "writing")]
    screen = drawn(events, columns=200)
    assert "[red]\\x1b]0;mine\\x07\\u202e:skull: History" in screen.text
    assert not [code for code in screen.escapes if not re.fullmatch(r"\x1b\[[0-9;?]*[mAKhl]", code)]
    lines = "\n".join(line for event in events for line in lines_of(event))
    assert "[red]" in lines  # and `note` shows what it is given: see below


def test_a_run_that_is_stopped_says_where() -> None:
    assert "stopped while curating" in drawn([Curated(1, 2, 3, 4, 0.5), Failed("interrupted")]).text


def test_a_terminal_that_goes_away_stops_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Gone(Terminal):
        tries = 0

        def write(self, text: str) -> int:
            self.tries += 1
            raise OSError(errno.EIO, "gone")

        def fileno(self) -> int:
            return file.fileno()

    gone, kept = Gone(), tmp_path / "events.jsonl"
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setattr(sys, "stderr", gone)
    with (tmp_path / "stderr").open("w") as file, following("Light", events=str(kept)) as follow:
        for event in sections(5, "writing"):
            follow(to_json(event))
    assert follow.is_live and gone.tries == 1  # it is told nothing more
    told = [json.loads(line).get("section") for line in kept.read_text().splitlines()]
    assert told == [f"Heading {n}" for n in range(5)]


def test_a_live_display_is_for_terminals_that_can(monkeypatch: pytest.MonkeyPatch) -> None:
    for term, is_shown in (("xterm-256color", True), ("dumb", False), ("unknown", False), ("", False)):
        monkeypatch.setenv("TERM", term)
        assert is_live(Terminal()) == (is_shown or os.name == "nt")
        assert not is_live(io.StringIO()) and not is_live(None)


# Lines.


def test_a_resumed_run_names_the_last_step_that_was_told() -> None:
    assert lines_of(Resumed(3, 165, 11)) == ["resume    after step 2: 165 snippets, 11 sections planned"]
    assert lines_of(Resumed(0, 0, 0)) == ["resume    before step 0: 0 snippets"]


def test_lines_tell_what_was_spent_when_a_phase_ends(capsys: pytest.CaptureFixture[str]) -> None:
    lines = Lines()
    for event in (Curated(0, 5, 57, 37, 1.0), SPENT, SPENT, *sections(3, "writing", "revising", "written"), SPENT):
        lines.hear(event)
    lines.hear(SectionState("Lamp", "9", "failed", reason="no\x1bink"))
    lines.hear(Finished(1, 1, 1, "depth"))
    assert capsys.readouterr().err.splitlines() == [
        "curate    step 0: 5 snippets, 57 entities, 37 triplets, 100% new",
        "curate    12 calls (3 from the tape), 4,567 tokens, $0.0123; left: $0.5000, 88 calls",
        "write     Heading 1: revising 1",
        "write     Heading 2 (revised 2 times)",
        "write     Lamp: failed: no\\x1bink",
    ]


def test_the_line_of_assembly_names_the_sections_that_were_written_and_left_out() -> None:
    assert lines_of(Assembled(900, 3, 9, "depth", ("Types", "Uses"))) == [
        "assemble  900 words; 2 left out: Types, Uses"
    ]
    assert lines_of(Assembled(900, 3, 9, "depth")) == ["assemble  900 words"]


# The command in a terminal.


def in_terminal(
    arguments: Sequence[object], cwd: Path, columns: int = 80, stop_at: str = "", **environment: str
) -> tuple[int, Screen]:
    """Run castalia in a terminal of its own; with ``stop_at`` Ctrl-C is pressed when that was seen."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    running = subprocess.Popen(
        [sys.executable, "-m", "castalia.graphs", *map(str, arguments)],
        cwd=cwd,
        stdin=slave,
        stdout=slave,
        stderr=slave,
        start_new_session=True,
        env={**os.environ, "TERM": "xterm-256color", **environment},
    )
    os.close(slave)
    told, began = b"", time.monotonic()
    while time.monotonic() - began < 100:
        try:
            part = os.read(master, 65_536)
        except OSError:  # how Linux says that nobody writes any more
            break
        if not part:
            break
        told += part
        if stop_at and stop_at.encode() in told:
            stop_at = ""
            running.send_signal(signal.SIGINT)
    os.close(master)
    return running.wait(timeout=60), Screen().feed(told.decode())


def test_a_page_on_a_terminal(corpus: Path, tmp_path: Path) -> None:
    command = ["generate", lighthouses.TOPIC, "--corpus", corpus, "--out", "out"]
    code, screen = in_terminal([*command, "--model", "scripted", "--budget", "calls=900"], tmp_path, NO_COLOR="1")
    assert code == 0 and not screen.is_hidden
    lines = screen.text.splitlines()
    assert lines[0] == lighthouses.TOPIC and lines[-2:] == ["out/page.html", "out/page.md"]
    for name in ("now ", "corpus ", "curated ", "models ", "left ", "sections ", "page "):
        assert sum(line.startswith(name) for line in lines) == 1, screen.text
    assert not [code for code in screen.escapes if re.search(r"[34]\d", code) and code.endswith("m")]  # no colour
    assert all(line.count("written") == 1 for line in lines if line.startswith("  "))


def test_ctrl_c_gives_the_cursor_back(corpus: Path, tmp_path: Path) -> None:
    command = ["generate", lighthouses.TOPIC, "--corpus", corpus, "--out", "out", "--events", "told.jsonl"]
    code, screen = in_terminal(command, tmp_path, stop_at="snippets kept")
    assert code == 130 and not screen.is_hidden
    assert "castalia: interrupted" in screen.text and "Traceback" not in screen.text
    events = [event_of(json.loads(line)) for line in Path(tmp_path, "told.jsonl").read_text().splitlines()]
    assert events[-1] == Failed("interrupted") and "stopped while" in screen.text


def test_a_dumb_terminal_gets_lines(corpus: Path, tmp_path: Path) -> None:
    command = ["generate", lighthouses.TOPIC, "--corpus", corpus, "--out", "out"]
    code, screen = in_terminal(command, tmp_path, TERM="dumb")
    assert code == 0 and screen.escapes == set()
    assert "\nseed      the 5 snippets" in screen.text


# A file of events.


def events_in(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_events_are_appended_run_after_run(
    corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for number in (1, 2):
        command = ["generate", lighthouses.TOPIC, "--corpus", str(corpus), "--quiet", "--events", "told.jsonl"]
        assert cli.main([*command, "--model", "scripted", "--out", f"out{number}"]) == 0
    assert capsys.readouterr().err == ""
    told = events_in(tmp_path / "told.jsonl")
    assert {one["topic"] for one in told} == {lighthouses.TOPIC}
    assert [one["time"] for one in told] == sorted(one["time"] for one in told)
    phases = [one["phase"] for one in told]
    assert phases.count("finish") == 2 and phases[-1] == "finish" and phases[0] == "ingest"
    assert "spend" in phases and not [one for one in told if isinstance(event_of(one), Other)]
    assert cli.main(["generate", "Glycolysis", "--corpus", str(corpus), "--quiet", "--events", "told.jsonl"]) == 1
    assert events_in(tmp_path / "told.jsonl")[-1]["reason"].startswith("no snippet of ")


def test_a_rehearsal_spends_nothing_and_says_so(
    corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    command = ["generate", lighthouses.TOPIC, "--corpus", str(corpus), "--model", "scripted", "--dry-run"]
    assert cli.main([*command, "--events", "told.jsonl"]) == 0
    assert "spend" not in {one["phase"] for one in events_in(tmp_path / "told.jsonl")}
    assert " calls (" not in capsys.readouterr().err


@pytest.mark.parametrize("path", ["", "nowhere/told.jsonl", ".", "a\0b"])
def test_events_that_cannot_be_written_are_told_before_any_work(
    path: str, corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    command = ["generate", lighthouses.TOPIC, "--corpus", str(corpus), "--events", path]
    assert cli.main(command) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1 and told.startswith("castalia: ")
    assert list(tmp_path.iterdir()) == []


def test_a_disk_that_fills_up_is_told_once_and_the_run_goes_on(
    corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if not Path("/dev/full").exists():
        return
    monkeypatch.chdir(tmp_path)
    command = ["generate", lighthouses.TOPIC, "--corpus", str(corpus), "--quiet", "--events", "/dev/full"]
    assert cli.main([*command, "--out", "out"]) == 0
    assert capsys.readouterr().err.splitlines() == [
        "castalia: /dev/full cannot be written any more (No space left on device): the run goes on without it"
    ]


def test_each_line_is_there_at_once(tmp_path: Path) -> None:
    file = EventFile(tmp_path / "told.jsonl", "Light")
    file.write({"phase": "seed", "snippets": 5})
    (told,) = events_in(tmp_path / "told.jsonl")
    assert event_of(told) == Seeded(5)
    file.write({"phase": "mine", "odd": object()})  # of an agent of somebody's own
    assert len(events_in(tmp_path / "told.jsonl")) == 2
    file.close()
    file.write({"phase": "seed", "snippets": 5})
    assert len(events_in(tmp_path / "told.jsonl")) == 2
    with pytest.raises(InputError, match="cannot be written to"):
        EventFile(tmp_path, "Light")


# What it costs.


@pytest.mark.parametrize("arguments", [["--help"], ["generate", "--help"]])
def test_looking_at_the_help_draws_nothing(arguments: list[str]) -> None:
    code = f"import sys\nfrom castalia.graphs.cli import main\ntry:\n    main({arguments!r})\nexcept SystemExit:\n    pass\nimport castalia.graphs\nprint('rich' in sys.modules, 'IPython' in sys.modules)"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert told.stdout.splitlines()[-1] == "False False"
    assert arguments == ["--help"] or "--events FILE" in told.stdout


def slow_reader(path: Path) -> int:
    os.mkfifo(path)
    return os.open(path, os.O_RDONLY | os.O_NONBLOCK)


def test_a_reader_of_events_who_is_slow_does_not_hold_the_run_and_misses_nothing(tmp_path: Path) -> None:
    reader = slow_reader(tmp_path / "pipe")
    file = EventFile(tmp_path / "pipe", "Light")

    def run() -> None:
        for number in range(300):
            file.write({"phase": "other", "number": number, "text": "x" * 1000})

    work = threading.Thread(target=run, daemon=True)
    work.start()
    work.join(5)
    was_held = work.is_alive()
    end = threading.Thread(target=file.close, daemon=True)
    end.start()
    with os.fdopen(reader, "rb") as lines:
        os.set_blocking(reader, True)
        told = [json.loads(one)["number"] for one in lines]
    end.join(5)
    assert not was_held and told == [*range(300)]


def test_events_that_nobody_reads_are_told_at_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(event_file, "PATIENCE", 0.05)
    reader = slow_reader(tmp_path / "pipe")
    file = EventFile(tmp_path / "pipe", "Light")
    for _ in range(300):
        file.write({"phase": "other", "text": "x" * 1000})
    file.close()
    os.close(reader)
    assert re.search(
        r"reader of .*pipe has stopped reading: 2[0-9]{2} events did not get there", capsys.readouterr().err
    )


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (Seeded(1), "seed      the snippet that names the topic best"),
        (Seeded(2), "seed      the 2 snippets that name the topic best"),
        (Kept(1, 1), "ingest    1 of 1 snippet in the store"),
    ],
)
def test_one_is_told_as_one(event: Event, line: str) -> None:
    assert lines_of(event) == [line]
