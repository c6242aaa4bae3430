"""Lines for a terminal or a pipe: what comes from elsewhere is shown and not sent, and who has gone is not told."""

from __future__ import annotations

import os
import sys
from typing import TextIO

from castalia.memory.errors import CastaliaError


def note(line: str) -> None:
    """To stderr, where there is one."""
    try:
        if sys.stderr is not None:
            sys.stderr.write(f"{shown(line)}\n")
            sys.stderr.flush()
    except OSError:  # nobody can be told, and the work goes on
        hush(sys.stderr)


def print_line(line: str) -> None:
    """To stdout, in whatever it can write. A reader who has gone, or never was, is no failure; a full disk is."""
    if sys.stdout is None:
        return
    encoding = sys.stdout.encoding or "utf-8"
    try:
        sys.stdout.write(shown(line).encode(encoding, "backslashreplace").decode(encoding) + "\n")
        sys.stdout.flush()
    except BrokenPipeError:
        hush(sys.stdout)
    except OSError as error:
        hush(sys.stdout)
        raise CastaliaError(
            f"the work is done and saved, but stdout cannot be written ({error.strerror}): it would say {line}"
        ) from None


def shown(line: str) -> str:
    """Headings, field names and paths come from elsewhere: what could command a terminal is shown, not sent."""
    return "".join(one if one.isprintable() else ascii(one)[1:-1] for one in line)


def hush(stream: TextIO | None) -> None:
    """Send what this stream still holds nowhere, or Python tries, and complains, once more when the process ends."""
    if stream is not None:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
