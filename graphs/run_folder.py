"""What a run leaves on disk while it is at work, so that it can go on after a crash: ``state/`` in the page's folder.

The manifest says what was asked for and how far the run is; beside it are LangGraph's checkpoints, the run's ledgers and, where a corpus
was given, the store it was ingested into. No page: that stands one folder up, once it is whole.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import shutil
import sqlite3
import sys
import uuid
from collections.abc import Iterable, Iterator, Mapping
from contextlib import AsyncExitStack, ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import IO, Any, Literal

from castalia.memory.errors import CastaliaError, InputError
from castalia.memory.paths import expand
from castalia.memory.room import STAGING, full, is_full
from castalia.tools.write_whole import make_folders, remove_folders, write_file

if sys.platform != "win32":
    import fcntl

STATE, MANIFEST, CHECKPOINTS, LEDGERS, LOCK = "state", "manifest.json", "checkpoints.sqlite", "ledgers.sqlite", "lock"
REVISED = "revised.json"
CORPUS = "corpus-"  # how the folders of ingested corpora begin; the rest is a digest of what was ingested
SCHEMA = 1
SHOWN_VALUE = 60  # characters
TURN, GLANCE = 10.0, 0.02  # seconds: how long a run that was left may take to end, and how often that is looked at

Status = Literal["running", "finished"]


@dataclass(frozen=True, slots=True)
class Asked:
    """What a run was asked for, as values of JSON by name: all that its page depends on, and nothing else."""

    values: Mapping[str, Any]

    def differences(self, before: Mapping[str, Any]) -> list[str]:
        """What is not as it was, a phrase each: "settings.depth is 2, and was 4"."""
        now, then = _flat(self.values), _flat(before)
        place = {name: number for number, name in enumerate(self.values)}
        return [
            f"{name} is {_told(now.get(name))}, and was {_told(then.get(name))}"
            for name in sorted({*now, *then}, key=lambda one: (place.get(one.partition(".")[0], len(place)), one))
            if now.get(name) != then.get(name)
        ]


@dataclass(frozen=True, slots=True)
class Manifest:
    """The state of a run: ``asked`` for what, by how many processes it was worked on (``starts``); ``source``: the store, or the
    folder of the corpus, that it reads; ``means``: at what pace and price, which may differ when it goes on."""

    run_id: str
    status: Status
    asked: Mapping[str, Any]
    source: Mapping[str, Any]
    starts: int = 1
    means: Mapping[str, Any] = field(default_factory=dict)


class BusyError(InputError):
    """The folder is another process's at the moment, or that of another run in this one (``is_here``)."""

    def __init__(self, message: str, is_here: bool = False) -> None:
        super().__init__(message)
        self.is_here = is_here


