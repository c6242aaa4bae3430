"""What a reader is told of a page that is only a stub: one without a section, or a short one without a lead."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from castalia.tools.language.counting import count

ENOUGH = 25  # sentences, about 500 words: with so many a page with sections is no stub, though nothing leads it


def stub_note(lead: str, sections: Sequence[object], sentences: int, stats: Mapping[str, Any]) -> str:
    """One line that says that a page is a stub and why; "" where it has sections and a lead or ``ENOUGH`` sentences, or
    where its ``stats`` do not say how many snippets were read. ``sentences`` are those that stand on it."""
    lacks = [what for what, is_there in (("lead", lead.strip()), ("section", sections)) if not is_there]
    if not lacks or (sections and sentences >= ENOUGH) or "snippets" not in stats:
        return ""
    read, stand = stats["snippets"], "stands" if sentences == 1 else "stand"
    was = "was" if read == 1 else "were"
    return (
        f"This page is a stub, without a {' and without a '.join(lacks)}: {count(read, 'snippet')} {was} read for it, "
        f"and {count(sentences, 'sentence')} that could be told of the topic {stand} here."
    )
