"""A copy of a store has what the store has, and takes no more of the disk."""

from __future__ import annotations

from pathlib import Path

import pytest
from castalia.memory.room import allocated
from castalia.memory.store_copies import PAGE, PORTION, copy_store

EDGES = (0, 1, PAGE - 1, PAGE, PAGE + 1, PORTION, PORTION + PAGE + 1)


@pytest.mark.parametrize("size", EDGES)
@pytest.mark.parametrize("filled", EDGES)
def test_a_copied_file_is_the_same_byte_for_byte(size: int, filled: int, tmp_path: Path) -> None:
    one = tmp_path / "old" / "inner" / "file"
    one.parent.mkdir(parents=True)
    one.write_bytes(bytes(size) + b"x" * filled + bytes(size))
    copy_store(tmp_path / "old", tmp_path / "new")
    copy = tmp_path / "new" / "inner" / "file"
    assert copy.read_bytes() == one.read_bytes()
    assert copy.stat().st_mtime_ns == one.stat().st_mtime_ns


def test_holes_stay_holes(tmp_path: Path) -> None:
    (tmp_path / "old").mkdir()
    with (tmp_path / "old" / "file").open("wb") as file:
        file.seek(32 << 20)
        file.write(b"x")
    copy_store(tmp_path / "old", tmp_path / "new")
    assert (tmp_path / "new" / "file").stat().st_size == (32 << 20) + 1
    assert allocated(tmp_path / "new") <= 2 * PAGE + allocated(tmp_path / "old")
