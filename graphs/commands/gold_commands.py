"""What ``castalia gold`` does and prints. Its options live in ``cli_gold``, building in
``castalia.tools.gold.gold_building``, guarding in ``castalia.tools.gold.guarded_corpus``."""

from __future__ import annotations

import argparse
import random
import re
import signal
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from castalia.graphs.commands.cli_options import fields_of
from castalia.graphs.commands.interruption import Interrupted
from castalia.graphs.screens.lines import note, print_line
from castalia.memory.errors import InputError
from castalia.tools.gold.wiki_addresses import METRICS
from castalia.tools.language.counting import count

if TYPE_CHECKING:
    from castalia.tools.gold.gold_building import Built, Wish
    from castalia.tools.gold.guarded_corpus import GuardReport
    from castalia.tools.gold.wiki_api import Wiki
    from castalia.tools.gold.wiki_filters import Rules

CONTACT = "CASTALIA_CONTACT"
_LIBRARIES = ("httpx", "lxml", "lxml_html_clean", "trafilatura")
_INSIDE = ("127.0.0.1", "localhost", "::1")


def run_build(options: argparse.Namespace) -> int:
    """``castalia gold sciwiki``, ``freshwiki`` or ``events``; the exit code."""
    from castalia.memory.paths import expand
    from castalia.tools.gold.gold_building import build
    from castalia.tools.gold.gold_files import ANSWERS, check_gold, write_gold
    from castalia.tools.gold.response_cache import ResponseCache
    from castalia.tools.gold.source_documents import SourceReader
    from castalia.tools.gold.web_client import WebClient
    from castalia.tools.gold.wiki_api import Wiki

    kind = options.kind
    _check(options, kind)
    months = _months(options.first, options.last or options.first) if kind == "freshwiki" else []
    given = _given(options) if kind != "freshwiki" else []
    rules = _rules(options, kind, _window(options, kind, months))
    out = expand(options.out)
    check_gold(out, kind)
    inside = (urlsplit(options.api).hostname or "") in _INSIDE
    with _going_on(), ResponseCache(out / ANSWERS) as cache, WebClient(options.contact, cache) as client:
        wiki = Wiki(options.api, client, getattr(options, "metrics", METRICS), options.models)
        wishes = _wishes(options, given, months, wiki)
        sources = None
        if kind == "events":
            sources = SourceReader(client, most=options.sources, inside=inside, pause=options.pause)
        built = build(
            wishes,
            wiki,
            rules,
            limit=options.limit,
            per_domain=options.per_domain,
            sources=sources,
            tell=(lambda line: None) if options.quiet else note,
        )
        names = write_gold(out, kind, built, _settings(options))
        asked = client.asked
    for line in _lines(built, out, names, asked):
        print_line(line)
    if not built.rows:
        note("castalia: no page passed; the manifest says why each was left out")
    return 0 if built.rows else 1


def _rules(options: argparse.Namespace, kind: str, window: tuple[str, str]) -> Rules:
    """Which articles pass."""
    from castalia.tools.gold.wiki_filters import Rules

    classes = options.classes.strip()
    return Rules(
        classes=() if classes.casefold() == "any" else tuple(filter(None, map(str.strip, classes.split(",")))),
        min_words=options.min_words,
        max_words=options.max_words,
        redirects=options.redirects,
        most_fields=options.most_fields,
        predicted=options.quality == "predicted",
        subsections=kind == "freshwiki",
        after=window[0],
        before=window[1],
    )


def _check(options: argparse.Namespace, kind: str) -> None:
    missing = [name for name in _LIBRARIES if find_spec(name) is None]
    if missing:
        raise InputError(
            f"castalia gold {kind} needs {', '.join(missing)}: pip install {' '.join(missing)} (the extra gold)"
        )
    host = urlsplit(options.api).hostname or ""
    if not options.contact.strip() and host not in _INSIDE:
        raise InputError(
            f"{host or options.api} has to be told who asks: add --contact with your e-mail address or a page about you (or set {CONTACT})"
        )
    for name in ("limit", "per_domain", "min_words", "max_words", "most_fields"):
        if getattr(options, name) < 0:
            raise InputError(f"--{name.replace('_', '-')} {getattr(options, name)}: give 0 or more")
    if options.max_words and options.max_words < options.min_words:
        raise InputError(f"--max-words {options.max_words} is less than --min-words {options.min_words}")
    if kind == "events" and (options.sources < 1 or not 0 <= options.pause <= 3600):
        raise InputError("--sources has to be 1 or more, --pause from 0 to 3600 seconds")
    if kind != "freshwiki" and options.titles is None and not options.category:
        raise InputError(f"castalia gold {kind} needs a file of titles, or --category; see castalia gold {kind} --help")


def _given(options: argparse.Namespace) -> list[tuple[str, str]]:
    from castalia.graphs.batching.topic_files import read_topics

    if options.titles is None:
        return []
    return [(one.name, one.domain) for one in read_topics(options.titles, options.domain).topics]


