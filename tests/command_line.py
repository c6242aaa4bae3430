"""What a command answered, and what it left behind. Not a test file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

LARGE = 1 << 20  # bytes


@dataclass(frozen=True, slots=True)
class Told:
    """A command's exit code and what it printed."""

    code: int
    out: str
    err: str

    @property
    def line(self) -> str:
        """The one line of stderr; there must be no other but progress, and no traceback."""
        lines = [
            one for one in self.err.splitlines() if not one.startswith(("ingest ", "seed ", "curate ", "outline "))
        ]
        assert len(lines) == 1, self.err
        assert lines[0].startswith("castalia: ")
        assert "Traceback" not in self.err
        return lines[0].removeprefix("castalia: ")


Command = Callable[..., Told]


def tree(folder: Path) -> list[str]:
    """Whatever lies in ``folder``, at any depth."""
    return sorted(str(one.relative_to(folder)) for one in folder.rglob("*"))


def contents(folder: Path) -> dict[str, object]:
    """Each file in ``folder``, at any depth, and what it holds; of one that is large, mostly holes, its size and
    time."""
    return {str(one.relative_to(folder)): _held(one) for one in folder.rglob("*") if one.is_file()}


def _held(file: Path) -> object:
    found = file.stat()
    return file.read_bytes() if found.st_size < LARGE else (found.st_size, found.st_mtime_ns)
