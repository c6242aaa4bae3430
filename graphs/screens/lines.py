"""Lines written to stdout and stderr: control characters in outside text are escaped, and a closed pipe is no error."""

from __future__ import annotations

import os
import sys
from typing import TextIO

from castalia.memory.errors import CastaliaError

ELSEWHERE = "send it to a terminal, a file or a pipe"


def note(line: str) -> None:
    """Write a line to stderr, where there is one."""
    try:
        if sys.stderr is not None:
            sys.stderr.write(f"{shown(line)}\n")
            sys.stderr.flush()
    except OSError:  # nobody can be told, and the work goes on
        hush(sys.stderr)


def print_line(line: str) -> None:
    """Write a line to stdout about work that is saved already, in the characters that stdout can take. That nobody
    reads it is no failure; a full disk is."""
    if sys.stdout is not None:
        _send(_encodable(shown(line)) + "\n", f"it would say {line}", "the work is done and saved, but ")


def print_result(line: str, instead: str = ELSEWHERE) -> None:
    """Write a line to stdout that is kept nowhere else: without a stdout it would be lost, so that is a failure,
    too."""
    check_stdout(instead)
    _send(_encodable(shown(line)) + "\n", instead)


def print_text(text: str, instead: str) -> None:
    """Write a whole text to stdout that is kept nowhere else, as UTF-8 wherever stdout is no terminal. It is written as
    it is: whoever made it has taken out what could command a terminal."""
    check_stdout(instead)
    is_bytes = hasattr(sys.stdout, "buffer") and not sys.stdout.isatty()
    _send(text.encode("utf-8") if is_bytes else _encodable(text), instead)


def check_stdout(instead: str = ELSEWHERE) -> None:
    """``CastaliaError`` where stdout is closed; called before any work whose result would stand nowhere else."""
    if sys.stdout is None:
        raise CastaliaError(f"stdout is closed, and the result would stand nowhere else: {instead}")


def shown(line: str) -> str:
    """The text with its control characters escaped: headings, field names and paths come from outside, and could
    command a terminal."""
    return "".join(one if one.isprintable() else ascii(one)[1:-1] for one in line)


def hush(stream: TextIO | None) -> None:
    """Throw away what this stream still holds: else Python would try to write it, and complain, when the process
    ends."""
    if stream is not None:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


def _send(data: str | bytes, instead: str, before: str = "") -> None:
    """To a stdout that is there; where it cannot be written, the error says so between ``before`` and ``instead``."""
    try:
        if isinstance(data, bytes):
            sys.stdout.flush()
            sys.stdout.buffer.write(data)
        else:
            sys.stdout.write(data)
        sys.stdout.flush()
    except BrokenPipeError:
        hush(sys.stdout)
    except OSError as error:
        hush(sys.stdout)
        raise CastaliaError(f"{before}stdout cannot be written ({error.strerror}): {instead}") from None


def _encodable(text: str) -> str:
    encoding = sys.stdout.encoding or "utf-8"
    return text.encode(encoding, "backslashreplace").decode(encoding)
