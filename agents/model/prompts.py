"""The prompts of the model crew: one file of our own words an agent, beside it, with strict placeholders."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from castalia.tools.models.templates import Template


@cache
def prompt(name: str) -> Template:
    """The template in the file of this name."""
    return Template.of((files("castalia.agents.model") / f"{name}.md").read_text(encoding="utf-8"))
