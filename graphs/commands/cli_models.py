"""The command line's options for models: which role thinks with what, what it may spend, and what it would cost."""

from __future__ import annotations

import argparse
import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from castalia.graphs.commands.cli_options import Limits
from castalia.graphs.runs.run_folder import TAPE, RunFolder
from castalia.graphs.runs.run_manifest import Manifest
from castalia.graphs.settings import ABLATIONS, Settings
from castalia.graphs.thinking import CONCURRENCY, Thinking, read_models
from castalia.memory.errors import InputError
from castalia.tools.models.budgets import Budget
from castalia.tools.models.chat import ANSWER, AUDIENCE, WINDOW
from castalia.tools.models.prices import AS_OF, Price

# Options that say something of models alone.
_OF_MODELS = ("budget", "price", "tape", "rate", "temperature", "sample", "audience", "window")


def add_model_options(
    command: argparse.ArgumentParser,
    otherwise: str = "Without --model (and CASTALIA_MODEL) the extractive engine writes: free, offline.",
    folder: str = "the page's folder",
) -> None:
    """Which models think, how they are asked, and what they may spend. The help tells who writes ``otherwise``, where
    none is named, and in which ``folder`` the tape is."""
    command.set_defaults(preset=None)  # of a command without this option
    models = command.add_argument_group("models", otherwise)
    models.add_argument(
        "--model",
        metavar="[ROLE=]SPEC",
        action="append",
        default=[],
        help="a chat model, for all roles or one: openai:gpt-4o-mini, openai:NAME@http://localhost:11434/v1, azure:NAME, scripted",
    )
    models.add_argument(
        "--engine",
        metavar="[ROLE=]ENGINE",
        action="append",
        default=[],
        help="extractive takes a role's model away, for example: --engine graph=extractive",
    )
    models.add_argument("--audience", metavar="WHO", help=f"whom the page is for (default: {AUDIENCE})")
    models.add_argument(
        "--budget",
        metavar="LIMITS",
        action=Limits,
        help="hard limits: calls=200,tokens=1e6,money=2.5,seconds=600, or some",
    )
    models.add_argument(
        "--price",
        metavar="MODEL=IN,OUT",
        action="append",
        default=[],
        help=f"US dollars for a million tokens, for models that are not in the table of {AS_OF}",
    )
    models.add_argument(
        "--window",
        type=int,
        metavar="TOKENS",
        help=f"context that every prompt has to fit (default: {WINDOW})",
    )
    models.add_argument(
        "--concurrency", type=int, metavar="N", help=f"calls at once to one endpoint (default: {CONCURRENCY})"
    )
    models.add_argument("--rate", type=float, metavar="N", help="calls a minute to one endpoint (default: no limit)")
    models.add_argument("--temperature", type=float, metavar="T", help="of all models (default: the provider's)")
    models.add_argument(
        "--sample", type=int, metavar="N", help="another number asks again what the tape knows (default: 0)"
    )
    models.add_argument(
        "--tape",
        metavar="FILE",
        help=f"where calls are kept, so that the same call is paid once (default: {TAPE} in {folder})",
    )


def add_preset(command: argparse.ArgumentParser) -> None:
    """``--preset``: how a whole page is made."""
    command.add_argument(
        "--preset",
        choices=["thesis"],
        help="thesis: the method as first described, in the thesis on Apollo: no relevance floor, no early stop, each heading "
        "written by itself, no lead, temperature 1",
    )


def add_method_options(command: argparse.ArgumentParser) -> None:
    """``--without`` and ``--strict``: what is left out while sections are written."""
    command.add_argument(
        "--without",
        metavar="PART",
        action="append",
        default=[],
        choices=ABLATIONS,
        help=f"leave out {', '.join(ABLATIONS)}",
    )
    command.add_argument(
        "--strict", action="store_true", help="with a model: take out every sentence that was not found supported"
    )


def add_dry_run(
    command: argparse.ArgumentParser, told: str = "print the expected calls, tokens and cost, and spend nothing"
) -> None:
    """``--dry-run``; ``told`` is what it does, for the help."""
    command.add_argument("--dry-run", action="store_true", help=told)


