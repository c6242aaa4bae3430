"""The manifest of a batch: what was asked, and a line for each topic that ended. It is its own resume point.

Lines are appended and synced, never changed; a line that was torn by a kill is cut off when the file is opened again. What is done with
the lines, and the pages themselves, live elsewhere.
"""

from __future__ import annotations

import json
import math
import os
import sys
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, Self

from castalia.graphs.topics import Topic
from castalia.memory.errors import CastaliaError, InputError
from castalia.memory.room import full, is_full

if sys.platform != "win32":
    import fcntl

NAME = "manifest.jsonl"
SCHEMA = 1
_KEY = "castalia_batch"  # only a line with what was asked has it
_LONGEST_VALUE = 120  # characters of a setting that is told

Status = Literal["done", "short of budget", "failed"]


@dataclass(frozen=True, slots=True)
class Ended:
    """How a topic ended. ``asked_words`` as in the file of topics; ``words``, ``sections`` and ``sources`` (references) of the page,
    ``lost_sections`` could not be written; ``calls`` and ``tokens`` were spent, ``replayed`` came from the tape; ``cost`` in US dollars,
    ``None`` if a price is unknown; ``started`` and ``ended`` in UTC."""

    topic: str
    domain: str
    folder: str
    asked_words: int | None
    status: Status
    error: str = ""
    words: int = 0
    sections: int = 0
    sources: int = 0
    lost_sections: int = 0
    calls: int = 0
    replayed: int = 0
    tokens: int = 0
    cost: float | None = 0.0
    seconds: float = 0.0
    started: str = ""
    ended: str = ""

    @property
    def key(self) -> tuple[str, str, str, int | None]:
        """What makes it the same page: topic, domain, folder, and words asked for."""
        return (self.topic, self.domain, self.folder, self.asked_words)


def key_of(topic: Topic) -> tuple[str, str, str, int | None]:
    """The key under which a topic ends."""
    return (topic.name, topic.domain, topic.folder, topic.words)


class Manifest:
    """The manifest in a folder, held by this process until it is closed. A context manager."""

    def __init__(self, path: Path, descriptor: int, lines: Iterable[Mapping[str, Any]]) -> None:
        self.path = path
        self._descriptor: int | None = descriptor
        self._latest: dict[str, Ended] = {}  # by folder: a page replaces the one that was there
        self.spent_calls, self.spent_tokens, self._costs = 0, 0, [0.0]
        for line in lines:
            if _KEY in line:
                self._latest = {}  # what stands before was made with other settings, so it counts as not made
            else:
                self._take(_ended(line, path))

    @classmethod
    def open(cls, folder: Path, asked: Mapping[str, Any], *, force: bool = False) -> Self:
        """Open the manifest of this folder, or begin one. ``asked``, values of JSON, is what all pages have in common.

        ``InputError`` where another process holds it, where it is broken, and where it was begun with something else asked; with
        ``force`` what is asked now is noted, and only pages made with the same count as done.
        """
        path = folder / NAME
        descriptor = _hold(path)
        try:
            lines = _repaired(path, descriptor)
            if lines and lines[0].get(_KEY) != SCHEMA:
                raise InputError(f"{path} is no manifest that this version can read: choose another folder")
            before = next((line["asked"] for line in reversed(lines) if _KEY in line), None)
            now = json.loads(json.dumps(asked))
            if before is not None and before != now and not force:
                raise InputError(
                    f"{folder} holds a batch with another {_difference(before, now)}: choose another folder, the same as before, "
                    "or --force, which writes all its pages anew"
                )
            if before != now:
                line = {_KEY: SCHEMA, "asked": now}
                _append(path, descriptor, line)
                lines.append(line)
            return cls(path, descriptor, lines)
        except BaseException:
            os.close(descriptor)
            raise

    def add(self, ended: Ended) -> None:
        """Note how a topic ended; it is on disk when this returns. ``CastaliaError`` where it cannot be written."""
        if self._descriptor is None:
            raise CastaliaError(f"{self.path} is closed: open it again")
        _append(self.path, self._descriptor, asdict(ended))
        self._take(ended)

    def find(self, topic: Topic) -> Ended | None:
        """How this topic ended last, as it is asked for now; ``None`` where it has not."""
        ended = self._latest.get(topic.folder)
        return ended if ended is not None and ended.key == key_of(topic) else None

    @property
    def latest(self) -> tuple[Ended, ...]:
        """The last line of each folder, in the order in which the folders were first written to."""
        return tuple(self._latest.values())

    @property
    def spent_money(self) -> float:
        """What all its lines cost, as far as prices are known, in US dollars."""
        return math.fsum(self._costs)

    def close(self) -> None:
        """Let go of the file. Closing twice is fine."""
        descriptor, self._descriptor = self._descriptor, None
        if descriptor is not None:
            os.close(descriptor)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _take(self, ended: Ended) -> None:
        self._latest[ended.folder] = ended
        self.spent_calls += ended.calls
        self.spent_tokens += ended.tokens
        self._costs = [math.fsum((*self._costs, ended.cost or 0.0))]


