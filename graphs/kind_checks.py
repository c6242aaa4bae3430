"""Whether what is given to ``generate``, ``batch`` and the changes of a page is of the kind that it has to be."""

from __future__ import annotations

from castalia.agents.crew import Crew
from castalia.graphs.settings import Settings
from castalia.memory.errors import InputError
from castalia.memory.memory import Memory


def check_kinds(
    *,
    domain: object = None,
    memory: object = None,
    crew: object = None,
    settings: object = None,
    progress: object = None,
) -> None:
    """``InputError`` for what type hints would tell those who check them."""
    if not isinstance(domain, str | None):
        raise InputError(f"the domain is {domain!r}: give a str, or leave it out")
    if not isinstance(memory, Memory | None):
        raise InputError(f"the memory is {memory!r}: give an open castalia Memory, or a corpus or a store in its place")
    if isinstance(crew, Crew):
        raise InputError("the crew is built already: give what builds one over a memory, such as extractive_crew")
    if crew is not None and not callable(crew):
        raise InputError(f"the crew is {crew!r}: give what builds one over a memory, such as extractive_crew")
    if not isinstance(settings, Settings | None):
        raise InputError(f"the settings are {settings!r}: give Settings(…)")
    if progress is not None and not callable(progress):
        raise InputError(f"progress is {progress!r}: give a function that takes an event, a dict")


def check_one_mind(model: object, crew: object) -> None:
    """``InputError`` where both are given."""
    if model is not None and crew is not None:
        raise InputError("give a model, or a crew, which has its own: not both")
