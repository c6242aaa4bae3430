"""The systems that ``bench`` sets side by side, in one table: what each is, and what it changes.

A system is the method with some settings changed, with another engine, or a baseline. How it is run lives in
``bench_legs``.
"""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, Literal

from castalia.graphs.settings import Settings
from castalia.graphs.thinking import GROUPS, Thinking
from castalia.memory.errors import InputError
from castalia.tools.metrics.baselines import BASELINES, Baseline

FIRST = "apollo"  # what all others are compared with
ALL = "*"  # settings of all systems
Changes = Mapping[str, Mapping[str, Any]]

_NAME = re.compile(r"[a-z0-9][a-z0-9_.-]{0,40}")


@dataclass(frozen=True, slots=True)
class System:
    """``changes`` are settings that differ from those that suit its engine. ``models`` are those of all roles as they
    are given, those of the writing roles alone, or none. A ``baseline`` has neither."""

    name: str
    what: str
    changes: Mapping[str, Any] = field(default_factory=dict, hash=False)
    models: Literal["given", "writing", "none"] = "given"
    baseline: Baseline | None = None

    def settings(self, thinking: Thinking, shared: Mapping[str, Any]) -> Settings:
        """The settings of its runs; ``shared`` are those of all systems, before its own."""
        return Settings.suiting("writer" in thinking.models, **{**shared, **self.changes})

    def thinking(self, given: Thinking) -> Thinking:
        """The part of what is given that it thinks with."""
        if self.models == "given" and self.baseline is None:
            return given
        kept = GROUPS["writing"] if self.models == "writing" and self.baseline is None else ()
        models = {role: one for role, one in given.models.items() if role in kept}
        return replace(given, models=models) if models else Thinking()


def _of_thesis() -> dict[str, Any]:
    own, thesis = Settings().to_json(), Settings.thesis().to_json()
    return {name: value for name, value in thesis.items() if value != own[name]}


SYSTEMS: tuple[System, ...] = (
    System(FIRST, "the method with its defaults"),
    System(
        "no-reflection",
        "questions on what the graph lacks go out as searches as they are (thesis, table 5.3)",
        {"gaps": True, "reflection": False},
    ),
    System("no-filter", "no relevance filter (thesis, tables 5.4 and 5.5)", {"relevance_filter": False}),
    System("no-reviewer", "no critical reviewer, so no revisions (thesis, table 5.6)", {"reviewer": False}),
    System("fixed-depth", "all rounds of curation, whether or not they still bring anything", {"saturation": False}),
    System("no-graph", "no triplets are read, so nobody has a graph to plan, ask or write by", {"graph": False}),
    System("no-gaps", "rounds of curation ask for the topic itself, not for what the graph lacks", {"gaps": False}),
    System(
        "reflection",
        "rounds ask for what the graph lacks, in reflected terms, where rules do it, too",
        {"gaps": True, "reflection": True},
    ),
    System("no-anchor", "no relevance floor: searches bring in their best hits as they are", {"anchored": False}),
    System("unit-heading", "every heading written by itself, as in the thesis", {"unit": "heading"}),
    System("no-editor", "sections put together as they are, without a lead", {"editor": False}),
    System("thesis", "the settings of the thesis to the letter (but for temperature and top-p)", _of_thesis()),
    System("mixed", "rules read, ask and search; the model plans, writes, reviews and edits", models="writing"),
    System("extractive", "no model at all", models="none"),
    *(System(name, f"baseline: {what}", baseline=name) for name, what in BASELINES.items()),
)
BY_NAME = {one.name: one for one in SYSTEMS}