class RunFolder:
    """The folder ``state/`` of the page's folder ``out``; made when something is written into it."""

    def __init__(self, out: str | Path) -> None:
        self.out = expand(out)
        self.path = self.out / STATE
        self._is_over = False

    @property
    def checkpoints(self) -> Path:
        return self.path / CHECKPOINTS

    @property
    def ledgers(self) -> Path:
        return self.path / LEDGERS

    @property
    def revised(self) -> Path:
        """What a revision of the page came to, there while it is put in place."""
        return self.path / REVISED

    def corpus(self, key: str) -> Path:
        """Where the store of an ingested corpus is, or goes."""
        return self.path / f"{CORPUS}{key}"

    async def enter(self, stack: ExitStack | AsyncExitStack) -> None:
        """``locked`` until the stack is left. A run of this process that was left, such as a stream whose reader broke off, ends in a task
        of its own: it is waited for, for at most ``TURN`` seconds."""
        for _ in range(round(TURN / GLANCE)):
            try:
                stack.enter_context(self.locked())
            except BusyError as error:
                if not error.is_here:
                    raise
            else:
                return
            await asyncio.sleep(GLANCE)
        stack.enter_context(self.locked())

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Keep other processes out; ``BusyError`` where one is at work."""
        self._check_own()
        made = make_folders(self.path)
        with (self.path / LOCK).open("a+") as lock:
            if sys.platform != "win32":
                try:
                    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except BlockingIOError:
                    raise _busy(self.out, lock) from None
                _sign(lock)
            try:
                yield
            finally:
                if self._is_over or not (self.path / MANIFEST).exists():  # no run was begun
                    self._remove()
                    remove_folders(made or [self.path])

    def read(self) -> Manifest | None:
        """The manifest, or ``None`` where there is none; ``CastaliaError`` where it cannot be read."""
        path = self.path / MANIFEST
        try:
            value = json.loads(path.read_text(encoding="utf-8"))
            if value["schema"] != SCHEMA:
                raise CastaliaError(
                    f"{path} has schema {value['schema']}, this version reads {SCHEMA}: run again without --resume"
                )
            names = ("run_id", "status", "asked", "source", "starts")
            found = Manifest(**{name: value[name] for name in names}, means=value.get("means", {}))
            _check_shape(found)
            return found
        except FileNotFoundError:
            return None
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            raise CastaliaError(
                f"{path} cannot be read ({_one_line(error)}): run again without --resume; what is on the tape is not paid again"
            ) from error

    def write(self, manifest: Manifest) -> None:
        """Put this manifest in place of the one there is, whole or not at all."""
        value = {
            "schema": SCHEMA,
            "run_id": manifest.run_id,
            "status": manifest.status,
            "asked": dict(manifest.asked),
            "source": dict(manifest.source),
            "starts": manifest.starts,
            "means": dict(manifest.means),
        }
        text = json.dumps(value, ensure_ascii=False, indent=1, sort_keys=True) + "\n"
        write_file(self.path / MANIFEST, text)

    def start(
        self,
        asked: Asked,
        source: Mapping[str, Any],
        before: Manifest | None,
        force: bool,
        means: Mapping[str, Any] | None = None,
    ) -> Manifest:
        """The manifest of the run that goes on (``before``), or of a new one.

        ``InputError`` names what differs from what it was asked for, unless ``force`` says to begin anew then; ``CastaliaError`` names a
        file that is damaged.
        """
        if before is None:
            return self._begin(asked, source, means or {})
        if differences := asked.differences(before.asked):
            if force:
                return self._begin(asked, source, means or {})
            more = f" (and {len(differences) - 3} more)" if len(differences) > 3 else ""
            raise InputError(
                f"the run in {self.out} was asked for something else: {'; '.join(differences[:3])}{more}; give what was given "
                "then, or --force to begin anew (what is on the tape is not paid again)"
            )
        self.check_files()
        manifest = replace(before, starts=before.starts + 1, means=means or before.means)
        self.write(manifest)
        return manifest

    def check_files(self) -> None:
        """``CastaliaError`` names the file that is damaged, in its shape or in what it holds; ``InputError`` one that may not be written."""
        for path in (self.checkpoints, self.ledgers):
            check_writable(*_with_logs(path))
            _check(path, "entries" if path == self.ledgers else "")

    def finish(self) -> None:
        """Note that the page is written."""
        if (manifest := self.read()) is not None:
            self.write(replace(manifest, status="finished"))

    def forget(self) -> None:
        """Leave nothing of the run when the lock is let go: it came to no page."""
        self._is_over = True

    def _check_own(self) -> None:
        """``InputError`` where there is a folder ``state`` of somebody else's."""
        found = self.path.iterdir() if self.path.is_dir() else ()
        names = {one.name for one in found if not one.name.startswith((STAGING, CORPUS))}  # what a killed ingest left
        if names and LOCK not in names and not {MANIFEST, CHECKPOINTS}.issubset(names):
            raise InputError(f"{self.path} holds files that no run has put there: choose another folder")

    def _remove(self) -> None:
        """Take away what runs put here, and nothing else."""
        for stale in (self.path / MANIFEST, *_with_logs(self.checkpoints), *_with_logs(self.ledgers), self.path / LOCK):
            stale.unlink(missing_ok=True)
        for folder in self.path.glob(f"{CORPUS}*"):
            shutil.rmtree(folder, ignore_errors=True)

    def _begin(self, asked: Asked, source: Mapping[str, Any], means: Mapping[str, Any]) -> Manifest:
        """A new run, in place of what an earlier one left (its corpus apart, which may be the same)."""
        self.path.mkdir(parents=True, exist_ok=True)
        for stale in (self.path / MANIFEST, self.revised, *_with_logs(self.checkpoints), *_with_logs(self.ledgers)):
            stale.unlink(missing_ok=True)
        for folder in self.path.glob(f"{CORPUS}*"):
            if folder.name != source.get("corpus"):
                shutil.rmtree(folder, ignore_errors=True)
        manifest = Manifest(uuid.uuid4().hex, "running", asked.values, source, means=means)
        self.write(manifest)
        return manifest


