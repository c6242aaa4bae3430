"""The command line's castalia rewrite and castalia update: a part of a finished page is redone, and the diff goes to
stdout."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from castalia.graphs.commands.cli_models import (
    account_lines,
    add_dry_run,
    add_method_options,
    add_model_options,
    thinking_again,
    thinking_of,
)
from castalia.graphs.commands.cli_options import (
    add_embeddings,
    add_events,
    add_force,
    add_quiet,
    add_reading,
    check_reading,
    reading_of,
)
from castalia.graphs.commands.interruption import run_interruptible
from castalia.graphs.page_files import page_folder
from castalia.graphs.runs.run_folder import RunFolder
from castalia.graphs.screens.display import following
from castalia.graphs.screens.lines import check_stdout, note, print_line, print_result
from castalia.graphs.settings import Settings
from castalia.graphs.thinking import Thinking, rehearsal
from castalia.tools.models.budgets import Budget
from castalia.tools.pages.page_diff import is_diff
from castalia.tools.pages.page_json import load_page
from castalia.tools.pages.write_whole import write_file

if TYPE_CHECKING:
    from castalia.graphs.changes.revision import Revised

HOW = "the page is as it was, or as it shall be: run the same command again"


def add_revise(commands: Any) -> None:
    """The commands ``rewrite`` and ``update``."""
    rewrite = commands.add_parser(
        "rewrite",
        help="write one section of a finished page again",
        description="Write one section of a finished page again, and leave the rest alone. Prints what changed.",
    )
    rewrite.add_argument("page", metavar="DIR", help="the folder of the page")
    rewrite.add_argument("section", metavar="SECTION", help="its heading, its number (2, or 2.1), its id, or lead")
    rewrite.add_argument("--note", metavar="TEXT", default="", help="tell the writer what to change; needs a model")
    rewrite.add_argument(
        "--ban",
        metavar="ID|URL",
        action="append",
        default=[],
        help="a snippet, document or url that the section shall not cite; may be repeated",
    )
    rewrite.add_argument(
        "--pin", metavar="ID|URL", action="append", default=[], help="one to choose from first; may be repeated"
    )
    rewrite.add_argument(
        "--store", metavar="PATH|URL", help="the store, where it lies elsewhere by now (default: as the page was made)"
    )
    _add_common(rewrite)
    add_dry_run(rewrite)
    rewrite.set_defaults(run=_rewrite, command="rewrite")
    update = commands.add_parser(
        "update",
        help="take new evidence into a finished page",
        description="Redo the sections of a finished page that new snippets touch, and leave the others alone. Prints what changed.",
    )
    update.add_argument("page", metavar="DIR", help="the folder of the page")
    source = update.add_mutually_exclusive_group()
    source.add_argument(
        "--corpus",
        metavar="FILE|DIR",
        action="extend",
        nargs="+",
        help="for a page that was written from a corpus: the one that has grown, or the new rows",
    )
    source.add_argument("--store", metavar="PATH|URL", help="the store that has grown (default: as the page was made)")
    add_reading(update)
    _add_common(update)
    add_dry_run(
        update, "print which sections would be redone, and whether the lead would or may be, and change nothing"
    )
    update.set_defaults(run=_update, command="update")


def _add_common(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--diff", metavar="FILE", default="-", help="where the diff goes (default: -, which is stdout)"
    )
    add_embeddings(command, "as the page was made")
    add_force(command)
    add_quiet(command)
    add_events(command)
    add_model_options(command, "Without --model and --engine the models of the page write, or the extractive engine.")
    add_method_options(command)


def _rewrite(options: argparse.Namespace) -> int:
    from castalia.graphs.changes.rewriting import rewrite

    def work(thinking: Thinking, progress: Any) -> Any:
        return rewrite(
            options.page,
            options.section,
            note=options.note,
            ban=options.ban,
            pin=options.pin,
            store=options.store,
            embeddings=options.embeddings,
            model=rehearsal(thinking) if options.dry_run else thinking,
            changed=_changed(options),
            progress=progress,
            dry_run=options.dry_run,
        )

    return _run(options, work)


def _update(options: argparse.Namespace) -> int:
    from castalia.graphs.changes.updating import update

    check_reading(options, options.corpus)

    def work(thinking: Thinking, progress: Any) -> Any:
        return update(
            options.page,
            corpus=options.corpus,
            store=options.store,
            **reading_of(options),
            model=thinking,
            changed=_changed(options),
            progress=progress,
            dry_run=options.dry_run,
        )

    return _run(options, work)


def _run(options: argparse.Namespace, work: Callable[[Thinking, Any], Any]) -> int:
    """Do the work with what the page was made with, unless told otherwise, and print what came of it."""
    from castalia.graphs.spared import file_to_write

    if options.dry_run:
        check_stdout()
    diff = None if options.diff == "-" else file_to_write(options.diff, is_diff, options.force)
    options.page = page_folder(options.page)
    topic = load_page(RunFolder(options.page).out)["topic"]
    thinking = _thinking(options)
    with following(topic, quiet=options.quiet, events=options.events, is_rehearsal=options.dry_run) as follow:
        pays = bool(thinking.models) and not options.dry_run
        found: Revised = run_interruptible(work(thinking, follow), HOW, pays=pays)
        if found.is_changed:
            follow.finish(found.page)
    _tell(options, found, diff)
    exhausted = "" if options.dry_run else found.account.get("exhausted", "")
    if exhausted and not found.is_changed:
        note(f"castalia: the budget of {exhausted} ran out before anything could be redone: give more")
    elif exhausted:
        note(f"castalia: the budget of {exhausted} ran out: what it did not reach stays as it was")
    if found.is_changed:
        return 3 if exhausted else 0
    return int(bool(exhausted or found.failed))


def _tell(options: argparse.Namespace, found: Revised, diff: Path | None) -> None:
    """Say on stdout what came of a change, with the diff unless it goes into a file."""
    tell = print_result if options.dry_run else print_line
    for line in found.told:
        tell(line)
    if options.dry_run and options.command == "rewrite":
        for line in account_lines(found.account, Budget.of(options.budget)) if found.account else ():
            tell(line)
    elif options.dry_run:
        for heading in found.touched:
            tell(f"would be redone: {heading}")
    if not found.is_changed:
        return
    if diff is None:
        for line in found.diff.splitlines():
            print_line(line)
    else:
        write_file(diff, found.diff)
        print_line(str(Path(options.page) / "page.html"))
        print_line(str(Path(options.page) / "page.md"))
    if not options.quiet:
        for line in found.changes.lines():
            note(line)


def _thinking(options: argparse.Namespace) -> Thinking:
    """That of the options where a model or an engine is named, else that of the page but for what the options name; a
    budget is never that of before."""
    if options.model or options.engine:
        return thinking_of(options, options.page)
    from castalia.graphs.finished_run import finished_in
    from castalia.graphs.past_thinking import thinking_then

    folder = RunFolder(options.page)
    return thinking_again(options, thinking_then(finished_in(folder).manifest, folder))


def _changed(options: argparse.Namespace) -> Callable[[Settings], Settings]:
    def changed(settings: Settings) -> Settings:
        return replace(settings, strict=settings.strict or options.strict).without(*options.without)

    return changed
