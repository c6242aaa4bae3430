"""The command line's way of deciding: --approve PART opens an editor, --approve PART=FILE reads a file.

What the texts mean is the business of ``decision_text``.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from castalia.graphs.commands.decision_text import again, decision_of, is_empty, is_json, json_of, text_of
from castalia.graphs.pipeline.asking import PARTS, Ask, Question, Undecided
from castalia.graphs.runs.run_folder import RunFolder
from castalia.memory.errors import CastaliaError, InputError
from castalia.memory.paths import expand, refuse_pipe
from castalia.tools.pages.write_whole import write_file

AGAIN = "run the same command again with --resume"
PATIENCE = 3.0  # seconds in which an editor that is told to end may do so
LARGEST = 10_000_000  # bytes of a file of decisions
_USUAL = ("nano", "vi")
_ON_TERMINALS = frozenset({"hx", "joe", "micro", "nano", "ne", "nvim", "pico", "vi", "view", "vim"})


def add_approve_option(command: argparse.ArgumentParser) -> None:
    """``--approve``, which may be repeated."""
    command.add_argument(
        "--approve",
        metavar="PART[=FILE]",
        action="append",
        default=[],
        help=f"stop and let a person decide on {', '.join(PARTS)}: in $VISUAL or $EDITOR, or in FILE, which is written with the question "
        "where it is not there; may be repeated",
    )


def approvals_of(options: argparse.Namespace, folder: RunFolder) -> dict[str, Ask]:
    """Who decides on what in the run of this folder. ``InputError`` for a part that is none or comes twice, a file that
    cannot be read, and where nobody could be asked."""
    if options.approve and options.dry_run:
        raise InputError("--dry-run asks nobody: leave --approve out")
    asks: dict[str, Ask] = {}
    decided: dict[Path, str] = {}
    for option in options.approve:
        part, sign, name = option.partition("=")
        if part not in PARTS:
            raise InputError(f"--approve {part}: choose from {', '.join(PARTS)}")
        if part in asks:
            raise InputError(f"--approve {part} is given twice")
        if sign and not name.strip():
            raise InputError(f"--approve {option}: name a file, or leave the = out")
        if sign and not options.resume and _resolved(folder.path) in _resolved(expand(name)).parents:
            raise InputError(
                f"--approve {option}: a new run empties the folder that this file is in; copy it, or go on with --resume"
            )
        if sign and (other := decided.setdefault(_resolved(expand(name)), part)) != part:
            raise InputError(f"--approve {part}={name}: that file decides on the {other}, name another one")
        asks[part] = _from_file(part, expand(name)) if sign else _from_editor(part, _editor(part), folder.written(part))
    return asks


def _resolved(path: Path) -> Path:
    try:
        return path.resolve()
    except (OSError, RuntimeError, ValueError):  # a circle of links, a NUL: reading it will say so
        return path


def _from_file(part: str, path: Path) -> Ask:
    """Read the decision from a file, which is looked at before any work is done; a bad one is not asked for again."""
    if path.exists():
        if not (path.is_file() or path.is_dir()):  # a device, a pipe: it has nothing to be read twice
            raise InputError(f"--approve {part}={path}: that is no file, name one")
        text = _read(path)
        if is_json(text):
            try:
                json_of(text)
            except InputError as error:
                raise InputError(f"{path}: {error}") from None
    elif not path.parent.is_dir():
        raise InputError(f"--approve {part}={path}: there is no folder {path.parent}")

    def ask(question: Question) -> Any:
        if problem := question.get("problem"):
            raise Undecided(f"{path}: {problem}; mend it, then {AGAIN}", 2)
        if not path.exists():
            write_file(path, text_of(question))
            raise Undecided(f"the question on the {part} is in {path}: edit it, then {AGAIN}")
        text = _read(path)
        if is_empty(text):
            raise Undecided(f"{path} decides nothing: fill it, or delete it and get the question again; then {AGAIN}")
        return decision_of(text, question)

    return ask


def _from_editor(part: str, editor: list[str], path: Path) -> Ask:
    """Open an editor on the question, in this file; what it leaves is the decision. A text that was refused is shown
    again, with the reason, and so is one that a run wrote before it was stopped."""

    async def ask(question: Question) -> Any:
        asked = _shown(question, path)
        await _edit(editor, path)
        edited = _edited(part, path)
        return None if edited == asked else decision_of(edited, question)

    return ask


def _shown(question: Question, path: Path) -> str:
    """The question as it stands when nobody has answered it; the file has it, or under its head what a person wrote to
    it already."""
    asked = text_of(question)
    own = _own(path)
    is_answered = not is_empty(own) and own != asked
    write_file(path, again(question, own) if is_answered else asked)
    return asked


def _own(path: Path) -> str:
    """What a person wrote to the question, whatever her editor saved it as."""
    if path.is_dir():
        raise CastaliaError(f"{path} is a folder: remove it, then {AGAIN}")
    data = path.read_bytes() if path.exists() else b""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", errors="replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")


def _edited(part: str, path: Path) -> str:
    """What an editor has left; ``Undecided`` where that is nothing."""
    text = _read(path) if path.exists() else ""
    if is_empty(text):
        path.unlink(missing_ok=True)
        raise Undecided(f"nothing was decided on the {part}: {AGAIN}")
    return text


def _editor(part: str) -> list[str]:
    """The command of the editor."""
    variable = next((one for one in ("VISUAL", "EDITOR") if os.environ.get(one, "").strip()), "EDITOR")
    named = os.environ.get(variable, "").strip()
    try:
        command = shlex.split(named)
    except ValueError as error:
        raise InputError(f"the editor {named!r} is no command ({error}): mend {variable}") from None
    if command:
        if shutil.which(command[0]) is None:
            raise InputError(f"there is no editor {command[0]}: mend {variable}, or use --approve {part}=FILE")
        if Path(command[0]).name in _ON_TERMINALS and not (_is_terminal(sys.stdin) or _is_terminal(sys.__stderr__)):
            raise InputError(
                f"nobody can be asked here: {command[0]} needs a terminal, so it would wait for ever; use --approve {part}=FILE"
            )
        return command
    usual = next((one for one in _USUAL if shutil.which(one)), None)
    if usual is None or not _is_terminal(sys.stdin):
        raise InputError(f"nobody can be asked here: set EDITOR, or use --approve {part}=FILE")
    return [usual]


def _is_terminal(stream: Any) -> bool:
    return stream is not None and not stream.closed and bool(stream.isatty())


async def _edit(editor: list[str], path: Path) -> None:
    """Wait for an editor to end. A person may take hours: nothing waits for it but this."""
    output = None if sys.stdout is not None and sys.stdout.isatty() else sys.__stderr__
    process = await asyncio.create_subprocess_exec(*editor, str(path), stdout=_stream(output))
    try:
        code = await process.wait()
    except asyncio.CancelledError:
        if process.returncode is None:
            await _end(process)
        raise
    if code:
        why = f"exit code {code}" if code > 0 else f"ended by signal {-code}"
        raise CastaliaError(f"the editor {editor[0]} failed ({why}): nothing was decided; {kept(path)}; {AGAIN}")


async def _end(process: asyncio.subprocess.Process) -> None:
    """End an editor, by force where it does not hear."""
    process.terminate()
    try:
        await asyncio.wait_for(process.wait(), PATIENCE)
    except TimeoutError:
        process.kill()
        await process.wait()


def kept(path: Path) -> str:
    """Where a person finds again what she wrote."""
    return f"what was written is in {path}, and is shown again"


def _stream(output: Any) -> Any:
    """Results go to stdout: where that is no terminal, what an editor says goes to stderr."""
    try:
        return None if output is None else output.fileno()
    except (OSError, ValueError):
        return subprocess.DEVNULL


def _read(path: Path) -> str:
    refuse_pipe(path)
    try:
        if path.stat().st_size > LARGEST:
            raise InputError(f"{path} is larger than {LARGEST:,} bytes: that is no decision")
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise InputError(f"{path} is not text in UTF-8: save it as that") from None
    except IsADirectoryError:
        raise InputError(f"{path} is a folder: name a file") from None
    except OSError as error:
        raise InputError(f"{path} cannot be read ({error.strerror})") from None
