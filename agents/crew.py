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
from castalia.memory.errors import InputError
from castalia.tools.models.account import Account


@dataclass(frozen=True, slots=True)
class Crew:
    """The agents of a run, by role, in the order in which they work; the symbols are the thesis' (chapter 3). What each
    reads and answers is in ``agents.roles``."""

    extractor: Extractor
    """Φ: triplets of a snippet."""
    normaliser: Normaliser
    """η: names that mean the same, made one."""
    researcher: Researcher
    """Ψ: questions on what the graph lacks."""
    synthesizer: QuerySynthesizer
    """Λ: search terms of the questions."""
    outliner: Outliner
    """Ω: the sections."""
    relevance_filter: RelevanceFilter
    """Θ: snippets that help to write a section."""
    writer: Writer
    """Γ: the text of a section, and its revision."""
    reviewer: Reviewer
    """π: what does not stand up in a text."""
    editor: Editor
    """The lead, and one page of all texts."""

    @property
    def account(self) -> Account | None:
        """What its models are paid from: the one ``account`` of its agents; ``None`` where none of them spends.

        Raises ``InputError`` where they have several: what a page cost, its budget and what a resumed run goes on from
        are told by one.
        """
        found: dict[int, Account] = {}
        payers: dict[int, str] = {}
        for field in fields(self):
            account = getattr(getattr(self, field.name), "account", None)
            if account is not None and id(account) not in found:
                found[id(account)], payers[id(account)] = account, field.name
        if len(found) > 1:
            raise InputError(
                f"the {' and the '.join(payers.values())} of this crew pay from accounts of their own: give them one mind "
                "(mind = mind_of(model); Writer(mind, memory), Reviewer(mind, memory)), or minds with one account"
            )
        return next(iter(found.values()), None)

    @property
    def engines(self) -> dict[str, str]:
        """Role to engine, in the order of the fields."""
        return {field.name: engine_of(getattr(self, field.name)) for field in fields(self)}


ROLES = tuple(field.name for field in fields(Crew))