def _sign(lock: IO[str]) -> None:
    """Note whose the lock is; on a full disk nobody's."""
    lock.truncate(0)
    with suppress(OSError):
        lock.write(str(os.getpid()))
        lock.flush()


def _busy(out: Path, lock: IO[str]) -> BusyError:
    lock.seek(0)
    if lock.read() == str(os.getpid()):
        return BusyError(
            f"another run of this process is writing the page in {out}: wait until it has ended, or choose another folder",
            is_here=True,
        )
    return BusyError(f"another process is writing the page in {out}: wait for it, or choose another folder")


def _check_shape(found: Manifest) -> None:
    """``TypeError`` for a manifest that nobody could have written."""
    plain = (found.asked, found.source, found.means, found.asked.get("thinking"), found.asked.get("settings") or {})
    names = ("window", "answer", "audience", "temperature", "top_p", "sample", "models")
    if not all(isinstance(one, dict) for one in plain) or not all(one in found.asked["thinking"] for one in names):
        raise TypeError("a part of it is missing")
    if (
        not isinstance(found.run_id, str)
        or not isinstance(found.starts, int)
        or found.status not in ("running", "finished")
    ):
        raise TypeError("a part of it has another type")


def can_go_on(out: str | Path) -> bool:
    """Whether an unfinished run is in the folder of this page."""
    try:
        manifest = RunFolder(out).read()
    except CastaliaError:
        return False
    return manifest is not None and manifest.status == "running"


def corpus_key(files: Iterable[Path], reading: Mapping[str, Any]) -> str:
    """A digest of the content of these files, in this order, and of how they are read."""
    digest = hashlib.sha256(json.dumps(reading, sort_keys=True).encode())
    for path in files:
        digest.update(f"\0{path.stat().st_size}\0".encode())
        with path.open("rb") as file:
            while block := file.read(1 << 20):
                digest.update(block)
    return digest.hexdigest()[:16]


@contextmanager
def damage_told(path: Path, *content: type[Exception]) -> Iterator[None]:
    """``CastaliaError`` in one line that names the file, for what SQLite says of a damaged one, and for errors of these kinds about its
    content."""
    kinds: tuple[type[Exception], ...] = (sqlite3.DatabaseError, *content)
    try:
        yield
    except sqlite3.OperationalError as error:  # a full disk, a lock: nothing is damaged
        if is_full(error):
            raise full(path) from error
        if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_READONLY:
            raise _read_only(path) from error
        if "Could not decode" in str(error):  # text that is none: sqlite3 knows no kind of its own for it
            raise damaged(path, _one_line(error)) from error
        raise
    except kinds as error:
        raise damaged(path, _one_line(error)) from error


def check_writable(*paths: Path) -> None:
    """``InputError`` for a file that is there and may not be written."""
    for path in paths:
        if path.exists() and not os.access(path, os.W_OK):
            raise _read_only(path)


def _read_only(path: Path) -> InputError:
    return InputError(
        f"{path} is read-only, and the run is noted there: make it writable (chmod u+w), or resume in a copy of the folder"
    )


def _check(path: Path, table: str) -> None:
    """``CastaliaError`` where SQLite finds the file damaged, or a value of this table is no JSON; a file that is not there yet is fine."""
    if path.is_dir():
        raise damaged(path, "it is a folder")
    if path.exists():
        with damage_told(path, ValueError), closing(sqlite3.connect(path)) as connection:
            connection.text_factory = bytes
            found = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
            if found != b"ok":
                raise damaged(path, _one_line(found.decode(errors="replace")))
            if table and connection.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (table,)).fetchone():
                for (value,) in connection.execute(f"SELECT value FROM {table}"):
                    json.loads(value)


def damaged(path: Path, why: str) -> CastaliaError:
    return CastaliaError(
        f"{path} is damaged ({why}): castalia generate, run again without --resume, writes the page anew; "
        "what is on the tape is not paid again"
    )


def _with_logs(path: Path) -> tuple[Path, ...]:
    """An SQLite file and those that it may have beside it."""
    return tuple(path.with_name(path.name + ending) for ending in ("", "-wal", "-shm"))


def _flat(values: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    flat: dict[str, Any] = {}
    for name, value in values.items():
        if isinstance(value, Mapping):
            flat |= _flat(value, f"{prefix}{name}.")
        else:
            flat[prefix + name] = value
    return flat


def _told(value: object) -> str:
    text = "not given" if value is None else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= SHOWN_VALUE else f"{text[:SHOWN_VALUE]}…"


def _one_line(error: object) -> str:
    return " ".join(str(error).split())
