"""Files written whole or not at all, alone or a folder of them. What is in them lives elsewhere."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path, PurePath

from castalia.memory.errors import InputError
from castalia.memory.room import STAGING
from castalia.tools.pages.folders import lock_folder, make_folders, refusal, remove_folders, sync_folder

_RANDOM = "?" * 8  # what mkdtemp puts behind a prefix
_FILLING = "filling"  # the folder inside a temporary one, there once the lock is held


def write_folder(target: Path, files: Mapping[str, str | bytes]) -> None:
    """Write all these files (plain name to content) into the folder ``target``, or none of them.

    The folder and its parents are made where they are missing; other files in it stay. Text is UTF-8. Contents are
    written and synced in a temporary folder inside the target first (beside it could be another file system), then put
    in place in the order of ``files``; if that fails midway, what stood there before comes back. ``InputError`` says in
    one line what was in the way.
    """
    _refuse_names(target, files)
    made: list[Path] = []
    done = False
    try:
        made = make_folders(target)
        _refuse_others(target, files)
        with staging_in(target) as staging:
            new, before = staging / "new", staging / "before"
            new.mkdir()
            before.mkdir()
            for name, content in files.items():
                _write_synced(new / name, content)
            _replace_all(new, before, target, list(files))
        done = True
    except OSError as error:
        raise refusal(target, error) from error
    finally:
        if not done:
            remove_folders(made)


def write_file(path: Path, content: str | bytes) -> None:
    """Write one file whole or not at all, under the rules of ``write_folder``."""
    _refuse_other(path)
    write_folder(path.parent, {path.name: content})


def check_file(path: Path) -> None:
    """Raise what ``write_file`` would have to, before there is anything to write; nothing is left behind."""
    _refuse_other(path)
    check_folder(path.parent, [path.name])


def check_folder(target: Path, names: Iterable[str]) -> None:
    """Raise what ``write_folder`` would have to, before there is anything to write; nothing is left behind."""
    _refuse_names(target, names)
    made: list[Path] = []
    try:
        made = make_folders(target)
        _refuse_others(target, names)
        with staging_in(target) as staging:
            _write_synced(staging / "probe", "x")
    except OSError as error:
        raise refusal(target, error) from error
    finally:
        remove_folders(made)


@contextlib.contextmanager
def whole_folder(target: Path) -> Iterator[Path]:
    """A folder to fill, whose content stands in ``target`` when the block has ended well, and nowhere when it has not.

    ``target`` is not there yet, or an empty folder. All that was opened in the folder to fill has to be closed by the
    end of the block. ``InputError`` says in one line what was in the way, most of it on entering.
    """
    _refuse_names(target, ())
    place = target.expanduser().resolve()
    made: list[Path] = []
    stack = contextlib.ExitStack()
    done = False
    try:
        try:
            # Inside an empty folder, for it may be mounted, or all that one may write to; else beside the new one.
            beside = place if place.is_dir() else place.parent
            made = make_folders(beside)
            new = stack.enter_context(staging_in(beside))
        except OSError as error:
            raise refusal(target, error) from error
        yield new
        try:
            if beside == place:
                _move_all(new, place)
            else:
                new.replace(place)
            sync_folder(beside)
        except OSError as error:
            if error.errno in (errno.EEXIST, errno.ENOTEMPTY):
                raise InputError(
                    f"cannot write to {target}: another process filled it in the meantime; "
                    "run the same command again to add to what is there"
                ) from error
            raise refusal(target, error) from error
        done = True
    finally:
        stack.close()
        if not done:
            remove_folders(made)


@contextlib.contextmanager
def staging_in(folder: Path, prefix: str = STAGING) -> Iterator[Path]:
    """A temporary folder inside this one, where things are made that shall stand beside it whole. It is removed at the
    end of the block; what processes left that were killed in theirs (with names of the same ``prefix``) goes as this
    one begins."""
    _remove_orphans(folder, prefix)
    staging, lock = _held_in(folder, prefix)
    try:
        new = staging / _FILLING
        new.mkdir()
        yield new
    finally:
        if lock is not None:
            os.close(lock)
        shutil.rmtree(staging, ignore_errors=True)


def _refuse_names(target: Path, names: Iterable[str]) -> None:
    if "\0" in str(target):
        raise InputError(f"cannot write to {str(target)!r}: no folder can have this name")
    for name in names:
        if name in ("", ".", "..") or PurePath(name).name != name or "\\" in name or "\0" in name:
            raise InputError(f"cannot write a file named {name!r}: give a plain file name")


def _refuse_other(path: Path) -> None:
    if what := _other(path):
        raise InputError(f"{path} is {what}: name another file to write.")


def _refuse_others(target: Path, names: Iterable[str]) -> None:
    for name in names:
        if what := _other(target / name):
            raise FileExistsError(None, f"{name} is {what} there")


def _other(path: Path) -> str:
    """What stands there that no file may be put in place of; "" for a file, and for nothing."""
    if path.is_dir():
        return "a folder"
    return "a pipe, a socket or a device" if path.exists() and not path.is_file() else ""


def _write_synced(path: Path, content: str | bytes) -> None:
    # A lone surrogate, which UTF-8 cannot hold, is escaped with a backslash: inside JSON that is the same text again.
    data = content if isinstance(content, bytes) else content.encode("utf-8", "backslashreplace")
    with path.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _replace_all(new: Path, before: Path, target: Path, names: Sequence[str]) -> None:
    for name in names:
        if (target / name).exists():
            shutil.copy2(target / name, before / name)
    placed: list[str] = []
    try:
        for name in names:
            (new / name).replace(target / name)
            placed.append(name)
        sync_folder(target)
    finally:
        if len(placed) < len(names):
            _restore(before, target, placed)


def _restore(before: Path, target: Path, placed: Sequence[str]) -> None:
    for name in placed:
        if (before / name).exists():
            (before / name).replace(target / name)
        else:
            (target / name).unlink()


def _remove_orphans(folder: Path, prefix: str) -> None:
    """Remove the temporary folders of processes that are dead: nobody holds their locks any more. What was filled may
    be gone from them by then."""
    for orphan in sorted(filter(Path.is_dir, folder.glob(prefix + _RANDOM))):
        with contextlib.suppress(OSError):  # it is in use, or not ours
            lock = lock_folder(orphan)
            if lock is not None:
                shutil.rmtree(orphan / _FILLING, ignore_errors=True)
                try:
                    orphan.rmdir()
                finally:
                    os.close(lock)


def _held_in(folder: Path, prefix: str) -> tuple[Path, int | None]:
    """A new temporary folder and its lock; ``None`` where folders cannot be held, and orphans stay."""
    while True:
        staging = Path(tempfile.mkdtemp(prefix=prefix, dir=folder))
        try:
            lock = lock_folder(staging)
        except (BlockingIOError, FileNotFoundError):  # before it was held, somebody took it for an orphan
            continue
        except OSError:
            return staging, None
        if lock is None or staging.is_dir():
            return staging, lock
        os.close(lock)


def _move_all(new: Path, target: Path) -> None:
    """Files first, then folders; back again if that fails midway."""
    if any(not one.name.startswith(STAGING) for one in target.iterdir()):
        raise FileExistsError(errno.EEXIST, "it is not empty any more")
    moved: list[Path] = []
    names = [one.name for one in sorted(new.iterdir(), key=lambda one: (one.is_dir(), one.name))]
    try:
        for name in names:
            moved.append((new / name).replace(target / name))
    finally:
        if len(moved) < len(names):
            for one in moved:
                one.replace(new / one.name)
