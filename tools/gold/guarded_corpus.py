"""A corpus without what leaks from gold pages: read twice, so that it need not fit into memory. What leaks is told by
``leakage``."""

from __future__ import annotations

import contextlib
import filecmp
import gzip
import io
import json
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, TextIO, cast

from castalia.memory.errors import InputError
from castalia.memory.paths import expand
from castalia.memory.records import Snippet
from castalia.tools.corpus.corpora import corpus_files, read_corpus
from castalia.tools.corpus.row_snippets import row_of
from castalia.tools.gold.leakage import MIRRORED, Guard, Leak
from castalia.tools.pages.folders import make_folders, remove_folders
from castalia.tools.pages.own_files import check_own
from castalia.tools.pages.write_whole import check_file, staging_in

DOCUMENT = "document of a mirrored text"


@dataclass(slots=True)
class GuardReport:
    """Counts; ``examples`` are the first few snippets of each reason, as (reason, topic, share, url or id)."""

    read: int = 0
    kept: int = 0
    reasons: Counter[str] = field(default_factory=Counter)
    examples: list[tuple[str, str, float, str]] = field(default_factory=list)


def guard_corpus(
    corpus: Sequence[str | Path],
    target: Path,
    guard: Guard,
    fields: Mapping[str, str] | None = None,
    force: bool = False,
) -> GuardReport:
    """Write the snippets that do not leak as JSON lines, gzipped where the name ends in ``.gz``; whole or not at all.

    Of a document of which half of the snippets are text of gold pages, the others go as well: a mirror that was edited
    is one still. ``InputError`` for a corpus that cannot be read, or a target that cannot be written, is part of the
    corpus, or without ``force`` holds anything else than what would be written: it may be another corpus.
    """
    check_file(target)
    if any(
        isinstance(one, Path) and one.resolve() == target.resolve()
        for one in corpus_files([expand(path) for path in corpus])
    ):
        raise InputError(f"{target} is part of the corpus: name another file")
    leaks, mirrored = _leaks(read_corpus(list(corpus), fields), guard)
    report = GuardReport()
    with _whole(target, force) as file:
        for number, snippet in enumerate(read_corpus(list(corpus), fields)):
            report.read += 1
            leak = leaks.get(number)
            if leak is None and snippet.document in mirrored:
                leak = Leak(DOCUMENT)
            if leak is None:
                report.kept += 1
                file.write(json.dumps(row_of(snippet), ensure_ascii=False) + "\n")
                continue
            report.reasons[leak.reason] += 1
            if report.reasons[leak.reason] <= 3:
                report.examples.append((leak.reason, leak.topic, leak.share, snippet.url or snippet.id))
    return report


def _leaks(snippets: Iterable[Snippet], guard: Guard) -> tuple[dict[int, Leak], set[str]]:
    """What leaks of itself, by its place in the corpus, and the documents of which half of the snippets, and two at
    least, are text of gold pages."""
    leaks: dict[int, Leak] = {}
    sizes: Counter[str] = Counter()
    copied: Counter[str] = Counter()
    for number, snippet in enumerate(snippets):
        sizes[snippet.document] += 1
        if leak := guard.leak(snippet.text, snippet.url, snippet.title):
            leaks[number] = leak
            copied[snippet.document] += leak.reason == "text of a gold page"
    return leaks, {name for name, count in copied.items() if count >= 2 and count >= MIRRORED * sizes[name]}


@contextlib.contextmanager
def _whole(target: Path, force: bool) -> Iterator[TextIO]:
    """A file to write, which stands at ``target`` when the block has ended well."""
    made = make_folders(target.parent)
    try:
        with staging_in(target.parent) as staging:
            new = staging / target.name
            with new.open("wb") as raw:
                packed: IO[bytes] = raw
                if target.suffix == ".gz":
                    packed = cast("IO[bytes]", gzip.GzipFile("", "wb", fileobj=raw, mtime=0))
                file = io.TextIOWrapper(packed, encoding="utf-8", errors="backslashreplace", newline="\n")
                yield file
                file.flush()
                if packed is not raw:
                    packed.close()
                raw.flush()
                os.fsync(raw.fileno())
            check_own(target, lambda there: filecmp.cmp(new, there, shallow=False), force)
            new.replace(target)
            made = []
    finally:
        remove_folders(made)
