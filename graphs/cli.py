"""The command line: castalia generate, ingest, demo. Progress goes to stderr, results to stdout and into files.

Exit codes: 0 done, 1 failed, 2 wrong usage or input, 3 stopped by budget with a page written, 130 interrupted (143: by SIGTERM).
"""

from __future__ import annotations

import argparse
import errno
import gc
import os
import sqlite3
import sys
from collections.abc import Sequence
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any, NoReturn, TextIO

from castalia.graphs import __version__
from castalia.graphs.cli_approve import add_approve_option, approvals_of
from castalia.graphs.cli_models import add_model_options, estimate_lines, settings_of, thinking_of
from castalia.graphs.interruption import Interrupted, run_interruptible
from castalia.memory.errors import CastaliaError, InputError

DEMO_TOPIC = "Coral reef"
SAMPLE = "sample_coral_reefs.jsonl"
SHOWN_PATH = 80  # characters


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit code."""
    try:
        options = _parser().parse_args(arguments)
        return int(options.run(options))
    except InputError as error:
        return _fail(2, str(error))
    except CastaliaError as error:
        return _fail(getattr(error, "code", 1), str(error))
    except PermissionError as error:
        return _fail(2, f"{error.filename or error}: permission denied; choose another path, or change its permissions")
    except (OSError, sqlite3.Error) as error:
        if isinstance(error, OSError) and error.errno == errno.ENAMETOOLONG:
            return _fail(2, f"{_cut(str(error.filename))}: this path is too long; choose a shorter one")
        return _fail(1, f"{error}; check the disk, then run the same command again")
    except KeyboardInterrupt as error:
        code = 128 + error.number if isinstance(error, Interrupted) else 130
        return _fail(
            code, "interrupted; a page or a new store is there whole or not at all: run the same command again"
        )
    finally:
        for stream in (sys.stdout, sys.stderr):
            _flush(stream)  # what cannot be written any more would end the process with a code of its own


class _Parser(argparse.ArgumentParser):
    """Wrong usage is told in one line, like everything else."""

    def error(self, message: str) -> NoReturn:
        if message.startswith("unrecognized"):
            message += " (a topic of several words goes in quotes)"
        if "TOPIC" in message:
            message += " before --corpus"
        if "COMMAND" in message:
            message += " (generate, ingest or demo)"
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
    _add_demo(commands)
    return parser


def _add_generate(commands: Any) -> None:
    generate = commands.add_parser(
        "generate", help="write the page of a topic", description="Write the page of a topic."
    )
    generate.add_argument("topic", metavar="TOPIC", help="what the page is about, for example: Glycolysis")
    source = generate.add_mutually_exclusive_group(required=True)
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
    _add_reading(generate)
    _add_embeddings(generate)
    _add_quiet(generate)
    add_model_options(generate)
    add_approve_option(generate)
    generate.set_defaults(run=_generate)


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


def _add_demo(commands: Any) -> None:
    demo = commands.add_parser(
        "demo",
        help="write a page from the bundled corpus",
        description="Write a page on coral reefs from the bundled corpus: nothing to download, no key.",
    )
    demo.add_argument("topic", nargs="?", default=DEMO_TOPIC, metavar="TOPIC", help=f"default: {DEMO_TOPIC}")
    demo.add_argument("--out", metavar="DIR", help="where the page goes (default: castalia_demo)")
    _add_quiet(demo)
    add_model_options(demo)
    add_approve_option(demo)
    demo.set_defaults(run=_demo)


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


def _generate(options: argparse.Namespace) -> int:
    if options.store is not None and (options.field or options.bad_rows):
        raise InputError("--field and --bad-rows say how to read a corpus, and --store was read before: leave them out")
    return _write(
        options,
        options.out,
        options.words,
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
        return _write(options, out, None, corpus=sample)


def _write(options: argparse.Namespace, out: str | None, words: int | None, **given: Any) -> int:
    """Generate, save, and say on stdout where the page is; or say what it would cost."""
    from castalia.graphs.generation import check_out, check_topic, generate
    from castalia.graphs.thinking import rehearsal
    from castalia.tools.write_whole import slug

    name, quiet = check_topic(options.topic), options.quiet
    target = slug(name) if out is None else out
    check_out(target)
    thinking = thinking_of(options, target)
    approve = approvals_of(options)
    given |= {"settings": settings_of(options, thinking, words), "progress": _quietly if quiet else _tell}
    if options.dry_run:
        for line in estimate_lines(run_interruptible(generate(name, model=rehearsal(thinking), **given))):
            _print(line)
        return 0
    page = run_interruptible(generate(name, out=target, model=thinking, approve=approve, **given))
    stats = page.record["stats"]
    if not quiet:
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


def _quietly(event: dict[str, Any]) -> None:
    """No word of progress; what else its beginning means is done all the same."""
    if event.get("phase") == "seed":
        gc.freeze()  # all is imported now and stays: looking through it again and again took a sixth of a page's CPU


def _tell(event: dict[str, Any]) -> None:
    """One line of progress."""
    _quietly(event)
    match event:
        case {"phase": "ingest", "report": lines}:
            for line in lines:
                _note(f"ingest    {line}")
        case {"phase": "keep", "snippets": done, "of": total}:
            _note(f"ingest    {done:,} of {total:,} snippets in the store")
        case {"phase": "seed", "snippets": count}:
            _note(f"seed      the {_count(count, 'snippet')} that name the topic best")
        case {"phase": "curate", "step": step, "snippets": count, "nodes": nodes, "edges": edges}:
            _note(f"curate    step {step}: {_count(count, 'snippet')}, {nodes:,} entities, {edges:,} claims")
        case {"phase": "outline", "sections": count}:
            _note(f"outline   {_count(count, 'section')} planned")
        case {"phase": "approve", "part": part}:
            _note(f"approve   {part} decided")
        case {"phase": "write", "section": heading, "revisions": count}:
            _note(f"write     {heading}" + (f" (revised {_count(count, 'time')})" if count else ""))
        case {"phase": "assemble", "words": count}:
            _note(f"assemble  {count:,} words")


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}" + ("" if number == 1 else "s")


def _fail(code: int, message: str) -> int:
    _note(f"castalia: {' '.join(message.split())}")
    return code


def _note(line: str) -> None:
    """To stderr, where there is one."""
    try:
        if sys.stderr is not None:
            print(_shown(line), file=sys.stderr, flush=True)
    except OSError:  # nobody can be told, and the work goes on
        _hush(sys.stderr)


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


def _shown(line: str) -> str:
    """Headings, field names and paths come from elsewhere: what could command a terminal is shown, not sent."""
    return "".join(one if one.isprintable() else ascii(one)[1:-1] for one in line)


def _cut(path: str) -> str:
    return path if len(path) <= SHOWN_PATH else f"{path[:SHOWN_PATH]}…"


def _flush(stream: TextIO | None) -> None:
    try:
        if stream is not None:
            stream.flush()
    except OSError:
        _hush(stream)


def _hush(stream: TextIO | None) -> None:
    """Send what this stream still holds nowhere, or Python tries, and complains, once more when the process ends."""
    if stream is not None:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
