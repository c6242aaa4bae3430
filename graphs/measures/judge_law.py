"""Who may judge what: never the model that wrote, unless it is asked for, and then a note says so."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from castalia.graphs.measures.opened_pages import OpenedPage
from castalia.memory.errors import InputError
from castalia.tools.language.listing import first_few
from castalia.tools.models.model_specs import check_spec

WRITERS = ("writer", "editor")
_OBJECT = re.compile(r"langchain:[^:]*:")  # how a LangChain object is named before the name of its model


class Judge(Protocol):
    """Any judge: what it thinks with, and its name."""

    @property
    def engine(self) -> str: ...

    @property
    def name(self) -> str: ...


def is_judge(one: object) -> bool:
    """Whether this is a judge already, and no spec that a judge is made from."""
    return callable(one) and hasattr(one, "engine") and hasattr(one, "name")


def check_judge_spec(spec: str) -> None:
    """``InputError`` for what names neither a judge of what a source supports nor a chat model."""
    if spec == "rules" or spec.startswith("nli:"):
        return
    try:
        check_spec(spec)
    except InputError as error:
        raise InputError(f"{error}; to judge what a source supports rules and nli:MODEL will do, too") from None


def check_own_work(
    opened: Sequence[OpenedPage], judge: Judge, own_judge: bool, roles: Sequence[str] = WRITERS
) -> list[str]:
    """The note that a model judged its own work; none where it did not. ``InputError`` where it would without being
    asked to.

    ``roles`` are those whose words are judged: of an outline the outliner's, too.
    """
    if judge.engine != "model":
        return []
    mine = _bare(judge.name)
    own = [one.page.topic for one in opened if mine in map(_bare, _authors(one, roles))]
    if own and not own_judge:
        raise InputError(
            f"{judge.name} wrote {first_few(own)}: a model judges its own work too kindly; name another judge, or ask for it (--own-judge)"
        )
    told = f"{judge.name} judged what it wrote itself ({first_few(own)}): such verdicts are too kind."
    return [told] if own else []


def _authors(one: OpenedPage, roles: Sequence[str]) -> list[str]:
    """The models whose words stand on a page, by its run and what changed it since; all that had a part in it where
    the run does not say."""
    run = one.run or {}
    revisions = run.get("revisions")
    found = [_models_of(part) for part in (run, *(revisions if isinstance(revisions, list) else ()))]
    if found[0]:
        return [str(models[role]) for models in found for role in roles if role in models]
    return one.page.model.split(", ")


def _models_of(part: Any) -> Mapping[str, Any]:
    thinking = part.get("thinking") if isinstance(part, Mapping) else None
    models = thinking.get("models") if isinstance(thinking, Mapping) else None
    return models if isinstance(models, Mapping) else {}


def _bare(model: str) -> str:
    """The model's own name, without where and how it was asked."""
    name = _OBJECT.sub("", model.strip().casefold().split("@")[0])
    return name.removeprefix("openai:").removeprefix("azure:") if not name.startswith("scripted:") else "scripted"
