"""Which snippets a store held at some time, so that what came since can be told apart.

Kept as the beginnings of their point ids, 8 bytes a snippet, of which 60 bits are random: that any two of a million
snippets share them has a chance of about 1 in 2 million. A store that grows every night gets another file every night;
those that were used least recently make room for it.
"""

from __future__ import annotations

import os
import time
import uuid
from bisect import bisect_left
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from castalia.memory.identity import point_id

WIDTH = 8  # bytes
MOST = 1_000_000  # snippets: of larger stores nothing is kept
ROOM = 64 * 1024 * 1024  # bytes that all files of a library may take, but for the last one
LEFT = 24 * 3600  # seconds: a file half written that is older was left by a process that was killed


@dataclass(frozen=True, slots=True)
class KnownIds:
    """A set of snippets: ``beginnings`` of their point ids, ascending, end to end."""

    beginnings: bytes

    def __len__(self) -> int:
        return len(self.beginnings) // WIDTH

    def __contains__(self, snippet_id: object) -> bool:
        wanted = beginning(point_id(str(snippet_id)))
        at = bisect_left(range(len(self)), wanted, key=self._at)
        return self._at(at) == wanted  # behind the last there is nothing

    def missing(self, snippet_ids: Iterable[str]) -> list[str]:
        """Those that are not among them, in their order."""
        return [one for one in snippet_ids if one not in self]

    def _at(self, place: int) -> bytes:
        return self.beginnings[place * WIDTH : (place + 1) * WIDTH]


def beginning(point: str) -> bytes:
    """The first bytes of a point id, whose order is that of the ids."""
    return uuid.UUID(point).bytes[:WIDTH]


def known_ids_file(folder: Path, fingerprint: str) -> Path:
    """Where a library keeps what it held when it had this fingerprint."""
    return folder / f"library-ids-{fingerprint}.bin"


def keep_known_ids(path: Path, beginnings: bytes, most: int = ROOM) -> None:
    """Write them, whole or not at all, where they are not there yet; nothing for more than ``MOST`` snippets. Then
    remove the files that were used least recently, until all together have at most ``most`` bytes."""
    if path.exists() or len(beginnings) > MOST * WIDTH:
        return
    new = path.with_name(f"{path.name}.{uuid.uuid4().hex}")  # readable for whoever may read the store, unlike mkstemp's
    try:
        with new.open("xb") as file:
            file.write(beginnings)
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
    except BaseException:
        new.unlink(missing_ok=True)
        raise
    _make_room(path, most - len(beginnings))


def read_known_ids(path: Path) -> KnownIds | None:
    """What was kept there; ``None`` where there is nothing, or something else."""
    try:
        found = path.read_bytes()
    except FileNotFoundError:
        return None
    with suppress(OSError):  # a store that may not be written is not made room in either
        os.utime(path)
    return None if len(found) % WIDTH else KnownIds(found)


def _make_room(newest: Path, left: int) -> None:
    """Remove the files that were used least recently, until all but the newest have at most the bytes that it has
    ``left``, and what killed processes left. Other processes may do the same at the same time, also with the newest."""
    used: list[tuple[float, str, Path, int]] = []
    for one in newest.parent.glob("library-ids-*"):
        with suppress(FileNotFoundError):
            told = one.stat()
            if one.suffix != ".bin":
                if time.time() - told.st_mtime > LEFT:
                    one.unlink()
            elif one != newest:
                used.append((told.st_mtime, one.name, one, told.st_size))
    for _, _, one, size in sorted(used, reverse=True):
        left -= size
        if left < 0:
            one.unlink(missing_ok=True)