def _hold(path: Path) -> int:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0), 0o666)
    except OSError as error:
        if is_full(error):
            raise full(path.parent) from error
        raise InputError(
            f"Cannot write to {path.parent}: {(error.strerror or str(error)).lower()}. Choose another folder."
        ) from error
    if sys.platform != "win32":
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(descriptor)
            raise InputError(
                f"another process writes the batch in {path.parent}: wait for it, or choose another folder"
            ) from None
        except OSError:  # a file system without locks
            pass
    return descriptor


def _repaired(path: Path, descriptor: int) -> list[dict[str, Any]]:
    """The lines that are whole; what is torn at the end is cut off, and a line that only lacks its end is given one."""
    data = path.read_bytes()
    *whole, last = data.split(b"\n")
    lines: list[dict[str, Any]] = []
    for number, text in enumerate(whole, 1):
        line = _line(text)
        if line is None:
            raise InputError(
                f"{path}:{number}: this is no line of a manifest: mend or remove it, or choose another folder"
            )
        lines.append(line)
    if last:
        line = _line(last)
        if not lines and (line is None or _KEY not in line) and not _begins_one(last):
            raise InputError(f"{path} is no manifest of a batch: move it away, or choose another folder")
        if line is None:
            os.ftruncate(descriptor, len(data) - len(last))
        else:
            _write(descriptor, b"\n")
            lines.append(line)
        os.fsync(descriptor)
    return lines


def _begins_one(torn: bytes) -> bool:
    """Whether this may be what was written of a manifest's first line."""
    begin = f'{{"{_KEY}"'.encode()
    return torn.startswith(begin) or begin.startswith(torn)


def _line(text: bytes) -> dict[str, Any] | None:
    try:
        line = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(line, dict):
        return None
    is_known = isinstance(line.get("asked"), dict) if _KEY in line else isinstance(line.get("folder"), str)
    return line if is_known else None


def _ended(line: Mapping[str, Any], path: Path) -> Ended:
    known = {one.name for one in fields(Ended)}
    try:
        return Ended(**{key: value for key, value in line.items() if key in known})
    except TypeError as error:
        raise InputError(
            f"{path}: a line on {line.get('folder')!r} is not whole ({error}): mend or remove it"
        ) from error


def _append(path: Path, descriptor: int, line: Mapping[str, Any]) -> None:
    """One line, whole and on disk, or ``CastaliaError`` and nothing of it."""
    before = os.fstat(descriptor).st_size
    try:
        _write(descriptor, json.dumps(line, ensure_ascii=True, allow_nan=False).encode("ascii") + b"\n")
        os.fsync(descriptor)
    except OSError as error:
        os.ftruncate(descriptor, before)
        if is_full(error):
            raise full(path) from error
        raise CastaliaError(
            f"{path} cannot be written ({error.strerror}): make room, then run the same command again"
        ) from error


def _write(descriptor: int, data: bytes) -> None:
    while data:
        data = data[os.write(descriptor, data) :]


def _difference(before: Mapping[str, Any], now: Mapping[str, Any]) -> str:
    """The first thing that differs, by name, with both values."""
    old, new = dict(_flat(before)), dict(_flat(now))
    names = [one for one in (*new, *old) if old.get(one) != new.get(one)]
    name = names[0]
    more = len(set(names)) - 1
    rest = f", and {more} more" if more else ""
    return f"{name} ({_shown(old.get(name))}, now {_shown(new.get(name))}{rest})"


def _flat(values: Mapping[str, Any], head: str = "") -> Iterable[tuple[str, Any]]:
    for name, value in values.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{head}{name}.")
        else:
            yield f"{head}{name}", value


def _shown(value: Any) -> str:
    text = "nothing" if value is None else value if isinstance(value, str) else json.dumps(value)
    return text if len(text) <= _LONGEST_VALUE else text[:_LONGEST_VALUE] + "…"
