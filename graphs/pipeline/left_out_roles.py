"""Roles that the settings leave out: what a page records of them, and tells its readers."""

from __future__ import annotations

from collections.abc import Iterable

from castalia.agents.crew import Crew
from castalia.graphs.settings import Settings
from castalia.tools.language.counting import count
from castalia.tools.pages.page_json import NOBODY


def engines_by(settings: Settings, crew: Crew) -> dict[str, str]:
    """Role to engine; ``NOBODY`` plays one that the settings leave out."""
    plays = {
        "extractor": settings.graph,
        "relevance_filter": settings.relevance_filter,
        "reviewer": settings.reviewer,
        "editor": settings.editor,
    }
    return {role: engine if plays.get(role, True) else NOBODY for role, engine in crew.engines.items()}


def unread_notices(verdicts: Iterable[str]) -> list[str]:
    """What a page without a reviewer says of its sentences: how many nobody checked. Those that stand word for word in
    what they cite, or fail there, code has checked."""
    unread = sum(one == "unchecked" for one in verdicts)
    if not unread:
        return []
    return [f"{count(unread, 'sentence')} {'was' if unread == 1 else 'were'} not reviewed: there was no reviewer."]
