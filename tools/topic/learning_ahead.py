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
from subprocess import DEVNULL, PIPE, Popen, TimeoutExpired
from tempfile import TemporaryFile

from castalia.memory.records import Snippet
from castalia.memory.waits import run_until_left
from castalia.tools.topic.background import Background, learn_background

WORTH = 1_000  # snippets: to start Python costs a third of a second, to learn these two
LOOK = 0.1  # seconds between two looks at whether the answer is still wanted
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
    if len(sample) < WORTH or not sys.executable or hasattr(sys, "frozen"):  # a frozen program is no interpreter
        return None
    given = pickle.dumps(sys.path) + pickle.dumps(list(sample))
    learned = await run_until_left(lambda left: _asked(given, left))
    return None if learned is None else (sample, pickle.loads(learned))


def answer() -> None:
    """What the process does: reads a sample, and writes its background."""
    gc.disable()  # it ends before garbage adds up
    pickle.dump(learn_background(pickle.load(sys.stdin.buffer)), sys.stdout.buffer)


def _asked(given: bytes, left: threading.Event) -> bytes | None:
    """What the process answers; ``None`` where it fails. It is killed when nobody wants the answer any more."""
    with TemporaryFile() as asked:
        try:
            asked.write(given)
            asked.seek(0)
            process = Popen([sys.executable, "-P", "-c", _CODE], stdin=asked, stdout=PIPE, stderr=DEVNULL)
        except OSError:
            return None
        with process:
            while True:
                try:
                    told, _ = process.communicate(timeout=LOOK)
                    return told if process.returncode == 0 else None
                except TimeoutExpired:
                    if left.is_set():
                        process.kill()
