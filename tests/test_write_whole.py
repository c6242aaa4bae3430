"""Folders are written whole or not at all."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from castalia.memory.errors import InputError
from castalia.tools.pages.folders import lock_folder, try_lock
from castalia.tools.pages.write_whole import (
    check_file,
    check_folder,
    staging_in,
    whole_folder,
    write_file,
    write_folder,
)


def contents(folder: Path) -> dict[str, bytes]:
    return {one.name: one.read_bytes() for one in sorted(folder.iterdir())}


def test_files_are_written_and_others_stay(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("keep")
    (tmp_path / "page.md").write_text("old")
    write_folder(tmp_path, {"page.md": "neu ß\n", "graph.bin": b"\x00\xff"})
    assert contents(tmp_path) == {"mine.txt": b"keep", "page.md": "neu ß\n".encode(), "graph.bin": b"\x00\xff"}


def test_missing_parents_are_made(tmp_path: Path) -> None:
    write_folder(tmp_path / "a" / "b", {"x": "1"})
    write_file(tmp_path / "c" / "y.txt", "2")
    assert contents(tmp_path / "a" / "b") == {"x": b"1"}
    assert contents(tmp_path / "c") == {"y.txt": b"2"}


def test_parents_that_another_process_takes_away_meanwhile_are_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As two batches do that begin together in new folders side by side: each removes what it made to have a look."""
    make, taken = Path.mkdir, 0

    def mkdir(self: Path, *args: Any, **options: Any) -> None:
        nonlocal taken
        if self.name == "pages" and taken < 3:
            taken += 1
            self.parent.rmdir()
        make(self, *args, **options)

    monkeypatch.setattr(Path, "mkdir", mkdir)
    check_folder(tmp_path / "a" / "pages", ["x"])
    assert contents(tmp_path) == {}
    write_folder(tmp_path / "a" / "pages", {"x": "1"})
    assert taken == 3 and contents(tmp_path / "a" / "pages") == {"x": b"1"}


def test_a_lone_surrogate_does_not_stop_a_page(tmp_path: Path) -> None:
    write_file(tmp_path / "x.json", '"\ud800"')
    assert (tmp_path / "x.json").read_text() == '"\\ud800"'


@pytest.mark.parametrize("step", ["open", "replace"])
@pytest.mark.parametrize("name", ["a.txt", "b.txt", "c.txt"])
def test_a_write_that_fails_leaves_everything_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str, name: str
) -> None:
    target = tmp_path / "page"
    target.mkdir()
    (target / "a.txt").write_text("old a")
    (target / "c.txt").write_text("old c")
    real = getattr(Path, step)

    def failing(self: Path, *args: object, **kwargs: object) -> object:
        if self.name == name and self.parent.name == "new":
            raise OSError(28, "No space left on device")
        return real(self, *args, **kwargs)

    monkeypatch.setattr(Path, step, failing)
    with pytest.raises(InputError, match=r"^the disk is full[^\n]*page cannot be written; make room on it$"):
        write_folder(target, {"a.txt": "new a", "b.txt": "new b", "c.txt": "new c"})
    monkeypatch.undo()
    assert contents(target) == {"a.txt": b"old a", "c.txt": b"old c"}
    assert [one.name for one in tmp_path.iterdir()] == ["page"]


def test_a_failure_in_a_new_folder_leaves_no_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(descriptor: int) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(os, "fsync", failing)
    with pytest.raises(InputError, match="input/output error"):
        write_folder(tmp_path / "a" / "b", {"x": "1"})
    assert list(tmp_path.iterdir()) == []


def test_an_interrupt_midway_restores_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a").write_text("old")
    real = Path.replace

    def interrupted(self: Path, target: Path) -> Path:
        if self.name == "b":
            raise KeyboardInterrupt
        return real(self, target)

    monkeypatch.setattr(Path, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_folder(tmp_path, {"a": "new", "b": "new"})
    assert contents(tmp_path) == {"a": b"old"}


def test_a_target_that_is_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "page").write_text("I am a file")
    with pytest.raises(InputError, match="it is a file, not a folder"):
        write_folder(tmp_path / "page", {"x": "1"})
    with pytest.raises(InputError, match="not a directory"):
        write_folder(tmp_path / "page" / "inner", {"x": "1"})
    assert (tmp_path / "page").read_text() == "I am a file"


