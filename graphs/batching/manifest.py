"""The manifest of a batch: what was asked, and a line for each topic that ended. It is its own resume point.

Lines are appended and synced, never changed; a line that was torn by a kill is cut off when the file is opened again.
What is done with the lines, and the pages themselves, live elsewhere.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, Self

from castalia.graphs.batching.ended import Ended, read_ended
from castalia.graphs.batching.leases import counted
from castalia.graphs.batching.topics import Topic
from castalia.graphs.runs.batch_source import MOVED, manifest_line
from castalia.graphs.runs.differences import differences, told_together
from castalia.graphs.runs.run_folder import folders_with_runs, run_under_way
from castalia.memory.errors import CastaliaError, InputError
from castalia.memory.room import full, is_full
from castalia.tools.corpus.batch_files import KEY, MANIFEST
from castalia.tools.models.budgets import Usage
from castalia.tools.pages.folders import refusal, try_lock

SCHEMA = 1

_Asked = dict[str, Any]  # a line with what was asked


class BatchManifest:
    """The manifest in a folder, held by this process until it is closed. A context manager."""

    def __init__(self, path: Path, descriptor: int | None, lines: Iterable[_Asked | Ended]) -> None:
        self.path = path
        self._descriptor = descriptor
        self._latest: dict[str, Ended] = {}  # by folder: a page replaces the one that was there
        self.replaced: list[Ended] = []
        self.spent = counted(Usage())  # US dollars as far as prices are known
        self.ended_runs = {""}  # by id; "" is none
        for line in lines:
            if isinstance(line, Ended):
                self._take(line)
            elif not line.get(MOVED):
                # what stands before was made with other settings, so it counts as not made
                self.replaced += self._latest.values()
                self._latest = {}

    @classmethod
    def open(cls, folder: Path, asked: Mapping[str, Any], *, force: bool = False, has_moved: bool = False) -> Self:
        """Open the manifest of this folder, or begin one. ``asked``, values of JSON, is what all pages have in common.

        ``InputError`` where another process holds it, where it is broken, and where it was begun with something else
        asked, unless all topics that were begun then have failed; with ``force`` what is asked now is noted, and only
        pages made with the same count as done. Where nothing differs but that the store ``has_moved``, its new place is
        noted, and what is done stays done.
        """
        path = folder / MANIFEST
        descriptor = _hold(path)
        try:
            lines = _repaired(path, descriptor)
            for line in _begun_anew(folder, lines, asked, force, has_moved):
                _append(path, descriptor, line)
                lines.append(line)
            return cls(path, descriptor, lines)
        except BaseException:
            os.close(descriptor)
            raise

    @classmethod
    def look(cls, folder: Path, asked: Mapping[str, Any], *, force: bool = False, has_moved: bool = False) -> Self:
        """What ``open`` would find in this folder, under its rules, without holding or changing anything there."""
        lines = lines_in(folder)
        return cls(folder / MANIFEST, None, [*lines, *_begun_anew(folder, lines, asked, force, has_moved)])

    def add(self, ended: Ended) -> None:
        """Note how a topic ended; it is on disk when this returns. ``CastaliaError`` where it cannot be written."""
        assert self._descriptor is not None  # it is held
        _append(self.path, self._descriptor, asdict(ended))
        self._take(ended)

    def find(self, topic: Topic) -> Ended | None:
        """How this topic ended last, as it is asked for now; ``None`` where it has not."""
        ended = self._latest.get(topic.folder)
        return ended if ended is not None and ended.key == topic.key else None

    @property
    def latest(self) -> tuple[Ended, ...]:
        """The last line of each folder, in the order in which the folders were first written to."""
        return tuple(self._latest.values())

    def close(self) -> None:
        """Let go of the file. Closing twice is fine."""
        descriptor, self._descriptor = self._descriptor, None
        if descriptor is not None:
            os.close(descriptor)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _take(self, ended: Ended) -> None:
        if (before := self._latest.get(ended.folder)) is not None:
            self.replaced.append(before)
        self._latest[ended.folder] = ended
        self.ended_runs.add(ended.run)
        for name, amount in counted(ended).items():
            self.spent[name] += amount


def lines_in(folder: Path) -> list[_Asked | Ended]:
    """The whole lines of the manifest in this folder, which is neither held nor changed; none where there is none.
    ``InputError`` names the line, or the file, that cannot be read."""
    path = folder / MANIFEST
    try:
        return _lines_of(path.read_bytes(), path)[0]
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as error:
        raise InputError(
            f"{path} cannot be read ({error.strerror}): make it readable, or choose another folder"
        ) from error


def asked_last(lines: Sequence[Mapping[str, Any] | Ended]) -> Mapping[str, Any] | None:
    """What the batch with these lines was asked for; ``None`` where none was begun."""
    return next((line["asked"] for line in reversed(lines) if not isinstance(line, Ended)), None)


def _hold(path: Path) -> int:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0), 0o666)
    except OSError as error:
        raise refusal(path.parent, error) from error
    if not try_lock(descriptor):
        os.close(descriptor)
        raise InputError(
            f"another process is writing the batch in {path.parent}: wait for it, or choose another folder"
        )
    return descriptor


def _begun_anew(
    folder: Path, lines: Sequence[_Asked | Ended], asked: Mapping[str, Any], force: bool, has_moved: bool
) -> list[_Asked]:
    """The line that has to follow these where a batch begins; ``InputError`` where it differs from what was begun,
    unless ``force`` says to begin anew then, all topics that were begun have failed, or only the store ``has_moved``.
    """
    if has_moved:
        return [{KEY: SCHEMA, "asked": asked, MOVED: True}]
    before = asked_last(lines)
    changes = [] if before is None else differences(asked, before)
    if changes and not force and not _have_all_failed(folder, [line for line in lines if isinstance(line, Ended)]):
        raise InputError(
            f"{folder} holds a batch that was asked for something else: {told_together(changes)}; choose another folder, "
            "give what was given then, or --force (in Python force=True) to write all its pages anew"
        )
    return [{KEY: SCHEMA, "asked": asked}] if before is None or changes else []


def _have_all_failed(folder: Path, ends: Sequence[Ended]) -> bool:
    """Whether topics have failed, and no other came to a page or is under way: what that has paid for would be lost."""
    if {one.status for one in ends} != {"failed"}:
        return False
    known = {"", *(one.run for one in ends)}
    return all(run_under_way(one) in known for one in folders_with_runs(folder))


def _repaired(path: Path, descriptor: int) -> list[_Asked | Ended]:
    """The lines that are whole; what is torn at the end is cut off, and a line that only lacks its end is given one."""
    data = path.read_bytes()
    lines, torn = _lines_of(data, path)
    if torn:
        os.ftruncate(descriptor, len(data) - len(torn))
    elif data and not data.endswith(b"\n"):
        _write(descriptor, b"\n")
    else:
        return lines
    os.fsync(descriptor)
    return lines


def _lines_of(data: bytes, path: Path) -> tuple[list[_Asked | Ended], bytes]:
    """The lines that are whole, and what is torn at the end.

    A line that a kill cannot have torn was edited. It is refused, not passed over: it tells what was spent, and which
    page is done.
    """
    *whole, last = data.split(b"\n")
    lines: list[_Asked | Ended] = []
    for number, text in enumerate(whole, 1):
        if text.strip():
            lines.append(_read(text, path, number, is_first=not lines))
    if not last:
        return lines, b""
    if manifest_line(last) is not None:
        return [*lines, _read(last, path, len(whole) + 1, is_first=not lines)], b""
    if not lines and not _begins_one(last):
        raise InputError(f"{path} is no manifest of a batch: move it away, or choose another folder")
    return lines, last


def _begins_one(torn: bytes) -> bool:
    """Whether this may be what was written of a manifest's first line."""
    begin = f'{{"{KEY}"'.encode()
    return torn.startswith(begin) or begin.startswith(torn)


