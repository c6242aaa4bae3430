"""The prompts of the model crew: one file of our own words an agent, beside it, with strict placeholders."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files

from castalia.agents.crew import ROLES
from castalia.tools.models.templates import Template

NAMES = (*ROLES, "reviser", "entailment_judge", "rubric_judge", "preference_judge")


@lru_cache(maxsize=len(NAMES))
def prompt(name: str) -> Template:
    """The template of this name; ``ValueError`` for a name that is none."""
    if name not in NAMES:
        raise ValueError(f"no prompt {name!r}: there are {', '.join(NAMES)}")
    return Template.of((files("castalia.agents.model") / f"{name}.md").read_text(encoding="utf-8"))