def thinking_of(options: argparse.Namespace, folder: str | Path) -> Thinking:
    """What the run thinks with, by the options. ``InputError`` for what makes no sense."""
    models = read_models(options.model, options.engine)
    sampling: dict[str, Any] = {"temperature": 1.0, "top_p": 0.9} if options.preset == "thesis" else {}
    return thinking_again(options, Thinking(models, tape=Path(folder) / TAPE if models else None, **sampling))


def thinking_again(options: argparse.Namespace, then: Thinking) -> Thinking:
    """What a run thought with, but for what the options name. ``InputError`` for those that do nothing without a
    model."""
    idle = [f"--{name}" for name in _OF_MODELS if getattr(options, name) not in (None, [])]
    if idle and not then.models:
        raise InputError(
            f"{', '.join(idle)} without a model {'do' if len(idle) > 1 else 'does'} nothing: add --model SPEC, or leave it out"
        )
    if not all(one is None or 0 < one < math.inf for one in (options.concurrency, options.rate)):
        raise InputError("--concurrency and --rate are numbers above 0")
    named: dict[str, Any] = {
        "budget": None if options.budget is None else Budget.of(options.budget),
        "prices": tuple(map(Price.of, options.price)) or None,
        "window": options.window,
        "answer": None if options.window is None else min(ANSWER, options.window // 3),
        "audience": " ".join((options.audience or "").split()) or None,
        "temperature": options.temperature,
        "concurrency": options.concurrency,
        "per_minute": options.rate,
        "tape": options.tape or None,
        "sample": options.sample,
    }
    return replace(then, **{name: value for name, value in named.items() if value is not None})


def check_rehearsable(thinking: Thinking) -> None:
    """``InputError`` where there is no model whose costs a rehearsal could tell."""
    if not thinking.models:
        raise InputError("--dry-run tells what models would cost, and none is named: add --model SPEC")


def asked_before(options: argparse.Namespace, folder: str | Path) -> Manifest | None:
    """The run to resume, where nothing that a page depends on is given anew; ``None``: the options count."""
    given = (options.model, options.engine, options.preset, options.without, options.strict, options.sample)
    more = (options.temperature, options.audience, options.window)
    if not options.resume or any(given) or any(one is not None for one in more):
        return None
    return RunFolder(folder).read()


def settings_of(options: argparse.Namespace, thinking: Thinking, words: int | None, **more: Any) -> Settings:
    """The settings: those of the preset, or those that suit the engine, with what the options, and ``more``, change."""
    changes: dict[str, Any] = {"strict": options.strict, **more} | ({} if words is None else {"words": words})
    is_model = "writer" in thinking.models
    made = Settings.thesis(**changes) if options.preset == "thesis" else Settings.suiting(is_model, **changes)
    return made.without(*options.without)


def account_lines(account: Mapping[str, Any], budget: Budget | None = None) -> list[str]:
    """What a rehearsal's account (as JSON) came to, by role, as a table; and what of it a budget would not allow."""
    rows = [("role", "calls", "prompt tokens", "answer tokens", "US dollars")]
    for role, one in (*account["by_role"].items(), ("all", account["total"])):
        cost = "unknown" if one["cost"] is None else f"{one['cost']:.4f}"
        rows.append((role, f"{one['calls']:,}", f"{one['prompt_tokens']:,}", f"{one['completion_tokens']:,}", cost))
    more = "A model that gets more feedback from its reviewer makes more calls: up to three revisions and reviews a section."
    return [
        *table_lines(rows),
        f"Rehearsed with a scripted model on this corpus: nothing was spent. Tokens are characters / 4; prices as of {AS_OF} or as given.",
        *([more] if "reviewer" in account["by_role"] else []),
        *(_beyond(account["total"], budget) if budget else []),
    ]


def _beyond(total: Mapping[str, Any], budget: Budget) -> list[str]:
    tokens = total["prompt_tokens"] + total["completion_tokens"]
    spent = {"calls": total["calls"], "tokens": tokens, "money": total["cost"]}
    beyond = [
        f"{name}={limit:,}"
        for name, amount in spent.items()
        if amount is not None and (limit := getattr(budget, name)) is not None and amount > limit
    ]
    return [f"That is more than the budget allows ({', '.join(beyond)})."] if beyond else []


def table_lines(rows: Sequence[Sequence[str]], left: int = 1) -> list[str]:
    """A table for a terminal."""
    from castalia.tools.metrics.metric_tables import aligned

    return ["  ".join(cells).rstrip() for cells in aligned(rows, left)]