def test_a_folder_in_the_place_of_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    with pytest.raises(InputError, match="b is a folder there"):
        write_folder(tmp_path, {"a": "1", "b": "2"})
    assert [one.name for one in tmp_path.iterdir()] == ["b"]


@pytest.mark.parametrize("ask", [check_file, lambda path: write_file(path, "1")])
def test_a_folder_where_one_file_is_to_be_written_is_named(ask: Callable[[Path], None], tmp_path: Path) -> None:
    with pytest.raises(InputError) as told:
        ask(tmp_path)
    assert str(told.value) == f"{tmp_path} is a folder: name another file to write."
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("ask", [check_file, lambda path: write_file(path, "1")])
def test_a_pipe_is_neither_read_nor_replaced(ask: Callable[[Path], None], tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(InputError) as told:
        ask(tmp_path / "pipe")
    assert str(told.value).startswith(f"{tmp_path / 'pipe'} is a pipe, a socket or a device: name another file")
    with pytest.raises(InputError, match="pipe is a pipe, a socket or a device there"):
        check_folder(tmp_path, ["a", "pipe"])
    assert [one.name for one in tmp_path.iterdir()] == ["pipe"] and (tmp_path / "pipe").is_fifo()


def test_a_link_to_an_endless_device_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("/dev/null")
    with pytest.raises(InputError, match="link is a pipe, a socket or a device"):
        write_file(tmp_path / "link", "1")
    assert (tmp_path / "link").is_symlink()


@pytest.mark.parametrize("name", ["", ".", "..", "../x", "/x", "a/b", "a\\b", "a/", "a\0b"])
def test_names_that_lead_elsewhere_are_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError, match="plain file name"):
        write_folder(tmp_path / "new", {"ok": "1", name: "2"})
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["x" * 300, "a\0b"])
def test_targets_that_no_system_allows_are_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError):
        write_folder(tmp_path / name, {"ok": "1"})


def tree(folder: Path) -> list[str]:
    return sorted(str(one.relative_to(folder)) for one in folder.rglob("*"))


