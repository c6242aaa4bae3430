"""What a pipeline is bound to when it is built: nothing of it enters the state."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Self

from castalia.agents.crew import Crew
from castalia.agents.no_extractor import NoExtractor
from castalia.agents.roles import by_rules
from castalia.graphs.pipeline.answers import answering
from castalia.graphs.settings import Settings
from castalia.memory.errors import InputError
from castalia.memory.memory import Memory
from castalia.tools.models.account import Account


@dataclass(frozen=True, slots=True)
class Bound:
    """The agents, the memory that they work over, how far they go, and the account that pays: one that stays at zero
    where none of them spends."""

    crew: Crew
    memory: Memory
    settings: Settings
    account: Account = field(default_factory=Account)

    @classmethod
    def of(cls, crew: Crew, memory: Memory, settings: Settings) -> Self:
        """The crew as the settings want it, each answer of it checked. ``InputError`` where it cannot work over this
        memory."""
        whole = crew_by(settings, crew)
        return cls(answering(whole, memory), memory, settings, whole.account or Account())

    @property
    def loses_objected(self) -> bool:
        """Whether what a reviewer still objects to leaves the page."""
        return self.settings.strict or by_rules(self.crew.writer)


def crew_by(settings: Settings, crew: Crew) -> Crew:
    """The crew as the settings want it: without the graph it has an extractor that reads nothing."""
    return crew if settings.graph else replace(crew, extractor=NoExtractor())


def check_same_graph(before: Settings, after: Settings) -> None:
    """``InputError`` where a change to a page would take its graph away, or bring one: its other parts were made with
    it, or without."""
    if before.graph != after.graph:
        made = "with" if before.graph else "without"
        raise InputError(f"the page was made {made} a graph, and a change keeps to that: generate it anew")
