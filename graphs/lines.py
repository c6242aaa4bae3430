"""Lines for a terminal or a pipe: what comes from elsewhere is shown and not sent, and who has gone is not told."""

from __future__ import annotations

import os
import sys
from typing import TextIO


def note(line: str) -> None:
    """To stderr, where there is one."""
    try:
        if sys.stderr is not None:
            sys.stderr.write(f"{shown(line)}\n")
            sys.stderr.flush()
    except OSError:  # nobody can be told, and the work goes on
        hush(sys.stderr)


def shown(line: str) -> str:
    """Headings, field names and paths come from elsewhere: what could command a terminal is shown, not sent."""
    return "".join(one if one.isprintable() else ascii(one)[1:-1] for one in line)


def hush(stream: TextIO | None) -> None:
    """Send what this stream still holds nowhere, or Python tries, and complains, once more when the process ends."""
    if stream is not None:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
