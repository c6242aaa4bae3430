"""The commands ``castalia evaluate`` and ``castalia compare``: what they take, what they print."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

from castalia.graphs.commands.cli_judges import add_judges, judges_of
from castalia.graphs.commands.cli_options import add_force, add_vectors
from castalia.graphs.commands.interruption import run_interruptible
from castalia.graphs.screens.lines import check_stdout, note, print_line, print_result
from castalia.memory.errors import InputError
from castalia.memory.paths import named_file

if TYPE_CHECKING:
    from castalia.graphs.measures.comparison import Comparison
    from castalia.graphs.measures.evaluation import Evaluation
    from castalia.graphs.measures.judgement_report import JudgementReport

_INSTEAD = "name a file with --json"  # of a stdout that cannot be written
_STDOUT = "-"  # a --json that is no file


def add_evaluate(commands: Any) -> None:
    """``evaluate`` and ``compare``."""
    evaluate = commands.add_parser(
        "evaluate",
        help="measure pages",
        description="Measure pages: curation, outline, article, citations, graph. Without --judge and --rubric nothing is asked of a model.",
    )
    evaluate.add_argument("pages", metavar="PAGE_DIR", nargs="+", help="folders of pages, or of folders of pages")
    _add_options(evaluate)
    add_judges(evaluate, prefers=False)
    evaluate.set_defaults(run=_evaluate)
    compare = commands.add_parser(
        "compare",
        help="compare two sets of pages",
        description="Compare two sets of pages on the same topics: differences with intervals, p values and effect sizes. "
        "With --judgements alone: what people and models said of pages, and how far they agree.",
    )
    compare.add_argument("first", metavar="A", nargs="?", help="a folder of pages")
    compare.add_argument("second", metavar="B", nargs="?", help="another one; differences are B − A")
    _add_options(compare)
    add_judges(compare, prefers=True)
    compare.set_defaults(run=_compare)


def _add_options(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--gold",
        metavar="FILE|DIR",
        action="append",
        help="pages that people wrote on the same topics: JSON lines, page.json, Markdown, or a folder of them; may be repeated",
    )
    add_vectors(command)
    command.add_argument(
        "--store",
        metavar="PATH|URL",
        help="the store the pages were made from: measures what was retrieved, not only what is cited",
    )
    command.add_argument(
        "--json",
        metavar="FILE",
        help="write all values, of each page too, to this file; - prints them in place of the table",
    )
    add_force(command)
    command.add_argument("--per-page", action="store_true", help="show the values of each page, too")


def _evaluate(options: argparse.Namespace) -> int:
    from castalia.graphs.measures.evaluation import evaluate
    from castalia.graphs.measures.judging import check_told_apart
    from castalia.graphs.measures.opened_pages import open_pages

    if options.judgements:
        check_told_apart(open_pages(options.pages)[0], options.system)
    return _run(options, lambda judges: evaluate(options.pages, options.gold, **judges, **_shared(options)))


def _compare(options: argparse.Namespace) -> int:
    from castalia.graphs.measures.comparison import compare

    if options.first is None and options.judgements:
        return _report(options)
    if missing := [name for name, given in (("A", options.first), ("B", options.second)) if given is None]:
        raise InputError(f"the following arguments are required: {', '.join(missing)} (or --judgements FILE alone)")
    first, second, gold = options.first, options.second, options.gold
    return _run(options, lambda judges: compare(first, second, gold, **judges, **_shared(options)))


def _report(options: argparse.Namespace) -> int:
    """What judgement files say."""
    from castalia.graphs.measures.judgement_report import compare_judgements

    pages = (
        "gold embeddings store rubric rubric_of prefer prefer_by budget tape window own_judge per_page names".split()
    )
    idle = [name for name in pages if getattr(options, name)] + (["judge"] if options.judge != "rules" else [])
    if idle:
        raise InputError(f"--{idle[0].replace('_', '-')} is for pages: give A and B, or leave it out")
    target, tell = _target(options), _telling(options)
    found = compare_judgements(options.judgements)
    try:
        _tell(found, options, tell)
    finally:
        _write(found, target, options)
    return 0


def _run(options: argparse.Namespace, work: Callable[[Any], Any]) -> int:
    """Measure, print, write; 1 where a page could not be read, or a claim not be judged."""
    from castalia.tools.judging.kept_judgements import add_judgements, check_judgements

    target, tell = _target(options), _telling(options)
    with ExitStack() as stack:
        judges, spent = judges_of(options, stack)
        if options.judgements:
            check_judgements(options.judgements[0])
        found: Evaluation | Comparison = run_interruptible(work(judges), "")
        try:
            _tell(found, options, tell)
            if spent is not None:
                tell(spent())
        finally:  # what is measured and paid is told also where it cannot be kept, and kept where it cannot be told
            _write(found, target, options)
            if options.judgements:
                add_judgements(options.judgements[0], found.judgements)
    for failure in found.failures:
        note(f"castalia: {failure}")
    return int(bool(found.failures))


def _target(options: argparse.Namespace) -> Path | None:
    """Where the values are written; ``InputError`` where they could not be."""
    from castalia.graphs.spared import file_to_write

    if options.json in (None, _STDOUT):
        return None
    target = named_file(options.json)
    if not target.parent.is_dir():
        raise InputError(
            f"there is no folder {target.parent} to write {target.name} into: make it, or name another file"
        )
    reads = [*(options.gold or ()), *(options.judgements or ()), *filter(None, [options.tape])]
    return file_to_write(target, _is_values, options.force, reads)


def _is_values(path: Path) -> bool:
    """Whether a file holds what one of these commands found."""
    from castalia.tools.pages.own_files import json_object

    kinds = ({"instruments", "metrics", "pages"}, {"systems", "scores", "wins"})
    found = json_object(path) or {}
    return any(kind | {"schema", "notes"} <= found.keys() for kind in kinds)


def _telling(options: argparse.Namespace) -> Callable[[str], None]:
    """How lines are told: as all there is, unless the values go into a file, too, and beside the values where these go
    to stdout; ``CastaliaError`` where nobody could be told."""
    if options.json not in (None, _STDOUT):
        return print_line
    check_stdout(_INSTEAD)
    return note if options.json == _STDOUT else lambda line: print_result(line, _INSTEAD)


def _tell(
    found: Evaluation | Comparison | JudgementReport, options: argparse.Namespace, tell: Callable[[str], None]
) -> None:
    if options.json == _STDOUT:
        return
    for line in found.markdown(options.per_page).rstrip("\n").split("\n"):
        tell(line)


def _write(found: Evaluation | Comparison | JudgementReport, target: Path | None, options: argparse.Namespace) -> None:
    from castalia.tools.pages.write_whole import write_file

    if options.json == _STDOUT:
        print_result(json.dumps(found.to_json()), _INSTEAD)
    elif target is not None:
        write_file(target, json.dumps(found.to_json(), ensure_ascii=False, indent=1) + "\n")


def _shared(options: argparse.Namespace) -> dict[str, Any]:
    return {"embeddings": options.embeddings, "store": options.store, "own_judge": options.own_judge}