def _read(text: bytes, path: Path, number: int, *, is_first: bool) -> _Asked | Ended:
    """What a whole line says; ``InputError`` names it where it says nothing that this version knows."""
    line = manifest_line(text)
    if is_first and (line is None or KEY not in line):
        raise InputError(f"{path} is no manifest of a batch: move it away, or choose another folder")
    try:
        if line is None:
            raise InputError("this is no line of a manifest")
        if KEY not in line:
            return read_ended(line)
        if type(line[KEY]) is not int or line[KEY] != SCHEMA:
            raise InputError("this manifest is none that this version can read")
        if not isinstance(line.get("asked"), dict):
            raise InputError("asked is no object")
    except InputError as error:
        raise InputError(f"{path}:{number}: {error}: mend or remove the line, or choose another folder") from error
    return line


def _append(path: Path, descriptor: int, line: Mapping[str, Any]) -> None:
    """One line, whole and on disk, or ``CastaliaError`` and nothing of it."""
    there = os.fstat(descriptor)
    if not there.st_nlink:
        raise CastaliaError(f"{path} is gone: it was removed while the batch was at work")
    before = there.st_size
    try:
        _write(descriptor, json.dumps(line, ensure_ascii=True, allow_nan=False).encode("ascii") + b"\n")
        os.fsync(descriptor)
    except OSError as error:
        os.ftruncate(descriptor, before)
        if is_full(error):
            raise full(path, error) from error
        raise CastaliaError(
            f"{path} cannot be written ({error.strerror}): make room, then run the same command again"
        ) from error


def _write(descriptor: int, data: bytes) -> None:
    while data:
        data = data[os.write(descriptor, data) :]