def choose_systems(names: Iterable[str] | None, changes: Changes, thinking: Thinking) -> tuple[System, ...]:
    """The systems by name (``None``: all that there can be), the first one always among them and first, with changed
    settings.

    A name in ``changes`` that no system has is a new one: the method with these settings. ``InputError`` names what is
    unknown or cannot be.
    """
    names = _check_kinds(names, changes)
    own = [one for one in changes if one not in BY_NAME and one != ALL]
    known = {**BY_NAME, **{name: System(name, "the method with settings of its own") for name in own}}
    for name in own:
        if not _NAME.fullmatch(name):
            raise InputError(f"{name!r} cannot name a system: use small letters, digits and hyphens")
    wanted = [*_possible(thinking), *own] if names is None else [one.strip() for one in names]
    for name in wanted:
        if name not in known:
            near = difflib.get_close_matches(name, known, 1)
            hint = f"; did you mean {near[0]}?" if near else "."
            raise InputError(f"there is no system {name!r}{hint} The systems are {', '.join(known)}")
        if why := _impossible(known[name], thinking):
            raise InputError(f"the system {name} {why}")
    unused = [one for one in changes if one != ALL and one not in (*wanted, FIRST)]
    if unused:
        raise InputError(
            f"settings are given for {unused[0]}, which is not among the systems: add it, or leave them out"
        )
    for name, values in changes.items():
        _check_settings(name, values, known)
    return tuple(
        replace(
            known[name],
            what=_told(known[name], changes.get(name)),
            changes={**known[name].changes, **changes.get(name, {})},
        )
        for name in dict.fromkeys([FIRST, *wanted])
    )


def read_changes(pairs: Sequence[str]) -> dict[str, dict[str, Any]]:
    """Settings by system from ``NAME:key=value``, the value as JSON or a plain word; ``*`` are all systems."""
    found: dict[str, dict[str, Any]] = {}
    for pair in pairs:
        name, colon, rest = pair.partition(":")
        key, sign, value = rest.partition("=")
        if not (name.strip() and colon and key.strip() and sign and value.strip()):
            raise InputError(
                f"--set {pair}: write NAME:key=value, for example shallow:depth=2, or '*:words=900' for all systems"
            )
        try:
            read = json.loads(value)
        except ValueError:
            read = {"True": True, "False": False}.get(value.strip(), value.strip())
        found.setdefault(name.strip(), {})[key.strip().replace("-", "_")] = read
    return found


def _check_kinds(names: Any, changes: Any) -> list[str] | None:
    """The names as a list; ``InputError`` for what is no list of names, or no settings by system."""
    listed = list(names) if isinstance(names, Iterable) and not isinstance(names, str) else names
    if listed is not None and not (isinstance(listed, list) and all(isinstance(one, str) for one in listed)):
        raise InputError(f"systems is {names!r}: give a list of names, for example ['{FIRST}', 'no-filter']")
    by_name = changes.items() if isinstance(changes, Mapping) else [(None, None)]
    for name, values in by_name:
        if not (isinstance(name, str) and isinstance(values, Mapping) and all(isinstance(one, str) for one in values)):
            raise InputError(
                f"settings is {changes!r}: give a dict from systems to their settings, for example {{'shallow': {{'depth': 2}}}}"
            )
    return listed


def _possible(thinking: Thinking) -> list[str]:
    return [one.name for one in SYSTEMS if not _impossible(one, thinking)]


def _impossible(system: System, thinking: Thinking) -> str:
    """Why this system cannot run with these models, or would do the same as another one; "" where it can."""
    if system.models == "given":
        return ""
    if not thinking.models:
        return f"is for a run with a model, and without one {FIRST} is extractive already: add --model SPEC, or leave it out"
    kept = system.thinking(thinking).models
    if system.models == "writing" and (not kept or set(kept) == set(thinking.models)):
        return f"is what {FIRST} is with these models already: leave it out"
    return ""


def _check_settings(name: str, values: Mapping[str, Any], known: Mapping[str, System]) -> None:
    names = [one.name for one in fields(Settings)]
    for key in values:
        if key not in names:
            near = difflib.get_close_matches(key, names, 1)
            raise InputError(
                f"there is no setting {key!r}{f'; did you mean {near[0]}?' if near else ': the settings are ' + ', '.join(names)}"
            )
    if name != ALL and known[name].baseline is not None:
        raise InputError(f"{name} is a baseline, which has no settings: leave them out")
    Settings(**values)


def _told(system: System, changes: Mapping[str, Any] | None) -> str:
    if not changes:
        return system.what
    return f"{system.what}; " + ", ".join(f"{key} {json.dumps(value)}" for key, value in changes.items())
