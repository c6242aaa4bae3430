"""Marks of ingests: files in a library's folder, there while snippets are being added and removed once all of them are.
One that a killed ingest left says that the store may lack snippets of that corpus."""

from __future__ import annotations

import json
import os
import uuid
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import Self

from castalia.memory.ellipsis import abridge
from castalia.memory.errors import StoreError
from castalia.memory.identity import digest
from castalia.memory.room import full, is_full

_NAMES = "library-ingest-*.json"
_LONGEST = 80  # characters of the names of a corpus


@dataclass(frozen=True, slots=True)
class IngestMark:
    """An ingest: the ``paths`` of its corpus, absolute (of rows in memory what stands for them), and what stands for
    its ``snippets``."""

    paths: tuple[str, ...]
    snippets: str

    @classmethod
    def of(cls, paths: Sequence[str], snippet_ids: Iterable[str]) -> Self:
        """The mark of the ingest of the corpus at these paths, of which these snippets were kept."""
        return cls(tuple(paths), digest(*sorted(snippet_ids))[:16])

    @property
    def is_of_files(self) -> bool:
        """Whether these are the paths of files or folders, and not what stands for rows or was damaged."""
        return bool(self.paths) and all(map(os.path.isabs, self.paths))

    @property
    def name(self) -> str:
        """The names of its files or folders."""
        return abridge(", ".join(PurePath(one).name for one in self.paths), _LONGEST) or "a corpus"

    def covers(self, other: IngestMark) -> bool:
        """Whether an ingest with this mark brings in what the other one did not: the same snippets, or what is in its
        files by now."""
        within = (
            path in self.paths or any(str(one) in self.paths for one in Path(path).parents) for path in other.paths
        )
        return self.snippets == other.snippets or all(within)


def begin_ingest(folder: Path, mark: IngestMark) -> None:
    """Note in the folder of a library that snippets are about to be added; ``StoreError`` where that cannot be
    written."""
    path = _file(folder, mark)
    part = path.with_name(f"{path.stem}.{uuid.uuid4().hex}")
    try:
        with part.open("x", encoding="utf-8") as file:
            json.dump({"paths": mark.paths, "snippets": mark.snippets}, file)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        if is_full(error):
            raise full(folder, error) from error
        raise StoreError(
            f"cannot write to the store {folder} ({error.strerror}): choose a folder that you may write to"
        ) from error


def end_ingest(folder: Path, mark: IngestMark) -> None:
    """Remove the mark, and those of earlier ingests that this one has brought to their end; also that of an ingest of
    the same files which is at work in another process."""
    for one in unfinished_ingests(folder):
        if mark.covers(one):
            with suppress(PermissionError):  # another process reads it just now: the next ingest removes it
                _file(folder, one).unlink(missing_ok=True)


def unfinished_ingests(folder: Path) -> tuple[IngestMark, ...]:
    """The ingests into the library in this folder that were stopped, or are at work in another process."""
    found = map(_read, sorted(folder.glob(_NAMES)))
    return tuple(one for one in found if one is not None)


def _file(folder: Path, mark: IngestMark) -> Path:
    return folder / _NAMES.replace("*", mark.snippets)


def _read(path: Path) -> IngestMark | None:
    """The mark in this file, none where it has gone by now; one that somebody damaged is that of an unknown corpus,
    which the next ingest ends."""
    snippets = path.stem.rpartition("-")[2]
    try:
        paths = json.loads(path.read_text(encoding="utf-8"))["paths"]
        return IngestMark(tuple(map(str, paths)), snippets)
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError):
        return IngestMark((), snippets)
