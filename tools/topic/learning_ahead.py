"""A background learned in a process of its own, while this one still writes the store: the two take as long as one.

Only time depends on it. ``background_of`` uses what was learned where the store's sample is the one that was given, and
learns itself otherwise, and where that process cannot be started or fails.
"""

from __future__ import annotations

import gc
import pickle
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from subprocess import DEVNULL, PIPE, Popen, TimeoutExpired
from tempfile import TemporaryFile

from castalia.memory.records import Snippet
from castalia.memory.waits import run_until_left
from castalia.tools.topic.background import Background, learn_background

WORTH = 1_000  # snippets, which take two seconds to learn; to start Python takes a third of one
LOOK = 0.1  # seconds between two looks at whether the answer is still wanted
MARK = b"castalia background: "  # stands before the answer: what an installation runs as Python starts may print, too
# With the very modules of this process, and nothing of what else is in its main one.
_CODE = """
import pickle, sys
sys.path[:] = pickle.load(sys.stdin.buffer)
from castalia.tools.topic.learning_ahead import answer
answer()
"""


async def learned_ahead(sample: Sequence[Snippet]) -> tuple[Sequence[Snippet], Background] | None:
    """A sample and what there is to learn of it; ``None`` where it is too small to be worth a process, or the process
    fails. Cancelled, it raises when the process has ended."""
    if len(sample) < WORTH or not _is_interpreter(sys.executable):
        return None
    given = pickle.dumps(sys.path) + pickle.dumps(list(sample))
    learned = await run_until_left(lambda left: _asked(given, left))
    return None if learned is None else (sample, pickle.loads(learned))


def _is_interpreter(executable: str | None) -> bool:
    """Whether this is Python by its name, and no program that holds one."""
    return Path(executable or "").name.lower().startswith(("python", "pypy"))


def answer() -> None:
    """What the process does: reads a sample, and writes its background."""
    gc.disable()  # it ends before garbage adds up
    learned = learn_background(pickle.load(sys.stdin.buffer))
    sys.stdout.buffer.write(MARK + pickle.dumps(learned))


def _asked(given: bytes, left: threading.Event) -> bytes | None:
    """What the process answers; ``None`` where it cannot be started, or fails."""
    command = [sys.executable, "-P", "-c", _CODE]
    try:
        with TemporaryFile() as asked:
            asked.write(given)
            asked.seek(0)
            with Popen(command, stdin=asked, stdout=PIPE, stderr=DEVNULL) as process:
                told = _told(process, left)
    except OSError:
        return None
    _, mark, learned = told.partition(MARK)
    return learned if mark and process.returncode == 0 else None


def _told(process: Popen[bytes], left: threading.Event) -> bytes:
    """All that a process writes until it ends. It is killed when nobody wants that any more."""
    while True:
        try:
            return process.communicate(timeout=LOOK)[0]
        except TimeoutExpired:
            if left.is_set():
                process.kill()
