"""The options by which ``evaluate`` and ``compare`` are given judges, and the judges made of them: one budget and one
tape for all."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

from castalia.agents.judges import WINDOW
from castalia.graphs.commands.cli_options import Limits
from castalia.memory.errors import InputError
from castalia.memory.paths import expand
from castalia.tools.models.chat import ANSWER

if TYPE_CHECKING:
    from castalia.agents.model.mind import Mind

MODELS = ("judge", "rubric", "prefer")  # options that may name a chat model


def add_judges(command: argparse.ArgumentParser, prefers: bool) -> None:
    """``--judge``, ``--rubric``, what they may cost, and with ``prefers`` ``--prefer``."""
    judge = command.add_argument_group(
        "judges",
        "Who says what a source supports (rules over words, an NLI model, a chat model), and who grades pages.",
    )
    judge.add_argument(
        "--judge",
        metavar="SPEC",
        default="rules",
        help="rules (default), an NLI model (nli:MODEL or nli:FOLDER), or a chat model: openai:gpt-4o-mini, scripted, …",
    )
    judge.add_argument(
        "--rubric", metavar="SPEC", help="let a chat model grade pages from 1 to 5, criterion by criterion"
    )
    judge.add_argument(
        "--rubric-of",
        choices=("outline", "article", "both"),
        help="what is graded (default: both)",
    )
    if prefers:
        judge.add_argument(
            "--prefer",
            metavar="SPEC",
            help="let a chat model say which page of a topic is better, asked in both orders",
        )
        judge.add_argument(
            "--prefer-by", metavar="CRITERIA", help="by which criteria of the rubrics, with commas (default: overall)"
        )
        judge.add_argument("--names", metavar="A,B", help="what A and B are called (default: their folders' names)")
        judge.add_argument(
            "--judgements",
            metavar="FILE",
            nargs="+",
            help="with A and B: add grades and preferences to this file; without: read such files, of people and models, and compare the judges",
        )
    else:
        judge.add_argument(
            "--system", metavar="NAME", help="whose pages these are, in that file (default: their folder's name)"
        )
        judge.add_argument(
            "--judgements", metavar="FILE", nargs=1, help="add the grades, with why, to this file (JSON lines)"
        )
    judge.add_argument("--own-judge", action="store_true", help="let a model judge pages that it wrote itself")
    judge.add_argument(
        "--budget",
        metavar="LIMITS",
        action=Limits,
        help="of the judges: calls=200,tokens=1e6,money=2.5,seconds=600, or some",
    )
    judge.add_argument(
        "--tape", metavar="FILE", help="where the judges' answers are kept, so that the same one is paid once"
    )
    judge.add_argument(
        "--window",
        metavar="TOKENS",
        type=int,
        help=f"context of a chat model that judges; a page has to fit whole, for --prefer two (default: {WINDOW:,})",
    )


def judges_of(options: argparse.Namespace, stack: ExitStack) -> tuple[dict[str, Any], Callable[[], str] | None]:
    """The judges by the names of ``evaluate``'s and ``compare``'s options, and what they have spent in words where they
    spend."""
    named: dict[str, str] = {name: spec for name in MODELS if (spec := getattr(options, name, None)) is not None}
    judges: dict[str, Any] = {}
    if named["judge"] == "rules":
        judges["judge"] = None
    elif named["judge"].startswith("nli:"):
        judges["judge"] = named["judge"]
    _check(options, named)
    if options.rubric:
        judges["rubric_of"] = options.rubric_of or "both"
    if "prefer" in named:
        judges["prefer_by"] = options.prefer_by or "overall"
    if getattr(options, "names", None):
        judges["names"] = [one.strip() for one in options.names.split(",")]
    if getattr(options, "system", None):
        judges["system"] = options.system
    specs = {name: spec for name, spec in named.items() if name not in judges}
    if not specs:
        _refuse_idle(options)
        return judges, None
    minds, spent = _minds(options, dict.fromkeys(specs.values()), stack)
    return judges | {name: minds[spec] for name, spec in specs.items()}, spent


def _refuse_idle(options: argparse.Namespace) -> None:
    """``InputError`` for what is said of a chat model where none judges."""
    if options.budget is not None or options.tape or options.own_judge or options.window is not None:
        raise InputError(
            "--budget, --tape, --window and --own-judge are for a chat model that judges: add --judge SPEC, --rubric SPEC"
            f"{' or --prefer SPEC' if hasattr(options, 'prefer') else ''}, or leave them out"
        )


def _minds(
    options: argparse.Namespace, specs: Iterable[str], stack: ExitStack
) -> tuple[dict[str, Mind], Callable[[], str]]:
    """What the judges with these models think with, by spec: one account, tape and window for all; and what they have
    spent, in words."""
    from castalia.agents.model.mind import Mind
    from castalia.tools.doors.chat_models import chat_model
    from castalia.tools.models.account import Account
    from castalia.tools.models.budgets import Budget
    from castalia.tools.models.gate import Gate
    from castalia.tools.models.tape import Tape
    from castalia.tools.pages.write_whole import check_file

    models = {spec: chat_model(spec, temperature=0.0) for spec in specs}
    account = Account(Budget.of(options.budget))
    account.check_prices([one.name for one in models.values()])
    tape = None
    if options.tape:  # whether there is anything to judge is not known yet: a tape that nobody asks is not made
        tape = stack.enter_context(Tape(options.tape, late=True))
        check_file(expand(options.tape))
    gate = Gate(tape=tape)
    window = WINDOW if options.window is None else options.window
    minds = {
        spec: Mind(model, gate, account, window=window, answer=max(1, min(ANSWER, window // 3)))
        for spec, model in models.items()
    }

    def spent() -> str:
        total = account.to_json()["total"]
        cost = "" if total["cost"] is None else f", ${total['cost']:.4f}"
        tokens = total["prompt_tokens"] + total["completion_tokens"]
        names = ", ".join(one.name for one in models.values())
        return f"- Judge {names}: {total['calls']:,} calls ({total['replayed']:,} more from the tape), {tokens:,} tokens{cost}."

    return minds, spent


def _check(options: argparse.Namespace, named: dict[str, str]) -> None:
    from castalia.graphs.measures.judge_law import check_judge_spec

    check_judge_spec(named["judge"])
    for name, spec in named.items():
        if name != "judge" and (spec == "rules" or spec.startswith("nli:")):
            raise InputError(f"--{name} needs a chat model, not {spec}: only people and chat models grade and prefer")
    if options.rubric_of and not options.rubric:
        raise InputError("--rubric-of says what is graded: add --rubric SPEC")
    if getattr(options, "prefer_by", None) and not options.prefer:
        raise InputError("--prefer-by says by what two pages are compared: add --prefer SPEC")
    if options.judgements and not (options.rubric or named.get("prefer")):
        more = " or --prefer SPEC" if hasattr(options, "prefer") else ""
        raise InputError(f"nothing to write to {options.judgements[0]}: add --rubric SPEC{more}")
    if options.judgements and len(options.judgements) > 1:
        raise InputError("judgements are added to one file: give --judgements FILE once")
