"""The command line in processes of its own that are forked from one in which all is imported already: imports take
seconds of CPU where a small page takes less than one. How a process begins is for test_cli. All of them have the same
hash seed: where a set must not decide, let this process go on with what such a one began. Not a test file."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from types import TracebackType
from typing import TextIO

# Those that a page with a model loads on its way; none of them starts a thread.
_LOADED = """
castalia.graphs.pipeline.apollo_pipeline castalia.graphs.cli castalia.graphs.finished_run castalia.graphs.generation
castalia.graphs.runs.checkpoints castalia.graphs.start castalia.graphs.pipeline.unit castalia.agents.model.crew
castalia.tools.doors.chat_models castalia.tools.models.langchain_chat castalia.tools.models.tape
aiosqlite httpx langchain_openai networkx openai tiktoken
""".split()
_CONTEXT = multiprocessing.get_context("forkserver")
_CONTEXT.set_forkserver_preload(_LOADED)


class Forked:
    """A command that runs, much like ``subprocess.Popen``: ``code`` is executed first, in a process that has this
    working folder and the environment that this one has now."""

    def __init__(self, arguments: Sequence[str], cwd: Path | None = None, code: str = "") -> None:
        self.returncode: int | None = None
        (out, to_out), (err, to_err) = (_CONTEXT.Pipe(duplex=False) for _ in range(2))
        given = (list(arguments), str(cwd or Path.cwd()), dict(os.environ), code, to_out, to_err)
        self._process = _CONTEXT.Process(target=_run, args=given)
        self._process.start()
        for one in (to_out, to_err):
            one.close()
        self._stdout, self.stderr = _text(out), _text(err)

    def __enter__(self) -> Forked:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        if kind is not None:
            self.kill()
        self.communicate()

    def send_signal(self, number: signal.Signals) -> None:
        if self._process.is_alive() and self._process.pid is not None:
            with suppress(ProcessLookupError):  # it ended meanwhile
                os.kill(self._process.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def communicate(self, timeout: float = 300) -> tuple[str, str]:
        """What it wrote to stdout and, from here on, to stderr; it has ended then."""
        if self.returncode is None:
            self._process.join(timeout)
            self.returncode = self._process.exitcode
            assert self.returncode is not None, "it does not end"
            self._told = self._stdout.read(), self.stderr.read()
            self._stdout.close()
            self.stderr.close()
        return self._told


def _text(pipe: Connection) -> TextIO:
    with pipe:
        return open(os.dup(pipe.fileno()), encoding="utf-8")  # noqa: PTH123


def _run(arguments: list[str], cwd: str, env: dict[str, str], code: str, out: Connection, err: Connection) -> None:
    os.chdir(cwd)
    os.environ.clear()
    os.environ.update(env)
    for pipe, number in ((out, 1), (err, 2)):
        with pipe:
            os.dup2(pipe.fileno(), number)
    sys.argv[1:] = arguments
    exec(code, {"__name__": "__main__"})
    from castalia.graphs.start import main

    sys.exit(main())
