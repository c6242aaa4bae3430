"""A crew: one agent a role. Replace a field to replace an agent: ``dataclasses.replace(crew, writer=mine)``."""

from __future__ import annotations

from dataclasses import dataclass, fields

from castalia.agents.roles import (
    Editor,
    Extractor,
    Normaliser,
    Outliner,
    QuerySynthesizer,
    RelevanceFilter,
    Researcher,
    Reviewer,
    Writer,
    engine_of,
)
from castalia.tools.models.account import Account


@dataclass(frozen=True, slots=True)
class Crew:
    """The agents of a run, by role; the symbols are the thesis' (chapter 3)."""

    extractor: Extractor
    normaliser: Normaliser
    researcher: Researcher
    synthesizer: QuerySynthesizer
    outliner: Outliner
    relevance_filter: RelevanceFilter
    writer: Writer
    reviewer: Reviewer
    editor: Editor

    @property
    def account(self) -> Account | None:
        """What its models are paid from: the ``account`` of its agents; ``None`` where none of them spends."""
        accounts = (getattr(getattr(self, field.name), "account", None) for field in fields(self))
        return next((one for one in accounts if one is not None), None)

    @property
    def engines(self) -> dict[str, str]:
        """Role to engine, in the order of the fields."""
        return {field.name: engine_of(getattr(self, field.name)) for field in fields(self)}


ROLES = tuple(field.name for field in fields(Crew))
