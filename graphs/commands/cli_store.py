"""The command ``castalia store``: a store in, what it holds out."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from castalia.graphs.commands.interruption import run_interruptible
from castalia.graphs.screens.lines import check_stdout, print_result
from castalia.memory.ellipsis import abridge
from castalia.memory.server_urls import is_url, without_secrets
from castalia.tools.language.counting import count

if TYPE_CHECKING:
    from castalia.memory.store_contents import Contents

MOST = 10  # documents, topics and domains that are named
_LONGEST = 80  # characters of a name, in lines
_MEGABYTE = 1_000_000


def add_store(commands: Any) -> None:
    """The command ``store``."""
    store = commands.add_parser(
        "store",
        help="tell what a store holds",
        description="Tell what a store holds: snippets, documents, topics, domains, embeddings, triplets. Nothing is written, and a folder is "
        "looked at whatever its embeddings.",
    )
    store.add_argument(
        "store",
        metavar="PATH|URL",
        help="a store that castalia ingest made: its folder, or the url of a collection on a Qdrant server",
    )
    store.add_argument("--json", action="store_true", help="as JSON, for scripts")
    store.set_defaults(run=_store)


def _store(options: argparse.Namespace) -> int:
    from castalia.memory.store_contents import contents_of

    check_stdout()
    found = run_interruptible(contents_of(options.store), "nothing was written")
    if options.json:
        print_result(json.dumps(_values(found), ensure_ascii=True))
    else:
        for line in _lines(options.store, found):
            print_result(line)
    return 0


def _lines(store: str, found: Contents) -> Iterator[str]:
    from castalia.graphs.ingestion import unfinished_lines

    counts = found.counts
    yield f"{store}: {count(counts.snippets, 'snippet')} of {count(len(counts.documents), 'document')}"
    yield from unfinished_lines(found.unfinished, without_secrets(store) if is_url(store) else store)
    yield f"with a title: {counts.titled:,}; a section: {counts.sectioned:,}; a topic: {counts.labelled:,}"
    length = "" if found.dimension is None else f", {count(found.dimension, 'number')} each"
    yield f"embeddings: {found.embeddings or 'none'}{length}"
    for extractor, (snippets, triplets) in found.read.items():
        yield f"read by {extractor}: {count(snippets, 'snippet')}, {count(triplets, 'triplet')}"
    size = "" if found.size is None else f", {found.size / _MEGABYTE:,.1f} MB on disk"
    yield f"format: {found.schema}{size}"
    for what, rows in _named(found).items():
        if rows:
            more = len(getattr(counts, what)) - len(rows)
            yield f"{what}, by snippets" + (f" ({more:,} more)" if more else "") + ":"
            width = len(f"{rows[0][1]:,}")
            for name, number in rows:
                shown = counts.titles.get(name, name) if what == "documents" else name
                yield f"  {number:>{width},}  {abridge(shown, _LONGEST)}"


def _values(found: Contents) -> dict[str, Any]:
    counts, titles = found.counts, found.counts.titles
    most: dict[str, list[dict[str, Any]]] = {
        what: [{"name": name, "snippets": number} for name, number in rows] for what, rows in _named(found).items()
    }
    most["documents"] = [one | {"title": titles.get(one["name"], "")} for one in most["documents"]]
    return {
        "schema": 1,
        "format": found.schema,
        "snippets": counts.snippets,
        "with_title": counts.titled,
        "with_section": counts.sectioned,
        "with_topic": counts.labelled,
        "documents": len(counts.documents),
        "topics": len(counts.topics),
        "domains": len(counts.domains),
        "most": most,
        "embeddings": found.embeddings,
        "dimension": found.dimension,
        "read": {name: {"snippets": texts, "triplets": triplets} for name, (texts, triplets) in found.read.items()},
        "bytes_on_disk": found.size,
        "unfinished_ingests": [list(one.paths) for one in found.unfinished],
    }


def _named(found: Contents) -> dict[str, list[tuple[str, int]]]:
    """Documents, topics and domains with most snippets, ties by name."""
    counts = found.counts
    all_of = {"documents": counts.documents, "topics": counts.topics, "domains": counts.domains}
    return {what: sorted(those.items(), key=lambda row: (-row[1], row[0]))[:MOST] for what, those in all_of.items()}
