"""What an earlier run thought with (models, options, budget), read from its manifest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from castalia.agents.crew import ROLES
from castalia.graphs.runs.run_folder import TAPE, RunFolder
from castalia.graphs.runs.run_manifest import Manifest
from castalia.graphs.thinking import ASKED, PACE, Thinking
from castalia.memory.errors import InputError
from castalia.tools.language.listing import listed
from castalia.tools.models.budgets import Budget
from castalia.tools.models.model_specs import check_spec
from castalia.tools.models.prices import Price


def thinking_then(manifest: Manifest, folder: RunFolder) -> Thinking:
    """What the run thought with, as far as a manifest can name it; its tape is the page's, where there is one.

    ``InputError`` names a model that was given as an object: no file holds it."""
    was = manifest.asked.get("thinking") or {}
    models = _models_then(was.get("models") or {}, folder.out)
    tape = folder.out / TAPE
    options = {name: was[name] for name in ASKED if name in was}
    return Thinking(models, tape=tape if tape.exists() else None, **options)


def resumed_thinking(manifest: Manifest, folder: RunFolder) -> Thinking:
    """What the run goes on with: pace, prices and budget are those of before, too, and its tape where that is not the
    page's own. An earlier version told none of these."""
    then, means = thinking_then(manifest, folder), manifest.means
    if not means:
        return then
    told = {name: means[name] for name in (*PACE, "tape") if means.get(name) is not None}
    prices = tuple(Price(**one) for one in means["prices"])
    return replace(then, **told, budget=Budget(**means["budget"]), prices=prices)


def _models_then(named: Mapping[str, str], folder: str | Path) -> dict[str, str]:
    """The models of a run in this folder by its manifest, which names them; ``InputError`` for those that were given
    as objects."""
    objects: dict[str, list[str]] = {}
    for role, name in named.items():
        try:
            check_spec(name)
        except InputError:
            objects.setdefault(name, []).append(role)
    if objects:
        told = [
            f"{name!r} for {'all roles' if len(own) == len(ROLES) else listed(own)}" for name, own in objects.items()
        ]
        raise InputError(
            f"the run in {folder} was given {listed(told)} as an object, which no file can hold: give all its models again, "
            "from Python, as model=…"
        )
    return dict(named)
