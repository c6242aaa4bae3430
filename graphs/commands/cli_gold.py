"""The command ``castalia gold``: what it takes. What it does lives in ``gold_commands``."""

from __future__ import annotations

import argparse
import os
from typing import Any

from castalia.graphs.commands.cli_options import SNIPPETS, add_force, add_quiet
from castalia.graphs.commands.gold_commands import CONTACT, run_build, run_guard
from castalia.tools.gold.wiki_addresses import ENGLISH, METRICS, MODELS

B_OR_BETTER = "FA,A,GA,B"


def add_gold(commands: Any) -> None:
    """``gold`` and its kinds."""
    gold = commands.add_parser(
        "gold",
        help="build gold pages from Wikipedia, and keep them out of a corpus",
        description="Build what pages are measured against, with topics for castalia batch, and keep it out of the corpus they are written from.",
    )
    kinds = gold.add_subparsers(title="kinds", required=True, metavar="KIND")
    _add_sciwiki(kinds)
    _add_freshwiki(kinds)
    _add_events(kinds)
    _add_guard(kinds)


def _add_sciwiki(kinds: Any) -> None:
    sciwiki = kinds.add_parser(
        "sciwiki",
        help="articles by title or category, of class B or better",
        description="Articles of class B or better, by title or category: no lists, no disambiguation pages, no redirects to other subjects, "
        "none that spans many fields.",
    )
    _add_titles(sciwiki)
    _add_wiki(sciwiki, B_OR_BETTER, 300, 0, 3)
    sciwiki.set_defaults(run=run_build, kind="sciwiki")


def _add_freshwiki(kinds: Any) -> None:
    fresh = kinds.add_parser(
        "freshwiki",
        help="the most edited articles of some months, of class B or better",
        description="The 100 most edited articles of each month, for example of those after a model's cutoff: class B or better, with subsections, no lists.",
    )
    fresh.add_argument("--from", dest="first", metavar="YYYY-MM", required=True, help="the first month")
    fresh.add_argument("--to", dest="last", metavar="YYYY-MM", help="the last month (default: the first)")
    fresh.add_argument("--created", action="store_true", help="only articles that were created in these months")
    fresh.add_argument(
        "--metrics", metavar="URL", default=METRICS, help="Wikimedia's statistics (default: %(default)s)"
    )
    _add_wiki(fresh, B_OR_BETTER, 300, 0, 0)
    fresh.set_defaults(run=run_build, kind="freshwiki")


def _add_events(kinds: Any) -> None:
    events = kinds.add_parser(
        "events",
        help="articles with the documents that they cite, as a corpus",
        description="Articles of 1000 to 3000 words by title or category, with a corpus of the documents that they cite, without mirrors of the articles.",
    )
    _add_titles(events)
    events.add_argument(
        "--from", dest="first", metavar="DATE", help="only articles created on this day (YYYY-MM-DD) or later"
    )
    events.add_argument("--to", dest="last", metavar="DATE", help="only articles created on this day or before")
    events.add_argument("--sources", type=int, default=20, metavar="N", help="documents of an article (default: 20)")
    events.add_argument(
        "--pause", type=float, default=1.0, metavar="S", help="seconds between two requests to one site (default: 1)"
    )
    _add_wiki(events, "any", 1000, 3000, 0)
    events.set_defaults(run=run_build, kind="events")


def _add_guard(kinds: Any) -> None:
    guard = kinds.add_parser(
        "guard",
        help="write a corpus without what leaks from gold pages",
        description="Write a corpus without mirrors of Wikipedia and without texts of the gold pages, and say how many and why.",
    )
    guard.add_argument("corpus", metavar="CORPUS", nargs="+", help=SNIPPETS)
    guard.add_argument(
        "--gold", metavar="FILE|DIR", action="append", required=True, help="the gold pages; may be repeated"
    )
    guard.add_argument("--out", metavar="FILE", required=True, help="the corpus to write, as JSON lines (.gz: gzipped)")
    add_force(guard)
    guard.add_argument(
        "--threshold",
        type=float,
        metavar="SHARE",
        help="of a snippet's runs of five words that are in gold pages (default: 0.3)",
    )
    guard.add_argument(
        "--same-titles",
        action="store_true",
        help="leave out every snippet whose title is that of a gold page, whatever its text",
    )
    guard.add_argument(
        "--field", metavar="OURS=THEIRS", action="append", default=[], help="where a field is in the rows"
    )
    guard.set_defaults(run=run_guard)


def _add_titles(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "titles",
        metavar="TITLES",
        nargs="?",
        help="a file of titles: one a line, or a CSV with topic and maybe domain (-: stdin)",
    )
    command.add_argument(
        "--category",
        metavar="NAME",
        action="append",
        default=[],
        help="the articles of a category, or those that its talk pages are about; may be repeated",
    )


def _add_wiki(command: argparse.ArgumentParser, classes: str, least: int, most: int, fields: int) -> None:
    command.add_argument(
        "--out", metavar="DIR", required=True, help="where gold.jsonl, topics.csv and manifest.json go"
    )
    command.add_argument("--api", metavar="URL", default=ENGLISH, help="the wiki's api.php (default: %(default)s)")
    command.add_argument(
        "--contact",
        metavar="MAIL|URL",
        default=os.environ.get(CONTACT, ""),
        help=f"who asks: Wikimedia wants to know (default: the environment's {CONTACT})",
    )
    command.add_argument("--domain", default="", help="the domain of topics that name none")
    command.add_argument(
        "--limit", type=int, default=0, metavar="N", help="stop after so many gold pages (default: all)"
    )
    command.add_argument(
        "--per-domain", type=int, default=0, metavar="N", help="at most so many gold pages of one domain (default: all)"
    )
    command.add_argument("--shuffle", type=int, metavar="SEED", help="look at the titles in a random order")
    command.add_argument(
        "--classes", default=classes, metavar="A,B,…", help="quality classes to keep, or any (default: %(default)s)"
    )
    command.add_argument(
        "--quality",
        choices=["assessed", "predicted"],
        default="assessed",
        help="the class that editors gave, or that the model of ORES predicts, one request a page (default: assessed)",
    )
    command.add_argument(
        "--models",
        metavar="URL",
        default=MODELS,
        help="Wikimedia's models, for --quality predicted (default: %(default)s)",
    )
    command.add_argument("--min-words", type=int, default=least, metavar="N", help="default: %(default)s")
    command.add_argument("--max-words", type=int, default=most, metavar="N", help="default: %(default)s (0: any)")
    command.add_argument(
        "--redirects",
        choices=["named", "none", "all"],
        default="named",
        help="topics whose article has another title: kept where its lead has the topic's name, never, or always (default: named)",
    )
    command.add_argument(
        "--most-fields",
        type=int,
        default=fields,
        metavar="N",
        help="leave out articles that projects of more fields assess (default: %(default)s; 0: any number)",
    )
    add_quiet(command)
