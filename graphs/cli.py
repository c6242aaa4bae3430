"""The command line: its commands, and what is told of one that fails. Progress goes to stderr, results to stdout and
into files; what the exit codes mean is said at the end of the help."""

from __future__ import annotations

import argparse
import atexit
import difflib
import errno
import re
import signal
import sqlite3
import sys
from collections.abc import Sequence
from typing import Any, NoReturn, TextIO

from castalia.graphs import __version__
from castalia.graphs.commands.cli_batch import add_batch
from castalia.graphs.commands.cli_bench import add_bench
from castalia.graphs.commands.cli_evaluate import add_evaluate
from castalia.graphs.commands.cli_export import add_export
from castalia.graphs.commands.cli_form import add_form
from castalia.graphs.commands.cli_generate import add_demo, add_generate
from castalia.graphs.commands.cli_gold import add_gold
from castalia.graphs.commands.cli_ingest import add_ingest
from castalia.graphs.commands.cli_plots import add_plot
from castalia.graphs.commands.cli_revise import add_revise
from castalia.graphs.commands.cli_store import add_store
from castalia.graphs.commands.interruption import Interrupted
from castalia.graphs.screens.lines import hush, note, print_result
from castalia.graphs.start import SIGNALS
from castalia.memory.errors import CastaliaError, DiskFullError, InputError, one_line
from castalia.memory.limits import limit_told
from castalia.memory.room import full, is_full
from castalia.tools.language.listing import listed

SHOWN_PATH = 80  # characters
NEAR = 0.8  # how like an option has to be to one that was mistyped: --without is none for --out
_UNKNOWN = re.compile(r"argument COMMAND: invalid choice: '(.*)' \(choose from .*\)", re.DOTALL)
_ADDED = (
    add_demo,
    add_generate,
    add_ingest,
    add_store,
    add_batch,
    add_revise,
    add_export,
    add_evaluate,
    add_bench,
    add_gold,
    add_form,
    add_plot,
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit code."""
    atexit.unregister(_hear_no_more)
    atexit.register(_hear_no_more)
    try:
        options = _parser().parse_args(arguments)
        return int(options.run(options))
    except DiskFullError as error:
        return _fail(error.code, _with_room(error))
    except CastaliaError as error:
        return _fail(error.code, _with_notes(error))
    except PermissionError as error:
        return _fail(2, f"{error.filename or error}: permission denied; choose another path, or change its permissions")
    except (OSError, sqlite3.Error) as error:
        if isinstance(error, OSError) and error.errno == errno.ENAMETOOLONG:
            return _fail(2, f"{_cut(str(error.filename))}: this path is too long; choose a shorter one")
        if is_full(error):
            return _fail(1, _with_room(error))
        if isinstance(error, FileNotFoundError) and error.errno is not None and error.filename is None:
            return _fail(
                2, "the folder that this command was started in is gone: go into another one (cd), and run it there"
            )
        mend = limit_told(str(error)) or "check the disk"
        return _fail(1, f"{error}; {mend}, then {_with_notes(error, 'run the same command again')}")
    except KeyboardInterrupt as error:
        code = 128 + error.number if isinstance(error, Interrupted) else 130
        how = (
            getattr(error, "how", "")
            or "a page or a new store is there whole or not at all: run the same command again"
        )
        return _fail(code, f"interrupted; {how}")
    finally:
        for stream in (sys.stdout, sys.stderr):
            _flush(stream)  # what cannot be written any more would end the process with a code of its own


def _hear_no_more() -> None:
    """Ignore signals while the interpreter shuts down: all is done and told by then, and a signal would end the process
    with another exit code."""
    for one in SIGNALS:
        signal.signal(one, signal.SIG_IGN)


class _Parser(argparse.ArgumentParser):
    """Wrong usage is told in one line, like everything else. ``commands`` are those that it takes; a command's own
    parser takes none."""

    commands: Sequence[str] = ()

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Nothing unknown is passed on: argparse would tell it by the program, whose help does not list the options."""
        found, unknown = super().parse_known_args(args, namespace)
        if unknown:
            wrong = next((one.partition("=")[0] for one in unknown if one.startswith("--")), "")
            near = difflib.get_close_matches(wrong, self._option_string_actions, 1, NEAR)
            self.error(f"unrecognized arguments: {' '.join(unknown)}" + (f" (did you mean {near[0]}?)" if near else ""))
        return found, unknown

    def error(self, message: str) -> NoReturn:
        if message.startswith("unrecognized") and not message.startswith("unrecognized arguments: -"):
            has_topic = any(one.dest == "topic" for one in self._actions)
            message += f" ({'a topic of several words' if has_topic else 'what has spaces in it'} goes in quotes)"
        if "TOPIC" in message and "TOPICS" not in message:
            message += (
                """, for example "Glycolysis": before --corpus, or last, behind --, where it begins with a dash"""
            )
        if found := _UNKNOWN.fullmatch(message):
            near = difflib.get_close_matches(found[1], self.commands, 1)
            hint = f"; did you mean {near[0]}?" if near else "."
            message = f"there is no command {found[1]!r}{hint} The commands are {', '.join(self.commands)}"
        elif self.commands and "COMMAND" in message:
            message += f" ({listed(self.commands, 'or')})"
        raise InputError(f"{message}; see {self.prog} --help")

    def _print_message(self, message: str, file: Any = None) -> None:
        """Help and version; argparse leaves out what a full disk does to them, and takes stderr where there is no
        stdout."""
        if message and file is not None and file is sys.stdout:
            for line in message.splitlines():
                print_result(line)
        else:
            super()._print_message(message, file)


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="castalia",
        description="Topic pages from scientific snippets: every sentence cites the snippet that supports it.",
        epilog="Try it: castalia demo. Exit codes: 0 done, 1 failed, 2 wrong usage or input, 3 stopped by budget with a page "
        "written, 130 interrupted (143: by SIGTERM, 129: by SIGHUP).",
    )
    parser.add_argument("--version", action="version", version=f"castalia {__version__}")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    for add in _ADDED:
        add(commands)
    parser.commands = tuple(commands.choices)
    return parser


def _with_room(error: Exception) -> str:
    """A full disk, and how to go on once it is not."""
    what = getattr(error, "filename", None) or "what the run keeps"
    told = error if isinstance(error, DiskFullError) else full(what, error)
    return f"{told}, then {_notes(error) or 'run the same command again'}"


def _with_notes(error: Exception, otherwise: str = "") -> str:
    """The error with what was noted on how to go on; an error of the system is told by its caller."""
    notes = _notes(error) or otherwise
    return notes if isinstance(error, OSError | sqlite3.Error) else "; ".join(filter(None, (str(error), notes)))


def _notes(error: Exception) -> str:
    # LangGraph adds some of its own.
    return "; ".join(one for one in getattr(error, "__notes__", ()) if one.startswith("castalia "))


def _fail(code: int, message: str) -> int:
    note(f"castalia: {one_line(message)}")
    return code


def _cut(path: str) -> str:
    return path if len(path) <= SHOWN_PATH else f"{path[:SHOWN_PATH]}…"


def _flush(stream: TextIO | None) -> None:
    try:
        if stream is not None:
            stream.flush()
    except OSError:
        hush(stream)
