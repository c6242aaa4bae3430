"""Where the process of the command line begins. From here on Ctrl-C, SIGTERM and SIGHUP end it with one line and an
exit code, even while everything else is being imported: so nothing of Castalia is imported at the top."""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Callable
from types import FrameType
from typing import NoReturn

# Ctrl-C, kill, and a terminal that is closed, which Windows does not tell of.
SIGNALS = tuple(one for one in signal.Signals if one.name in ("SIGINT", "SIGTERM", "SIGHUP"))
_Handler = Callable[[int, FrameType | None], object]


def main() -> int:
    """Run the command line as a process; the exit code: 130 after Ctrl-C, 143 after SIGTERM, 129 after SIGHUP."""
    gc.set_threshold(20_000, 20, 20)  # this process is ours, and a page keeps most of what it makes
    ours = [one for one in SIGNALS if signal.getsignal(one) is not signal.SIG_IGN]  # nohup ignores some for good
    _on(ours, _leave)
    from castalia.graphs.cli import main as run
    from castalia.graphs.commands.interruption import Interrupted

    def interrupt(number: int, frame: FrameType | None) -> NoReturn:
        raise Interrupted(number)

    try:
        _on(ours, interrupt)
        code = run()
    except Interrupted as error:  # on the way in or out
        code = 128 + error.number
    _on([one for one in ours if signal.getsignal(one) is interrupt], lambda *_: os._exit(code))
    gc.freeze()  # the interpreter ends with a collection: over all that a page leaves, it takes a quarter of a second
    return code


def _on(signals: list[signal.Signals], handler: _Handler) -> None:
    for one in signals:
        signal.signal(one, handler)


def _leave(number: int, frame: FrameType | None) -> NoReturn:
    """Nothing was begun: the process need not clean up. Where nobody can be told, as when the terminal is closed, it
    ends all the same."""
    try:
        if sys.stderr is not None:
            os.write(2, b"castalia: interrupted before anything was begun\n")
    finally:
        os._exit(128 + number)
