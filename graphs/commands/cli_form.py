"""The command ``castalia form``: pages in, one HTML file out that asks people about them."""

from __future__ import annotations

import argparse
from typing import Any

from castalia.graphs.commands.cli_options import add_force
from castalia.graphs.screens.lines import note, print_line


def add_form(commands: Any) -> None:
    """``form``."""
    form = commands.add_parser(
        "form",
        help="make a form in which people rate pages",
        description="One HTML file in which people rate pages, or pairs of pages, without knowing which system wrote them. It needs no "
        "network and sends nothing; what they answer is a file of judgements that castalia compare --judgements reads.",
    )
    form.add_argument("pages", metavar="PAGES", nargs="+", help="folders of pages; each is a system")
    form.add_argument(
        "--against", metavar="PAGES_B", help="a folder of another system's pages: people compare two pages a topic"
    )
    form.add_argument("--out", metavar="FILE", required=True, help="where the form goes, for example: form.html")
    add_force(form)
    form.add_argument(
        "--questions",
        metavar="FILE",
        help='questions of your own, as JSON lines: {"criterion": "accuracy", "question": "Is it right?"}; also title, paired, low, high',
    )
    form.add_argument(
        "--ask",
        choices=["preferences", "scores", "both"],
        help="of a pair: which page is better (default), a score for each, or both",
    )
    form.add_argument(
        "--names",
        metavar="NAME",
        nargs="+",
        help="what the systems are called in the judgements (default: their folders)",
    )
    form.add_argument("--title", metavar="TEXT", default="Rating of topic pages", help="what the form is called")
    form.add_argument(
        "--seed",
        metavar="N",
        type=int,
        default=0,
        help="another order; 0 and 1, 2 and 3, … show the same pairs with their sides exchanged, so give each rater one",
    )
    form.set_defaults(run=_form)


def _form(options: argparse.Namespace) -> int:
    from castalia.graphs.measures.rating_forms import rating_form
    from castalia.graphs.spared import file_to_write
    from castalia.tools.study.study_form import is_form

    file_to_write(options.out, is_form, options.force)
    made = rating_form(
        options.pages,
        options.against,
        questions=options.questions,
        names=options.names,
        asked=options.ask,
        seed=options.seed,
        title=options.title,
    )
    made.save(options.out)
    print_line(str(options.out))
    for one in (*made.notes, *made.failures):
        note(f"castalia: {one}")
    return int(bool(made.failures))
