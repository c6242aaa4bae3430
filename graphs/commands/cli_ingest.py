"""The command ``castalia ingest``: a corpus in, a store out."""

from __future__ import annotations

import argparse
from typing import Any

from castalia.graphs.commands.cli_options import (
    SNIPPETS,
    add_embeddings,
    add_language,
    add_quiet,
    add_reading,
    language_of,
    reading_of,
)
from castalia.graphs.commands.interruption import run_interruptible
from castalia.graphs.screens.display import tell
from castalia.graphs.screens.lines import print_line
from castalia.tools.language.counting import count


def add_ingest(commands: Any) -> None:
    """The command ``ingest``."""
    ingest = commands.add_parser(
        "ingest",
        help="put snippets into a store",
        description="Read, clean and index snippets, so that pages need not.",
    )
    ingest.add_argument("corpus", metavar="FILE|DIR", nargs="+", help=SNIPPETS)
    ingest.add_argument(
        "--store",
        metavar="PATH|URL",
        required=True,
        help="the store's folder, or the url of a collection on a Qdrant server (http://HOST:6333/COLLECTION; its key in "
        "QDRANT_API_KEY); made if it is not there",
    )
    ingest.add_argument("--domain", default="", help="the domain of all these snippets (default: as the rows say)")
    add_reading(ingest)
    add_embeddings(ingest)
    add_language(ingest)
    add_quiet(ingest)
    ingest.set_defaults(run=_ingest)


def _ingest(options: argparse.Namespace) -> int:
    from castalia.graphs.ingestion import fill_store, is_new

    language_of(options)
    kept = f"{options.store} keeps the snippets that came in: the same command again adds the rest"
    how = "" if is_new(options.store) else kept
    report, total = run_interruptible(
        fill_store(
            options.store,
            options.corpus,
            domain=options.domain,
            **reading_of(options),
            progress=None if options.quiet else tell,
        ),
        how,
    )
    for line in (*report.lines(), f"{options.store}: {report.new:,} new, {count(total, 'snippet')} in all"):
        print_line(line)
    return 0
