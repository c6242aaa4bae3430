"""Pages that are a list of references, for tests of what is made of it. Not a test file."""

from __future__ import annotations

from typing import Any

from castalia.tools.pages.page_json import PageRecord, PageReference


def reference(number: int, **more: Any) -> PageReference:
    """A reference of which only the number is known, and what is given."""
    url = more.get("url", "")
    return {
        "number": number, "key": f"s{number:06}", "snippet_id": f"{number:06}", "source_id": url.partition("#")[0] or f"{number:06}",
        "url": url, "title": "", "authors": [], "year": None, "doi": None, "text": "A snippet.", "source": "", **more,
    }  # type: ignore[typeddict-item]  # fmt: skip


def page(*references: PageReference, topic: str = "Tides") -> PageRecord:
    """A page with these references, and without text."""
    return {
        "schema": 1, "topic": topic, "domain": "", "pipeline": "apollo", "engine": "extractive", "engines": {}, "model": None,
        "lead": "", "sections": [], "references": list(references), "claims": [], "open_issues": [], "gaps": [], "stats": {},
    }  # fmt: skip
