"""What a run was asked for and how far it is: the values of its manifest. The file, and all that is beside it, is
``run_folder``'s."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NotRequired

from castalia.graphs.runs.differences import differences
from castalia.graphs.settings import Settings
from castalia.memory.record_shape import shape_problems
from typing_extensions import TypedDict

Status = Literal["running", "finished"]


class _Thinking(TypedDict):
    window: int
    answer: int
    audience: str
    temperature: int | float | None
    top_p: int | float | None
    sample: int
    models: dict[str, str]


class _Asked(TypedDict):
    domain: NotRequired[str]
    thinking: _Thinking
    settings: NotRequired[dict[str, Any] | None]


class _Source(TypedDict):
    store: NotRequired[str]
    embeddings: NotRequired[str | None]


class _Corpus(TypedDict):
    corpus: str
    name: str


class _Means(TypedDict):
    budget: dict[str, int | float | None]
    prices: list[dict[str, str | int | float]]


class _Shape(TypedDict):
    run_id: str
    status: Status
    asked: _Asked
    source: _Source
    starts: int
    means: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Manifest:
    """The state of a run. ``asked``: what it was asked for, all that its page depends on, as values of JSON by name;
    ``source``: the store, or the folder of the corpus, that it reads; ``starts``: by how many processes it was worked
    on; ``means``: at what pace and price, which may differ when it goes on."""

    run_id: str
    status: Status
    asked: Mapping[str, Any]
    source: Mapping[str, Any]
    starts: int = 1
    means: Mapping[str, Any] = field(default_factory=dict)

    def differences(self, asked: Mapping[str, Any]) -> list[str]:
        """How what is ``asked`` for now is not what this run was asked for, a phrase each: "setting depth is 2, and was
        4"."""
        is_set = asked.get("settings") is not None
        return differences(asked, _with_settings(self.asked) if is_set else self.asked)


def check_shape(found: Manifest) -> None:
    """``TypeError`` for a manifest that nobody could have written."""
    parts = {name: getattr(found, name) for name in _Shape.__annotations__}
    problems = shape_problems(parts, _Shape, "manifest")
    if not problems and found.means:
        problems = shape_problems(found.means, _Means, "means")
    if not problems and found.source and "store" not in found.source:
        problems = shape_problems(found.source, _Corpus, "source")
    if problems:
        raise TypeError(problems[0])


def _with_settings(values: Mapping[str, Any]) -> Mapping[str, Any]:
    """What was asked for; where that was without settings, with those that suit its writer."""
    suiting = Settings.suiting("writer" in values["thinking"]["models"])
    return {**values, "settings": values.get("settings") or suiting.to_json()}
