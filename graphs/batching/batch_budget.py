"""What is left of a budget. Of a batch the lines of its manifest tell what earlier runs spent, and the ledgers of pages
that they did not end."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from castalia.graphs.batching.leases import counted
from castalia.graphs.batching.manifest import BatchManifest
from castalia.graphs.batching.topics import Topic
from castalia.graphs.runs.run_folder import RunFolder, folders_with_runs, manifest_in, run_under_way
from castalia.memory.errors import CastaliaError
from castalia.memory.ledgers import Ledgers
from castalia.tools.models.account import Account
from castalia.tools.models.budgets import Budget, Usage
from castalia.tools.models.prices import Price


def spent_under_way(
    batch: Path, topics: Iterable[Topic], ended_runs: Collection[str], prices: Sequence[Price]
) -> dict[Path, Usage]:
    """What was spent in runs that an earlier run of the ``batch`` began, on these topics or on others that are not
    asked for any more, and did not end, by their folders: the manifest has no line for them yet."""
    there = filter(_is_of_batch, folders_with_runs(batch))
    found: dict[Path, Usage] = {}
    for place in sorted({*there, *(batch / one.folder for one in topics)}):
        if (run := run_under_way(place)) not in ended_runs:
            account = Account(prices=prices)
            # A damaged file is its page's error.
            with suppress(CastaliaError), Ledgers(RunFolder(place).ledgers) as ledgers:
                account.go_on(ledgers.run(run).spent(), lambda entry: None)
            found[place] = account.total
    return found


def _is_of_batch(place: Path) -> bool:
    """Whether the run in a folder was begun by a batch, which gives it an open memory, and not by a ``generate`` that
    happens to write there."""
    found = manifest_in(place)
    return found is not None and not found.source


def rest_of(budget: Budget, manifest: BatchManifest, begun: Usage) -> Budget:
    """What earlier runs of the batch left of its budget; seconds are those of one run."""
    return left_of(budget, {name: amount + manifest.spent[name] for name, amount in counted(begun).items()})


def left_of(budget: Budget, spent: Mapping[str, float]) -> Budget:
    """What is left of a budget of which so much (by name) is ``spent``."""
    limits = {name: limit for name in spent if (limit := getattr(budget, name)) is not None}
    left: dict[str, Any] = {name: max(limit - spent[name], 0) for name, limit in limits.items()}
    return replace(budget, **left | {name: int(left[name]) for name in ("calls", "tokens") if name in left})


def used_up(left: Budget, spent: Mapping[str, float]) -> str:
    """The name of a part of which something was ``spent`` and nothing is left; "" where there is none."""
    return next((name for name, amount in spent.items() if amount and getattr(left, name) == 0), "")
