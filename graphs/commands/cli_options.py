"""Options that several commands share: how a corpus is read, embeddings, and what is told while the work goes on."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from castalia.memory.errors import InputError

SNIPPETS = "snippets as JSONL or CSV, or notes as Markdown or text, plain or gzipped, or folders of them"
EMBEDDINGS = "openai:MODEL, sentence-transformers:MODEL, or hashing:DIMENSION for trials"


def add_reading(command: argparse.ArgumentParser) -> None:
    """``--bad-rows`` and ``--field``."""
    command.add_argument(
        "--bad-rows",
        choices=["skip", "refuse"],
        help="what to do with rows that cannot be read, and files in a folder that hold none (default: skip)",
    )
    command.add_argument(
        "--field",
        metavar="OURS=THEIRS",
        action="append",
        default=[],
        help="where a field is in the rows, for example: --field text=body (id, text, url, domain, topic, title, year, source, authors, doi, section)",
    )


class Limits(argparse.Action):
    """The limits of a budget, which hold together where they are given one by one: a limit on spending that the next
    one replaced would be none."""

    def __call__(self, parser: object, options: argparse.Namespace, value: Any, name: str | None = None) -> None:
        before = getattr(options, self.dest)
        setattr(options, self.dest, value if before is None else f"{before},{value}")


def add_embeddings(command: argparse.ArgumentParser, default: str = "words only") -> None:
    """``--embeddings``; ``default`` says what counts without it."""
    command.add_argument(
        "--embeddings",
        metavar="SPEC",
        help=f"search by meaning too: {EMBEDDINGS}; a store wants those it was made with (default: {default})",
    )


def add_vectors(command: argparse.ArgumentParser) -> None:
    """``--embeddings`` of a command that compares texts, and searches for none."""
    command.add_argument(
        "--embeddings",
        metavar="SPEC",
        help=f"compare texts by meaning: {EMBEDDINGS} (default: by their words)",
    )


def add_topics_options(command: argparse.ArgumentParser) -> None:
    """``--at-once`` and ``--domain``, of a command that writes the pages of many topics."""
    command.add_argument(
        "--at-once", type=int, metavar="N", help="pages written side by side (default: 4 with models, else 1)"
    )
    command.add_argument("--domain", default="", help="the domain of topics that name none (default: all domains)")


def add_language(command: argparse.ArgumentParser) -> None:
    """``--language``; what is not supported is refused before anything is read."""
    command.add_argument(
        "--language", metavar="LANG", help="of the corpus and the page (default: en; no other is supported yet)"
    )


def language_of(options: argparse.Namespace) -> dict[str, str]:
    """The setting that ``--language`` makes; none where it is left out. ``InputError`` for one that is not
    supported."""
    from castalia.graphs.settings import check_language

    if options.language is None:
        return {}
    check_language(options.language)
    return {"language": options.language}


def add_quiet(command: argparse.ArgumentParser) -> None:
    """``--quiet``."""
    command.add_argument("--quiet", action="store_true", help="no progress on stderr")


def add_force(command: argparse.ArgumentParser) -> None:
    """``--force``, of a command that writes one file."""
    command.add_argument(
        "--force", action="store_true", help="write over a file that this command did not write, and that is not empty"
    )


def add_events(command: argparse.ArgumentParser) -> None:
    """``--events``."""
    command.add_argument(
        "--events",
        metavar="FILE",
        help="append what happens to this file as it happens, as JSON lines, one event a line",
    )


def check_reading(options: argparse.Namespace, corpus: object) -> None:
    """``InputError`` where it is said how to read a corpus, and none is given."""
    if corpus is None and (options.field or options.bad_rows):
        other = "none is given" if options.store is None else "--store was read before"
        raise InputError(f"--field and --bad-rows say how to read a corpus, and {other}: leave them out")


def reading_of(options: argparse.Namespace) -> dict[str, Any]:
    """How a corpus or a store is read, by the names that ``generate`` and others have for it."""
    return {
        "embeddings": options.embeddings,
        "fields": fields_of(options.field),
        "bad_rows": options.bad_rows or "skip",
    }


def fields_of(pairs: Sequence[str]) -> dict[str, str]:
    """Field by field of ours where it is in the rows, of ``--field``; ``InputError`` for what is no pair."""
    fields: dict[str, str] = {}
    for pair in pairs:
        ours, sign, theirs = pair.partition("=")
        if not (ours and sign and theirs):
            raise InputError(f"--field {pair}: write OURS=THEIRS, for example --field text=body")
        if fields.setdefault(ours, theirs) != theirs:
            raise InputError(f"--field says that {ours} is {fields[ours]!r} and {theirs!r}: name one of them")
    return fields
