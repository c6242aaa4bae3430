"""The command line: pages (generate, ingest, batch, rewrite, update, demo) and what they are measured by (evaluate, compare, bench,
gold, form, plot). Progress goes to stderr, results to stdout and into files.

Exit codes: 0 done, 1 failed, 2 wrong usage or input, 3 stopped by budget with a page written, 130 interrupted (143: by SIGTERM).
"""

from __future__ import annotations

import argparse
import errno
import shlex
import sqlite3
import sys
from collections.abc import Sequence
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any, NoReturn, TextIO

from castalia.graphs import __version__
from castalia.graphs.cli_approve import add_approve_option, approvals_of
from castalia.graphs.cli_batch import add_batch, run_batch
from castalia.graphs.cli_bench import add_bench, run_bench
from castalia.graphs.cli_evaluate import add_evaluate
from castalia.graphs.cli_form import add_form
from castalia.graphs.cli_gold import add_gold
from castalia.graphs.cli_models import (
    add_model_options,
    asked_before,
    estimate_lines,
    settings_of,
    thinking_again,
    thinking_of,
)
from castalia.graphs.cli_plots import add_plot
from castalia.graphs.cli_revise import add_revise
from castalia.graphs.display import following
from castalia.graphs.display import tell as _tell
from castalia.graphs.interruption import Interrupted, run_interruptible
from castalia.graphs.lines import hush as _hush
from castalia.graphs.lines import note as _note
from castalia.graphs.lines import shown as _shown
from castalia.graphs.settings import Settings
from castalia.graphs.standing import count as _count
from castalia.memory.errors import CastaliaError, DiskFullError, InputError, StoreError
from castalia.memory.room import full, is_full

