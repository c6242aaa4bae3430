"""A file of events: JSON lines that are appended and written out one by one, so that others can follow."""

from __future__ import annotations

import json
import os
import selectors
import stat
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from castalia.graphs.screens.lines import note
from castalia.graphs.spared import check_spared
from castalia.memory.errors import InputError
from castalia.memory.paths import named_file
from castalia.tools.language.counting import count

PATIENCE = 5.0  # seconds that a reader who is behind is given at the end


class EventFile:
    """Opened for appending, made where it is missing; ``InputError`` where it cannot be written. Each line holds the
    event and, so that runs in one file can be told apart, the time (UTC) and the topic. A disk that fills up is told
    once on stderr; the run goes on. So it does where the file is a pipe whose reader is slow: what it has not taken
    waits."""

    def __init__(self, path: str | Path, topic: str) -> None:
        self._topic = topic
        self._waiting = bytearray()
        self._path = named_file(path, "file of events")
        check_spared(self._path)
        if not _is_free(self._path):
            raise InputError(f"{path} is no file of events: name another file, to which they can be appended")
        try:
            self._file: int | None = os.open(self._path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o666)
        except OSError as error:
            reason = error.strerror or str(error)
            raise InputError(f"the events cannot be written to {path} ({reason}): name another file") from error
        if os.name != "nt" and not stat.S_ISREG(os.fstat(self._file).st_mode):
            os.set_blocking(self._file, False)  # in a write that blocks the run would stand still, deaf to Ctrl-C

    def write(self, event: dict[str, Any]) -> None:
        """Append one event."""
        if self._file is None:
            return
        told = {"time": datetime.now(UTC).isoformat(timespec="milliseconds"), "topic": self._topic} | event
        self._waiting += (json.dumps(told, default=str) + "\n").encode()
        self._send()

    def close(self) -> None:
        """Close it; what comes after is not written."""
        end = time.monotonic() + PATIENCE
        while self._file is not None and self._waiting and (left := end - time.monotonic()) > 0:
            with selectors.DefaultSelector() as selector:
                selector.register(self._file, selectors.EVENT_WRITE)
                selector.select(left)
            self._send()
        if self._waiting and self._file is not None:
            lost = count(self._waiting.count(b"\n"), "event")
            note(f"castalia: the reader of {self._path} has stopped reading: {lost} did not get there")
        self._let_go()

    def _send(self) -> None:
        """Write what can be written now."""
        try:
            while self._file is not None and self._waiting:
                del self._waiting[: os.write(self._file, self._waiting)]
        except BlockingIOError:
            return
        except OSError as error:
            note(f"castalia: {self._path} cannot be written any more ({error.strerror}): the run goes on without it")
            self._let_go()

    def _let_go(self) -> None:
        if self._file is not None:
            file, self._file = self._file, None
            os.close(file)


def _is_free(path: Path) -> bool:
    """Whether events may be appended: there is no such file yet, nothing is in it, or what it begins with is an
    event."""
    if not path.is_file():  # a pipe, a device; what else is wrong is told by opening it
        return True
    try:
        with path.open("rb") as file:
            first = json.loads(file.readline() or b"{}")
    except OSError:
        return True
    except (ValueError, RecursionError):
        return False
    return first == {} or (isinstance(first, dict) and {"time", "topic", "phase"} <= first.keys())
