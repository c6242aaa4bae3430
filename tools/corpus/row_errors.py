"""What is wrong with one row of a corpus."""

from __future__ import annotations

from castalia.memory.errors import InputError
from castalia.tools.corpus.text_streams import ROW_LIMIT


class RowError(InputError):
    """One row that cannot be used: ``reason`` is the same for all of its kind, the message says how to mend this
    one; ``way`` is the message without the reason, where it begins with that."""

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason, self.way = reason, message.removeprefix(f"{reason}; ")


def too_long() -> RowError:
    """The error for a row of more than ``ROW_LIMIT`` bytes."""
    return RowError("row over 5 MB", f"longer than {ROW_LIMIT:,} bytes: cut the text into passages")