def test_a_folder_is_checked_without_a_trace(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    (tmp_path / "full" / "page.md").mkdir(parents=True)
    before = tree(tmp_path)
    check_folder(tmp_path / "a" / "b", ["page.md"])
    check_folder(tmp_path, ["page.md"])
    for target in ("file", "file/below", "full"):
        with pytest.raises(InputError, match="cannot write to"):
            check_folder(tmp_path / target, ["page.md"])
    with pytest.raises(InputError, match="plain file name"):
        check_folder(tmp_path, ["../x"])
    assert tree(tmp_path) == before


@pytest.mark.parametrize("there", [False, True])
def test_a_filled_folder_takes_its_place_at_the_end(there: bool, tmp_path: Path) -> None:
    target = tmp_path / "a" / "store"
    if there:
        target.mkdir(parents=True)
    with whole_folder(target) as new:
        (new / "points").mkdir()
        (new / "points" / "1").write_text("x")
        (new / "meta").write_text("y")
        assert not (target / "meta").exists() and not (target / "points").exists()
    assert tree(tmp_path) == ["a", "a/store", "a/store/meta", "a/store/points", "a/store/points/1"]
    assert (target.stat().st_mode & 0o777) == (target.parent.stat().st_mode & 0o777)


@pytest.mark.parametrize("there", [False, True])
@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
def test_a_folder_that_was_not_filled_leaves_nothing(there: bool, error: type[BaseException], tmp_path: Path) -> None:
    target = tmp_path / "a" / "store"
    if there:
        target.mkdir(parents=True)
    before = tree(tmp_path)
    with pytest.raises(error), whole_folder(target) as new:
        (new / "points").mkdir()
        (new / "points" / "1").write_text("x")
        raise error
    assert tree(tmp_path) == before


def test_a_folder_that_cannot_be_filled_is_told_before_the_work(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    for target in ("file/store", "file/a/store"):
        with pytest.raises(InputError, match="cannot write to"), whole_folder(tmp_path / target):
            raise AssertionError("the work began")
    assert tree(tmp_path) == ["file"]


def test_who_comes_second_is_told_and_changes_nothing(tmp_path: Path) -> None:
    with (
        pytest.raises(InputError, match=r"another process filled it in the meantime; run the same command again"),
        whole_folder(tmp_path / "store") as new,
    ):
        (new / "mine").write_text("x")
        (tmp_path / "store").mkdir()
        (tmp_path / "store" / "theirs").write_text("y")
    assert tree(tmp_path) == ["store", "store/theirs"]


def test_two_who_fill_the_same_empty_folder_do_not_mix(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="run the same command again"), whole_folder(tmp_path) as mine:
        (mine / "meta").write_text("mine")
        (mine / "points").mkdir()
        with whole_folder(tmp_path) as theirs:  # neither takes the other's folder for that of a dead process
            (theirs / "meta").write_text("theirs")
    assert tree(tmp_path) == ["meta"]
    assert (tmp_path / "meta").read_text() == "theirs"


@pytest.mark.parametrize("there", [False, True])
def test_what_a_killed_process_left_goes_when_the_next_one_begins(there: bool, tmp_path: Path) -> None:
    target = tmp_path / "store"
    if there:
        target.mkdir()
    killed_in(
        "with write_whole.whole_folder(target) as new:\n    (new / 'points').mkdir()\n    os.kill(os.getpid(), 9)\n",
        target,
    )
    (tmp_path / ".castalia-mine").mkdir()  # not what a filling process makes
    assert len(tree(tmp_path)) > 3
    with whole_folder(target) as new:
        (new / "meta").write_text("x")
    assert tree(tmp_path) == [".castalia-mine", "store", "store/meta"]


@pytest.mark.parametrize("begun", ["write_file(target / 'a', 'old')", "check_folder(target, ['a'])"])
@pytest.mark.parametrize("ask", [lambda to: write_file(to / "a", "new"), lambda to: check_folder(to, ["a"])])
def test_what_was_left_of_a_killed_write_goes_when_the_next_one_begins(
    begun: str, ask: Callable[[Path], None], tmp_path: Path
) -> None:
    (tmp_path / "a").write_text("x")
    killed_in(f"os.fsync = lambda _: os.kill(os.getpid(), 9)\nwrite_whole.{begun}\n", tmp_path)
    assert len(tree(tmp_path)) > 3 and (tmp_path / "a").read_text() == "x"
    ask(tmp_path)
    assert tree(tmp_path) == ["a"]


@pytest.mark.parametrize(
    "kill",
    [
        "replace = pathlib.Path.replace\npathlib.Path.replace = lambda one, to: (replace(one, to), os.kill(os.getpid(), 9))\n",
        "write_whole.lock_folder = lambda _: os.kill(os.getpid(), 9)\n",
    ],
    ids=["the folder is in place", "it is not held yet"],
)
def test_what_was_left_empty_by_a_killed_process_goes_too(kill: str, tmp_path: Path) -> None:
    killed_in(f"{kill}with write_whole.whole_folder(target) as new:\n    pass\n", tmp_path / "before")
    assert any(one.startswith(".castalia-") for one in tree(tmp_path))
    write_file(tmp_path / "a", "x")
    assert not [one for one in tree(tmp_path) if one.startswith(".castalia-")]


def test_who_begins_makes_another_folder_where_the_one_is_taken_for_that_of_a_dead_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[Path] = []

    def raced(folder: Path) -> int | None:
        made.append(folder)
        if len(made) == 1:
            folder.rmdir()
        held = lock_folder(folder)
        if len(made) == 2:
            folder.rmdir()
        return held

    monkeypatch.setattr("castalia.tools.pages.write_whole.lock_folder", raced)
    with staging_in(tmp_path) as new:
        assert [one.exists() for one in made] == [False, False, True] and new.parent == made[2]
    assert tree(tmp_path) == []


def killed_in(code: str, target: Path) -> None:
    """Run this in a process that is killed in it."""
    begin = (
        "import os, sys, pathlib\nfrom castalia.tools.pages import write_whole\ntarget = pathlib.Path(sys.argv[1])\n"
    )
    assert subprocess.run([sys.executable, "-c", begin + code, str(target)], check=False).returncode == -9


def test_a_file_is_held_by_one_and_by_all_where_there_are_no_locks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*given: object) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    (tmp_path / "lock").touch()
    with (tmp_path / "lock").open() as one, (tmp_path / "lock").open() as other:
        assert try_lock(one.fileno()) and not try_lock(other.fileno())
        monkeypatch.setattr("castalia.tools.pages.folders.fcntl.flock", refused)
        assert try_lock(other.fileno())
    with staging_in(tmp_path) as new:
        assert new.is_dir()
