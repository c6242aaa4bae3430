"""The command line: castalia generate, ingest, demo. Progress goes to stderr, results to stdout and into files.

Exit codes: 0 done, 1 failed, 2 wrong usage or input, 130 interrupted.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Callable, Sequence
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

from castalia.graphs import __version__
from castalia.memory.errors import CastaliaError, InputError

DEMO_TOPIC = "Coral reef"
SAMPLE = "sample_coral_reefs.jsonl"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit code."""
    options = _parser().parse_args(arguments)
    run: Callable[[argparse.Namespace], int] = options.run
    try:
        return run(options)
    except InputError as error:
        print(f"castalia: {_one_line(error)}", file=sys.stderr)
        return 2
    except CastaliaError as error:
        print(f"castalia: {_one_line(error)}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("castalia: interrupted, nothing was written", file=sys.stderr)
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="castalia",
        description="Topic pages from scientific snippets: every sentence cites the snippet that supports it.",
        epilog="Try it: castalia demo. Exit codes: 0 done, 1 failed, 2 wrong usage or input, 130 interrupted.",
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
    source.add_argument("--corpus", metavar="FILE|DIR", nargs="+", help="snippets as JSONL or CSV, plain or gzipped")
    source.add_argument("--store", metavar="PATH", help="a store that castalia ingest made")
    generate.add_argument("--domain", default="", help="use only the snippets of this domain (default: all)")
    generate.add_argument("--pipeline", choices=["apollo"], default="apollo", help="how the page is made")
    generate.add_argument(
        "--out", metavar="DIR", type=Path, help="where the page goes (default: a folder named after the topic)"
    )
    generate.add_argument("--words", type=int, metavar="N", help="about how long the page may get (default: 1700)")
    _add_reading(generate)
    _add_embeddings(generate)
    _add_quiet(generate)
    generate.set_defaults(run=_generate)


def _add_ingest(commands: Any) -> None:
    ingest = commands.add_parser(
        "ingest",
        help="put snippets into a store",
        description="Read, clean and index snippets, so that pages need not.",
    )
    ingest.add_argument("corpus", metavar="FILE|DIR", nargs="+", help="snippets as JSONL or CSV, plain or gzipped")
    ingest.add_argument("--store", metavar="PATH", required=True, help="the store's folder, made if it is not there")
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
    demo.add_argument("--out", metavar="DIR", type=Path, help="where the page goes (default: castalia_demo)")
    _add_quiet(demo)
    demo.set_defaults(run=_demo)


def _add_reading(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--bad-rows", choices=["skip", "refuse"], default="skip", help="what to do with rows that cannot be read"
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
    from castalia.graphs.settings import Settings

    settings = Settings() if options.words is None else Settings(words=options.words)
    return _write(
        options.topic,
        options.out,
        options.quiet,
        corpus=options.corpus,
        store=options.store,
        domain=options.domain,
        embeddings=options.embeddings,
        fields=_fields(options.field),
        bad_rows=options.bad_rows,
        settings=settings,
    )


def _demo(options: argparse.Namespace) -> int:
    with as_file(files("castalia.tools") / SAMPLE) as sample:
        return _write(options.topic, options.out or Path("castalia_demo"), options.quiet, corpus=sample)


def _write(topic: str, out: Path | None, quiet: bool, **given: Any) -> int:
    """Generate, save, and say on stdout where the page is."""
    from castalia.graphs.generation import check_topic, generate_sync
    from castalia.tools.write_whole import slug

    name = check_topic(topic)
    target = out or Path(slug(name))
    page = generate_sync(name, out=target, progress=None if quiet else _tell, **given)
    stats = page.record["stats"]
    if not quiet:
        print(
            f"{stats['words']:,} words in {len(page.record['sections'])} sections, {len(page.record['references'])} snippets cited",
            file=sys.stderr,
        )
    print(target / "page.html")
    print(target / "page.md")
    return 0


def _ingest(options: argparse.Namespace) -> int:
    report = asyncio.run(_ingest_all(options))
    for line in report:
        print(line)
    return 0


async def _ingest_all(options: argparse.Namespace) -> tuple[str, ...]:
    from castalia.graphs.sources import ingest
    from castalia.memory.memory import Memory
    from castalia.tools.embeddings import embedder

    async with await Memory.open(options.store, embedder(options.embeddings) if options.embeddings else None) as memory:
        report = await ingest(
            memory, options.corpus, domain=options.domain, fields=_fields(options.field), bad_rows=options.bad_rows
        )
        return (*report.lines(), f"{options.store}: {await memory.store.count():,} snippets")


def _fields(pairs: Sequence[str]) -> dict[str, str]:
    fields = {}
    for pair in pairs:
        ours, sign, theirs = pair.partition("=")
        if not (ours and sign and theirs):
            raise InputError(f"--field {pair}: write OURS=THEIRS, for example --field text=body")
        fields[ours] = theirs
    return fields


def _tell(event: dict[str, Any]) -> None:
    """One line of progress."""
    match event:
        case {"phase": "ingest", "report": lines}:
            for line in lines:
                print(f"ingest    {line}", file=sys.stderr)
        case {"phase": "seed", "snippets": count}:
            print(f"seed      {count} snippets name the topic best", file=sys.stderr)
        case {"phase": "curate", "step": step, "snippets": count, "nodes": nodes, "edges": edges}:
            print(f"curate    step {step}: {count} snippets, {nodes} entities, {edges} claims", file=sys.stderr)
        case {"phase": "outline", "sections": count}:
            print(f"outline   {count} sections", file=sys.stderr)
        case {"phase": "write", "section": heading, "revisions": count}:
            print(f"write     {heading}" + (f" (revised {count} times)" if count else ""), file=sys.stderr)
        case {"phase": "assemble", "words": count}:
            print(f"assemble  {count:,} words", file=sys.stderr)


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split())
