"""What a run was asked for and how far it is: the values of its manifest. The file, and all that is beside it, is
``run_folder``'s."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from castalia.graphs.runs.differences import differences
from castalia.graphs.settings import Settings

Status = Literal["running", "finished"]


@dataclass(frozen=True, slots=True)
class Asked:
    """What a run was asked for, as values of JSON by name: all that its page depends on, and nothing else."""

    values: Mapping[str, Any]

    def differences(self, before: Mapping[str, Any]) -> list[str]:
        """What is not as it was, a phrase each: "setting depth is 2, and was 4"."""
        is_set = self.values.get("settings") is not None
        return differences(self.values, _with_settings(before) if is_set else before)


@dataclass(frozen=True, slots=True)
class Manifest:
    """The state of a run: ``asked`` for what, by how many processes it was worked on (``starts``); ``source``: the
    store, or the folder of the corpus, that it reads; ``means``: at what pace and price, which may differ when it goes
    on."""

    run_id: str
    status: Status
    asked: Mapping[str, Any]
    source: Mapping[str, Any]
    starts: int = 1
    means: Mapping[str, Any] = field(default_factory=dict)


def check_shape(found: Manifest) -> None:
    """``TypeError`` for a manifest that nobody could have written."""
    plain = (found.asked, found.source, found.means, found.asked.get("thinking"), found.asked.get("settings") or {})
    names = ("window", "answer", "audience", "temperature", "top_p", "sample", "models")
    if not all(isinstance(one, dict) for one in plain) or not all(one in found.asked["thinking"] for one in names):
        raise TypeError("a part of it is missing")
    if (
        not isinstance(found.run_id, str)
        or not isinstance(found.starts, int)
        or found.status not in ("running", "finished")
    ):
        raise TypeError("a part of it has another type")


def _with_settings(values: Mapping[str, Any]) -> Mapping[str, Any]:
    """What was asked for; where that was without settings, with those that suit its writer."""
    suiting = Settings.suiting("writer" in values["thinking"]["models"])
    return {**values, "settings": values.get("settings") or suiting.to_json()}
