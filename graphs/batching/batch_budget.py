"""What earlier runs of a batch left of its budget: the lines of its manifest tell, and the ledgers of pages that they
did not end."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from castalia.graphs.batching.manifest import BatchManifest
from castalia.graphs.runs.run_folder import RunFolder, can_go_on
from castalia.memory.errors import CastaliaError
from castalia.memory.ledgers import Ledgers
from castalia.tools.models.account import Account
from castalia.tools.models.budgets import Budget, Usage
from castalia.tools.models.prices import Price


def spent_under_way(places: Iterable[Path], prices: Iterable[Price]) -> Usage:
    """What was spent on pages that an earlier run began and did not end: the manifest has no line for them yet."""
    account = Account(prices=prices)
    for place in places:
        if can_go_on(place) and (found := RunFolder(place).read()) is not None:
            # A damaged file is its page's error.
            with suppress(CastaliaError), Ledgers(RunFolder(place).ledgers) as ledgers:
                account.go_on(ledgers.run(found.run_id).spent(), lambda entry: None)
    return account.total


def rest_of(budget: Budget, manifest: BatchManifest, begun: Usage) -> Budget:
    """What earlier runs of the batch left of its budget; seconds are those of one run."""
    spent = {
        "calls": manifest.spent_calls + begun.calls,
        "tokens": manifest.spent_tokens + begun.tokens,
        "money": manifest.spent_money + (begun.cost or 0.0),
    }
    limits = {name: getattr(budget, name) for name in spent}
    return replace(budget, **{name: max(limit - spent[name], 0) for name, limit in limits.items() if limit is not None})