def _wishes(
    options: argparse.Namespace, given: Sequence[tuple[str, str]], months: Sequence[tuple[int, int]], wiki: Wiki
) -> list[Wish]:
    """The titles of file, categories and months, each once."""
    from castalia.tools.gold.gold_building import Wish

    found = [Wish(name, domain) for name, domain in given]
    for category in getattr(options, "category", ()):
        members = wiki.members(category)
        if not members:
            note(f"castalia: the category {category} has no articles, or is not there")
        found += [Wish(title, options.domain) for title in members]
    for year, month in months:
        edited = wiki.most_edited(year, month)
        if not edited:
            note(f"castalia: there are no statistics of {year}-{month:02d}")
        found += [Wish(title, options.domain) for title in edited]
    by_topic: dict[str, Wish] = {}
    for one in found:
        by_topic.setdefault(one.topic, one)
    wishes = list(by_topic.values())
    if not wishes:
        raise InputError("there are no titles to look at: check --category, or the months")
    if options.shuffle is not None:
        random.Random(options.shuffle).shuffle(wishes)
    return wishes


def _months(first: str, last: str) -> list[tuple[int, int]]:
    for given in (first, last):
        if not re.fullmatch(r"20\d\d-(?:0[1-9]|1[0-2])", given):
            raise InputError(f"{given!r} is no month: write YYYY-MM, for example 2025-01")
    at, end = (int(one[:4]) * 12 + int(one[5:]) - 1 for one in (first, last))
    if end < at:
        raise InputError(f"--to {last} is before --from {first}")
    return [(one // 12, one % 12 + 1) for one in range(at, end + 1)]


def _window(options: argparse.Namespace, kind: str, months: Sequence[tuple[int, int]]) -> tuple[str, str]:
    """The days between which a page has to have been created."""
    if kind == "freshwiki":
        if not options.created:
            return "", ""
        return f"{months[0][0]}-{months[0][1]:02d}-01", f"{months[-1][0]}-{months[-1][1]:02d}-31"
    if kind != "events":
        return "", ""
    for given in (options.first, options.last):
        if given is not None and not re.fullmatch(r"20\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])", given):
            raise InputError(f"{given!r} is no day: write YYYY-MM-DD, for example 2025-01-31")
    if options.first and options.last and options.last < options.first:
        raise InputError(f"--to {options.last} is before --from {options.first}")
    return options.first or "", options.last or ""


def _settings(options: argparse.Namespace) -> Mapping[str, Any]:
    """What was asked for, without who asked, and without what only this machine knows."""
    left_out = {"run", "kind", "contact", "out", "quiet", "titles"}
    return {name: value for name, value in sorted(vars(options).items()) if name not in left_out}


def _lines(built: Built, out: Path, names: Sequence[str], asked: int) -> Iterator[str]:
    yield f"{count(len(built.rows), 'gold page')} of {count(built.asked, 'title')} ({count(asked, 'request')})"
    if built.not_looked_at:
        yield f"  {built.not_looked_at:,} were not looked at: there are enough"
    for reason, number in Counter(one.reason for one in built.left_out).most_common():
        yield f"  {number:,} left out: {reason}"
    if built.redirected:
        yield f"  {len(built.redirected):,} kept under another title: check redirects_to_check in the manifest"
    if built.snippets or built.failures:
        yield f"{count(len(built.snippets), 'snippet')} of {count(built.documents, 'document')}"
        for reason, number in Counter(one.reason for _, one in built.failures).most_common():
            yield f"  {count(number, 'cited source')} not read: {reason}"
    for name in names:
        yield str(out / name)


def run_guard(options: argparse.Namespace) -> int:
    """``castalia gold guard``; the exit code."""
    from castalia.graphs.measures.measurement import golds_of
    from castalia.graphs.spared import check_spared
    from castalia.memory.paths import named_file
    from castalia.tools.gold.guarded_corpus import guard_corpus
    from castalia.tools.gold.leakage import THRESHOLD, Guard

    threshold = THRESHOLD if options.threshold is None else options.threshold
    guard = Guard((golds_of(options.gold) or {}).values(), threshold, options.same_titles)
    target = named_file(options.out)
    check_spared(target, options.gold)
    for line in _guard_lines(guard_corpus(options.corpus, target, guard, fields_of(options.field), options.force)):
        print_line(line)
    print_line(str(target))
    return 0


def _guard_lines(report: GuardReport) -> Iterator[str]:
    yield f"{report.read - report.kept:,} of {count(report.read, 'snippet')} left out, {report.kept:,} kept"
    for reason, number in report.reasons.most_common():
        yield f"  {number:,} {reason}"
        for _, topic, share, where in (one for one in report.examples if one[0] == reason):
            yield f"    {where}" + (f" ({share:.0%} of it in {topic})" if topic and share else "")


@contextmanager
def _going_on() -> Iterator[None]:
    """Ctrl-C and SIGTERM (``start`` raises ``Interrupted`` for it) are told how to go on."""
    how = "what was answered is kept: run the same command again"
    try:
        yield
    except KeyboardInterrupt as error:
        number = error.number if isinstance(error, Interrupted) else signal.SIGINT
        raise Interrupted(number, how) from None
