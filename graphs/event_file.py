"""A file of events: JSON lines that are appended and written out one by one, so that others can follow."""

from __future__ import annotations

import json
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from castalia.graphs.lines import note
from castalia.memory.errors import InputError
from castalia.memory.paths import expand


class EventFile:
    """Opened for appending, made where it is missing; ``InputError`` where it cannot be written. Each line holds the event and, so that
    runs in one file can be told apart, the time (UTC) and the topic. A disk that fills up is told once on stderr; the run goes on."""

    def __init__(self, path: str | Path, topic: str) -> None:
        if not str(path).strip():
            raise InputError("the file of events has no name: give one, for example --events events.jsonl")
        self._topic = topic
        self._path = expand(path)
        try:
            self._file: int | None = os.open(self._path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o666)
        except OSError as error:
            reason = error.strerror or str(error)
            raise InputError(f"the events cannot be written to {path} ({reason}): name another file") from error

    def write(self, event: dict[str, Any]) -> None:
        """Append one event."""
        if self._file is None:
            return
        told = {"time": datetime.now(UTC).isoformat(timespec="milliseconds"), "topic": self._topic} | event
        line = (json.dumps(told, default=str) + "\n").encode()
        try:
            while line:
                line = line[os.write(self._file, line) :]
        except OSError as error:
            note(f"castalia: {self._path} cannot be written any more ({error.strerror}): the run goes on without it")
            self.close()

    def close(self) -> None:
        """Close it; what comes after is not written."""
        if self._file is not None:
            file, self._file = self._file, None
            os.close(file)
