"""Says in words how what is asked for now differs from what was asked for before, of a run or of a batch."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from castalia.agents.crew import ROLES
from castalia.graphs.settings import Settings
from castalia.tools.language.listing import first_phrases, listed

CHANGED = "the store or corpus has changed since"
SHOWN_VALUE = 120  # characters
SHOWN = 3  # differences
_BY_DIGEST = {"snippets": CHANGED, "corpus": "the corpus is another one"}  # their values say nothing to people
_MODEL = "thinking.models."
_NAMES = {"approve": "what is to be approved", "thinking.top_p": "top-p", "thinking.answer": "the longest answer"}


def differences(now: Mapping[str, Any], then: Mapping[str, Any]) -> list[str]:
    """What is not as it was, a phrase each: "setting depth is 2, and was 4".

    Roles with the same change of their model are told as one. What only comes with a model, or goes with it, is not
    told beside it. What an earlier version did not know is as if it had been ``None``.
    """
    new, old = _flat(now), _flat(then)
    names = [one for one in dict.fromkeys((*new, *old)) if new.get(one) != old.get(one)]
    changed = [one for one in names if one.startswith(_MODEL)]
    implied = _implied(new, old) if changed else set()
    others = [_told(one, new.get(one), old.get(one)) for one in names if one not in {*changed, *implied}]
    return [*_told_models(changed, new, old), *others]


def told_together(phrases: list[str]) -> str:
    """The first few of these phrases, and how many more there are."""
    return first_phrases(phrases, SHOWN)


def _flat(values: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """The values of mappings in mappings by one name each: "settings.depth"."""
    flat: dict[str, Any] = {}
    for name, value in values.items():
        if isinstance(value, Mapping):
            flat |= _flat(value, f"{prefix}{name}.")
        else:
            flat[prefix + name] = value
    return flat


def _implied(new: Mapping[str, Any], old: Mapping[str, Any]) -> set[str]:
    """What differs because a model is asked, or its writer is one, and was not before."""
    thinking = {one for one in (*new, *old) if one.startswith("thinking.")}
    is_alone = not all(any(one.startswith(_MODEL) for one in side) for side in (new, old))
    suiting = [Settings.suiting(f"{_MODEL}writer" in side).to_json() for side in (new, old)]
    usual = {
        f"settings.{name}"
        for name in suiting[0]
        if [side.get(f"settings.{name}") for side in (new, old)] == [one[name] for one in suiting]
    }
    return usual | (thinking if is_alone else set())


def _told_models(names: list[str], new: Mapping[str, Any], old: Mapping[str, Any]) -> list[str]:
    """What became of the models of these roles, all with the same change in one phrase."""
    roles: dict[tuple[str, str], list[str]] = {}
    for name in names:
        change = (str(new.get(name) or "none"), str(old.get(name) or "none"))
        roles.setdefault(change, []).append(name.removeprefix(_MODEL))
    return [
        f"the model{'' if len(own) == len(ROLES) else f' of {listed(own)}'} is {is_now}, and was {was}"
        for (is_now, was), own in roles.items()
    ]


def _told(name: str, now: object, then: object) -> str:
    if name in _BY_DIGEST:
        return _BY_DIGEST[name]
    last = name.rpartition(".")[2]
    called = f"setting {last}" if name.startswith("settings.") else _NAMES.get(name, f"the {last}")
    return f"{called} is {_shown(now)}, and was {_shown(then)}"


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    if value is None or value == "":
        return "not given"
    if isinstance(value, list):
        return listed([str(one) for one in value]) if value else "nothing"
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= SHOWN_VALUE else f"{text[:SHOWN_VALUE]}…"
