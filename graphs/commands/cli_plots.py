"""The command ``castalia plot``: folders of pages and files of judgements in, figures out."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from castalia.graphs.commands.cli_options import add_vectors
from castalia.graphs.commands.interruption import run_interruptible
from castalia.graphs.screens.lines import note, print_line
from castalia.memory.errors import InputError
from castalia.tools.language.counting import count

if TYPE_CHECKING:
    from castalia.tools.plots.figures import Plot

_FIGURES = ("diversity.svg", "grounding.svg", "wins.svg")


def add_plot(commands: Any) -> None:
    """``plot``."""
    plot = commands.add_parser(
        "plot",
        help="draw systems against each other",
        description="Draw systems against each other, as SVG and PNG: the snippets of each in two principal components, hallucination "
        "against coverage, and wins from files of judgements. Nothing is asked of a model.",
    )
    plot.add_argument("pages", metavar="PAGES", nargs="*", help="folders of pages; each is a system")
    plot.add_argument(
        "--judgements", metavar="FILE", nargs="+", default=[], help="what people or models judged: draws who won"
    )
    plot.add_argument("--out", metavar="DIR", required=True, help="where the figures go")
    plot.add_argument("--names", metavar="NAME", nargs="+", help="what the systems are called (default: their folders)")
    plot.add_argument(
        "--topic",
        metavar="TOPIC",
        action="append",
        help="of the snippets, draw this topic (default: the first nine); may be repeated",
    )
    add_vectors(plot)
    plot.add_argument(
        "--store",
        metavar="PATH|URL",
        help="the store the pages were made from: draws what was retrieved, not only what is cited",
    )
    plot.set_defaults(run=_plot)


def _plot(options: argparse.Namespace) -> int:
    """Draw what there is to draw; 1 where pages could not be measured."""
    from castalia.graphs.measures.plots import plot_wins
    from castalia.tools.judging.judgements import read_judgements

    out = _checked_folder(options)
    plots: list[Plot] = []
    failures: list[str] = []
    if options.judgements:
        judged = read_judgements(options.judgements)
        try:
            plots += plot_wins(judged)
        except InputError as error:
            if not options.pages:
                raise
            note(f"castalia: {error}")
    if options.pages:
        drawn, failures = _of_pages(options)
        plots += drawn
    for plot in plots:
        for file in plot.save(out):
            print_line(str(file))
    for failure in failures:
        note(f"castalia: {failure}")
    return int(bool(failures))


def _checked_folder(options: argparse.Namespace) -> Path:
    """Where the figures go; ``InputError``, before any work, for options that make no sense, a folder that cannot be
    written to, and without matplotlib."""
    from castalia.graphs.spared import check_spared
    from castalia.memory.paths import named_folder
    from castalia.tools.pages.write_whole import check_folder
    from castalia.tools.plots.figures import drawing

    if not (options.pages or options.judgements):
        raise InputError("there is nothing to plot: name folders of pages, or --judgements FILE")
    if not options.pages and (
        idle := [one for one in ("names", "topic", "embeddings", "store") if getattr(options, one)]
    ):
        raise InputError(f"--{idle[0]} is for pages: name folders of pages, or leave it out")
    with drawing():  # which needs matplotlib
        pass
    out = named_folder(options.out)
    for name in _FIGURES:
        check_spared(out / name)
    check_folder(out, _FIGURES)
    return out


def _of_pages(options: argparse.Namespace) -> tuple[list[Plot], list[str]]:
    """The plots of the pages, and a line for each page that could not be measured."""
    from castalia.graphs.measures.plots import evaluate_systems, left_out, plot_diversity, plot_grounding

    work = evaluate_systems(options.pages, options.names, embeddings=options.embeddings, store=options.store)
    systems = run_interruptible(work)
    plots = [plot_diversity(systems, options.topic), plot_grounding(systems)]
    if not options.topic and (more := left_out(systems)):
        note(f"castalia: the snippets of {count(more, 'more topic')} are not drawn: --topic draws those you choose")
    return plots, [f"{name}: {one}" for name, found in systems.items() for one in found.failures]