DEMO_TOPIC = "Coral reef"
SAMPLE = "sample_coral_reefs.jsonl"
FINISHING = "castalia: waiting for the calls under way, which are paid for; Ctrl-C again to leave them"
SHOWN_PATH = 80  # characters


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit code."""
    try:
        options = _parser().parse_args(arguments)
        return int(options.run(options))
    except DiskFullError as error:
        return _fail(error.code, _with_room(error))
    except InputError as error:
        return _fail(2, _with_notes(error))
    except CastaliaError as error:
        return _fail(getattr(error, "code", 1), _with_notes(error))
    except PermissionError as error:
        return _fail(2, f"{error.filename or error}: permission denied; choose another path, or change its permissions")
    except (OSError, sqlite3.Error) as error:
        if isinstance(error, OSError) and error.errno == errno.ENAMETOOLONG:
            return _fail(2, f"{_cut(str(error.filename))}: this path is too long; choose a shorter one")
        if is_full(error):
            return _fail(1, _with_room(error))
        return _fail(1, f"{error}; check the disk, then {_with_notes(error, 'run the same command again')}")
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


class _Parser(argparse.ArgumentParser):
    """Wrong usage is told in one line, like everything else."""

    def error(self, message: str) -> NoReturn:
        if message.startswith("unrecognized"):
            message += " (a topic of several words goes in quotes)"
        if "TOPIC" in message and "TOPICS" not in message:
            message += " before --corpus"
        if "COMMAND" in message and "choose from" not in message:  # which names them already
            message += " (generate, ingest, batch, rewrite, update, evaluate, compare, bench, gold, form, plot or demo)"
        raise InputError(f"{message}; see {self.prog} --help")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="castalia",
        description="Topic pages from scientific snippets: every sentence cites the snippet that supports it.",
        epilog="Try it: castalia demo. Exit codes: 0 done, 1 failed, 2 wrong usage or input, 3 stopped by budget with a page "
        "written, 130 interrupted (143: by SIGTERM).",
    )
    parser.add_argument("--version", action="version", version=f"castalia {__version__}")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    _add_generate(commands)
    _add_ingest(commands)
    _add_batch(commands)
    add_revise(commands, _add_reading, _fields, _print)
    add_evaluate(commands, _print)
    _add_bench(commands)
    add_gold(commands, _print, _fields)
    add_form(commands, _print)
    add_plot(commands, _print)
    _add_demo(commands)
    return parser


def _add_generate(commands: Any) -> None:
    generate = commands.add_parser(
        "generate", help="write the page of a topic", description="Write the page of a topic."
    )
    generate.add_argument("topic", metavar="TOPIC", help="what the page is about, for example: Glycolysis")
    source = generate.add_mutually_exclusive_group()
    source.add_argument(
        "--corpus", metavar="FILE|DIR", nargs="+", help="snippets as JSONL or CSV, plain or gzipped, or folders of them"
    )
    source.add_argument(
        "--store",
        metavar="PATH|URL",
        help="a store that castalia ingest made: its folder, or the url of a collection on a Qdrant server",
    )
    generate.add_argument("--domain", default="", help="use only the snippets of this domain (default: all)")
    generate.add_argument("--pipeline", choices=["apollo"], default="apollo", help="how the page is made")
    generate.add_argument("--out", metavar="DIR", help="where the page goes (default: a folder named after the topic)")
    generate.add_argument("--words", type=int, metavar="N", help="about how long the page may get (default: 1700)")
    generate.add_argument(
        "--resume",
        action="store_true",
        help="go on with the run that was begun in this folder: nothing that is finished is done or paid again",
    )
    generate.add_argument(
        "--force", action="store_true", help="begin anew where something differs; write over the page of another topic"
    )
    _add_reading(generate)
    _add_embeddings(generate)
    _add_quiet(generate)
    _add_events(generate)
    add_model_options(generate)
    add_approve_option(generate)
    generate.set_defaults(run=_generate, command="generate")


def _add_ingest(commands: Any) -> None:
    ingest = commands.add_parser(
        "ingest",
        help="put snippets into a store",
        description="Read, clean and index snippets, so that pages need not.",
    )
    ingest.add_argument(
        "corpus", metavar="FILE|DIR", nargs="+", help="snippets as JSONL or CSV, plain or gzipped, or folders of them"
    )
    ingest.add_argument(
        "--store",
        metavar="PATH|URL",
        required=True,
        help="the store's folder, or the url of a collection on a Qdrant server (http://HOST:6333/COLLECTION; its key in "
        "QDRANT_API_KEY); made if it is not there",
    )
    ingest.add_argument("--domain", default="", help="the domain of all these snippets (default: as the rows say)")
    _add_reading(ingest)
    _add_embeddings(ingest)
    _add_quiet(ingest)
    ingest.set_defaults(run=_ingest)


def _add_batch(commands: Any) -> None:
    batch = add_batch(commands)
    _add_reading(batch)
    _add_embeddings(batch)
    _add_quiet(batch)
    add_model_options(batch)
    batch.set_defaults(run=_batch, command="batch")


def _add_bench(commands: Any) -> None:
    bench = add_bench(commands)
    _add_reading(bench)
    _add_embeddings(bench)
    _add_quiet(bench)
    add_model_options(bench)
    bench.set_defaults(
        run=lambda options: run_bench(options, _fields(options.field), _tell, _note, _print), command="bench"
    )


def _add_demo(commands: Any) -> None:
    demo = commands.add_parser(
        "demo",
        help="write a page from the bundled corpus",
        description="Write a page on coral reefs from the bundled corpus: nothing to download, no key.",
    )
    demo.add_argument("topic", nargs="?", default=DEMO_TOPIC, metavar="TOPIC", help=f"default: {DEMO_TOPIC}")
    demo.add_argument("--out", metavar="DIR", help="where the page goes (default: castalia_demo)")
    demo.add_argument("--resume", action="store_true", help="go on with the run that was begun in this folder")
    _add_quiet(demo)
    _add_events(demo)
    add_model_options(demo)
    add_approve_option(demo)
    demo.set_defaults(run=_demo, command="demo")


def _add_reading(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--bad-rows", choices=["skip", "refuse"], help="what to do with rows that cannot be read (default: skip)"
    )
    command.add_argument(
        "--field",
        metavar="OURS=THEIRS",
        action="append",
        default=[],
        help="where a field is in the rows, for example: --field text=body (text, url, domain, topic, title, year, source, authors, doi)",
    )


def _add_embeddings(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--embeddings",
        metavar="SPEC",
        help="search by meaning too, for example: openai:text-embedding-3-small (default: words only)",
    )


def _add_quiet(command: argparse.ArgumentParser) -> None:
    command.add_argument("--quiet", action="store_true", help="no progress on stderr")


def _add_events(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--events",
        metavar="FILE",
        help="append what happens to this file as it happens, as JSON lines, one event a line",
    )


def _generate(options: argparse.Namespace) -> int:
    if options.store is not None and (options.field or options.bad_rows):
        raise InputError("--field and --bad-rows say how to read a corpus, and --store was read before: leave them out")
    if options.corpus is None and options.store is None and not options.resume:
        raise InputError("one of the arguments --corpus --store is required; see castalia generate --help")
    return _write(
        options,
        options.out,
        options.words,
        resume=options.resume,
        force=options.force,
        corpus=options.corpus,
        store=options.store,
        domain=options.domain,
        embeddings=options.embeddings,
        fields=_fields(options.field),
        bad_rows=options.bad_rows or "skip",
    )


def _demo(options: argparse.Namespace) -> int:
    out = "castalia_demo" if options.out is None else options.out
    with as_file(files("castalia.tools") / SAMPLE) as sample:
        return _write(options, out, None, corpus=sample, resume=options.resume, force=True)


def _write(options: argparse.Namespace, out: str | None, words: int | None, **given: Any) -> int:
    """Generate, save, and say on stdout where the page is; or say what it would cost."""
    from castalia.graphs.generation import check_out, check_topic, generate
    from castalia.graphs.run_folder import BusyError, can_go_on
    from castalia.graphs.thinking import rehearsal
    from castalia.tools.write_whole import slug

    name, quiet = check_topic(options.topic), options.quiet
    target = slug(name) if out is None else out
    check_out(target)
    before = asked_before(options, target)
    if before is None:
        thinking = thinking_of(options, target)
        given |= {"settings": settings_of(options, thinking, words)}
    else:
        thinking = thinking_again(options, target, before)
        own = before["settings"] or {}
        try:
            given |= {"settings": Settings(**own | ({} if words is None else {"words": words})) if own else None}
        except TypeError as error:
            raise CastaliaError(
                f"the settings of the run in {target} are not of this version ({error}): run again without --resume"
            ) from None
    approve = approvals_of(options)
    asked = (
        {"model": rehearsal(thinking)} if options.dry_run else {"model": thinking, "out": target, "approve": approve}
    )
    if options.dry_run:
        given |= {"resume": False, "force": False}
    how = f"{_command(options, name, target)} --resume goes on from here"
    with following(name, quiet=quiet, events=options.events, is_rehearsal=options.dry_run) as follow:
        work = generate(name, progress=follow, **asked, **given)
        told = None if quiet or options.dry_run or not thinking.models else lambda: _note(FINISHING)
        try:
            page = run_interruptible(work, "" if options.dry_run else how, told)
        except Interrupted as error:
            error.how = error.how if can_go_on(target) else ""
            raise
        except DiskFullError as error:
            if can_go_on(target):
                error.add_note(how)
            raise
        except StoreError as error:
            if not can_go_on(target):
                raise
            failed = CastaliaError(str(error))  # the run had begun: nothing is wrong with what was asked for
            failed.add_note(how)
            raise failed from error
        except Exception as error:
            if not (options.resume or options.dry_run or isinstance(error, BusyError)) and can_go_on(target):
                error.add_note(how)
            raise
        follow.finish(page)
    if options.dry_run:
        for line in estimate_lines(page):
            _print(line)
        return 0
    stats = page.record["stats"]
    if not (quiet or follow.is_live):
        _note(
            f"{_count(stats['words'], 'word')} in {_count(len(page.record['sections']), 'section')}, "
            f"{_count(len(page.record['references']), 'snippet')} cited"
        )
        if thinking.models:
            cost = "" if stats["cost"] is None else f", ${stats['cost']:.4f}"
            _note(
                f"{_count(stats['model_calls'], 'call')} ({stats['replayed_calls']:,} from the tape), {stats['tokens']:,} tokens{cost}"
            )
    _print(str(Path(target) / "page.html"))
    _print(str(Path(target) / "page.md"))
    if stats["budget_exhausted"]:
        _note(f"castalia: the budget of {stats['budget_exhausted']} ran out: the page was finished with what there was")
        return 3
    return 0


def _batch(options: argparse.Namespace) -> int:
    if options.store is not None and (options.field or options.bad_rows):
        raise InputError("--field and --bad-rows say how to read a corpus, and --store was read before: leave them out")
    return run_batch(options, _fields(options.field), _tell, _note, _print)


def _command(options: argparse.Namespace, topic: str, target: str) -> str:
    """The command line that a run to resume needs, besides what its folder knows."""
    asks = [f"--approve {shlex.quote(one)}" for one in options.approve]
    return " ".join(["castalia", options.command, shlex.quote(topic), "--out", shlex.quote(str(target)), *asks])


def _ingest(options: argparse.Namespace) -> int:
    from castalia.graphs.sources import fill_store

    report, count = run_interruptible(
        fill_store(
            options.store,
            options.corpus,
            domain=options.domain,
            embeddings=options.embeddings,
            fields=_fields(options.field),
            bad_rows=options.bad_rows or "skip",
            progress=None if options.quiet else _tell,
        )
    )
    for line in (*report.lines(), f"{options.store}: {_count(count, 'snippet')} in all"):
        _print(line)
    return 0


def _fields(pairs: Sequence[str]) -> dict[str, str]:
    fields = {}
    for pair in pairs:
        ours, sign, theirs = pair.partition("=")
        if not (ours and sign and theirs):
            raise InputError(f"--field {pair}: write OURS=THEIRS, for example --field text=body")
        fields[ours] = theirs
    return fields


def _with_room(error: Exception) -> str:
    """A full disk, and how to go on once it is not."""
    told = error if isinstance(error, DiskFullError) else full(getattr(error, "filename", None) or "what the run keeps")
    return f"{told}, then {_notes(error) or 'run the same command again'}"


def _with_notes(error: Exception, otherwise: str = "") -> str:
    """The error with what was noted on how to go on; an error of the system is told by its caller."""
    notes = _notes(error) or otherwise
    return notes if isinstance(error, OSError | sqlite3.Error) else "; ".join(filter(None, (str(error), notes)))


def _notes(error: Exception) -> str:
    return "; ".join(
        one for one in getattr(error, "__notes__", ()) if one.startswith("castalia ")
    )  # LangGraph adds some


def _fail(code: int, message: str) -> int:
    _note(f"castalia: {' '.join(message.split())}")
    return code


def _print(line: str) -> None:
    """To stdout, in whatever it can write. A reader who has gone, or never was, is no failure; a full disk is."""
    if sys.stdout is None:
        return
    encoding = sys.stdout.encoding or "utf-8"
    try:
        print(_shown(line).encode(encoding, "backslashreplace").decode(encoding), flush=True)
    except BrokenPipeError:
        _hush(sys.stdout)
    except OSError as error:
        _hush(sys.stdout)
        raise CastaliaError(
            f"the work is done and saved, but stdout cannot be written ({error.strerror}): it would say {line}"
        ) from None


def _cut(path: str) -> str:
    return path if len(path) <= SHOWN_PATH else f"{path[:SHOWN_PATH]}…"


def _flush(stream: TextIO | None) -> None:
    try:
        if stream is not None:
            stream.flush()
    except OSError:
        _hush(stream)
