"""The commands ``castalia evaluate`` and ``castalia compare``: what they take, what they print."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from castalia.graphs.interruption import run_interruptible
from castalia.graphs.lines import note
from castalia.memory.errors import InputError

if TYPE_CHECKING:
    from castalia.graphs.comparison import Comparison
    from castalia.graphs.evaluation import Evaluation


def add_evaluate(commands: Any, tell: Callable[[str], None]) -> None:
    """``evaluate`` and ``compare``; ``tell`` prints a line on stdout."""
    evaluate = commands.add_parser(
        "evaluate",
        help="measure pages",
        description="Measure pages: curation, outline, article, citations, graph. Without --judge nothing is asked of a model.",
    )
    evaluate.add_argument("pages", metavar="PAGE_DIR", nargs="+", help="folders of pages, or of folders of pages")
    _add_options(evaluate)
    evaluate.set_defaults(run=lambda options: _evaluate(options, tell))
    compare = commands.add_parser(
        "compare",
        help="compare two sets of pages",
        description="Compare two sets of pages on the same topics: differences with intervals, p values and effect sizes.",
    )
    compare.add_argument("first", metavar="A", help="a folder of pages")
    compare.add_argument("second", metavar="B", help="another one; differences are B − A")
    _add_options(compare)
    compare.set_defaults(run=lambda options: _compare(options, tell))


def _add_options(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--gold",
        metavar="FILE|DIR",
        action="append",
        help="pages that people wrote on the same topics: JSON lines, page.json, Markdown, or a folder of them; may be repeated",
    )
    command.add_argument(
        "--embeddings",
        metavar="SPEC",
        help="compare texts by meaning, for example: openai:text-embedding-3-small (default: by their words)",
    )
    command.add_argument(
        "--store",
        metavar="PATH|URL",
        help="the store the pages were made from: measures what was retrieved, not only what is cited",
    )
    command.add_argument("--json", metavar="FILE", help="write all values, of each page too, to this file")
    command.add_argument("--per-page", action="store_true", help="show the values of each page, too")
    judge = command.add_argument_group("judge", "Who says what a source supports: rules over words, or a chat model.")
    judge.add_argument(
        "--judge",
        metavar="SPEC",
        default="rules",
        help="rules (default), or a chat model: openai:gpt-4o-mini, scripted, …",
    )
    judge.add_argument("--own-judge", action="store_true", help="let a model judge pages that it wrote itself")
    judge.add_argument(
        "--budget",
        metavar="LIMITS",
        default="",
        help="of the judge: calls=200,tokens=1e6,money=2.5,seconds=600, or some",
    )
    judge.add_argument(
        "--tape", metavar="FILE", help="where the judge's answers are kept, so that the same one is paid once"
    )


def _evaluate(options: argparse.Namespace, tell: Callable[[str], None]) -> int:
    from castalia.graphs.evaluation import evaluate

    return _run(options, tell, lambda judge: evaluate(options.pages, options.gold, judge=judge, **_shared(options)))


def _compare(options: argparse.Namespace, tell: Callable[[str], None]) -> int:
    from castalia.graphs.comparison import compare

    return _run(
        options,
        tell,
        lambda judge: compare(options.first, options.second, options.gold, judge=judge, **_shared(options)),
    )


def _run(options: argparse.Namespace, tell: Callable[[str], None], work: Callable[[Any], Any]) -> int:
    """Measure, print, write; 1 where a page could not be read, or a claim not be judged."""
    from castalia.tools.write_whole import check_folder, write_file

    target = Path(options.json).expanduser() if options.json else None
    if target is not None:
        check_folder(target.parent, [target.name])
    with ExitStack() as stack:
        judge, spent = _judge(options, stack)
        found: Evaluation | Comparison = run_interruptible(work(judge), "")
        for line in found.markdown(options.per_page).rstrip("\n").split("\n"):
            tell(line)
        if spent is not None:
            tell(spent())
    if target is not None:
        write_file(target, json.dumps(found.to_json(), ensure_ascii=False, indent=1) + "\n")
    for failure in found.failures:
        note(f"castalia: {failure}")
    return int(bool(found.failures))


def _shared(options: argparse.Namespace) -> dict[str, Any]:
    return {"embeddings": options.embeddings, "store": options.store, "own_judge": options.own_judge}


def _judge(options: argparse.Namespace, stack: ExitStack) -> tuple[Any, Callable[[], str] | None]:
    """The judge, and what it has spent in words where it spends."""
    if options.judge == "rules":
        if options.budget or options.tape or options.own_judge:
            raise InputError(
                "--budget, --tape and --own-judge are for a chat model that judges: add --judge SPEC, or leave them out"
            )
        return None, None
    from castalia.agents.model.mind import Mind
    from castalia.tools.account import Account
    from castalia.tools.budgets import Budget
    from castalia.tools.chat_models import chat_model
    from castalia.tools.gate import Gate
    from castalia.tools.tape import Tape

    model = chat_model(options.judge, temperature=0.0)
    account = Account(Budget.of(options.budget) if options.budget else Budget())
    account.check_prices([model.name])
    tape = stack.enter_context(closing(Tape(options.tape))) if options.tape else None

    def spent() -> str:
        total = account.to_json()["total"]
        cost = "" if total["cost"] is None else f", ${total['cost']:.4f}"
        tokens = total["prompt_tokens"] + total["completion_tokens"]
        return f"- Judge {model.name}: {total['calls']:,} calls ({total['replayed']:,} more from the tape), {tokens:,} tokens{cost}."

    return Mind(model, Gate(tape=tape), account), spent
