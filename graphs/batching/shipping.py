"""A folder of files on its way to another machine: in one archive, in portions. Who carries them is somebody else's
business."""

from __future__ import annotations

import hashlib
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

PORTION = 32 << 20  # bytes


def listing(path: Path) -> str:
    """A digest of the names, sizes and times of all files in a folder: where it is the same under the same path, that
    is a shared disk. "" where there is no such folder."""
    if not path.is_dir():
        return ""
    files = [(one.relative_to(path).as_posix(), one.stat()) for one in sorted(path.rglob("*")) if one.is_file()]
    told = "\n".join(f"{name} {stat.st_size} {stat.st_mtime_ns}" for name, stat in files)
    return hashlib.sha256(told.encode("utf-8", "surrogateescape")).hexdigest()


def packed(path: Path) -> Iterator[bytes]:
    """The archive of a folder, or of one file, in portions."""
    files = [path] if path.is_file() else [one for one in sorted(path.rglob("*")) if one.is_file()]
    root = path.parent if path.is_file() else path
    with tempfile.TemporaryFile(prefix="castalia-") as file:
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=1, strict_timestamps=False) as archive:
            for one in files:
                archive.write(one, one.relative_to(root).as_posix())
        file.seek(0)
        while portion := file.read(PORTION):
            yield portion


def unpacked(archive: Path, target: Path) -> None:
    """Put the files of an archive into the folder ``target``."""
    target.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(archive) as files:
        files.extractall(target)
